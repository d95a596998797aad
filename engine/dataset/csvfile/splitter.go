package csvfile

import (
	"bytes"
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
	doubt   bool     // a quote inside one cell and another at the end of the next, as in x"a, b": the delimiter may be part of a text
	blank   bool     // a line of blanks, with one empty cell
	empty   bool     // all cells are empty
	dashes  bool     // a line drawn between rows, such as ---+--- or ==== ====
	comment bool     // it starts with the comment prefix, and its cells are not split
	formula bool     // a cell was a formula such as ="00123", see unwrapped
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
	rows    bool   // line numbers count records, even if their cells contain line feeds
	way     way    // to read stray quotes
	comment string // prefix of comment lines; "" for none
	line    int    // lines before the text of the next call

	record  record // of the last call
	plain   *[256]bool
	scratch []byte // cells that differ from the text
}

// newSplitter returns a splitter of a text from its first line. Inlined into its callers, it would make the program of the page longer.
//
//go:noinline
func newSplitter(x syntax, cr bool) *splitter { return &splitter{syntax: x, cr: cr} }

// Constants of words of eight bytes.
const (
	ones = 0x0101010101010101
	lows = 0x7f7f7f7f7f7f7f7f
)

// zeros returns a word with the highest bit set in each byte that is zero in w. The sum never carries into the next byte.
func zeros(w uint64) uint64 { return ^((w&lows + lows) | w | lows) }

// isPlain reports whether a byte can neither be a blank nor be part of a blank in UTF-8.
func isPlain(c byte) bool { return c > ' ' && c < 0x80 }

