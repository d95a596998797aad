package csvfile

import (
	"bytes"
	"fmt"
	"slices"

	"drnet/engine/dataset/infer"
)

// plausible reports whether the delimiter separates columns, and does not merely occur in the texts of a single one.
func (s *sample) plausible() bool {
	const (
		regular = 0.8 // share of rows of one width from which sentences with commas count as columns
		most    = 0.5 // share of rows of one width, or of rows with more than one value, in other files
	)
	rows := s.body()
	if len(rows) == 0 {
		return false
	}
	if s.syntax.delimiter == ',' && (s.isNumerals(rows) || s.isProse(rows) && len(rows) > 1 &&
		(len(rows[0].cells) == 1 || s.share < regular)) {
		return false
	}
	return s.modal > 1 && s.share >= most || float64(wideRows(rows)) >= regular*float64(len(rows))
}

// isNumerals reports whether the file is one column of numbers with decimal commas, below a name.
func (s *sample) isNumerals(rows []row) bool {
	if len(rows) < 2 || len(rows[0].cells) > 1 {
		return false
	}
	return !slices.ContainsFunc(rows[1:], func(r row) bool { return infer.TypeOf(bytes.TrimSpace(r.text)).IsText() })
}

// isProse reports whether all values are texts and a blank follows every comma, as in sentences.
func (s *sample) isProse(rows []row) bool {
	for _, r := range rows {
		for j, cell := range r.cells {
			if j > 0 && len(cell) == 0 || infer.TypeOf(cell).IsData() || r.quoted > 0 {
				return false
			}
		}
	}
	p := splitter{syntax: s.syntax, cr: s.cr, raw: true}
	for _, r := range rows {
		if p.next(r.text, true); len(p.record.cells) != len(r.cells) {
			return false
		}
		for _, cell := range p.record.cells[1:] {
			if len(cell) == 0 || cell[0] != ' ' {
				return false
			}
		}
	}
	return true
}

// others are delimiters of some files that are only suggested.
var others = []struct{ text, name string }{
	{":", "colons (:)"}, {"^", "circumflexes (^)"}, {"~", "tildes (~)"}, {" ", "blanks"},
}

// otherDelimiter returns a warning if one of the others splits all lines of a file of one column into as many values.
func (s *sample) otherDelimiter() []string {
	const least = 3 // lines: in fewer it may be chance
	rows := s.body()
	if len(rows) < least {
		return nil
	}
	for _, r := range rows[1:] {
		if infer.TypeOf(r.cells[0]).IsData() || r.quoted > 0 || bytes.Contains(r.cells[0], []byte("://")) {
			return nil
		}
	}
	for _, other := range others {
		if width := sameWidth(rows, other.text); width > 1 {
			return []string{fmt.Sprintf("the file has one column, but could have %d separated by %s: "+
				"choose that delimiter if the preview looks wrong", width, other.name)}
		}
	}
	return nil
}

// sameWidth returns the common width of rows with another delimiter, or 0. Blanks and colons must separate numbers.
func sameWidth(rows []row, delimiter string) int {
	width, numbers := 0, true
	for i, r := range rows {
		cells := bytes.Split(r.cells[0], []byte(delimiter))
		if delimiter == " " {
			cells = bytes.Fields(r.cells[0])
		}
		if i > 0 && len(cells) != width {
			return 0
		}
		width = len(cells)
		found := i == 0
		for _, cell := range cells {
			found = found || infer.TypeOf(bytes.TrimSpace(cell)).IsData()
		}
		numbers = numbers && found
	}
	if !numbers && (delimiter == " " || delimiter == ":") {
		return 0
	}
	return width
}
