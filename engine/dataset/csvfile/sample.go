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
	plain      bool   // its quotes are text: one is open
	text       []byte // with its line end
	start, end int    // of the text in the head
}

// sample is the head, split in one syntax.
type sample struct {
	syntax   syntax
	cr       bool
	rows     []row   // without blank lines and lines of delimiters alone
	stray    int     // rows with stray quotes
	unclosed int     // rows with unclosed quotes
	lost     int     // rows among them whose quotes cannot be text, which are not in rows
	open     int     // start of the first record with an unclosed quote
	openLine int     // line of that quote
	quoted   int     // quoted cells
	pattern  float64 // score of the widths
	types    float64 // score of the cells
	modal    int     // most frequent width, the last one among equals
	share    float64 // of rows that have it
}

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
	for _, r := range slices.Backward(rows) { // in the order of the rows, for a reproducible sum
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

// body returns the rows without comments and titles, or all rows if most are comments.
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

// withoutTitles returns the rows below leading lines of a single value, if these are the majority and nearly all others
// have more values: a short table may have many lines above it.
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

func wideRows(rows []row) int {
	return count(rows, func(r row) bool { return len(r.cells) > 1 })
}

// score is rounded before comparison, so that no compiler fuses the multiplication.
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

// findComments returns the prefix of comments between the rows, "" if there are none. It also returns the number of
// comments above the rows of the sample.
func (s *sample) findComments() (prefix string, above int) {
	body := s.body()
	if len(body) == len(s.rows) {
		return "", 0
	}
	modal := modalWidth(body)
	for above < len(s.rows) && isComment(s.rows[above]) {
		above++
	}
	// A line such as #id,name is the header if it is as wide as the rows and these lack a header .
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

func isComment(r row) bool {
	return (len(r.marked) == 0 || r.marked[0] > 0) && commentPrefix(r.cells[0]) != ""
}

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