// plainBytes returns the set of bytes that are neither quotes nor part of a blank: a cell between two of them needs neither trimming nor
// unquoting. The double quote is never in the set, because it ends formulas such as ="00123".
func (s *splitter) plainBytes() *[256]bool {
	if s.plain == nil {
		s.plain = new([256]bool)
		for c := range s.plain {
			s.plain[c] = isPlain(byte(c)) && byte(c) != s.quote && c != '"' && !s.raw
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
	const mark = "\ufeff" // of the byte order, in the middle of files that were joined
	if text[0] == mark[0] && bytes.HasPrefix(text, []byte(mark)) {
		if n, out = s.cells(text[len(mark):], final); n > 0 {
			n += len(mark)
		}
		return n, out
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
			if last != end { // the cell contains delimiters: search on from its end
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
	r.dashes = r.quoted == 0 && s.isDrawn(text[:end])
	s.line += r.lines
	return end, complete
}

// isDrawn reports whether a line is drawn with dashes or equals signs, such as ---+---, |:--|--:| or ==== ====: programs of databases
// and Markdown write it between the names and the rows, and lists of SAP without corners around both.
func (s *splitter) isDrawn(line []byte) bool {
	parts, corners := 0, 0
	for i, c := range line {
		switch {
		case c == '-' || c == '=':
			if i == 0 || line[i-1] != c {
				parts++
			}
		case c == '+' || c == '|':
			corners++
		case c != ':' && c != s.delimiter && c > ' ':
			return false
		}
	}
	// Fewer than three dashes are a mark of missing values.
	const long = 20 // bytes of a line without corners, which no mark of missing values has
	return (parts+corners > 1 || len(bytes.TrimSpace(line)) >= long) &&
		(bytes.Contains(line, []byte("---")) || bytes.Contains(line, []byte("===")))
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

// cell returns the cell in text[start:end] and its end, which is beyond end if a quoted cell has delimiters.
func (s *splitter) cell(text []byte, start, end int, final bool) ([]byte, int, outcome) {
	first := start
	if !isPlain(text[min(first, len(text)-1)]) {
		first += s.blanksBefore(text[start:end])
	}
	switch {
	case first < end && text[first] == s.quote && s.quote != 0:
		if end < len(text) && s.isSimple(text[first:end]) {
			s.addQuoted()
			return s.unquote(text[first+1:end-1], false), end, complete
		}
		return s.quotedCell(text, first, final)
	case s.raw:
		if end < len(text) && text[end] == '\n' && end > start && text[end-1] == '\r' {
			return text[start : end-1], end, complete // the carriage return is part of the line end
		}
		return text[start:end], end, complete
	}
	cell := s.unwrapped(text[first : end-s.blanksBehind(text[first:end])])
	if n := len(cell); n > 0 && cell[n-1] == s.quote && s.quote != 0 {
		s.record.doubt = s.record.doubt || s.opens()
	}
	return cell, end, complete
}

// opens reports whether the last cell so far is unquoted and has an odd number of quotes, none of them at its end, as x"a in x"a, b".
func (s *splitter) opens() bool {
	last := len(s.record.cells) - 1
	if last < 0 || len(s.record.marked) > 0 && s.record.marked[len(s.record.marked)-1] == last {
		return false
	}
	cell := s.record.cells[last]
	return bytes.Count(cell, []byte{s.quote})%2 == 1 && cell[len(cell)-1] != s.quote
}

// addQuoted records that the next cell of the record is quoted.
func (s *splitter) addQuoted() {
	s.record.quoted++
	s.record.marked = append(s.record.marked, len(s.record.cells))
}

// isSimple reports whether the text between two delimiters is a quoted cell without quotes inside.
func (s *splitter) isSimple(text []byte) bool {
	last := len(text) - 1
	if last == 0 || text[last] != s.quote {
		return false
	}
	quote, escape := s.quote, s.escape // an escape of 0 matches NUL bytes, which quotedCell handles as well
	for _, c := range text[1:last] {
		if c == quote || c == escape {
			return false
		}
	}
	return true
}

// quotedCell returns the cell whose opening quote is text[open], and its end.
func (s *splitter) quotedCell(text []byte, open int, final bool) ([]byte, int, outcome) {
	escaped := false
	for i := open + 1; ; {
		j := s.nextQuote(text[i:])
		if i += j; j < 0 || i+1 == len(text) && text[i] != s.quote {
			break // at the end of the text, perhaps after a backslash
		}
		if text[i] != s.quote {
			if i++; text[i] == s.quote || text[i] == s.escape {
				escaped = true
				i++
			}
			continue
		}
		if i+1 < len(text) && text[i+1] == s.quote {
			escaped = true
			i += 2
			continue
		}
		content := text[open+1 : i]
		for i++; i < len(text) && s.isBlank(text[i]); i++ {
		}
		switch {
		case i < len(text) && text[i] != s.delimiter && !s.endsLine(text[i]):
			return s.strayCell(text, open, i, final)
		case i == len(text) && !final:
			return nil, 0, partial
		}
		if !s.rows {
			s.record.lines += s.lineEnds(content)
		}
		s.addQuoted()
		return s.unquote(content, escaped), i, complete
	}
	if !final {
		return nil, 0, partial
	}
	return s.strayCell(text, open, len(text), final)
}

// strayCell returns a cell that has text after an apparent closing quote, or no closing quote in the text. Without a line end before it, as
// in "5" pipe", the quotes are part of the text.
func (s *splitter) strayCell(text []byte, open, behind int, final bool) ([]byte, int, outcome) {
	end := behind
	if s.way != asUsual {
		end = open + 1
	} else if behind == len(text) || s.lineEnds(text[open:behind]) > 0 {
		return s.leftOpen()
	}
	for {
		for end < len(text) && text[end] != s.delimiter && !s.endsLine(text[end]) {
			end++
		}
		if end == len(text) && !final {
			return nil, 0, partial
		}
		s.record.stray = true
		cell := text[open:end]
		cell = cell[:len(cell)-s.blanksBehind(cell)]
		if last := len(cell) - 1; last > 0 && cell[last] == s.quote {
			return s.unquote(cell[1:last], true), end, complete
		}
		if s.way != toClose || end == len(text) || text[end] != s.delimiter {
			return cell, end, complete
		}
		end++
	}
}

// literal splits the first record again after the outcome unclosed, with the quotes as text: each line is a record, and the line of the
// unclosed quote is the last. N is the number of bytes used, 0 if the text ends before. Sure means that there is one line, with no other
// quote.
func (s *splitter) literal(text []byte, final bool) (n int, sure bool) {
	p := newSplitter(syntax{delimiter: s.delimiter}, s.cr)
	p.line = s.line
	for p.line < s.record.line {
		used, out := p.next(text[n:], final)
		if out != complete {
			return 0, false
		}
		n += used
	}
	sure = s.line == p.line-1 && bytes.Count(text[:n], []byte{s.quote}) == 1
	s.record, s.line = p.record, p.line
	return n, sure
}

// leftOpen reports an unclosed quote, and sets the line of the record to that of the quote.
func (s *splitter) leftOpen() ([]byte, int, outcome) {
	s.record.line += s.record.lines - 1
	return nil, 0, unclosed
}

// nextQuote returns the index of the first quote or escape of text, or -1. Two searches would read up to a distant quote at each escape.
func (s *splitter) nextQuote(text []byte) int {
	if s.escape == 0 {
		return bytes.IndexByte(text, s.quote)
	}
	for i, c := range text {
		if c == s.quote || c == s.escape {
			return i
		}
	}
	return -1
}

// unquote returns the text of a quoted cell from the bytes between its quotes. Escaped means that quotes inside may be doubled or escaped.
func (s *splitter) unquote(content []byte, escaped bool) []byte {
	if escaped {
		start := len(s.scratch)
		for i := 0; i < len(content); i++ {
			c := content[i]
			if i+1 < len(content) && (c == s.quote && content[i+1] == c ||
				c == s.escape && c != 0 && (content[i+1] == c || content[i+1] == s.quote)) {
				i++
				c = content[i]
			}
			s.scratch = append(s.scratch, c)
		}
		content = s.scratch[start:len(s.scratch):len(s.scratch)]
	}
	if s.raw {
		return content
	}
	return s.unwrapped(s.trim(content))
}

// unwrapped returns the text of a formula such as ="00123", which programs write to keep spreadsheets from converting the text to a number.
// Other cells are returned unchanged.
func (s *splitter) unwrapped(cell []byte) []byte {
	const frame = len(`=""`)
	last := len(cell) - 1
	if len(cell) < frame || cell[0] != '=' || cell[1] != '"' || bytes.IndexByte(cell[2:], '"') != last-2 {
		return cell
	}
	s.record.formula = true
	return s.trim(cell[2:last])
}

func (s *splitter) trim(text []byte) []byte {
	text = text[s.blanksBefore(text):]
	return text[:len(text)-s.blanksBehind(text)]
}

func (s *splitter) lineEnds(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	if s.cr {
		n += bytes.Count(text, []byte{'\r'}) - bytes.Count(text, []byte{'\r', '\n'})
	}
	return n
}

// isBlank reports whether a byte is trimmed from the ends of a cell. Tabs are blanks unless they are the delimiter.
func (s *splitter) isBlank(c byte) bool {
	return (c == ' ' || c == '\t' || c == '\r' && !s.cr) && c != s.delimiter
}

// noBreak is the no-break space in UTF-8. Decoder trims that of other encodings.
const noBreak = "\xc2\xa0"

// blanksBefore returns the number of bytes of the leading blanks.
func (s *splitter) blanksBefore(text []byte) int {
	i := 0
	for i < len(text) {
		switch {
		case s.isBlank(text[i]):
			i++
		case text[i] == noBreak[0] && i+1 < len(text) && text[i+1] == noBreak[1]:
			i += 2
		default:
			return i
		}
	}
	return i
}

// blanksBehind returns the number of bytes of the trailing blanks.
func (s *splitter) blanksBehind(text []byte) int {
	i := len(text)
	for i > 0 {
		switch {
		case s.isBlank(text[i-1]):
			i--
		case i > 1 && text[i-1] == noBreak[1] && text[i-2] == noBreak[0]:
			i -= 2
		default:
			return len(text) - i
		}
	}
	return len(text)
}
