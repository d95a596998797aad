package spreadsheet

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"
)

// token is a part of an XML document.
type token uint8

const (
	ended  token = iota // the end of the document, or an error: scanner.err
	opens               // a start tag
	closes              // an end tag, also of an empty element such as <v/>
	chars               // text between tags
)

const (
	scanSize   = 64 << 10
	mostToken  = 4 << 20 // bytes of a tag or a text: a cell of a workbook has at most 32,767 characters
	mostNested = 1 << 10 // open elements
)

var (
	errMarkup = errors.New("the markup is wrong")
	errLong   = errors.New("a text is too long")
)

// scanner splits an XML document into tags and texts. It supports the XML of workbooks: UTF-8 without declarations of entities.
// It checks that tags are closed in order, but not that names and attributes are legal. It is ten times as fast as encoding/xml.
type scanner struct {
	r        io.Reader
	buf      []byte
	pos, end int // of the unread bytes
	read     error
	err      error // why the document ended early

	name  []byte // of the element, without a prefix; valid until the next token
	attrs []byte // of a start tag
	text  []byte // of chars, decoded
	empty bool   // the last token is the start tag of an empty element: the next token is closes

	names []byte // of the open elements with their prefixes, concatenated
	open  []int  // ends of these names in names
	moved []byte // buffer for decoded text
}

func newScanner(r io.Reader) *scanner { return &scanner{r: r, buf: make([]byte, scanSize)} }

// next returns the next token.
func (s *scanner) next() token {
	if s.empty {
		s.empty = false
		s.pop()
		return closes
	}
	for {
		if s.pos == s.end && !s.more() {
			return s.finish()
		}
		if s.buf[s.pos] != '<' {
			return s.chars()
		}
		n := s.tagEnd()
		if n == 0 {
			return ended
		}
		tag := s.buf[s.pos+1 : s.pos+n-1]
		if len(tag) == 0 {
			return s.fail(errMarkup)
		}
		s.pos += n
		switch tag[0] {
		case '?':
		case '!':
			if bytes.HasPrefix(tag, []byte("![CDATA[")) {
				s.text = tag[len("![CDATA[") : len(tag)-2]
				return chars
			} else if !bytes.HasPrefix(tag, []byte("!--")) {
				return s.fail(errMarkup)
			}
		case '/':
			return s.closeTag(tag[1:])
		default:
			return s.openTag(tag)
		}
	}
}

// finish returns ended at the end of the stream. It sets the error if the document is incomplete.
func (s *scanner) finish() token {
	if s.err == nil && (s.read != io.EOF || len(s.open) > 0) {
		s.err = s.cutOff()
	}
	return ended
}

// cutOff returns the error for a document that ends too early: that of the stream, if it failed.
func (s *scanner) cutOff() error {
	if s.read != io.EOF {
		return s.read
	}
	return io.ErrUnexpectedEOF
}

func (s *scanner) fail(err error) token {
	s.err = err
	s.pos, s.end, s.read = 0, 0, io.EOF
	return ended
}

// more reads more of the document behind the unread bytes, and reports whether it got any.
func (s *scanner) more() bool {
	if s.err != nil || s.read != nil {
		return false
	}
	if s.pos > 0 {
		s.end = copy(s.buf, s.buf[s.pos:s.end])
		s.pos = 0
	}
	if s.end == len(s.buf) {
		if s.end >= mostToken {
			s.fail(errLong)
			return false
		}
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	const patience = 100 // reads without bytes
	for range patience {
		n, err := s.r.Read(s.buf[s.end:])
		s.end += n
		s.read = err
		if n > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
	s.read = io.ErrNoProgress
	return false
}

// chars returns the text up to the next tag.
func (s *scanner) chars() token {
	from := 0
	for {
		if n := bytes.IndexByte(s.buf[s.pos+from:s.end], '<'); n >= 0 {
			from += n
			break
		}
		if from = s.end - s.pos; !s.more() {
			break
		}
	}
	if s.err != nil {
		return ended
	}
	s.text = s.buf[s.pos : s.pos+from]
	s.pos += from
	if bytes.IndexByte(s.text, '&') < 0 {
		return chars
	}
	var ok bool
	if s.moved, ok = unescape(s.moved[:0], s.text); !ok {
		return s.fail(errMarkup)
	}
	s.text = s.moved
	return chars
}

// tagEnd returns the size of the tag at the position, 0 after an error.
func (s *scanner) tagEnd() int {
	for {
		if n := tagSize(s.buf[s.pos:s.end]); n > 0 {
			return n
		}
		if !s.more() {
			s.fail(cmp.Or(s.err, s.cutOff()))
			return 0
		}
	}
}

// marked are the constructs that start with < and do not end at the first >.
var marked = [...]struct{ start, end string }{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}}

// tagSize returns the size of the tag that a text starts with, 0 if the text ends within the tag.
func tagSize(text []byte) int {
	if len(text) > 1 && (text[1] == '!' || text[1] == '?') {
		for _, m := range marked {
			if bytes.HasPrefix(text, []byte(m.start)) {
				n := bytes.Index(text[len(m.start):], []byte(m.end))
				if n < 0 {
					return 0
				}
				return len(m.start) + n + len(m.end)
			}
		}
	}
	quote := byte(0)
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '>':
			return i + 1
		case c == '"' || c == '\'':
			quote = c
		}
	}
	return 0
}

