package csvfile

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"drnet/engine/dataset/charset"
)

// Decoder converts the bytes of cells to UTF-8. The zero value accepts UTF-8, and reads other texts as Windows-1252.
type Decoder struct {
	given string // encoding; "" to detect it

	valid   int    // texts that were UTF-8 and not ASCII
	decoded int    // texts that were converted: those not in UTF-8, or all beyond ASCII if another encoding was given
	nuls    int    // texts with NUL bytes
	line    int    // of the first decoded text
	first   string // the first decoded text
	raw     []byte // its bytes
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
	var page codePage
	if d.given != "" {
		page = pages[d.given]
	}
	switch {
	case page == nil && utf8.Valid(cell):
		if !isASCII(cell) {
			d.valid++
		}
		return cell
	case d.given == utf8Name:
		d.decoded++
		return bytes.ToValidUTF8(cell, []byte("\ufffd"))
	case page == nil:
		page = pages[windows1252Name]
	}
	const room = 8 // for letters that grow
	out := make([]byte, 0, len(cell)+room)
	for _, c := range cell {
		out = utf8.AppendRune(out, page.decode(c))
	}
	out = bytes.Trim(out, " \u00a0") // the splitter trims the blanks of UTF-8 only
	if d.decoded++; d.decoded == 1 {
		d.line, d.first, d.raw = line, Shorten(string(out), mostShown), bytes.Clone(cell)
	}
	return out
}

// Doubtful returns the encoding in which letters may have been read wrongly, "" if it is certain.
func (d *Decoder) Doubtful() string {
	switch {
	case d.decoded > 0 && d.given == "":
		return windows1252Name
	case d.decoded > 0 || d.given != utf8Name:
		return d.given
	}
	return ""
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

// Report completes the dialect with the encoding of the texts or with Readings, and returns warnings about them.
func (d *Decoder) Report(dialect *Dialect) (warnings []string) {
	warn := func(format string, values ...any) { warnings = append(warnings, fmt.Sprintf(format, values...)) }
	switch {
	case d.decoded == 0 || d.given != "" && d.given != utf8Name:
	case d.given == utf8Name:
		warn("%s not UTF-8: invalid bytes were replaced by \ufffd; "+
			"leave the encoding to be found, or choose another one",
			Plural(d.decoded, "text is", "texts are"))
	case d.valid == 0:
		dialect.Encoding = windows1252Name
		warn("the file is not UTF-8; its letters were read as Windows-1252, such as %q in line %d: %s",
			d.first, d.line, cmp.Or(d.readings(dialect), "choose another encoding if they look wrong"))
	default:
		better := d.readings(dialect)
		if better != "" {
			better = ": " + better
		}
		warn("the file mixes encodings: %s read as Windows-1252, such as %q in line %d, and the rest as UTF-8%s",
			Plural(d.decoded, "text was", "texts were"), d.first, d.line, better)
	}
	if d.nuls > 0 {
		warn("%s NUL bytes, which were left out: the file may be damaged", Plural(d.nuls, "text has", "texts have"))
	}
	return warnings
}

const (
	mostShown   = 20      // characters of a text
	mostDecoded = 4 << 10 // bytes of a text that is decoded in each encoding
)

// readings advises to choose an encoding of other than Latin letters, and shows the first decoded text in those in which it makes sense. It
// is empty for a long text, and unless two bytes that are not ASCII are neighbors: accented letters rarely are.
func (d *Decoder) readings(dialect *Dialect) string {
	neighbors := false
	for i, c := range d.raw[1:] {
		neighbors = neighbors || c >= utf8.RuneSelf && d.raw[i] >= utf8.RuneSelf
	}
	if !neighbors || len(d.raw) > mostDecoded {
		return ""
	}
	var list []string
	for _, e := range Encodings() {
		if e.Letters == "" {
			continue
		}
		text, err := io.ReadAll(charset.NewReader(bytes.NewReader(d.raw), e.Name))
		if err == nil && isForeign(string(text)) {
			dialect.Readings = append(dialect.Readings, e.Name)
			list = append(list, fmt.Sprintf("%q (%s)", Shorten(string(text), mostShown), e.Name))
		}
	}
	if list == nil {
		return ""
	}
	return "choose the encoding in which it reads well: " + strings.Join(list, ", ")
}

// isForeign reports whether a text has letters of other than Latin alphabets, beyond ASCII only these and punctuation, in words of their
// own and with capitals first.
func isForeign(text string) bool {
	const halfWidth = 0xff61 // from here on, forms for old terminals
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }
	last, some := rune(0), false
	for _, r := range text {
		letter := r < halfWidth && !unicode.Is(unicode.Latin, r) && (unicode.IsLetter(r) || unicode.IsMark(r) && unicode.Is(unicode.Thai, r))
		within := inWord(r) && inWord(last)
		switch {
		case r >= utf8.RuneSelf && !letter && !unicode.IsPunct(r),
			within && (unicode.IsUpper(r) && unicode.IsLower(last) || (r < utf8.RuneSelf) != (last < utf8.RuneSelf)):
			return false
		}
		last, some = r, some || letter
	}
	return some
}

