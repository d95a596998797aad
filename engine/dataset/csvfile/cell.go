package csvfile

import "bytes"

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
	return text[first : end-s.blanksBehind(text[first:end])], end, complete
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
		s.record.lines += s.lineEnds(content)
		s.addQuoted()
		return s.unquote(content, escaped), i, complete
	}
	if !final {
		return nil, 0, partial
	}
	return s.leftOpen()
}

// strayCell returns a cell that has text after an apparent closing quote. Without a line end before it, as in
// "5" pipe", the quotes are part of the text.
func (s *splitter) strayCell(text []byte, open, behind int, final bool) ([]byte, int, outcome) {
	if s.lineEnds(text[open:behind]) > 0 {
		return s.leftOpen()
	}
	end := behind
	for end < len(text) && text[end] != s.delimiter && !s.endsLine(text[end]) {
		end++
	}
	if end == len(text) && !final {
		return nil, 0, partial
	}
	s.record.stray = true
	cell := text[open:end]
	cell = cell[:len(cell)-s.blanksBehind(cell)]
	if cell[len(cell)-1] == s.quote {
		return s.unquote(cell[1:len(cell)-1], true), end, complete
	}
	return cell, end, complete
}

// leftOpen reports an unclosed quote, and sets the line of the record to that of the quote.
func (s *splitter) leftOpen() ([]byte, int, outcome) {
	s.record.line += s.record.lines - 1
	return nil, 0, unclosed
}

// nextQuote returns the index of the first quote or escape of text, or -1.
func (s *splitter) nextQuote(text []byte) int {
	i := bytes.IndexByte(text, s.quote)
	if s.escape == 0 {
		return i
	}
	if i >= 0 {
		text = text[:i]
	}
	if j := bytes.IndexByte(text, s.escape); j >= 0 {
		return j
	}
	return i
}

// unquote returns the text of the content of a quoted cell.
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
	if s.raw || len(content) == 0 || isPlain(content[0]) && isPlain(content[len(content)-1]) {
		return content
	}
	return s.trim(content)
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
		case s.isBlank(text[i]) && text[i] != '\r':
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
