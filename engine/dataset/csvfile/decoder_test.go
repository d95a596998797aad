package csvfile

import (
	"reflect"
	"strings"
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
			"German, two letters beyond ASCII in a row",
			Decoder{},
			[]string{"gr\xf6\xdfe"},
			[]string{`the file is not UTF-8; its letters were read as Windows-1252, ` +
				`such as "größe" in line 1: choose another encoding if they look wrong`},
			"Windows-1252",
		},
		{
			"French, two accents in a row, which are marks of Thai",
			Decoder{},
			[]string{"cr\xe9\xe9e"},
			[]string{`the file is not UTF-8; its letters were read as Windows-1252, ` +
				`such as "créée" in line 1: choose another encoding if they look wrong`},
			"Windows-1252",
		},
		{
			"English, two signs beyond ASCII in a row",
			Decoder{},
			[]string{"\x93well\x85\x94"},
			[]string{`the file is not UTF-8; its letters were read as Windows-1252, ` +
				`such as "“well…”" in line 1: choose another encoding if they look wrong`},
			"Windows-1252",
		},
		{
			"Russian",
			Decoder{},
			[]string{"\xe2\xee\xe7\xf0\xe0\xf1\xf2"},
			[]string{`the file is not UTF-8; its letters were read as Windows-1252, such as "âîçðàñò" in line 1: ` +
				`choose the encoding in which it reads well: "возраст" (Windows-1251), "БНГПЮЯР" (KOI8-R), "βξηπΰρς" (Windows-1253), ` +
				`"גמחנאסע" (Windows-1255)`},
			"Windows-1252",
		},
		{
			"Japanese",
			Decoder{},
			[]string{"no", "\x90\\\x8d\x9e 1"},
			[]string{`the file is not UTF-8; its letters were read as Windows-1252, such as "�\\�ž 1" in line 2: ` +
				`choose the encoding in which it reads well: "ђ\\Ќћ 1" (Windows-1251), "怽崬 1" (GB18030), "申込 1" (Shift_JIS)`},
			"Windows-1252",
		},
		{
			"Chinese, one text of it UTF-8 by chance",
			Decoder{},
			[]string{"\xc4\xd0", "\xc5\xae"},
			[]string{`the file mixes encodings: 1 text was read as Windows-1252, such as "ÄÐ" in line 1, and the rest as UTF-8: ` +
				`choose the encoding in which it reads well: "ДР" (Windows-1251), "дп" (KOI8-R), "ΔΠ" (Windows-1253), ` +
				`"ؤذ" (Windows-1256), "ฤะ" (Windows-874), "男" (GB18030), "鹹" (Big5), "槻" (EUC-JP), "켕" (EUC-KR)`},
			"UTF-8",
		},
		{
			"long",
			Decoder{},
			[]string{strings.Repeat("\x90\\\x8d\x9e", 50)},
			[]string{`the file is not UTF-8; its letters were read as Windows-1252, such as "` + strings.Repeat(`�\\�ž`, 5) + `…" in line 1: ` +
				`choose the encoding in which it reads well: "` + strings.Repeat(`ђ\\Ќћ`, 5) + `…" (Windows-1251), "` +
				strings.Repeat("怽崬", 10) + `…" (GB18030), "` + strings.Repeat("申込", 10) + `…" (Shift_JIS)`},
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
			Decoder{given: "UTF-8"},
			[]string{"th\xe9"},
			[]string{"1 text is not UTF-8: invalid bytes were replaced by \ufffd; " +
				"leave the encoding to be found, or choose another one"},
			"UTF-8",
		},
		{
			"given as UTF-8, twice",
			Decoder{given: "UTF-8"},
			[]string{"th\xe9", "caf\xe9"},
			[]string{"2 texts are not UTF-8: invalid bytes were replaced by \ufffd; " +
				"leave the encoding to be found, or choose another one"},
			"UTF-8",
		},
		{"given as Latin 1", Decoder{given: "ISO-8859-1"}, []string{"th\xe9"}, nil, "UTF-8"},
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
		for _, name := range dialect.Readings {
			if got := test.want[0]; !strings.Contains(got, "("+name+")") {
				t.Errorf("%s: %q lacks %s", test.name, got, name)
			}
		}
		if got, want := len(dialect.Readings) > 0, strings.Contains(strings.Join(test.want, ""), "reads well"); got != want {
			t.Errorf("%s: the readings are %q", test.name, dialect.Readings)
		}
	}
}
