package csvfile

import (
	"slices"
	"testing"
)

// Edge cases of the splitter: escapes at the end of the text, blanks of two bytes, truncated comments.
func TestSplitBorders(t *testing.T) {
	tests := []struct {
		name, text string
		splitter   splitter
		want       []string
	}{
		{"an escape beside quotes", `"a\"","b\\"`, splitter{syntax: syntax{',', '"', '\\'}}, []string{`1: a"|b\ quoted quoted`}},
		{"an escape at the beginning", `"\"a"`, splitter{syntax: syntax{',', '"', '\\'}}, []string{`1: "a quoted`}},
		{"an escape of another letter", `"\a",b`, splitter{syntax: syntax{',', '"', '\\'}}, []string{`1: \a|b quoted`}},
		{"an escape without quotes", `a\,b`, splitter{syntax: syntax{',', '"', '\\'}}, []string{`1: a\|b`}},
		{"only a no-break space", "\u00a0,\u00a0\u00a0\n", splitter{}, []string{"1: | empty"}},
		{"a no-break space in a line", "\u00a0\n", splitter{}, []string{"1:  blank empty"}},
		{"the last byte of a no-break space", "x\xa0,\xa0\n", splitter{}, []string{"1: x\xa0|\xa0"}},
		{"the first byte of a no-break space", "\xc2x,\xc2\n", splitter{}, []string{"1: \xc2x|\xc2"}},
		{"the end of another letter", "aà,xà\n", splitter{}, []string{"1: aà|xà"}},
		{"a blank before and a no-break space behind", " a\u00a0 , b \u00a0\n", splitter{}, []string{"1: a|b"}},
		{"comment behind blanks", " \t--a\nb\n", splitter{comment: "--"}, []string{"1:  comment", "2: b"}},
		{"nearly a comment", "-a\n-\n", splitter{comment: "--"}, []string{"1: -a", "2: -"}},
		{"stray quote behind a line", "\"a\nb\"c,1\n", splitter{}, []string{"1:  unclosed"}},
		{"stray quotes with blanks", "\"a\"b \" ,\"c\"d\" \n", splitter{}, []string{`1: a"b|c"d stray`}},
		{"text behind a quote to the end", `"a"b`, splitter{}, []string{`1: "a"b stray`}},
		{"quotes at the end of a text", `a,"b"`, splitter{}, []string{"1: a|b quoted"}},
		{"one quote", `"`, splitter{}, []string{"1:  unclosed"}},
		{"two quotes", `""`, splitter{}, []string{"1:  quoted empty"}},
		{"three quotes", `"""`, splitter{}, []string{"1:  unclosed"}},
		{"four quotes", `""""`, splitter{}, []string{`1: " quoted`}},
		{
			"cells around eight bytes", "1234567,12345678,123456789\n1234567\n12345678\n",
			splitter{},
			[]string{"1: 1234567|12345678|123456789", "2: 1234567", "3: 12345678"},
		},
		{"CR in quotes", "\"a\rb\",1\nc\n", splitter{}, []string{"1: a\rb|1 quoted", "2: c"}},
		{"CR at the end", "a\r", splitter{cr: true}, []string{"1: a"}},
	}
	for _, test := range tests {
		s := test.splitter.orDefault()
		for _, cut := range []int{1, 3, len(test.text) + 1} {
			if got := s.pieces([]byte(test.text), func() int { return cut }); !slices.Equal(got, test.want) {
				t.Errorf("%s: next() by %d bytes = %q, want %q", test.name, cut, got, test.want)
			}
		}
	}
}
