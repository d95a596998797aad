package golden

import (
	"strings"
	"testing"
)

func TestJSON(t *testing.T) {
	many := strings.TrimSuffix(strings.Repeat("1000000,", 30), ",")
	for _, test := range []struct{ name, text, want string }{
		{"a number", "-1.50e+3", "-1.50e+3\n"},
		{"empty", `{"a":[],"b":{}}`, `{"a": [], "b": {}}` + "\n"},
		{"short", `[{"a<":"\u003c & é \" ,"},null,[true,1.0]]`, `[{"a<": "\u003c & é \" ,"}, null, [true, 1.0]]` + "\n"},
		{"long", `{"name":"x","list":[` + many + `],"rows":2,"short":[1],"last":"y"}`, `{
 "name": "x",
 "list": [
  ` + strings.Repeat("1000000, ", 12) + "1000000,\n  " + strings.Repeat("1000000, ", 12) + `1000000,
  1000000, 1000000, 1000000, 1000000
 ],
 "rows": 2,
 "short": [1],
 "last": "y"
}
`},
	} {
		for _, indent := range []string{" ", "    "} {
			text := Indent(t, test.text, indent)
			got := JSON(t, text)
			if got != test.want {
				t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
			}
			if again := Indent(t, got, indent); again != text {
				t.Errorf("%s: laid out again it is\n%s\nwant\n%s", test.name, again, text)
			}
		}
	}
}

func TestDifference(t *testing.T) {
	got := difference("file", "a\nb\nc", "a\nb")
	if want := "line 3 of 3: got\na\nb\nc\n\nwant, from file with 2 lines,\na\nb"; got != want {
		t.Errorf("difference() =\n%s\nwant\n%s", got, want)
	}
	long := strings.Repeat("same\n", 100)
	if got := difference("file", long+"x"+long, long+"y"+long); strings.Count(got, "same") != 2*(12+12) {
		t.Errorf("a difference of long texts is shown as\n%s", got)
	}
}
