package csvfile

import (
	"bytes"
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

// splitAbove splits the lines above rows without names at another delimiter, as long as they fit these, up to the line of names, and
// returns their number. The names must not have that delimiter inside of quotes.
func (l *layout) splitAbove(above, rows []row) (n int) {
	if len(above) == 0 || isHeader(rows[0], rows[1:]) {
		return 0
	}
	p := profileOf(rows, l.width)
	for n < len(above) {
		r := &above[len(above)-1-n]
		if len(r.cells) > 1 {
			return n
		}
		record, delimiter := l.syntax.resplit(l.cr, r.text, r.line, l.width, nil)
		if delimiter == 0 {
			return n
		}
		split := *r
		split.record = record
		isNames := !hasData([]row{split}) && filled(split.cells) == l.width && isHeader(split, rows)
		if isNames && bytes.Count(r.text, []byte{delimiter}) != l.width-1 || !isNames && !p.fits(split.cells) {
			return n
		}
		*r = split
		if n++; isNames {
			r.text = bytes.ReplaceAll(r.text, []byte{delimiter}, []byte{l.syntax.delimiter})
			l.warn("the names are separated by %s, other rows by %s: they were split at the %[1]s (line %[3]d)",
				delimiterWord(delimiter), delimiterWord(l.syntax.delimiter), r.line)
			return n
		}
	}
	return n
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
