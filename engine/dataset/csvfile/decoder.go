package csvfile

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Decoder converts the bytes of cells to UTF-8. The zero value accepts UTF-8, and reads other texts as Windows-1252.
type Decoder struct {
	page      *charmap.Charmap // given encoding with one byte per character; nil otherwise
	givenUTF8 bool

	valid, decoded int // distinct texts beyond ASCII that were UTF-8, and that were not
	nuls           int // texts with NUL bytes
	line           int // of the first decoded text
	first          string
}

// newDecoder returns the decoder of a given encoding, or of "".
func newDecoder(encoding string) Decoder {
	name := encodingNamed(encoding)
	return Decoder{page: pages[name], givenUTF8: name == utf8Name}
}

// Text returns the bytes of a cell as UTF-8 without NUL bytes: the cell itself if nothing changes. Line is its line.
func (d *Decoder) Text(cell []byte, line int) []byte {
	if isASCII(cell) {
		return cell
	}
	if bytes.IndexByte(cell, 0) >= 0 {
		d.nuls++
		cell = bytes.ReplaceAll(cell, []byte{0}, nil)
	}
	switch {
	case d.page != nil:
	case utf8.Valid(cell):
		if !isASCII(cell) {
			d.valid++
		}
		return cell
	case d.givenUTF8:
		d.decoded++
		return bytes.ToValidUTF8(cell, []byte("\ufffd"))
	}
	page := d.page
	if page == nil {
		page = charmap.Windows1252
	}
	const room = 8 // for letters that grow
	out := make([]byte, 0, len(cell)+room)
	for _, c := range cell {
		out = utf8.AppendRune(out, page.DecodeByte(c))
	}
	out = bytes.Trim(out, " \u00a0") // the splitter trims the blanks of UTF-8 only
	if d.decoded++; d.decoded == 1 {
		d.line, d.first = line, string(out)
	}
	return out
}

// isASCII reports whether a text is ASCII without NUL bytes.
func isASCII(text []byte) bool {
	for _, c := range text {
		if c == 0 || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Report completes the dialect with the encoding of the texts, and returns warnings about them.
func (d *Decoder) Report(dialect *Dialect) (warnings []string) {
	warn := func(format string, values ...any) { warnings = append(warnings, fmt.Sprintf(format, values...)) }
	switch {
	case d.decoded == 0 || d.page != nil:
	case d.givenUTF8:
		warn("%s not UTF-8: invalid bytes were replaced by \ufffd; "+
			"leave the encoding to be found, or choose another one",
			Plural(d.decoded, "text is", "texts are"))
	case d.valid == 0:
		dialect.Encoding = windows1252Name
		warn("the file is not UTF-8; its letters were read as Windows-1252, such as %q in line %d: "+
			"choose another encoding if they look wrong", d.first, d.line)
	default:
		warn("the file mixes encodings: %s read as Windows-1252, such as %q in line %d, and the rest as UTF-8",
			Plural(d.decoded, "text was", "texts were"), d.first, d.line)
	}
	if d.nuls > 0 {
		warn("%s NUL bytes, which were left out: the file may be damaged", Plural(d.nuls, "text has", "texts have"))
	}
	return warnings
}
