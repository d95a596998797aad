package csvfile

import (
	"bytes"
	"fmt"
	"slices"

	"drnet/engine/dataset/infer"
)

// row is a record of the sample.
type row struct {
	record
	plain      bool   // a quote was not closed, and all its quotes were read as text
	text       []byte // the source of the record, with its line end
	start, end int    // offsets of text in the head
}

// sample is the head of a file, split in one candidate syntax, with the scores of that syntax.
type sample struct {
	syntax   syntax
	cr       bool
	rows     []row   // without blank lines and lines of delimiters alone
	stray    int     // rows with stray quotes
	unclosed int     // rows with unclosed quotes
	lost     int     // those of the unclosed that are not in rows: the quote may start a text of several lines
	open     int     // offset of the first lost record
	openLine int     // line of its quote
	quoted   int     // quoted cells
	pattern  float64 // pattern score of the paper that sniff cites, by the widths of the rows
	types    float64 // type score of the paper: share of cells with a known type
	modal    int     // modalWidth
	share    float64 // share of rows of that width
}

// rate computes the scores and the modal width.
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
				known++ // a quoted text is a value
				continue
			}
			switch infer.TypeOf(cell) {
			case infer.OddCell:
			case infer.ProseCell:
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
	for _, r := range slices.Backward(rows) { // not in the order of a map, for a reproducible sum
		if width := len(r.cells); !seen[width] {
			seen[width] = true
			s.pattern += float64(widths[width]) * max(narrowWeight, float64(width-1)) / float64(width)
		}
	}
	s.pattern /= float64(len(widths))
	s.types = known / float64(cells)
	s.modal = modalWidth(rows)
	s.share = float64(widths[s.modal]) / float64(len(rows))
}

// body returns the rows without comments and titles. Comments count as rows if they are the majority.
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

// withoutTitles removes the leading rows of one cell if they are at least half of all rows and nearly all others have more cells: they are
// a long title above a short table, and would decide the modal width.
func withoutTitles(rows []row) []row {
	const nearly, few = 0.9, 3
	first := 0
	for first < len(rows) && len(rows[first].cells) == 1 {
		first++
	}
	wide := wideRows(rows[first:])
	if 2*first < len(rows) || wide < few || float64(wide) < nearly*float64(len(rows)-first) {
		return rows
	}
	return rows[first:]
}

// wideRows counts the rows of more than one cell.
func wideRows(rows []row) int {
	return count(rows, func(r row) bool { return len(r.cells) > 1 })
}

// score returns the consistency of the paper. The conversion rounds the product, so that no compiler fuses it with a sum.
func (s *sample) score() float64 { return float64(s.pattern * s.types) }

// better reports whether s explains the head better than t.
func (s *sample) better(t *sample) bool {
	const equal = 1e-9 // scores are sums whose rounding depends on the order of the terms
	if d := s.score() - t.score(); d > equal || d < -equal {
		return d > 0
	}
	return s.modal > t.modal
}

// rivals reports whether s explains the head about as well as the best sample.
func (s *sample) rivals(best *sample) bool {
	return s.score() >= nearBy*best.score() && s.types >= sureTypes && s.share >= sureTypes && len(s.rows) > 1
}

// commentPrefix returns the prefix that marks a line as a comment, or "".
func commentPrefix(cell []byte) string {
	if infer.TypeOf(cell) == infer.AbsentCell {
		return "" // such as #N/A
	}
	for _, prefix := range []string{"# ", "#", "-- ", "//", "% "} {
		if hasPrefix(cell, prefix) {
			return prefix
		}
	}
	return ""
}

func hasPrefix(text []byte, prefix string) bool { return bytes.HasPrefix(text, []byte(prefix)) }

