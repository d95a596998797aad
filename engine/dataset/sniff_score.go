package dataset

import (
	"bytes"
	"fmt"
)

// rate gives the reading its scores.
func (s *sample) rate() {
	widths := map[int]int{}
	cells, known := 0, 0.0
	rows := s.body()
	for _, r := range rows {
		widths[len(r.cells)]++
		marked := r.marked
		for j, cell := range r.cells {
			cells++
			if len(marked) > 0 && marked[0] == j {
				marked = marked[1:]
				known++ // whatever is in quotes is a value
				continue
			}
			switch typeOf(cell) {
			case oddCell:
			case proseCell:
				known += proseWeight
			default:
				known++
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	seen := map[int]bool{}
	for i := len(rows) - 1; i >= 0; i-- { // in the order of the rows, so that the sum is always the same
		width := len(rows[i].cells)
		if seen[width] {
			continue
		}
		seen[width] = true
		if s.modal == 0 || widths[width] > widths[s.modal] {
			s.modal = width
		}
		s.pattern += float64(widths[width]) * max(narrowWeight, float64(width-1)) / float64(width)
	}
	s.pattern /= float64(len(widths))
	s.types = known / float64(cells)
	s.share = float64(widths[s.modal]) / float64(len(rows))
}

// body returns the rows that are not comments, or all if there are no others.
func (s *sample) body() []row {
	var body []row
	for _, r := range s.rows {
		if commentPrefix(r.cells[0]) == "" || len(r.cells[0]) < len("# ") {
			body = append(body, r)
		}
	}
	if 2*len(body) < len(s.rows) {
		body = s.rows
	}
	return withoutTitles(body)
}

// withoutTitles returns the rows behind the lines of a single value at the beginning, if these are the greater part and
// nearly all others have more values: a short table may have many lines above it.
func withoutTitles(rows []row) []row {
	const nearly, few = 0.9, 3
	first, wide := 0, 0
	for first < len(rows) && len(rows[first].cells) == 1 {
		first++
	}
	for _, r := range rows[first:] {
		if len(r.cells) > 1 {
			wide++
		}
	}
	if 2*first < len(rows) || wide < few || float64(wide) < nearly*float64(len(rows)-first) {
		return rows
	}
	return rows[first:]
}

// plausible reports whether the delimiter separates columns, and is not only part of the texts of a single one.
func (s *sample) plausible() bool {
	const (
		regular = 0.8 // share of equal rows from which sentences with commas are taken for columns
		most    = 0.5 // share of equal rows, or of rows with more than one value, in other files
	)
	rows := s.body()
	if len(rows) == 0 {
		return false
	}
	if s.syntax.delimiter == ',' && (s.isNumerals(rows) || s.isProse(rows) && len(rows) > 1 &&
		(len(rows[0].cells) == 1 || s.share < regular)) {
		return false
	}
	wide := 0
	for _, r := range rows {
		if len(r.cells) > 1 {
			wide++
		}
	}
	return s.modal > 1 && s.share >= most || float64(wide) >= regular*float64(len(rows))
}

// isNumerals reports whether the file is one column of numbers with decimal commas, below a name.
func (s *sample) isNumerals(rows []row) bool {
	if len(rows) < 2 || len(rows[0].cells) > 1 {
		return false
	}
	for _, r := range rows[1:] {
		if t := typeOf(bytes.TrimSpace(r.text)); !t.isData() && t != absentCell {
			return false
		}
	}
	return true
}

// isProse reports whether all values are texts and every comma between them has a blank behind it, as in sentences.
func (s *sample) isProse(rows []row) bool {
	for _, r := range rows {
		for j, cell := range r.cells {
			if j > 0 && len(cell) == 0 || typeOf(cell).isData() || r.quoted > 0 {
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

// others are characters that separate values in some files, but are not looked for by themselves.
var others = []struct{ text, name string }{
	{":", "colons (:)"}, {"^", "circumflexes (^)"}, {"~", "tildes (~)"}, {"\xc2\xa6", "broken bars (¦)"}, {" ", "blanks"},
}

// otherDelimiter warns if the lines of a file in one column have as many values each with a delimiter that is not
// looked for.
func (s *sample) otherDelimiter() []string {
	const least = 3 // lines: in fewer it may be chance
	rows := s.body()
	if len(rows) < least {
		return nil
	}
	for _, r := range rows[1:] {
		if typeOf(r.cells[0]).isData() || r.quoted > 0 || bytes.Contains(r.cells[0], []byte("://")) {
			return nil
		}
	}
	for _, other := range others {
		if width := sameWidth(rows, other.text); width > 1 {
			return []string{fmt.Sprintf("the file has one column, but could have %d separated by %s: choose that delimiter if the preview looks wrong",
				width, other.name)}
		}
	}
	return nil
}

// sameWidth returns the width that all rows of one cell have with a delimiter, or 0. Blanks and colons are also in
// texts: they must separate numbers.
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
			found = found || typeOf(bytes.TrimSpace(cell)).isData()
		}
		numbers = numbers && found
	}
	if !numbers && (delimiter == " " || delimiter == ":") {
		return 0
	}
	return width
}

// delimiterWord names a delimiter in a sentence.
func delimiterWord(c byte) string {
	return delimiterName(rune(c))
}

// lineEndName names how the first line ends, "" if it does not.
func lineEndName(head []byte, cr bool) string {
	i := bytes.IndexByte(head, '\n')
	if j := bytes.IndexByte(head, '\r'); cr && j >= 0 && (i < 0 || j < i) {
		if j+1 == i {
			return "CRLF"
		}
		return "CR"
	}
	switch {
	case i < 0:
		return ""
	case i > 0 && head[i-1] == '\r':
		return "CRLF"
	}
	return "LF"
}
