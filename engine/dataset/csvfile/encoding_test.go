package csvfile

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
)

func TestDecoder(t *testing.T) {
	tests := []struct {
		name, cell, want string
		decoder          Decoder
	}{
		{name: "ASCII", cell: "abc", want: "abc"},
		{name: "UTF-8", cell: "Zürich", want: "Zürich"},
		{name: "not UTF-8", cell: "Z\xfcrich", want: "Zürich"},
		{name: "no-break space at the end", cell: "caf\xe9\xa0", want: "café"},
		{name: "euro", cell: "\x80 5", want: "€ 5"},
		{name: "NUL", cell: "a\x00b", want: "ab"},
		{name: "NUL and not UTF-8", cell: "\xfc\x00", want: "ü"},
		{name: "given as UTF-8", cell: "Z\xfcrich", want: "Z\ufffdrich", decoder: Decoder{given: "UTF-8"}},
		{name: "UTF-8 given as Latin 1", cell: "ü", want: "Ã¼", decoder: Decoder{given: "ISO-8859-1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := string(test.decoder.Text([]byte(test.cell), 1)); got != test.want {
				t.Errorf("text(%q) = %q, want %q", test.cell, got, test.want)
			}
		})
	}
}

func TestEncodingNames(t *testing.T) {
	for name, want := range map[string]string{
		"utf-8": "UTF-8", "UTF8": "UTF-8", "latin1": "ISO-8859-1", "latin-1": "ISO-8859-1", "cp1252": "Windows-1252",
		"windows_1252": "Windows-1252",
		"UTF-16":       "UTF-16LE", "utf-16be": "UTF-16BE", "mac": "", "": "", "macintosh": "Macintosh",
		"gbk": "GB18030", "GB 2312": "GB18030", "shift-jis": "Shift_JIS", "cp932": "Shift_JIS", "euckr": "EUC-KR", "big-5": "Big5",
		"koi8r": "KOI8-R",
	} {
		if got := encodingNamed(name); got != want {
			t.Errorf("encodingNamed(%q) = %q, want %q", name, got, want)
		}
	}
	for _, e := range Encodings() {
		f, err := Open(strings.NewReader("a,b\n1,x\n2,y\n"), OpenOptions{Encoding: e.Name}) // panics if no decoder has the name
		if wide := strings.HasPrefix(e.Name, "UTF-16"); encodingNamed(e.Name) != e.Name || !wide && (err != nil || len(f.Names) != 2) {
			t.Errorf("the encoding %q cannot be used", e.Name)
		}
	}
}

func TestFindWide(t *testing.T) {
	tests := []struct{ name, head, want string }{
		{"little endian", "a\x00,\x00b\x00\n\x001\x00,\x002\x00\n\x00", "UTF-16LE"},
		{"big endian", "\x00a\x00,\x00b\x00\n\x001\x00,\x002\x00\n", "UTF-16BE"},
		{"text", "a,b\n1,2\n3,4\n5,6\n7,8\n", ""},
		{"zeros", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", ""},
		{"one NUL", "a,b\n1,2\n3,\x004\n5,6\n7,8\n", ""},
		{"short", "a\x00,\x00", ""},
	}
	for _, test := range tests {
		if got := findWide([]byte(test.head)); got != test.want {
			t.Errorf("%s: findWide() = %q, want %q", test.name, got, test.want)
		}
	}
}

// NUL bytes indicate UTF-16 from a share of 0.3 at even or odd offsets on, if ten times as frequent as at the others.
func TestFindWideBorders(t *testing.T) {
	head := func(even, odd int) string { // of ten characters
		b := bytes.Repeat([]byte("a"), 80)
		for i := range even {
			b[2*i] = 0
		}
		for i := range odd {
			b[2*i+1] = 0
		}
		return string(b)
	}
	for _, test := range []struct {
		even, odd int
		want      string
	}{
		{0, 40, "UTF-16LE"},
		{40, 0, "UTF-16BE"},
		{0, 13, "UTF-16LE"},
		{13, 0, "UTF-16BE"},
		{0, 12, ""},
		{12, 0, ""},
		{2, 21, "UTF-16LE"},
		{21, 2, "UTF-16BE"},
		{2, 20, ""},
		{20, 2, ""},
		{40, 40, ""},
	} {
		if got := findWide([]byte(head(test.even, test.odd))); got != test.want {
			t.Errorf("%d and %d zeros at even and odd places: %q, want %q", test.even, test.odd, got, test.want)
		}
	}
	for text, want := range map[string]string{
		"a\x00b\x00c\x00d\x00e\x00f\x00g\x00h\x00": "UTF-16LE",
		"a\x00b\x00c\x00d\x00e\x00f\x00g\x00h":     "",
	} {
		if got := findWide([]byte(text)); got != want {
			t.Errorf("findWide(%q) = %q, want %q", text, got, want)
		}
	}
}

// The pages are those of the library.
func TestPages(t *testing.T) {
	for name, library := range map[string]*charmap.Charmap{
		"Windows-1252": charmap.Windows1252, "ISO-8859-1": charmap.ISO8859_1, "IBM850": charmap.CodePage850,
	} {
		for c := range 256 {
			if got, want := pages[name].decode(byte(c)), library.DecodeByte(byte(c)); got != want {
				t.Errorf("%s: byte %#x is %q, want %q", name, c, got, want)
			}
		}
	}
}