// findComments returns the prefix of the comments between the rows, "" if there are none, and the number of comments above the first row.
func (s *sample) findComments() (prefix string, above int) {
	body := s.body()
	if len(body) == len(s.rows) {
		return "", 0
	}
	modal := modalWidth(body)
	for above < len(s.rows) && isComment(s.rows[above]) {
		above++
	}
	// A line such as #id,name is the header if it is as wide as the rows and no other header follows.
	if last := above - 1; last >= 0 && len(s.rows[last].cells) == modal && modal > 1 && above < len(s.rows) &&
		!isHeader(s.rows[above], s.rows[above+1:]) {
		above--
	}
	found := ""
	for i, r := range s.rows {
		if !isComment(r) {
			continue
		}
		if i == above || i > above && len(r.cells) == modal && modal > 1 {
			return "", above // it is a row or the header
		}
		p := commentPrefix(r.cells[0])
		if found == "# " && p == "#" || found == "" {
			found = p
		}
	}
	if modal == 1 && above == 0 {
		return "", 0 // it is a text of the only column
	}
	return found, above
}

// isComment reports whether a row starts with a comment prefix that is not in quotes.
func isComment(r row) bool {
	return (len(r.marked) == 0 || r.marked[0] > 0) && commentPrefix(r.cells[0]) != ""
}

// plausible reports whether the delimiter separates columns, rather than merely occurring in the texts of a single column.
func (s *sample) plausible() bool {
	const (
		regular = 0.8 // share of rows with the modal width if the cells look like prose; share of rows with several cells otherwise
		most    = 0.5 // share of rows with the modal width, if that is not 1
	)
	rows := s.body()
	if len(rows) == 0 {
		return false
	}
	if s.syntax.delimiter == ',' && (s.isDecimalColumn(rows) || s.isProse(rows) && len(rows) > 1 &&
		(len(rows[0].cells) == 1 || s.share < regular)) {
		return false
	}
	return s.modal > 1 && s.share >= most || float64(wideRows(rows)) >= regular*float64(len(rows))
}

// isDecimalColumn reports whether the file is a single column of numbers with decimal commas, below its name.
func (s *sample) isDecimalColumn(rows []row) bool {
	if len(rows) < 2 || len(rows[0].cells) > 1 {
		return false
	}
	return !slices.ContainsFunc(rows[1:], func(r row) bool { return infer.TypeOf(bytes.TrimSpace(r.text)).IsText() })
}

// isProse reports whether all values are unquoted texts and a blank follows every comma, as in sentences.
func (s *sample) isProse(rows []row) bool {
	for _, r := range rows {
		for j, cell := range r.cells {
			if j > 0 && len(cell) == 0 || infer.TypeOf(cell).IsData() || r.quoted > 0 {
				return false
			}
		}
	}
	p := newSplitter(s.syntax, s.cr)
	p.raw = true
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

// rareDelimiters are suggested to the user, and never chosen.
var rareDelimiters = []struct{ text, name string }{
	{":", "colons (:)"}, {"^", "circumflexes (^)"}, {"~", "tildes (~)"}, {" ", "blanks"},
}

// otherDelimiter returns a warning if a rare delimiter splits all lines of a file of one column into the same number of values.
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
	for _, other := range rareDelimiters {
		if width := sameWidth(rows, other.text); width > 1 {
			return []string{fmt.Sprintf("the file has one column, but could have %d separated by %s: "+
				"choose that delimiter if the preview looks wrong", width, other.name)}
		}
	}
	return nil
}

// sameWidth returns the number of values that the delimiter splits every row into, 0 if the rows differ. Blanks and colons also occur in
// texts: each row below the first must then have a number or a date.
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

// names counts the names that the first row has.
func (s *sample) names(names []string) int {
	if len(s.rows) == 0 {
		return 0
	}
	return countNames(s.rows[0].cells, foldedNames(names))
}

// hasEmptyQuotes reports whether all values in quotes are empty.
func (s *sample) hasEmptyQuotes() bool {
	return !slices.ContainsFunc(s.rows, func(r row) bool {
		return slices.ContainsFunc(r.marked, func(j int) bool { return len(r.cells[j]) > 0 })
	})
}
