package dataset

import (
	"slices"
	"strings"
	"testing"
)

// Comments in which every line of the body looks like one, and borders of what belongs to a table.
func TestLayoutBorders(t *testing.T) {
	if prefix, above := sampleOf("#\n# a\n", ',').comments(); prefix != "#" || above != 2 {
		t.Errorf("comments of nothing else = %q, %d above, want #, 2", prefix, above)
	}
	for head, want := range map[string]bool{
		"x,y\na,b,c\n1,2,3\nd,e,f\n": false, "x,y\na,b,c\n1,2,3\n": false, "x,y\na,b,c\nd,e,f\n1,2,3\n": false, // the names are where values are below them
	} {
		if rows := rowsOf(head); belongs(rows[0], rows[1:], true) != want {
			t.Errorf("belongs(%q) = %v, want %v", head, !want, want)
		}
	}
	for head, want := range map[string]bool{"T,\na,b\n1,x\n": true, "T,\na,b\nx,y\n1,z\n": true, "T,\nU,\na,b\n1,x\n": true, "T,,\na,,c\n1,2,x\n": true, "T,,,\na,b,,d\n1,2,3,4\n5,6,7,8\n": true} {
		if rows := rowsOf(head); isTitle(rows, 0) != want {
			t.Errorf("isTitle(%q) = %v, want %v", head, !want, want)
		}
	}
}

// How a head is read where a part of it is missing: delimiters only above, commas only in some lines, lines that are cut.
func TestChooseBorders(t *testing.T) {
	const mixed = "no character separates every line into as many values, so that there is one column: choose the delimiter, or mend the lines"
	tests := []struct {
		name, head string
		delimiter  byte
		width      int
		warnings   []string
	}{
		{"no comma", "a\nb\nc\n", ',', 1, nil}, {"a comma in the first line", ",a\nb\nc\nd\ne\n", unitSeparator, 1, []string{mixed}}, {"a comma below", "a\nb\nc,\nd\ne\n", unitSeparator, 1, nil},
		{"a comma in names", "a,b\nc\nd\ne\nf\n", unitSeparator, 1, []string{mixed}}, {"a delimiter at the beginning", ";a\n;b\n;c\n", ';', 2, nil},
	}
	for _, test := range tests {
		k := &sniffer{head: []byte(test.head), whole: true}
		s, warnings := k.choose(0)
		if s.syntax.delimiter != test.delimiter || s.modal != test.width || !slices.Equal(warnings, test.warnings) {
			t.Errorf("%s: %q, %d columns, %q, want %q, %d, %q", test.name, s.syntax.delimiter, s.modal, warnings, test.delimiter, test.width, test.warnings)
		}
	}
	// Lines behind an open quote keep their numbers, and cells with doubled quotes their texts.
	s := sampleOf("a,b\n\"1,2\n3,4\n\"x\"\"y\",5\n\"z\"\"w\",6\n", ',')
	var lines []int
	for _, r := range s.rows {
		lines = append(lines, r.line)
	}
	if s.unclosed != 1 || !slices.Equal(lines, []int{1, 3, 4, 5}) || string(s.rows[2].cells[0]) != `x"y` || string(s.rows[3].cells[0]) != `z"w` {
		t.Errorf("%d unclosed, lines %v, cells %q and %q", s.unclosed, lines, s.rows[2].cells, s.rows[3].cells)
	}
}

// The splitter's own borders: escapes that end the text, blanks of two bytes, comments that are cut.
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
		{"cells around eight bytes", "1234567,12345678,123456789\n1234567\n12345678\n", splitter{}, []string{"1: 1234567|12345678|123456789", "2: 1234567", "3: 12345678"}},
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

// Which texts are codes, and not numbers: of sixteen digits and more, if any would be rounded.
func TestLongCodeBorders(t *testing.T) {
	for _, test := range []struct {
		texts []string
		want  bool
	}{
		{[]string{"9007199254740993"}, true}, {[]string{"9007199254740992"}, false}, {[]string{"9007199254740992", "9007199254740993"}, true}, {[]string{"9007199254740993", "9007199254740992"}, true},
		{[]string{"123456789012345"}, false}, {[]string{"9007199254740993", "90071992547409931"}, false}, {[]string{"9007199254740993", "900719925474099x"}, false}, {[]string{strings.Repeat("9", 400)}, true},
	} {
		if got := longCodes(test.texts); got != test.want {
			t.Errorf("longCodes(%q) = %v, want %v", test.texts, got, test.want)
		}
	}
}

// A filter of a column whose texts are not coded looks at every cell.
func TestFilterOfTexts(t *testing.T) {
	texts := new(Texts)
	for _, s := range []string{"Bern", "bern west", "Rom"} {
		texts.Append([]byte(s))
	}
	texts.AppendMissing()
	c := &Column{Kind: Text, Texts: texts}
	ids := &Column{Kind: ID, Codes: NewCodes([]int32{0, 1, 2, -1}), Levels: []float64{10, 20, 101}}
	for _, test := range []struct {
		column *Column
		filter string
		want   []int
	}{{c, "bern", []int{0, 1}}, {c, "= Bern", []int{0}}, {c, "≠ Bern", []int{1, 2}}, {c, "is missing", []int{3}}, {ids, "10", []int{0, 2}}, {ids, "= 10", []int{0}}, {ids, "≠ 10", []int{1, 2}}} {
		holds, err := test.column.Filter(test.filter)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for row := range 4 {
			if holds(row) {
				got = append(got, row)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: rows %v, want %v", test.filter, got, test.want)
		}
	}
}
