package csvfile

// way is how a splitter reads a quote that opens a cell and has a text, neither a delimiter nor a line end, behind the next quote.
type way uint8

const (
	asUsual way = iota // the cell ends at the first delimiter behind that text, see strayCell
	asText             // the quote is a letter of a cell without quotes, as in "a,b,"c, d"
	toClose            // the cell ends at the first quote before a delimiter or a line end, as in "5" pipe, steel",b
)

// mend splits a record with stray quotes in other ways unless it has as many cells as wanted, and keeps the first way with so many. If a
// delimiter is before the apparent end of a cell, it may have so many by chance. Text is the source of the record.
func (s *splitter) mend(text []byte, width int) {
	if len(s.record.cells) == width && !s.record.torn {
		return
	}
	for _, other := range []way{toClose, asText} {
		p := splitter{syntax: s.syntax, cr: s.cr, rows: s.rows, line: s.record.line - 1, way: other}
		if n, _ := p.next(text, true); n == len(text) && len(p.record.cells) == width {
			s.record = p.record
			return
		}
	}
}

// mend splits a row of the sample with stray quotes like most rows, see splitter.mend.
func (r *row) mend(s *sample) {
	if r.stray && !r.plain {
		p := splitter{syntax: s.syntax, cr: s.cr, record: r.record}
		p.mend(r.text, s.modal)
		r.record = p.record
	}
}

// cellsOf returns the number of cells of a row with a value for each of n columns.
func (l *layout) cellsOf(n int) int {
	for _, edge := range []bool{l.leading, l.trailing} {
		if edge {
			n++
		}
	}
	return n
}

// otherCell returns the cell whose stray quote is text[open], and its end. The text is a whole record.
func (s *splitter) otherCell(text []byte, open int) ([]byte, int, outcome) {
	s.record.stray = true
	for i := open + 1; i < len(text) && s.way == toClose; i++ {
		if text[i] != s.quote {
			continue
		}
		end := i + 1
		for end < len(text) && s.isBlank(text[end]) {
			end++
		}
		if s.endsCell(text, end) {
			return s.unquote(text[open+1:i], true), end, complete
		}
	}
	end := open
	for !s.endsCell(text, end) {
		end++
	}
	return text[open : end-s.blanksBehind(text[open:end])], end, complete
}

// endsCell reports whether a cell ends before text[i].
func (s *splitter) endsCell(text []byte, i int) bool {
	return i == len(text) || text[i] == s.delimiter || s.endsLine(text[i])
}