func (s *scanner) openTag(tag []byte) token {
	s.empty = tag[len(tag)-1] == '/'
	if s.empty {
		tag = tag[:len(tag)-1]
	}
	n := 0
	for n < len(tag) && tag[n] > ' ' {
		n++
	}
	if n == 0 || len(s.open) == mostNested {
		return s.fail(errMarkup)
	}
	s.name, s.attrs = local(tag[:n]), tag[n:]
	s.names = append(s.names, tag[:n]...)
	s.open = append(s.open, len(s.names))
	return opens
}

func (s *scanner) closeTag(name []byte) token {
	for len(name) > 0 && name[len(name)-1] <= ' ' {
		name = name[:len(name)-1]
	}
	if last := s.pop(); last == nil || !bytes.Equal(last, name) {
		return s.fail(errMarkup)
	}
	return closes
}

// pop closes the innermost open element, and returns its name with the prefix; nil if no element is open. It sets s.name.
func (s *scanner) pop() []byte {
	last := len(s.open) - 1
	if last < 0 {
		return nil
	}
	start := 0
	if last > 0 {
		start = s.open[last-1]
	}
	name := s.names[start:]
	s.names, s.open = s.names[:start], s.open[:last]
	s.name = local(name)
	return name
}

// inside yields the tokens up to and including the end tag of the element whose start tag was the last token.
func (s *scanner) inside(yield func(token) bool) {
	for depth := len(s.open); len(s.open) >= depth; {
		if t := s.next(); t == ended || !yield(t) {
			return
		}
	}
}

// skip reads to the end of the element whose start tag was the last token.
func (s *scanner) skip() {
	for range s.inside {
	}
}

// find reads up to the next start tag of that name, or of any name for "", within an element: depth is len(s.open) after its start tag, 0
// for the whole document. It reports whether there is such a tag.
func (s *scanner) find(name string, depth int) bool {
	for {
		switch s.next() {
		case ended:
			return false
		case opens:
			if name == "" || string(s.name) == name {
				return true
			}
		case closes:
			if len(s.open) < depth {
				return false
			}
		}
	}
}

// attr returns the value of the attribute of the start tag with that name, without its prefix; "" if there is none.
func (s *scanner) attr(name string) string {
	for key, value := range s.each {
		if string(key) == name {
			return attrText(value)
		}
	}
	return ""
}

// attrText decodes a value that each yields.
func attrText(value []byte) string {
	if text, ok := unescape(nil, value); ok {
		return string(text)
	}
	return string(value)
}

// each yields the attributes of the start tag: names without prefixes, and values that are not decoded.
func (s *scanner) each(yield func(name, value []byte) bool) {
	a := s.attrs
	for i := 0; i < len(a); i++ {
		for i < len(a) && a[i] <= ' ' {
			i++
		}
		start := i
		for i < len(a) && a[i] > ' ' && a[i] != '=' {
			i++
		}
		name := a[start:i]
		for i < len(a) && (a[i] <= ' ' || a[i] == '=') {
			i++
		}
		if i == len(a) {
			return
		}
		first := i + 1
		for i++; i < len(a) && a[i] != a[first-1]; i++ {
		}
		if i == len(a) || !yield(local(name), a[first:i]) {
			return
		}
	}
}

// local returns a name without its prefix.
func local(name []byte) []byte {
	for i, c := range name {
		if c == ':' {
			return name[i+1:]
		}
	}
	return name
}

var entities = map[string]byte{"amp": '&', "lt": '<', "gt": '>', "quot": '"', "apos": '\''}

// unescape appends a text with its entities decoded; ok is false if one is unknown.
func unescape(to, text []byte) (decoded []byte, ok bool) {
	for {
		start := bytes.IndexByte(text, '&')
		if start < 0 {
			return append(to, text...), true
		}
		to = append(to, text[:start]...)
		text = text[start+1:]
		const longest = 10 // bytes of #x10ffff and zeros before it
		end := bytes.IndexByte(text[:min(len(text), longest)], ';')
		if end < 0 {
			return to, false
		}
		entity := string(text[:end])
		text = text[end+1:]
		if c, known := entities[entity]; known {
			to = append(to, c)
			continue
		}
		if entity == "" || entity[0] != '#' {
			return to, false
		}
		digits, base := entity[1:], 10
		if digits != "" && digits[0] == 'x' {
			digits, base = digits[1:], 16
		}
		r, err := strconv.ParseUint(digits, base, 32)
		if err != nil || r > utf8.MaxRune {
			return to, false
		}
		to = utf8.AppendRune(to, rune(r))
	}
}