// The encodings that are detected.
const (
	utf8Name        = "UTF-8"
	windows1252Name = "Windows-1252"
)

// A codePage holds the characters of the last len(codePage) bytes of an encoding with one byte per character. The bytes before these are
// code points, as in ASCII and ISO-8859-1.
type codePage []rune

func (p codePage) decode(c byte) rune {
	if i := int(c) - (256 - len(p)); i >= 0 {
		return p[i]
	}
	return rune(c)
}

// pages are encodings with one byte per character in which single cells are read, or that the WHATWG standard does not have, by the tables
// of the Unicode consortium.
var pages = map[string]codePage{
	windows1252Name: codePage("€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿" +
		"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"),
	"ISO-8859-1": codePage("ÿ"),
	"IBM850": codePage("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
		"└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0"),
}

// NamedEncoding is a supported encoding.
type NamedEncoding struct {
	Name    string
	Letters string // such as "Cyrillic", "" for Latin ones
}

// Label returns the name with the letters.
func (e NamedEncoding) Label() string {
	if e.Letters == "" {
		return e.Name
	}
	return e.Name + " (" + e.Letters + ")"
}

// Encodings returns the supported encodings, the usual ones first: those of pages, UTF-8, and some of package charset.
func Encodings() []NamedEncoding {
	return []NamedEncoding{
		{utf8Name, ""},
		{windows1252Name, ""},
		{"ISO-8859-1", ""},
		{"ISO-8859-15", ""},
		{"UTF-16LE", ""},
		{"UTF-16BE", ""},
		{"Windows-1250", ""},
		{"ISO-8859-2", ""},
		{"Windows-1254", ""},
		{"Windows-1257", ""},
		{"Macintosh", ""},
		{"IBM850", ""},
		{"Windows-1251", "Cyrillic"},
		{"KOI8-R", "Cyrillic"},
		{"Windows-1253", "Greek"},
		{"Windows-1255", "Hebrew"},
		{"Windows-1256", "Arabic"},
		{"Windows-874", "Thai"},
		{"GB18030", "Chinese"},
		{"Big5", "Chinese"},
		{"Shift_JIS", "Japanese"},
		{"EUC-JP", "Japanese"},
		{"EUC-KR", "Korean"},
	}
}

func encodingNames() string {
	var names []string
	for _, e := range Encodings() {
		names = append(names, e.Name)
	}
	return strings.Join(names, ", ")
}

// encodingNamed returns the name of an encoding as Encodings spells it, "" for an unknown one. Case and hyphens do not
// matter; there are aliases, such as "latin1" and "gbk".
func encodingNamed(name string) string {
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(s))
	}
	aliases := map[string]string{
		"latin1": "ISO-8859-1", "utf16": "UTF-16LE", "cp1252": windows1252Name, "ansi": windows1252Name, "sjis": "Shift_JIS",
		"cp932": "Shift_JIS", "gbk": "GB18030", "gb2312": "GB18030", "cp936": "GB18030", "cp949": "EUC-KR", "cp950": "Big5",
	}
	if known, ok := aliases[plain(name)]; ok {
		return known
	}
	for _, known := range Encodings() {
		if plain(known.Name) == plain(name) {
			return known.Name
		}
	}
	return ""
}

// byteOrderMarks are the first bytes that identify an encoding.
var byteOrderMarks = []struct{ bytes, encoding string }{
	{"\xef\xbb\xbf", utf8Name}, {"\xff\xfe", "UTF-16LE"}, {"\xfe\xff", "UTF-16BE"},
}

// findWide detects UTF-16 without a byte order mark: in Western text every other byte is NUL.
func findWide(head []byte) string {
	const enough, share = 8, 0.3 // characters; of NULs among the bytes at even or odd offsets
	n := len(head) / 2
	if n < enough {
		return ""
	}
	var nuls [2]int
	for i, c := range head[:2*n] {
		if c == 0 {
			nuls[i&1]++
		}
	}
	switch {
	case float64(nuls[1]) > share*float64(n) && nuls[0]*10 < nuls[1]:
		return "UTF-16LE"
	case float64(nuls[0]) > share*float64(n) && nuls[1]*10 < nuls[0]:
		return "UTF-16BE"
	}
	return ""
}
