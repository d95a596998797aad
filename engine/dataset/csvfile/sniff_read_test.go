package csvfile

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestSeparatorLine(t *testing.T) {
	tests := []struct {
		head  string
		given byte
		start int
	}{
		{"sep=;\na", ';', 6},
		{"SEP=,\r\na", ',', 7},
		{"sep=|\ra", '|', 6},
		{"sep=;\r", ';', 6},
		{"\"sep=;\"\na", ';', 8},
		{"'sep=;' \na", ';', 9},
		{"sep=\t\na", '\t', 6},
		{"sep=\\t\na", '\t', 7},
		{"sep=::\na", ':', 7},
		{"sep=:\n", ':', 6},
		{"sep=;\n\na", ';', 6},
		{"sep=;", 0, 0},
		{"sep=\na", 0, 0},
		{"sep=;;;\na", 0, 0},
		{"sep=;,\na", 0, 0},
		{"sep=\\n\na", 0, 0},
		{"sep=\"\na", 0, 0},
		{"sip=;\na", 0, 0},
		{"sep=\\\na", 0, 0},
		{"sep=\xb6\na", 0, 0},
		{"sep=\x7f\na", 0x7f, 6},
		{"\nsep=;\na", 0, 0},
		{"", 0, 0},
	}
	for _, test := range tests {
		k := &sniffer{head: []byte(test.head), atEOF: true}
		lines := 0
		if test.start > 0 {
			lines = 1
		}
		if given := k.separatorLine(); given != test.given || k.start != test.start || k.line != lines {
			t.Errorf("separatorLine of %q = %q, %d bytes, %d lines, want %q, %d, %d", test.head, given, k.start,
				k.line, test.given, test.start, lines)
		}
	}
}

// Both meanings of a carriage return are tried only if both kinds of line ends occur outside quotes.
func TestLineEnds(t *testing.T) {
	for head, want := range map[string][]bool{
		"": {false}, "a\nb\n": {false}, "a\r\nb\r\n": {false}, "a\rb": {true}, "a\r": {true}, "a\rb\n": {false, true}, "a\nb\r": {false, true},
		"\"x\ry\"\n": {false}, "\"x\ny\"\r": {true}, "\"x\"\r\"y\"\n": {false, true}, "a\r\nb\r": {false, true}, "\"\n\"": {false},
	} {
		if got := (&sniffer{head: []byte(head)}).lineEnds(); !reflect.DeepEqual(got, want) {
			t.Errorf("lineEnds of %q = %v, want %v", head, got, want)
		}
	}
	if got := (&sniffer{head: []byte("\r\na\r"), start: 2}).lineEnds(); !reflect.DeepEqual(got, []bool{true}) {
		t.Errorf("lineEnds behind a first line = %v, want [true]", got)
	}
}

