package jsonfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"drnet/engine/dataset/csvfile"
)

// mostNested is the greatest depth of lists and objects: values of tables are flat, and each level needs memory on the stack.
const mostNested = 100

// scanner reads the values of a JSON text in order. It is as strict as RFC 8259, except that numbers may have leading
// zeros or be as ParseFloat of strconv reads them, that NaN, Infinity and -Infinity are values, as Python writes them, that comments of
// JavaScript are blanks, and that bytes need not be UTF-8.
type scanner struct {
	text  []byte
	pos   int // of the next byte in the text
	depth int // number of open lists and objects
}

// fail returns an error with the line of the current position.
func (s *scanner) fail(format string, values ...any) error {
	line := 1 + bytes.Count(s.text[:s.pos], []byte{'\n'})
	if s.pos == len(s.text) {
		return csvfile.NewError(csvfile.NotCSV, "it is cut off: fetch or save it again", "the JSON text ends before it is complete").At(line, 0)
	}
	return csvfile.NewError(csvfile.NotCSV, "correct that line, or save the table as CSV", "the JSON text is damaged: "+format, values...).
		At(line, 0)
}

// next skips blanks and comments and returns the next byte without reading it, 0 at the end of the text.
func (s *scanner) next() byte {
	for ; s.pos < len(s.text); s.pos++ {
		switch c := s.text[s.pos]; c {
		case ' ', '\t', '\r', '\n':
		case '/':
			n := csvfile.CommentSize(s.text[s.pos:])
			if n == 0 {
				return c
			}
			s.pos += n - 1
		case 0:
			return 1 // 0 would mean the end; no value starts with 1 either
		default:
			return c
		}
	}
	return 0
}

// closing returns the bracket that closes [ or {.
func closing(open byte) byte { return open + 2 }

// second returns the first byte after the bracket at the current position that is not a blank. The position does not change.
func (s scanner) second() byte {
	s.pos = min(s.pos+1, len(s.text))
	return s.next()
}

// numbered reports whether the first key of the object at the current position starts with a digit.
func (s scanner) numbered() bool {
	s.pos++
	return s.next() == '"' && s.pos+1 < len(s.text) && s.text[s.pos+1]-'0' < 10
}

// first returns the first key of the object at the current position and the first byte of its value; nil and 0 without one.
func (s scanner) first() (key []byte, value byte) {
	if s.pos++; s.next() != '"' {
		return nil, 0
	}
	key, err := s.key('}')
	if err != nil {
		return nil, 0
	}
	return key, s.next()
}

// mostInRow is the greatest depth of objects in a row by name. It is low because an object that is not a table is read again.
const mostInRow = 4

// row reads the object at the current position, and returns the number of its keys. It returns an error if a list or an object with numbers
// as keys, which may be a table itself, is in it, or an object deeper than most.
func (s *scanner) row(most int) (keys int, err error) {
	err = s.each(func([]byte) error {
		keys++
		switch c := s.next(); {
		case c == '[' || c == '{' && (most == 0 || s.numbered()):
			return errOther
		case c == '{':
			_, err := s.row(most - 1)
			return err
		}
		_, err := s.value()
		return err
	})
	return keys, err
}

// each reads the list or object at the current position. It calls visit at the start of each value, which visit must read,
// with the key of the value in an object. The key is valid until visit returns.
func (s *scanner) each(visit func(key []byte) error) error {
	end := closing(s.text[s.pos])
	if s.depth++; s.depth > mostNested {
		return s.fail("more than %d lists or objects are inside each other", mostNested)
	}
	s.pos++
	if s.next() == end {
		s.pos++
		s.depth--
		return nil
	}
	for {
		key, err := s.key(end)
		if err == nil {
			err = visit(key)
		}
		if err != nil {
			return err
		}
		switch s.next() {
		case ',':
			s.pos++
			if s.next() == end {
				return s.fail("a value is missing, or the comma before %c is one too many", end)
			}
		case end:
			s.pos++
			s.depth--
			return nil
		default:
			return s.fail("a comma or a closing %c is missing", end)
		}
	}
}

// key reads a key and its colon if end is that of an object, and nothing in a list.
func (s *scanner) key(end byte) ([]byte, error) {
	if end != '}' {
		return nil, nil
	}
	if s.next() != '"' {
		return nil, s.fail("a key in double quotes is missing")
	}
	raw, err := s.value()
	if err != nil {
		return nil, err
	}
	if s.next() != ':' {
		return nil, s.fail("a colon is missing")
	}
	s.pos++
	s.next()
	return unquote(raw), nil
}

// value reads a value and returns its text.
func (s *scanner) value() ([]byte, error) {
	c, err := s.next(), error(nil)
	start := s.pos
	switch {
	case c == '{' || c == '[':
		err = s.each(func([]byte) error {
			_, err := s.value()
			return err
		})
	case c == '"':
		err = s.skipString()
	default:
		err = s.skipWord()
	}
	return s.text[start:s.pos], err
}

// skipString reads a string. A line feed inside is an error, as in JSON, so that the error is in the line of a missing quote.
func (s *scanner) skipString() error {
	start, escaped := s.pos, false
	for s.pos++; s.pos < len(s.text) && s.text[s.pos] >= ' '; s.pos++ {
		switch s.text[s.pos] {
		case '"':
			s.pos++
			if escaped && !json.Valid(s.text[start:s.pos]) {
				s.pos = start
				return s.fail(`a text has a backslash that starts no escape`)
			}
			return nil
		case '\\':
			s.pos, escaped = min(s.pos+1, len(s.text)-1), true
		}
	}
	return s.fail("a text in quotes has a line feed or another control character, or lacks its closing quote")
}

// skipWord reads a number or a word such as true.
func (s *scanner) skipWord() error {
	rest := s.text[s.pos:]
	n := 0
	for n < len(rest) && rest[n]-'0' < 10 {
		n++
	}
	digits := n
	for n < len(rest) && !strings.ContainsRune(",:]}[{\" \t\r\n/", rune(rest[n])) {
		n++
	}
	word := rest[:n]
	isWord := n > 0 && n == digits || isValue(word)
	if isWord || n == len(rest) { // a word at the end may be cut off
		s.pos += n
	}
	switch {
	case isWord:
		return nil
	case n == 0:
		return s.fail("a value is missing")
	}
	return s.fail("%.20q is not a value", word)
}

// isValue reports whether a word is a number or one of the words of JSON and Python.
func isValue(word []byte) bool {
	switch string(word) {
	case "true", "false", "null", "NaN", "Infinity", "-Infinity":
		return true
	}
	if strings.Trim(string(word), "0123456789.+-eE") != "" {
		return false
	}
	_, err := strconv.ParseFloat(string(word), 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// unquote returns the text of a string value.
func unquote(raw []byte) []byte {
	var text string
	if bytes.IndexByte(raw, '\\') < 0 || json.Unmarshal(raw, &text) != nil {
		return raw[1 : len(raw)-1]
	}
	return []byte(text)
}
