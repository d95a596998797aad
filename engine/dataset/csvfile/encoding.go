package csvfile

import (
	"io"
	"strings"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// The encodings that are detected.
const (
	utf8Name        = "UTF-8"
	windows1252Name = "Windows-1252"
)

// pages are the encodings with one byte per character.
var pages = map[string]*charmap.Charmap{
	windows1252Name: charmap.Windows1252, "ISO-8859-1": charmap.ISO8859_1, "ISO-8859-15": charmap.ISO8859_15,
	"Windows-1250": charmap.Windows1250, "Windows-1251": charmap.Windows1251,
	"Macintosh": charmap.Macintosh, "IBM850": charmap.CodePage850,
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

// fromWide converts a stream of UTF-16 to UTF-8.
func fromWide(r io.Reader, name string) io.Reader {
	return transform.NewReader(r, unicode.UTF16(utf16[name], unicode.IgnoreBOM).NewDecoder())
}