// The syntax with the fewest stray and unclosed quotes wins.
func TestQuotesOfSample(t *testing.T) {
	tests := []struct {
		name, head                          string
		quote, escape                       byte
		rows, quoted, stray, unclosed, open int // open is the line
	}{
		{"none", "a,b\n1,2\n", '"', 0, 2, 0, 0, 0, 0},
		{"quotes", "a,b\n\"1\",\"2\"\n", '"', 0, 2, 2, 0, 0, 0},
		{"stray", "\"a\"b,1\n\"c\"d,2\ne,3\n", '"', 0, 3, 0, 2, 0, 0},
		{"backslashes that help", "\"a\\\"b\",1\n", '"', '\\', 1, 1, 0, 0, 0},
		{"backslashes that are texts", "\"a\\\",1\n\"b\",2\n", '"', 0, 2, 2, 0, 0, 0},
		{"backslashes that do not help", "\"a\\\"b\",1\n\"c\\\",2\n", '"', 0, 2, 1, 1, 0, 0},
		{"unclosed", "a,b\n\"1,2\n3,4\n", '"', 0, 3, 0, 0, 1, 0},
		{"unclosed beside others", "a,b\n\"1,\"\"\n3,4\n", '"', 0, 2, 0, 0, 1, 2},
		{"two unclosed", "a,b\n\"1,2\n\"3,4\n", '"', 0, 3, 0, 0, 2, 0},
		{"three unclosed", "a,b\n\"1,2\n\"3,4\n\"5,6\n", 0, 0, 4, 0, 0, 0, 0},
		{"three unclosed, one closed", "a,\"b\"\n\"1,2\n\"3,4\n\"5,6\n", '"', 0, 4, 1, 0, 3, 0},
		{"single quotes", "'a','b'\n1,2\n", '\'', 0, 2, 2, 0, 0, 0},
		{"three apostrophes", "'a',b'\n1,2\n", '"', 0, 2, 0, 0, 0, 0},
		{"one cell in single quotes", "'a',b''\n1,2\n", '"', 0, 2, 0, 0, 0, 0},
		{"single quotes beside others", "'a','b'\n\"1\",2\n", '"', 0, 2, 1, 0, 0, 0},
		{"single quotes, one stray", "'a','b'\n'c'd,2\n", '"', 0, 2, 0, 0, 0, 0},
		{"single quotes, one unclosed", "'a','b'\n'c,2\n", '"', 0, 2, 0, 0, 0, 0},
	}
	for _, test := range tests {
		s := sampleOf(test.head, ',')
		if s.syntax != (syntax{',', test.quote, test.escape}) || len(s.rows) != test.rows || s.quoted != test.quoted || s.stray != test.stray ||
			s.unclosed != test.unclosed || s.openLine != test.open {
			t.Errorf("%s: %q, %d rows, %d quoted, %d stray, %d unclosed from line %d, want %q %q, %d, %d, %d, %d from line %d",
				test.name, s.syntax, len(s.rows),
				s.quoted, s.stray, s.unclosed, s.openLine, test.quote, test.escape, test.rows, test.quoted, test.stray, test.unclosed, test.open)
		}
	}
}

// The sample ends with its five hundredth row, or with the twenty-first unclosed quote.
func TestSampleEnds(t *testing.T) {
	if s := sampleOf(strings.Repeat("a,b\n", 600), ','); len(s.rows) != sampleRows {
		t.Errorf("%d rows, want %d", len(s.rows), sampleRows)
	}
	k := &sniffer{head: []byte("x,\"y\"\n" + strings.Repeat("\"a,\"\"\n", 30)), atEOF: true}
	if s := k.split(syntax{',', '"', 0}, false); s.unclosed != maxUnclosed+1 || s.open != len("x,\"y\"\n") {
		t.Errorf("%d unclosed from %d on, want %d from %d on", s.unclosed, s.open, maxUnclosed+1, len("x,\"y\"\n"))
	}
	s := sampleOf("\na,b\n,\n\"x\ny\",1\n", ',')
	if len(s.rows) != 2 || s.rows[0].line != 2 || s.rows[0].start != 1 || s.rows[0].end != 5 || s.rows[1].line != 4 || s.rows[1].lines != 2 ||
		string(s.rows[1].text) != "\"x\ny\",1\n" || string(s.rows[1].cells[0]) != "x\ny" {
		t.Errorf("rows %+v", s.rows)
	}
}

// A quote that is open to the end of a truncated head starts a long text after three rows or half of the head.
func TestOpenQuoteOfCutHead(t *testing.T) {
	for head, want := range map[string]int{
		"a,b\n1,2\n3,4\n\"x,5\n6,7": 0, "a,b\n1,2\n\"x,5\n6,7\n8,9\n" + strings.Repeat("z", 20): 1,
		"a,b\n1,2\n" + strings.Repeat("y", 40) + "\n\"x,5\n6,7": 0,
	} {
		k := &sniffer{head: []byte(head)}
		if s := k.split(syntax{',', '"', 0}, false); s.unclosed != want {
			t.Errorf("split(%q) has %d unclosed quotes, want %d", head, s.unclosed, want)
		}
	}
}

