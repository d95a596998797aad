package csvfile

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// Decoder converts the bytes of cells to UTF-8. The zero value accepts UTF-8, and reads other texts as Windows-1252.
type Decoder struct {
	page      codePage // given encoding with one byte per character; nil otherwise
	givenUTF8 bool

	valid   int    // texts that were UTF-8 and not ASCII
	decoded int    // texts that were converted: those not in UTF-8, or all beyond ASCII if another encoding was given
	nuls    int    // texts with NUL bytes
	line    int    // of the first decoded text
	first   string // the first decoded text
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
	case d.page == nil && utf8.Valid(cell):
		if !isASCII(cell) {
			d.valid++
		}
		return cell
	case d.page == nil && d.givenUTF8:
		d.decoded++
		return bytes.ToValidUTF8(cell, []byte("\ufffd"))
	}
	page := d.page
	if page == nil {
		page = pages[windows1252Name]
	}
	const room = 8 // for letters that grow
	out := make([]byte, 0, len(cell)+room)
	for _, c := range cell {
		out = utf8.AppendRune(out, page.decode(c))
	}
	out = bytes.Trim(out, " \u00a0") // the splitter trims the blanks of UTF-8 only
	if d.decoded++; d.decoded == 1 {
		d.line, d.first = line, string(out)
	}
	return out
}

// Doubtful returns the encoding that texts not in UTF-8 were read in, "" if there were none. Given is the encoding of the dialect.
func (d *Decoder) Doubtful(given string) string {
	switch {
	case d.decoded == 0:
		return ""
	case d.page == nil && !d.givenUTF8:
		return windows1252Name
	}
	return given
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

// pages are the encodings with one byte per character, by the tables of the WHATWG and the Unicode consortium. Package charmap has
// them too, but links those of all forty others.
var pages = map[string]codePage{
	windows1252Name: codePage("€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿" +
		"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"),
	"ISO-8859-1": codePage("ÿ"),
	"ISO-8859-15": codePage(strings.Repeat("\ufffd", 32) + "\u00a0¡¢£€¥Š§š©ª«¬\u00ad®¯°±²³Žµ¶·ž¹º»ŒœŸ¿" +
		"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"),
	"Windows-1250": codePage("€\ufffd‚\ufffd„…†‡\ufffd‰Š‹ŚŤŽŹ\ufffd‘’“”•–—\ufffd™š›śťžź\u00a0ˇ˘Ł¤Ą¦§¨©Ş«¬\u00ad®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż" +
		"ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"),
	"Windows-1251": codePage("ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\ufffd™љ›њќћџ\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕї" +
		"АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя"),
	"Macintosh": codePage("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø" +
		"¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"),
	"IBM850": codePage("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
		"└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0"),
}

// utf16 are the encodings with two bytes per character.
var utf16 = map[string]unicode.Endianness{"UTF-16LE": unicode.LittleEndian, "UTF-16BE": unicode.BigEndian}

// Encodings returns the names of the supported encodings, the usual ones first.
func Encodings() []string {
	return []string{
		utf8Name, windows1252Name, "ISO-8859-1", "ISO-8859-15", "UTF-16LE", "UTF-16BE",
		"Windows-1250", "Windows-1251", "Macintosh", "IBM850",
	}
}

// encodingNamed returns the name of an encoding as Encodings spells it, "" for an unknown one. Case and hyphens do not
// matter; "latin1" and "utf-16" are aliases.
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
