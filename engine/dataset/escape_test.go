package dataset_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"drnet/engine/dataset"
)

func TestEscapeControl(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"age ≤ 50, it's “quoted” \\ back", "age ≤ 50, it's “quoted” \\ back"},
		{"é e\u0301 😀 👩\u200d💻 \u00a0 שלום", "é e\u0301 😀 👩\u200d💻 \u00a0 שלום"}, // combined and right-to-left texts are texts
		{"red\x1b[31m\x1b]0;title\a", `red\x1b[31m\x1b]0;title\x07`},
		{"\x00\x08\x7f", `\x00\x08\x7f`},
		{"two\nlines\tand\rback\r\n", `two\nlines\tand\rback\r\n`},
		{"\u0080\u009b31m\u009f", `\u0080\u009b31m\u009f`}, // CSI as a single character
		{"a\u202eb\u2066c\u2069\u200e\u061c", `a\u202eb\u2066c\u2069\u200e\u061c`},
		{"\ufeffa\u2028b\u2029", `\ufeffa\u2028b\u2029`},
		{"\xff\x9b\xc3", `\xff\x9b\xc3`},
		{"\ufffd stays", "\ufffd stays"},
	} {
		if got := dataset.EscapeControl(test.text); got != test.want {
			t.Errorf("EscapeControl(%q) = %s, want %s", test.text, got, test.want)
		}
	}
}

func FuzzEscapeControl(f *testing.F) {
	f.Add("a\x1b[0m\nb\u202e\xff")
	f.Fuzz(func(t *testing.T, text string) {
		got := dataset.EscapeControl(text)
		if at := strings.IndexFunc(got,
			func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }); at >= 0 || !utf8.ValidString(got) {
			t.Errorf("EscapeControl(%q) = %q", text, got)
		}
		if again := dataset.EscapeControl(got); again != got {
			t.Errorf("EscapeControl(%q) = %q, and of that %q", text, got, again)
		}
	})
}
