package dataset

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// The encodings that are found without being named.
const (
	utf8Name        = "UTF-8"
	windows1252Name = "Windows-1252"
)

// pages are the encodings with one byte for a character.
var pages = map[string]*charmap.Charmap{
	windows1252Name: charmap.Windows1252, "ISO-8859-1": charmap.ISO8859_1, "ISO-8859-15": charmap.ISO8859_15,
	"Windows-1250": charmap.Windows1250, "Windows-1251": charmap.Windows1251, "Macintosh": charmap.Macintosh, "IBM850": charmap.CodePage850,
}

// wide are the encodings with two bytes for a character.
var wide = map[string]unicode.Endianness{"UTF-16LE": unicode.LittleEndian, "UTF-16BE": unicode.BigEndian}

// Encodings returns the names of the encodings that Options may name, the usual ones first.
func Encodings() []string {
	return []string{
		utf8Name, windows1252Name, "ISO-8859-1", "ISO-8859-15", "UTF-16LE", "UTF-16BE", "Windows-1250", "Windows-1251",
		"Macintosh", "IBM850",
	}
}

// encodingNamed returns the name of an encoding as Encodings writes it: case and hyphens do not matter, and "latin1" and "utf-16" are
// known too. It is "" for an unknown one.
func encodingNamed(name string) string {
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(s))
	}
	aliases := map[string]string{"latin1": "ISO-8859-1", "utf16": "UTF-16LE", "cp1252": windows1252Name, "ansi": windows1252Name}
	if known, ok := aliases[plain(name)]; ok {
		return known
	}
	for _, known := range Encodings() {
		if plain(known) == plain(name) {
			return known
		}
	}
	return ""
}

// byteOrderMarks are the first bytes that name an encoding.
var byteOrderMarks = []struct{ bytes, encoding string }{
	{"\xef\xbb\xbf", utf8Name}, {"\xff\xfe", "UTF-16LE"}, {"\xfe\xff", "UTF-16BE"},
}

// findWide recognises UTF-16 without a mark: in Western text every other byte is zero.
func findWide(head []byte) string {
	const enough, share = 8, 0.3 // of the bytes at even or odd places
	n := len(head) / 2
	if n < enough {
		return ""
	}
	var zeros [2]int
	for i, c := range head[:2*n] {
		if c == 0 {
			zeros[i&1]++
		}
	}
	switch {
	case float64(zeros[1]) > share*float64(n) && zeros[0]*10 < zeros[1]:
		return "UTF-16LE"
	case float64(zeros[0]) > share*float64(n) && zeros[1]*10 < zeros[0]:
		return "UTF-16BE"
	}
	return ""
}

// fromWide turns a stream of UTF-16 into one of UTF-8.
func fromWide(r io.Reader, name string) io.Reader {
	return transform.NewReader(r, unicode.UTF16(wide[name], unicode.IgnoreBOM).NewDecoder())
}

// letters turns the bytes of cells into text, and counts what it met.
type letters struct {
	page  *charmap.Charmap // that was named; nil means UTF-8, and Windows-1252 where a text is none
	given bool

	good, decoded int // different texts with letters beyond ASCII that were UTF-8, and that were not
	nuls          int // texts with NUL bytes
	line          int // of the first decoded text
	first         string
}

// text returns the bytes of a cell as UTF-8 without NUL bytes. The result is the cell itself if there is nothing to change.
func (l *letters) text(cell []byte, line int) []byte {
	if isASCII(cell) {
		return cell
	}
	if bytes.IndexByte(cell, 0) >= 0 {
		l.nuls++
		cell = bytes.ReplaceAll(cell, []byte{0}, nil)
	}
	switch {
	case l.page != nil:
	case utf8.Valid(cell):
		if !isASCII(cell) {
			l.good++
		}
		return cell
	case l.given: // as UTF-8
		l.decoded++
		return bytes.ToValidUTF8(cell, []byte("\ufffd"))
	}
	page := l.page
	if page == nil {
		page = charmap.Windows1252
	}
	out := make([]byte, 0, len(cell)+wordSize)
	for _, c := range cell {
		out = utf8.AppendRune(out, page.DecodeByte(c))
	}
	out = bytes.Trim(out, " \u00a0") // the splitter knows blanks of UTF-8 only
	if l.decoded++; l.decoded == 1 {
		l.line, l.first = line, string(out)
	}
	return out
}

// isASCII reports whether the text is ASCII without NUL.
func isASCII(text []byte) bool {
	for _, c := range text {
		if c == 0 || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// say completes the dialect and warns of what was met.
func (l *letters) say(t *Table) {
	switch {
	case l.decoded == 0 || l.page != nil:
	case l.given:
		t.warn("%s not UTF-8: the bytes that are no letters were replaced by \ufffd; leave the encoding to be found, or choose another one",
			counted(l.decoded, "text is", "texts are"))
	case l.good == 0:
		t.Dialect.Encoding = windows1252Name
		t.warn("the file is not UTF-8; its letters were read as Windows-1252, such as %q in line %d: choose another encoding if they look wrong", l.first, l.line)
	default:
		t.warn("the file mixes encodings: %s read as Windows-1252, such as %q in line %d, and the rest as UTF-8",
			counted(l.decoded, "text was", "texts were"), l.first, l.line)
	}
	if l.nuls > 0 {
		t.warn("%s NUL bytes, which were left out: the file may be damaged", counted(l.nuls, "text has", "texts have"))
	}
}

// counted writes a count before the words for one or for many.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
