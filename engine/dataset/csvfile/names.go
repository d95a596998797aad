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

// splitNames splits the line above rows without names at another delimiter, and reports whether that gives a name for each column.
func (l *layout) splitNames(above, rows []row) bool {
	const narrow = 2 // columns: a title may have a single delimiter
	if len(above) == 0 || l.width <= narrow || isHeader(rows[0], rows[1:]) {
		return false
	}
	first := &above[len(above)-1]
	for _, d := range delimiters {
		if len(first.cells) != 1 || bytes.Count(first.text, []byte{d}) != l.width-1 {
			continue
		}
		text := bytes.ReplaceAll(first.text, []byte{d}, []byte{l.syntax.delimiter})
		p := newSplitter(l.syntax, l.cr)
		p.line = first.line - 1
		p.next(text, true)
		names := row{record: p.record, text: text, start: first.start, end: first.end}
		if filled(names.cells) != l.width || hasData([]row{names}) || !isHeader(names, rows) {
			continue
		}
		*first = names
		l.warn("the names are separated by %s, the rows by %[2]s: they were split at the %[1]s (line %[3]d)",
			delimiterWord(d), delimiterWord(l.syntax.delimiter), first.line)
		return true
	}
	return false
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
