package csvfile

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// A row with a quote too many is read with as many values as the table has, if it can be.
func TestMend(t *testing.T) {
	for _, test := range []struct {
		name, line, want string
		width            int
	}{
		{"a quote before a value", `a,"b,c,"x, y",z`, `a|"b|c|x, y|z`, 5},
		{"before the first one", `"a,b,"x, y",z` + "\r\n", `"a|b|x, y|z`, 4},
		{"before a value, and a comma makes up for it", `a,"b,"x, y",z`, `a|"b|x, y|z`, 4},
		{"before a quoted value", `a,""x, y, z",b`, `a|"x, y, z|b`, 3},
		{"before one with doubled quotes", `a,""x, 5""",b` + "\n", `a|"x, 5"|b`, 3},
		{"inside a quoted value", `a,"x, 5" y, z",b`, `a|x, 5" y, z|b`, 3},
		{"inside the last one", `a,"x, 5" y, z" ` + "\r\n", `a|x, 5" y, z`, 2},
		{"at the end of quoted values", `"5"","x, y",b`, `5"|x, y|b`, 3},
		{"a text behind a quote", `"a, b" c,1`, `"a, b" c|1`, 2},
		{"inches in quotes", `"5" pipe",1`, `5" pipe|1`, 2},
		{"other widths", `a,"b,c,"x, y",z`, `a|"b,c,"x|y"|z`, 6},
	} {
		s := splitter{syntax: syntax{delimiter: ',', quote: '"'}, line: 6}
		s.next([]byte(test.line), true)
		s.mend([]byte(test.line), test.width)
		if got := string(bytes.Join(s.record.cells, []byte("|"))); got != test.want || !s.record.stray || s.record.line != 7 {
			t.Errorf("%s: mend(%q) = %q, %+v, want %q", test.name, test.line, got, s.record, test.want)
		}
	}
}

// Where bars are at both ends of each line, a full row has two cells more than the table has columns.
func TestMendBetweenBars(t *testing.T) {
	const text = "|a|\"b|\"c| d\"|\n|1|u|z|\n|2|\"v|\"x| y\"|\n|3|w|z|\n"
	f, err := Open(strings.NewReader(text), OpenOptions{Delimiter: '|'})
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{strings.Join(f.Names, " / ")}
	if _, err := f.Rows(func(cells [][]byte, _ int) { lines = append(lines, string(bytes.Join(cells, []byte(" / ")))) }); err != nil {
		t.Fatal(err)
	}
	if want := []string{`a / "b / c| d`, "1 / u / z", `2 / "v / x| y`, "3 / w / z"}; !slices.Equal(lines, want) {
		t.Errorf("read %q, want %q", lines, want)
	}
}