func TestSniffRefuses(t *testing.T) {
	const twice = "add the missing %, or write each % inside a value in quotes twice"
	tests := []struct {
		name, head    string
		whole         bool
		kind          string
		line          int
		message, hint string
	}{
		{"separators", ";;\n,|\t \n", true, EmptyFile, 0, "the file contains only separators", "choose a file with a header and rows"},
		{
			"separators behind sep", "sep=;\n;;\n", true, EmptyFile, 0, "the file contains only separators",
			"choose a file with a header and rows",
		},
		{"an open quote", "\"a,\"\"\n", true, UnterminatedQuote, 1, `a quote " is opened and not closed`, strings.ReplaceAll(twice, "%", `"`)},
		{
			"an open quote above the names", "t\n\"u,\"\"\na,b,c\n1,2,3\n4,5,6\n", true, UnterminatedQuote, 2,
			`a quote " is opened and not closed`, strings.ReplaceAll(twice, "%", `"`),
		},
		{
			"half a line", "a,b,c", false, LineTooLong, 1, "the first line has more than 5 bytes",
			"choose a table saved as CSV with one row in each line",
		},
		{
			"half a line behind sep", "sep=;\na;b", false, LineTooLong, 2, "the first line has more than 9 bytes",
			"choose a table saved as CSV with one row in each line",
		},
	}
	for _, test := range tests {
		_, err := sniff([]byte(test.head), test.whole, OpenOptions{})
		if want := (Error{Kind: test.kind, Line: test.line, Message: test.message, Hint: test.hint}); err == nil || *err != want {
			t.Errorf("%s: error %+v, want %+v", test.name, err, want)
		}
	}
}

// Incomplete heads: delimiters only above the table, commas only in some lines, truncated lines.
func TestChooseBorders(t *testing.T) {
	const mixed = "no character separates every line into as many values, so that there is one column: choose the delimiter, or mend the lines"
	tests := []struct {
		name, head string
		delimiter  byte
		width      int
		warnings   []string
	}{
		{"no comma", "a\nb\nc\n", ',', 1, nil},
		{"a comma in the first line", ",a\nb\nc\nd\ne\n", unitSeparator, 1, []string{mixed}},
		{"a comma below", "a\nb\nc,\nd\ne\n", unitSeparator, 1, nil},
		{"a comma in names", "a,b\nc\nd\ne\nf\n", unitSeparator, 1, []string{mixed}},
		{"semicolons in half of the lines", "t\na;b\n1;2;3\nend\n", ',', 1, []string{mixed}},
		{
			"lines in quotes", "\"a,b\"\n\"1,2\"\n\"3,\"\"x\"\"\"\n", unitSeparator, 1,
			[]string{"each line is one text in quotes, so that there is one column: " +
				"remove these quotes, or split the column in a spreadsheet program"},
		},
		{
			"lines of tabs in quotes", "\"# x\"\n\"a\tb\"\n\"1\t2\"\n\"3\t\"\"x\"\"\"\n", ',', 1,
			[]string{"each line is one text in quotes, so that there is one column: " +
				"remove these quotes, or split the column in a spreadsheet program"},
		},
		{"texts in quotes", "\"a\"\n\"1,2\"\n\"3,4\"\n", unitSeparator, 1, nil},
		{"a semicolon in a line", "t\na;b\nc\nd\n", ',', 1, nil},
		{"a delimiter at the beginning", ";a\n;b\n;c\n", ';', 2, nil},
	}
	for _, test := range tests {
		k := &sniffer{head: []byte(test.head), atEOF: true}
		s, warnings := k.choose(0)
		if s.syntax.delimiter != test.delimiter || s.modal != test.width || !slices.Equal(warnings, test.warnings) {
			t.Errorf("%s: %q, %d columns, %q, want %q, %d, %q", test.name, s.syntax.delimiter, s.modal, warnings,
				test.delimiter, test.width, test.warnings)
		}
	}
	const fixed = "id   age name    y\n1     53 Ann     1\n2      6 Bob B   0\n11    46 Cy      1\n"
	for head, want := range map[string]int{fixed: 1, "a  note\nSo.  Yes.\nNo.\n": 0} {
		if l, err := sniff([]byte(head), true, OpenOptions{}); err != nil || len(l.warnings) != want {
			t.Errorf("%q: warnings %q, %v, want %d", head, l.warnings, err, want)
		}
	}
	// Lines behind an open quote keep their numbers, and cells with doubled quotes their texts.
	s := sampleOf("a,b\n\"1,2\n3,4\n\"x\"\"y\",5\n\"z\"\"w\",6\n", ',')
	var lines []int
	for _, r := range s.rows {
		lines = append(lines, r.line)
	}
	if s.unclosed != 1 || !slices.Equal(lines,
		[]int{1, 2, 3, 4, 5}) || string(s.rows[3].cells[0]) != `x"y` || string(s.rows[4].cells[0]) != `z"w` {
		t.Errorf("%d unclosed, lines %v, cells %q and %q", s.unclosed, lines, s.rows[3].cells, s.rows[4].cells)
	}
}
