package csvfile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A table has at most 20,000 columns.
func TestTooManyColumns(t *testing.T) {
	table := func(width int) error {
		f := &File{layout: layout{width: width}}
		err := f.describe()
		if err == nil && (len(f.Names) != width || f.Names[width-1] != fmt.Sprintf("column%d", width)) {
			t.Errorf("%d columns, want %d", len(f.Names), width)
		}
		return err
	}
	if err := table(MaxColumns); err != nil {
		t.Errorf("%d columns: %v", MaxColumns, err)
	}
	want := Error{
		Kind: TooManyColumns, Message: "the table has 20001 columns",
		Hint: "keep at most 20000 of them, or choose another delimiter",
	}
	if err, ok := table(MaxColumns + 1).(*Error); !ok || *err != want {
		t.Errorf("error %v, want %v", err, &want)
	}
	if err := tooWide([]byte(strings.Repeat("1;", MaxColumns))); err != nil {
		t.Errorf("%d values in the first line: %v", MaxColumns, err)
	}
	want = Error{
		Kind: TooManyColumns, Line: 1, Message: "the first line has more than 20001 values",
		Hint: "keep at most 20000 columns, or choose a table with one row in each line",
	}
	if err, ok := tooWide([]byte(strings.Repeat("1;", MaxColumns+1))).(*Error); !ok || *err != want {
		t.Errorf("error %v, want %v", err, &want)
	}
}

// The lines of a file are estimated from its beginning, and counts are extrapolated from the text so far.
func TestLines(t *testing.T) {
	ten := strings.Repeat("a,b\n", 10)
	tests := []struct {
		name             string
		size             int64
		text             string
		atEOF            bool
		packed, unpacked int64
		want             float64
	}{
		{"a whole file", 0, ten, true, 0, 0, 10},
		{"lines that end in CR", 0, strings.ReplaceAll(ten, "\n", "\r"), true, 0, 0, 10},
		{"no line end", 0, "a", true, 0, 0, 1},
		{"a tenth", 400, ten, false, 400, 0, 100},
		{"a compressed tenth", 100, ten, false, 20, 80, 100},
		{"a compressed file of which nothing was read", 400, ten, false, 0, 80, 100},
	}
	for _, test := range tests {
		f := &File{
			options: OpenOptions{Size: test.size}, source: &source{packed: &counter{n: test.packed}},
			window: &window{buf: []byte(test.text), end: len(test.text), atEOF: test.atEOF},
		}
		if test.unpacked > 0 {
			f.source.unpacked = &counter{n: test.unpacked}
		}
		if got, ok := f.Lines(); got != test.want || !ok {
			t.Errorf("%s: %v lines, %v, want %v", test.name, got, ok, test.want)
		}
		if test.atEOF {
			continue
		}
		if got := f.Extrapolate(100); got != 0 {
			t.Errorf("%s: %v rows before any text, want 0", test.name, got)
		}
		if f.used = 100; f.Extrapolate(100) != 400 {
			t.Errorf("%s: %v rows, want 400", test.name, f.Extrapolate(100))
		}
		f.options.Size = 0
		if _, ok := f.Lines(); ok || f.Extrapolate(100) != 0 {
			t.Errorf("%s: an estimate without the size of the file", test.name)
		}
	}
}

// A spreadsheet program saves rows that it did not split in one column.
func TestRowsInOneColumn(t *testing.T) {
	const sentence = "each row is one text with several values, in the first column: split it in a spreadsheet program"
	for text, want := range map[string]bool{"\"a,b\";;\n\"1,x\";;\n": true, "a;b,c;\n1;x;\n": false, "a;;\n1;x;y\n": false} {
		f, err := Open(strings.NewReader(text), OpenOptions{Delimiter: ';', Header: "yes"})
		if err != nil || slices.Contains(f.Warnings, sentence) != want {
			t.Errorf("%q: warnings %q, %v", text, f.Warnings, err)
		}
	}
}
