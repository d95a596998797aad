package dataset

import "math/bits"

// syntax is how a file separates and quotes its cells.
type syntax struct {
	delimiter byte // between two cells; never 0, a line end or the quote
	quote     byte // around cells, 0 if none is used
	escape    byte // before a quote inside a quoted cell: '\\', or 0 where quotes are doubled
}

// record is one record of a file: a line, or several if there are line ends in quotes.
type record struct {
	cells   [][]byte // without blanks at their ends; valid as long as the text, and until the next record is split
	line    int      // its first line, from 1; if a quote is not closed, the line where that one is
	lines   int      // how many it has
	quoted  int      // cells in quotes
	marked  []int    // which ones these are
	stray   bool     // a quoted cell had text behind its closing quote
	blank   bool     // nothing but blanks, and so one empty cell
	empty   bool     // all cells are empty
	comment bool     // it begins with the comment prefix, and so has no cells
}

// outcome says what came of splitting.
type outcome uint8

const (
	partial  outcome = iota // more text is needed to tell where the record ends
	complete                // there is a record
	unclosed                // a quote was opened and not closed, in cell len(record.cells)+1 and line record.line
)

// splitter splits text into records. How the text is cut into calls of next does not matter.
type splitter struct {
	syntax
	cr      bool   // a carriage return alone ends a line, as it does in files without line feeds
	single  bool   // one byte is one character: the no-break space is A0, not C2 A0
	raw     bool   // cells keep the blanks at their ends
	comment string // lines that begin so are no rows; "" for none
	line    int    // lines before the text of the next call

	record  record // what the last call found
	plain   *[256]bool
	scratch []byte // cells that are not in the text as they are
}

// Eight bytes are looked at together.
const (
	wordSize = 8
	ones     = 0x0101010101010101
	lows     = 0x7f7f7f7f7f7f7f7f
)

// zeros has the highest bit of each byte that is zero in w, and no other bit: no sum leaves its byte.
func zeros(w uint64) uint64 { return ^((w&lows + lows) | w | lows) }

// lastWord is word where the text ends within eight bytes.
func lastWord(text []byte, base int) uint64 {
	w := uint64(0)
	for i := len(text) - 1; i >= base; i-- {
		w = w<<8 | uint64(text[i])
	}
	return w
}

// isPlain reports whether a byte is neither a blank nor part of one.
func isPlain(c byte) bool { return c > ' ' && c < 0x80 }

// plainBytes says of each byte whether a cell that begins and ends with such ones is as it stands: it is no quote, no
// blank, and no part of a blank.
func (s *splitter) plainBytes() *[256]bool {
	if s.plain == nil {
		s.plain = new([256]bool)
		for c := range s.plain {
			s.plain[c] = isPlain(byte(c)) && byte(c) != s.quote && !s.raw
		}
	}
	return s.plain
}

// next splits the first record of text. Final says that nothing comes behind it. N is the number of bytes used, 0 unless
// the record is complete: its line end must have been seen, and behind a carriage return also the next byte.
func (s *splitter) next(text []byte, final bool) (n int, out outcome) {
	s.record = record{cells: s.record.cells[:0], marked: s.record.marked[:0], line: s.line + 1, lines: 1}
	s.scratch = s.scratch[:0]
	if len(text) == 0 {
		return 0, partial
	}
	if s.comment != "" {
		if n, out, is := s.commentLine(text, final); is {
			return n, out
		}
	}
	return s.cells(text, final)
}

// cells splits the record into cells. This is where reading takes its time.
func (s *splitter) cells(text []byte, final bool) (n int, out outcome) {
	delimiters, plain := uint64(s.delimiter)*ones, s.plainBytes()
	cells, used := s.record.cells, 0 // used is 0 as long as all cells are empty
	start := 0                       // of the cell
	base := -wordSize                // of the word
	marks := uint64(0)               // of its bytes that end a cell and were not yet come to
	for {
		for marks == 0 && base+wordSize < len(text) {
			base += wordSize
			w := word(text, base)
			marks = zeros(w^delimiters) | zeros(w^'\n'*ones)
			if s.cr {
				marks |= zeros(w ^ '\r'*ones)
			}
		}
		end := len(text)
		if marks != 0 {
			end = base + bits.TrailingZeros64(marks)/8
			marks &= marks - 1
		} else if !final {
			return 0, partial
		}
		first := start
		if first < end && text[first] == ' ' {
			first++ // as many programs write behind a comma
		}
		if first < end && plain[text[first]] && plain[text[end-1]] {
			cells = append(cells, text[first:end])
			used |= end - first
		} else {
			s.record.cells = cells
			cell, last, out := s.cell(text, start, end, final)
			if out != complete {
				return 0, out
			}
			if last != end {
				end, base, marks = last, last+1-wordSize, 0
			}
			cells = append(cells, cell)
			used |= len(cell)
		}
		if end == len(text) || text[end] != s.delimiter {
			s.record.cells, s.record.empty = cells, used == 0
			return s.endLine(text, end, final)
		}
		start = end + 1
	}
}

// endLine completes the record, whose line end is at text[end] unless the text ends there.
func (s *splitter) endLine(text []byte, end int, final bool) (n int, out outcome) {
	switch {
	case end == len(text):
	case text[end] != '\r':
		end++
	case end+1 == len(text) && !final:
		return 0, partial // a line feed may follow
	case end+1 < len(text) && text[end+1] == '\n':
		end += 2
	default:
		end++
	}
	r := &s.record
	r.blank = r.empty && len(r.cells) == 1 && r.quoted == 0
	s.line += r.lines
	return end, complete
}

// endsLine reports whether a byte ends a line.
func (s *splitter) endsLine(c byte) bool { return c == '\n' || c == '\r' && s.cr }

// commentLine leaves out a line that begins with the comment prefix. Is is false if it does not.
func (s *splitter) commentLine(text []byte, final bool) (n int, out outcome, is bool) {
	first := 0
	for first < len(text) && (text[first] == ' ' || text[first] == '\t') {
		first++
	}
	prefix := min(len(s.comment), len(text)-first)
	if string(text[first:first+prefix]) != s.comment[:prefix] {
		return 0, partial, false
	}
	if prefix < len(s.comment) {
		return 0, partial, !final
	}
	s.record.comment = true
	for end := first; end < len(text); end++ {
		if s.endsLine(text[end]) {
			n, out = s.endLine(text, end, final)
			return n, out, true
		}
	}
	if !final {
		return 0, partial, true
	}
	n, out = s.endLine(text, len(text), final)
	return n, out, true
}
