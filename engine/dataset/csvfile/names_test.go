package csvfile

import (
	"slices"
	"strings"
	"testing"
)

// The names of the table that a file is like find its header where its texts do not.
func TestKnownNames(t *testing.T) {
	known := []string{"sex", "ward", "plan", "ill"}
	tests := []struct {
		name, text, header string
		names              []string // nil without a header
		above              int      // lines
	}{
		{"a value like a name", "plan,ward,sex\nplus,A,m\nplus,ward,f\nbasic,ward,m\n", "", []string{"plan", "ward", "sex"}, 0},
		{"a line of groups above", "who,who,what,what\nsex,ward,plan,ill\nm,A,plus,no\nf,B,plus,no\n", "", known, 1},
		{"a title with separators", "2024,,,\n,place,,\nsex,ward,plan,ill\nm,A,plus,no\n", "", known, 2},
		{"names in capitals", "SEX,Ward ,PLAN\nSEX,A,plus\nSEX,B,plus\n", "", []string{"SEX", "Ward", "PLAN"}, 0},
		{"few of the names", "m,plan,yes\nf,plan,no\nm,plus,no\n", "", nil, 0},
		{"no header by the user", "plan,ward,sex\nplus,ward,f\n", "no", nil, 0},
	}
	for _, test := range tests {
		f, err := Open(strings.NewReader(test.text), OpenOptions{Names: known, Header: test.header})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if d := f.Dialect; d.Header != (test.names != nil) || d.Header && !slices.Equal(f.Names, test.names) || d.Preamble != test.above {
			t.Errorf("%s: header %t, names %q, %d lines above", test.name, d.Header, f.Names, d.Preamble)
		}
	}
}
