package csvfile

import (
	"bytes"

	"drnet/engine/dataset/infer"
)

// profile is the usual type of the cells of each column: NumberCell, DateCell, WordCell for texts, or AbsentCell if none is usual.
type profile []infer.CellType

// usual is the share of cells that shows the type of a column.
const usual = 0.9

// profileOf returns the profile of the rows of a width.
func profileOf(rows []row, width int) profile {
	const few = 3 // cells that show the type of a column
	p := make(profile, width)
	for j := range p {
		count, all := map[infer.CellType]int{}, 0
		for _, r := range rows {
			if len(r.cells) != width {
				continue
			}
			if t := usualType(r.cells[j]); t != infer.AbsentCell {
				count[t]++
				all++
			}
		}
		p[j] = infer.AbsentCell
		for t, n := range count {
			if n >= few && float64(n) >= usual*float64(all) {
				p[j] = t // at most one type has that share
			}
		}
	}
	return p
}

func usualType(cell []byte) infer.CellType {
	if t := infer.TypeOf(cell); !t.IsText() {
		return t
	}
	return infer.WordCell
}

// fits reports whether every cell of a row is absent or of the usual type of its column, if that has one.
func (p profile) fits(cells [][]byte) bool {
	for j, want := range p {
		if t := usualType(cells[j]); t != want && t != infer.AbsentCell && want != infer.AbsentCell {
			return false
		}
	}
	return true
}

// areNames reports whether a row may be a header: it has texts in all columns of numbers and dates, and there are at least two of these.
func (p profile) areNames(cells [][]byte) bool {
	const enough = 2
	return count(p, infer.CellType.IsData) >= enough && p.areTexts(cells)
}

// areTexts reports whether a row has a text in every column of numbers and dates.
func (p profile) areTexts(cells [][]byte) bool {
	for j, want := range p {
		if want.IsData() && !infer.TypeOf(cells[j]).IsText() {
			return false
		}
	}
	return true
}

// filled counts the values of a row in columns of numbers and dates.
func (p profile) filled(cells [][]byte) int {
	n := 0
	for j, want := range p {
		if want.IsData() && infer.TypeOf(cells[j]) != infer.AbsentCell {
			n++
		}
	}
	return n
}

// probe returns a column of numbers or dates whose cells start with a digit or a sign in nearly all rows, or -1. A row whose cell in that
// column starts so cannot be a header: areNames, which is slower, need not be called.
func (p profile) probe(rows []row) int {
	for j, want := range p {
		if !want.IsData() {
			continue
		}
		starts := func(r row) bool { return len(r.cells) != len(p) || startsData(r.cells[j]) }
		if float64(count(rows, starts)) >= usual*float64(len(rows)) {
			return j
		}
	}
	return -1
}

// startsData reports whether a cell is empty or starts with a digit or a sign.
func startsData(cell []byte) bool {
	return len(cell) == 0 || cell[0]-'0' <= 9 || cell[0] == '-' || cell[0] == '+'
}

// resplit splits a line at another delimiter than that of the table, into width cells that fit, which nil does not
// ask; the delimiter is 0 if there is none. Line is the number of the line.
func (s syntax) resplit(cr bool, text []byte, line, width int, fit func(cells [][]byte) bool) (r record, delimiter byte) {
	const narrow = 2 // columns: a text or a title may have a single delimiter
	for _, d := range delimiters {
		if d == s.delimiter || width <= narrow || bytes.Count(text, []byte{d}) < width-1 {
			continue
		}
		p := newSplitter(s, cr)
		p.delimiter, p.line = d, line-1
		if _, out := p.next(text, true); out == complete && len(p.record.cells) == width && (fit == nil || fit(p.record.cells)) {
			return p.record, d
		}
	}
	return r, 0
}
