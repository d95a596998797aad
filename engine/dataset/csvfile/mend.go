package csvfile

// way is how a splitter reads a quote that opens a cell and has a text, neither a delimiter nor a line end, behind the next quote.
type way uint8

const (
	asUsual way = iota // the cell ends at the first delimiter behind that text
	asText             // it ends at the first delimiter, as in "a,b,"c, d"
	toClose            // it ends at the first quote before a delimiter or a line end, as in "5" pipe, steel",b
)

// mend splits a record with stray quotes in another way if it then has as many cells as wanted. They may be as many as usual by chance, if
// a delimiter is before the apparent end of a cell. Text is the source of the record.
func (s *splitter) mend(text []byte, width int) {
	line := s.line - s.record.lines // before this record, which a new splitter has not read yet
	for _, s.way = range []way{toClose, asText, asUsual} {
		s.line = line
		if n, _ := s.next(text, true); n == len(text) && len(s.record.cells) == width {
			break
		}
	}
	s.way = asUsual
}

// mend mends the rows with stray quotes.
func (s *sample) mend(rows []row) {
	for i := range rows {
		if r := &rows[i]; r.stray && !r.plain {
			p := newSplitter(s.syntax, s.cr)
			p.line = r.line - 1
			p.mend(r.text, s.modal)
			r.record = p.record
		}
	}
}

// mend mends the record just split if it has stray quotes. A separator at an end of each row makes one more cell.
func (f *File) mend(r *record, text []byte) {
	if !r.stray {
		return
	}
	width := len(f.Names)
	if f.layout.leading {
		width++
	}
	if f.layout.trailing {
		width++
	}
	f.splitter.mend(text, width)
}
