package csvfile

import (
	"slices"
	"strings"
	"unicode"

	"drnet/engine/dataset/infer"
)

// findNames returns the index of the first row with more than half of the names, and at least two, in any spelling (see FoldName); -1 if
// there is none among the upper rows.
func findNames(rows []row, names []string) int {
	const upper = 50
	wanted := foldedNames(names)
	return slices.IndexFunc(rows[:min(len(rows), upper)], func(r row) bool {
		n := countNames(r.cells, wanted)
		return n > 1 && 2*n > len(names)
	})
}

// foldedNames returns the set of the folded names. It leaves out numbers and dates, which rows of data may contain as well.
func foldedNames(names []string) map[string]bool {
	wanted := map[string]bool{}
	for _, name := range names {
		if !infer.TypeOf([]byte(name)).IsData() {
			wanted[FoldName(name)] = true
		}
	}
	return wanted
}

// countNames returns how many of the wanted names, which are folded, are in the cells.
func countNames(cells [][]byte, wanted map[string]bool) int {
	found := map[string]bool{}
	for _, cell := range cells {
		if text := FoldName(string(cell)); wanted[text] {
			found[text] = true
		}
	}
	return len(found)
}

// FoldName returns the same text for all usual spellings of a column name: in lower case, without blanks, points, hyphens and underscores,
// e.g. maxtemp for "Max. temp" and max_temp. A separator between two digits and a hyphen before a digit, which may be a minus, become "-".
func FoldName(name string) string {
	var b strings.Builder
	letters := []rune(strings.ToLower(strings.TrimSpace(name)))
	for i, r := range letters {
		switch {
		case !strings.ContainsRune(" \u00a0._-", r):
			b.WriteRune(r)
		case i+1 < len(letters) && unicode.IsDigit(letters[i+1]) && (r == '-' || i > 0 && unicode.IsDigit(letters[i-1])):
			b.WriteByte('-')
		}
	}
	return b.String()
}
