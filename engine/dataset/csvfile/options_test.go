package csvfile

import (
	"strings"
	"testing"
)

// A delimiter takes one byte, and does not quote, escape or end lines.
func TestIsDelimiter(t *testing.T) {
	for r := rune(-1); r < 0x100; r++ {
		want := r > 0 && r < 0x80 && !strings.ContainsRune("\"'\r\n\\", r)
		if got := isDelimiter(r); got != want {
			t.Errorf("isDelimiter(%q) = %v, want %v", r, got, want)
		}
	}
	for r, want := range map[rune]string{',': "commas", ';': "semicolons", '\t': "tabs", '|': "bars", '^': `'^'`} {
		if got := delimiterWord(byte(r)); got != want {
			t.Errorf("delimiterWord(%q) = %s, want %s", r, got, want)
		}
	}
}

// Every delimiter that a warning suggests can be chosen.
func TestSuggestedDelimiters(t *testing.T) {
	for _, other := range rareDelimiters {
		if err := (OpenOptions{Delimiter: []rune(other.text)[0]}).Validate(); err != nil {
			t.Errorf("%s are suggested: %v", other.name, err)
		}
	}
}
