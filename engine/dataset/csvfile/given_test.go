package csvfile

import (
	"strings"
	"testing"
)

// The quotes of a similar table decide what apostrophes are. Where they do not, a note says how they were read.
func TestApostrophes(t *testing.T) {
	const empty, quoted, single = "a,b\n'',1\nx,2\n'',3\n", "'a','b'\n'x',1\n'y',2\n", "a,b\n'x',1\n"
	const inch = "'a','b'\n'x',1\n\"y,2\n'z',3\n"
	names := []string{"a", "b"}
	for _, test := range []struct {
		text  string
		o     OpenOptions
		first string // cell of the first row
		noted bool
	}{
		{empty, OpenOptions{}, "", true},
		{empty, OpenOptions{Quote: "'"}, "", false},
		{empty, OpenOptions{Quote: `"`}, "''", false},
		{empty, OpenOptions{Names: names}, "", true},
		{empty, OpenOptions{Names: names, Like: "'"}, "", false},
		{empty, OpenOptions{Names: names, Like: `"`}, "''", false},
		{quoted, OpenOptions{}, "x", false},
		{inch, OpenOptions{}, "x", false},
		{quoted, OpenOptions{Names: names}, "x", true},
		{quoted, OpenOptions{Names: names, Like: `"`}, "x", true},
		{single, OpenOptions{}, "'x'", false},
		{single, OpenOptions{Names: names, Like: "'"}, "x", false},
		{single, OpenOptions{Names: names, Like: `"`}, "'x'", false},
	} {
		f, err := Open(strings.NewReader(test.text), test.o)
		if err != nil {
			t.Fatal(err)
		}
		var first []string
		if _, err := f.Rows(func(cells [][]byte, _ int) { first = append(first, string(cells[0])) }); err != nil || first[0] != test.first {
			t.Errorf("%q, %+v: the first cell is %q, %v, want %q", test.text, test.o, first, err, test.first)
		}
		if noted := strings.Contains(strings.Join(f.Warnings, ""), "apostrophes"); noted != test.noted {
			t.Errorf("%q, %+v: warnings %q", test.text, test.o, f.Warnings)
		}
	}
}

// The quote, the escape, the comments and the lines to skip are as given, whatever the file looks like.
func TestGivenSyntax(t *testing.T) {
	tests := []struct {
		name, text string
		o          OpenOptions
		want       string // names and rows, "|" between cells and "/" between rows
	}{
		{"quote", "a,b\n'1,5',x\n2,y\n3,z\n", OpenOptions{Quote: "'"}, "a|b/1,5|x/2|y/3|z"},
		{"another quote", "a,b\n~1,5~,x\n2,\"y\n3,z\n", OpenOptions{Quote: "~"}, "a|b/1,5|x/2|\"y/3|z"},
		{"no quotes", "a,b\n\"1,x\"\n\"2,y\"\n\"3,z\"\n", OpenOptions{Quote: None}, "a|b/\"1|x\"/\"2|y\"/\"3|z\""},
		{"escape", "a,b\n\"1^\",5\",x\n2,y\n3,z\n", OpenOptions{Escape: "^"}, "a|b/1\",5|x/2|y/3|z"},
		{"no escape", "a,b\n\"1\\\",x\n2,y\n3,z\n", OpenOptions{Escape: None}, "a|b/1\\|x/2|y/3|z"},
		{"quote and escape", "a,b\n'1\\',5',x\n2,y\n3,z\n", OpenOptions{Quote: "'", Escape: "\\"}, "a|b/1',5|x/2|y/3|z"},
		{"comment", "! by hand\na,b\n1,x\n!2,y\n3,z\n", OpenOptions{Comment: "!"}, "a|b/1|x/3|z"},
		{"no comments", "a,b\n1,x\n# 2,y\n3,z\n", OpenOptions{Comment: None}, "a|b/1|x/# 2|y/3|z"},
		{
			"comments in columns of fixed width", "a  b  c\n1  2   3\n! by hand\n3  4   5\n6 7 8\n",
			OpenOptions{Comment: "!"},
			"a|b|c/1|2|3/3|4|5/6|7|8",
		},
		{"skip", "x,y\n7,7\na,b\n1,x\n3,z\n", OpenOptions{Skip: 2}, "a|b/1|x/3|z"},
		{"skip CRLF", "x,y\r\n7,7\r\na,b\r\n1,x\r\n3,z\r\n", OpenOptions{Skip: 2}, "a|b/1|x/3|z"},
		{"skip blanks", "t\na  b  c\n1  2   3\n3  4   5\n6 7 8\n", OpenOptions{Skip: 1}, "a|b|c/1|2|3/3|4|5/6|7|8"},
	}
	for _, test := range tests {
		if err := test.o.Validate(); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		f, err := Open(strings.NewReader(test.text), test.o)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		got := strings.Join(f.Names, "|")
		if _, err = f.Rows(func(cells [][]byte, line int) {
			var texts []string
			for _, cell := range cells {
				texts = append(texts, string(cell))
			}
			got += "/" + strings.Join(texts, "|")
		}); err != nil || got != test.want {
			t.Errorf("%s: %s, %v, want %s", test.name, got, err, test.want)
		}
	}
	_, err := Open(strings.NewReader("a,b\n1,2\n"), OpenOptions{Skip: 9})
	const want = "the file ends within the 9 lines to skip"
	if e, ok := err.(*Error); !ok || e.Kind != EmptyFile || e.Message != want {
		t.Errorf("skipping all lines gives %v, want %s", err, want)
	}
}

func TestWrongMarks(t *testing.T) {
	for _, o := range []OpenOptions{
		{Quote: "ab"},
		{Quote: "é"},
		{Quote: "\n"},
		{Quote: "1"},
		{Quote: "|", Delimiter: '|'},
		{Escape: "x"},
		{Escape: "\\\\"},
		{Comment: "a\nb"},
		{Comment: " "},
		{Comment: strings.Repeat("#", 9)},
		{Skip: -1},
	} {
		if e, ok := o.Validate().(*Error); !ok || e.Kind != Quote && e.Kind != NotCSV {
			t.Errorf("Validate of %+v = nil, want an error", o)
		}
	}
}
