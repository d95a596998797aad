package csvfile

import (
	"math/bits"

	"drnet/engine/dataset/word"
)

// syntax is how a file separates and quotes cells.
type syntax struct {
	delimiter byte // between two cells; never 0, a line end or the quote
	quote     byte // around cells, 0 if none is used
	escape    byte // before a quote inside a quoted cell: '\\', or 0 if quotes are doubled
}

// record is one record of a file: a line, or several if quoted cells have line ends.
type record struct {
	cells   [][]byte // trimmed; valid as long as the text, until the next record
	line    int      // its first line, from 1; the line of the quote if one is not closed
	lines   int      // number of lines
	quoted  int      // number of quoted cells
	marked  []int    // indices of the quoted cells
	stray   bool     // a quoted cell has text after its closing quote
	blank   bool     // a line of blanks, with one empty cell
	empty   bool     // all cells are empty
	comment bool     // it starts with the comment prefix, and its cells are not split
}

// outcome is the result of splitting.
type outcome uint8

const (
	partial  outcome = iota // the end of the record is not in the text
	complete                // the record is split
	unclosed                // a quote is not closed, in cell len(record.cells)+1 and line record.line
)

// splitter splits text into records. The result does not depend on how the text is cut into calls of next.
type splitter struct {
	syntax
	cr      bool   // a carriage return alone ends a line
	raw     bool   // cells are not trimmed
	comment string // prefix of comment lines; "" for none
	line    int    // lines before the text of the next call

	record  record // of the last call
	plain   *[256]bool
	scratch []byte // cells that differ from the text
}

// Constants of words of eight bytes.
const (
	ones = 0x0101010101010101
	lows = 0x7f7f7f7f7f7f7f7f
)

// zeros returns the highest bit of each byte that is zero in w. No sum carries into the next byte.
func zeros(w uint64) uint64 { return ^((w&lows + lows) | w | lows) }

// isPlain reports whether a byte is not part of a blank.
func isPlain(c byte) bool { return c > ' ' && c < 0x80 }

// plainBytes is the set of bytes that are neither quotes nor part of a blank: cells between two need no further work.
func (s *splitter) plainBytes() *[256]bool {
	if s.plain == nil {
		s.plain = new([256]bool)
		for c := range s.plain {
			s.plain[c] = isPlain(byte(c)) && byte(c) != s.quote && !s.raw
		}
	}
	return s.plain
}

// next splits the first record of text. Final means that the text ends the file. N is the number of bytes used, 0 unless
// the record is complete: the text must have its line end, and the byte after a carriage return.
func (s *splitter) next(text []byte, final bool) (n int, out outcome) {
	s.record = record{cells: s.record.cells[:0], marked: s.record.marked[:0], line: s.line + 1, lines: 1}
	s.scratch = s.scratch[:0]
	if len(text) == 0 {
		return 0, partial
	}
	if s.comment != "" {
		if n, out, ok := s.commentLine(text, final); ok {
			return n, out
		}
	}
	return s.cells(text, final)
}

// cells splits the record into cells. It is the hot loop of reading.
func (s *splitter) cells(text []byte, final bool) (n int, out outcome) {
	separators, plain := uint64(s.delimiter)*ones, s.plainBytes()
	cells, used := s.record.cells, 0 // used is 0 while all cells are empty
	start := 0                       // of the cell
	base := -word.Size               // of the word
	marks := uint64(0)               // the bytes of the word that end a cell, the current one lowest
	for {
		for marks == 0 && base+word.Size < len(text) {
			base += word.Size
			w := word.Load(text, base)
			marks = zeros(w^separators) | zeros(w^'\n'*ones)
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
			first++ // many programs write a blank after a comma
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
				end, base, marks = last, last+1-word.Size, 0
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

// endLine completes the record that ends at text[end], at a line end or the end of the text.
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

func (s *splitter) endsLine(c byte) bool { return c == '\n' || c == '\r' && s.cr }

// commentLine skips a line that starts with the comment prefix. Ok is false if it does not.
func (s *splitter) commentLine(text []byte, final bool) (n int, out outcome, ok bool) {
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
	end := first
	for end < len(text) && !s.endsLine(text[end]) {
		end++
	}
	if end == len(text) && !final {
		return 0, partial, true
	}
	n, out = s.endLine(text, end, final)
	return n, out, true
}
