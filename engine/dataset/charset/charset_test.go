package charset

import (
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/htmlindex"
)

// TestNewReader reads texts of many alphabets, also if a character arrives in pieces.
func TestNewReader(t *testing.T) {
	for _, test := range []struct{ name, bytes, want string }{
		{"GB18030", "\xc4\xea\xc1\xe4,\xc4\xd0", "年龄,男"},
		{"GB18030", "\x82\x35\x8f\x33", "龦"}, // four bytes
		{"Big5", "\xa6\x7e\xc4\xd6,\xa8\x6b", "年齡,男"},
		{"Shift_JIS", "\x94N\x97\xee,\x92j\x90\xab", "年齢,男性"},
		{"EUC-JP", "\xc7\xaf\xce\xf0,\xc3\xcb\xc0\xad", "年齢,男性"},
		{"EUC-KR", "\xb3\xaa\xc0\xcc,\xb3\xb2", "나이,남"},
		{"KOI8-R", "\xd7\xcf\xda\xd2\xc1\xd3\xd4", "возраст"},
		{"Windows-1253", "\xe7\xeb\xe9\xea\xdf\xe1", "ηλικία"},
		{"Windows-1255", "\xe2\xe9\xec", "גיל"},
		{"Windows-1256", "\xc7\xe1\xda\xe3\xd1", "العمر"},
		{"Windows-874", "\xcd\xd2\xc2\xd8", "อายุ"},
		{"UTF-16LE", "a\x00\x74\x5e\x3d\xd8\x00\xde", "a年😀"},
		{"UTF-16BE", "\x00a\x5e\x74\xd8\x3d", "a年\ufffd"}, // half a pair at the end
		{"UTF-16LE", "\xff\xfea\x00", "\ufeffa"},
		{"Windows-1250", "a\x81", "a\ufffd"},
		{"EUC-KR", "a\xb3", "a\ufffd"},
		{"Shift_JIS", "a\xf0\x40", "a\ufffd"}, // for private use
		{"EUC-JP", "", ""},
	} {
		for way, from := range map[string]io.Reader{
			"at once": strings.NewReader(test.bytes), "in pieces": iotest.OneByteReader(strings.NewReader(test.bytes)),
		} {
			got, err := io.ReadAll(iotest.OneByteReader(NewReader(from, test.name)))
			if string(got) != test.want || err != nil {
				t.Errorf("%s %s of %q: %q, %v, want %q", test.name, way, test.bytes, got, err, test.want)
			}
		}
	}
	long, want := strings.Repeat("\xc4\xea", 100_000)+"\n", strings.Repeat("年", 100_000)+"\n"
	if got, err := io.ReadAll(NewReader(strings.NewReader(long), "GB18030")); string(got) != want || err != nil {
		t.Errorf("of a long text: %d bytes, %v", len(got), err)
	}
}

// TestError passes on an error of the stream behind the text before it.
func TestError(t *testing.T) {
	r := io.MultiReader(strings.NewReader("\xd7\xcf"), iotest.ErrReader(io.ErrUnexpectedEOF))
	if got, err := io.ReadAll(NewReader(r, "KOI8-R")); string(got) != "во" || err != io.ErrUnexpectedEOF {
		t.Errorf("read %q, %v", got, err)
	}
}

// TestBytes compares all bytes of encodings that take one byte for a character: natively and in WebAssembly they are the same.
func TestBytes(t *testing.T) {
	var all []byte
	for c := range 256 {
		all = append(all, byte(c))
	}
	for _, name := range []string{
		"ISO-8859-2", "ISO-8859-15", "Windows-1250", "Windows-1251", "Windows-1254", "Windows-1256", "Macintosh", "KOI8-R",
	} {
		encoding, err := htmlindex.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := encoding.NewDecoder().Bytes(all)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(NewReader(strings.NewReader(string(all)), name))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
}
