package csvfile

import (
	"reflect"
	"testing"
)

// One sentence reports the encoding of the texts of a file.
func TestDecoderReport(t *testing.T) {
	tests := []struct {
		name     string
		decoder  Decoder
		cells    []string
		want     []string
		encoding string
	}{
		{"ASCII", Decoder{}, []string{"a"}, nil, "UTF-8"},
		{"UTF-8", Decoder{}, []string{"é", "ü"}, nil, "UTF-8"},
		{
			"Windows-1252",
			Decoder{},
			[]string{"a", "caf\xe9", "th\xe9"},
			[]string{`the file is not UTF-8; its letters were read as Windows-1252, ` +
				`such as "café" in line 2: choose another encoding if they look wrong`},
			"Windows-1252",
		},
		{
			"one of another encoding",
			Decoder{},
			[]string{"é", "caf\xe9"},
			[]string{`the file mixes encodings: 1 text was read as Windows-1252, such as "café" in line 2, and the rest as UTF-8`},
			"UTF-8",
		},
		{
			"some of another encoding",
			Decoder{},
			[]string{"th\xe9", "é", "caf\xe9"},
			[]string{`the file mixes encodings: 2 texts were read as Windows-1252, such as "thé" in line 1, and the rest as UTF-8`},
			"UTF-8",
		},
		{
			"given as UTF-8",
			Decoder{givenUTF8: true},
			[]string{"th\xe9"},
			[]string{"1 text is not UTF-8: invalid bytes were replaced by \ufffd; " +
				"leave the encoding to be found, or choose another one"},
			"UTF-8",
		},
		{
			"given as UTF-8, twice",
			Decoder{givenUTF8: true},
			[]string{"th\xe9", "caf\xe9"},
			[]string{"2 texts are not UTF-8: invalid bytes were replaced by \ufffd; " +
				"leave the encoding to be found, or choose another one"},
			"UTF-8",
		},
		{"given as Latin 1", Decoder{page: pages["ISO-8859-1"]}, []string{"th\xe9"}, nil, "UTF-8"},
		{"a NUL byte", Decoder{}, []string{"a\x00"}, []string{"1 text has NUL bytes, which were left out: the file may be damaged"}, "UTF-8"},
		{
			"NUL bytes",
			Decoder{},
			[]string{"a\x00", "\x00b\x00"},
			[]string{"2 texts have NUL bytes, which were left out: the file may be damaged"},
			"UTF-8",
		},
		{
			"a NUL byte and letters",
			Decoder{},
			[]string{"\x00é", "caf\xe9"},
			[]string{
				`the file mixes encodings: 1 text was read as Windows-1252, such as "café" in line 2, and the rest as UTF-8`,
				"1 text has NUL bytes, which were left out: the file may be damaged",
			},
			"UTF-8",
		},
		{
			"a NUL byte in ASCII and a letter",
			Decoder{},
			[]string{"\x00a", "caf\xe9"},
			[]string{
				`the file is not UTF-8; its letters were read as Windows-1252, such as "café" in line 2: choose another encoding if they look wrong`,
				"1 text has NUL bytes, which were left out: the file may be damaged",
			},
			"Windows-1252",
		},
	}
	for _, test := range tests {
		for i, cell := range test.cells {
			test.decoder.Text([]byte(cell), i+1)
		}
		dialect := Dialect{Encoding: "UTF-8"}
		if got := test.decoder.Report(&dialect); !reflect.DeepEqual(got, test.want) || dialect.Encoding != test.encoding {
			t.Errorf("%s: %q, %s, want %q, %s", test.name, got, dialect.Encoding, test.want, test.encoding)
		}
	}
}
