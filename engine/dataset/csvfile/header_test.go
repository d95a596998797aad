package csvfile

import (
	"reflect"
	"strings"
	"testing"
)

// columnVoteOf returns the vote of a column, given as a text with one cell per line, the first one the name.
func columnVoteOf(text string) int {
	rows := rowsOf(text)
	return columnVote(rows[0].cells[0], rows[1:], 0)
}

// A name votes by its difference from the cells below: 4 strongly, 1 weakly, positive for a name.
func TestColumnVote(t *testing.T) {
	for column, want := range map[string]int{
		"a\n1\n2\n": 4, "a\n1\n2\n3\n4\n5\nx\n": 4, "a\n1\n2\n3\n4\nx\n": 0, "a\n1\nNA\n": 4, "a\nNA\n?\n": 0, "NA\n1\n2\n": 0, "NA\nx\n": 0,
		"5\n1\n2\n": -4, "5\nx\ny\n": -1, "5\nx\n1\n": -4, "5\nx\ny\n1\n": -1, "5\nNA\n": 0,
		"12:30\n1\n": 1, "12:30\n1\n9:15\n": -4, "2020-01-31\n1\nx\n": -4,
		"a\nx\ny\n": 0, "a\na\n": -1, "a\na\nb\n": -1, "a\na\nb\na\n": -4, "a\na\na\n": -1, "a\nb\nb\na\n": -4,
		"a\n<1\n2*\nP3\n4\n": 4, "a\n<1\n2*\nP3\nlow\n": 0, "a1\nP1\nP2\nP3\nP4\n": 0, "a\nP1\nP2\nP3\n": 0,
		"a\nx\nx\ny\ny\n": 1, "a\nx\nx\ny\nz\n": 0, "a\nx\nx\nx\n": 0, "a\nx\nx\nx\nx\n": 1, "a\nx\nx\ny\nz\nz\n": 0, "a\nx\nx\ny\ny\nz\nz\n": 1,
	} {
		if got := columnVoteOf(column); got != want {
			t.Errorf("columnVote of %q = %d, want %d", column, got, want)
		}
	}
	rows := rowsOf("a,b\n1\n2,x\n3\n") // a row may lack the column
	if got := columnVote([]byte("x"), rows[1:], 1); got != -1 {
		t.Errorf("columnVote of a column with gaps = %d, want -1", got)
	}
}

func TestDuplicates(t *testing.T) {
	for head, want := range map[string]int{"a,b\n": 0, "a,a\n": 1, "a,a,a\n": 2, "a,b,a,b\n": 2, "NA,NA\n": 0, ",,a\n": 0} {
		if got := duplicates(rowsOf(head)[0]); got != want {
			t.Errorf("duplicates of %q = %d, want %d", head, got, want)
		}
	}
}

// A row repeats names if it has the first two of them at least, or the only one and nothing else.
func TestRepeats(t *testing.T) {
	for head, want := range map[string]bool{
		"a\na\n": true, "a\nb\n": false, "a\na,b\n": false, "a\na,\n": false, "a,b\na\n": false, "a,b\na,b\n": true, "a,b\na,b,c\n": true,
		"a,b,c\na,b\n": true, "a,b,c\na\n": false, "a,b,c\na,b,d\n": false, "a,b\na,b,\n": true, "a,\na,\n": true,
		"a,É\nA,é\n": true,
	} {
		rows := rowsOf(head)
		if got := repeats(rows[1].cells, rows[0].cells); got != want {
			t.Errorf("repeats of %q = %v, want %v", head, got, want)
		}
	}
}

func TestIsHeader(t *testing.T) {
	for head, want := range map[string]bool{
		"a,b\n": true, "a,5\n": false, "2026-01-31,b\n": false, "NA,b\n": true, "a,b\nx,y\n": true,
		"a,b\n1,x\n": true, "a,5\n1,x\n": true, "a,5\nx,1\n": false,
		"a,a\nx,y\n": false, "a,a\n1,x\n": true, "a,a,a,a,a\n1,x,y,z,w\n": true, "a,a,a,a,a,a\n1,x,y,z,w,v\n": false,
		"NA,NA\nx,y\n": true, "NA,?\n1,2\n": true, "a,x\n1,x\n": true, "a,5,9,7,2\n1,x,y,z,w\n": false,
		"a,5,9,7\n1,x,y,z\n": true, "a,x,y,z,w\n1,x,y,z,w\n": true, "a,x,y,z,w,v\n1,x,y,z,w,v\n": false,
		"id,2019,2020\nx,1.5,2.5\n": true, "id,2019,2021\nx,2001,2002\n": false, "id,2019,2020\nx,2001,2002\n": true,
		"id,2020-01-31,2020-02-29\nx,5,7\ny,6,8\n": true, ",31.12.2019,31.12.2020\nx,5,7\ny,6,8\n": true,
		"id,2020-01-31\nx,2020-02-29\n": false, "5,2020-01-31\n6,7\n": false,
		"id,kind\n1,x\n2,y\nid,kind,more\n1,x,\n2,y,\n": true, "id,kind,more\n1,x,\n2,y,\nid,kind\n1,x\n2,y\n": true,
		"x,y\nx,z\nx,y,z\nu,z\n": false,
	} {
		rows := rowsOf(head)
		if got := isHeader(rows[0], rows[1:]); got != want {
			t.Errorf("isHeader(%q) = %v, want %v", head, got, want)
		}
	}
	head := "5\n" + strings.Repeat("x\n", comparedRows) + strings.Repeat("1\n", 2*comparedRows)
	if rows := rowsOf(head); columnVote(rows[0].cells[0], rows[1:], 0) != -4 || isHeader(rows[0], rows[1:]) {
		t.Error("a number is a name")
	}
	rows := rowsOf("a\n" + strings.Repeat("x\n", comparedRows) + strings.Repeat("a\n", 10))
	if !isHeader(rows[0], rows[1:]) {
		t.Errorf("more than %d rows are compared", comparedRows)
	}
}

func TestNamesLikeYears(t *testing.T) {
	for head, want := range map[string]bool{
		"id,2019,2020\nx,1.5,2.5\n": true, "id,2019\nx,1.5\n": true, "id,1900,2099\nx,1.5,7\n": true,
		"id,1899,2019\nx,1.5,7\n": false, "id,2100\nx,1.5\n": false,
		"id,2019\nx,2001\n": false, "id,2019\nx,1899\n": true, "id,2019\nx,2100\n": true, "id,2019\nx\n": true,
		"id,2019,2021\nx,1.5,2001\n": false,
		"id,1,2,3\nx,1.5,2,3\n":      true, "id,1\nx,1.5\n": false, "id,1,3\nx,1.5,2\n": false, "id,0,1\nx,5,6\n": true,
		"id,2,1\nx,5,6\n": false, "id,1,2,NA\nx,5,6,7\n": true,
		"id,1,2.5\nx,5,6\n": false, "id,1,12345\nx,5,6\n": false, "2019,2020\n1.5,2.5\n": false,
		"id,x\n5,y\n": false, "a,1,2\na,5,6\n": false, "5-1,1,2\nx,5,6\n": true,
		"2026-01-31,1,2\nx,5,6\n": false,
		",1995,1996\nx,1950,7\n":  true, ",1990,2000\nx,5,7\n": true,
		",1990\nx,5\n":              false,
		",2001,2002\nx,1999,2003\n": false, ",1,2\nx,5,7\n": false, "NA,1990,2000\nx,5,7\n": false,
		",1990,2000\n1,5,7\n": false,
		"id,1990,2000\n" + strings.Repeat("x,1,2\n", 9) + "x,1950,2\n": true,
		"id,(1),(2)\nx,1.5,2\n": true, "id,(1),(3)\nx,1.5,2\n": false, "id,9998,9999\nx,5,6\n": true,
	} {
		rows := rowsOf(head)
		if got := hasNumericNames(rows[0], rows[1:]); got != want {
			t.Errorf("hasNumericNames(%q) = %v, want %v", head, got, want)
		}
	}
}

func TestShortInteger(t *testing.T) {
	for cell, want := range map[string]int{
		"0": 0, "7": 7, "2019": 2019, "0042": 42, "9999": 9999, "(12)": 12, "": -1, "12345": -1,
		"1.5": -1, "-1": -1, "x": -1, "1 ": -1,
	} {
		x, ok := shortInteger([]byte(cell))
		if ok != (want >= 0) || ok && x != want {
			t.Errorf("shortInteger(%q) = %d, %v, want %d", cell, x, ok, want)
		}
	}
}

// Names are trimmed and made unique, and each column has one.
func TestHeaderNames(t *testing.T) {
	tests := []struct {
		head  string
		width int
		names []string
		warn  []string
	}{
		{"a,b\n", 2, []string{"a", "b"}, nil},
		{" a , b\n", 2, []string{"a", "b"}, nil},
		{"a,b,c\n", 2, []string{"a", "b"}, nil},
		{
			"b,c\n", 3,
			[]string{"column1", "b", "c"},
			[]string{
				"the header has one name fewer than the rows have values: it was read as lacking the first; names may be above wrong columns (line 1)",
				"1 column without a name, now called \"column1\"",
			},
		},
		{"a\n", 2, []string{"a", "column2"}, []string{`1 column without a name, now called "column2"`}},
		{"a,b\n", 4, []string{"a", "b", "column3", "column4"}, []string{`2 columns without a name, now called "column3", "column4"`}},
		{"a,a,a\n", 3, []string{"a", "a (2)", "a (3)"}, []string{`2 columns with the name of another one, now called "a (2)", "a (3)"`}},
		{
			"a,\" a\",a (2)\n", 3,
			[]string{"a", "a (3)", "a (2)"},
			[]string{`1 column with a name that differs from another one only in blanks, now called "a (3)"`},
		},
		{
			",column1,,column3\n", 4,
			[]string{"column1 (2)", "column1", "column3 (2)", "column3"},
			[]string{`2 columns without a name, now called "column1 (2)", "column3 (2)"`},
		},
	}
	for _, test := range tests {
		l := &layout{syntax: syntax{',', '"', 0}, width: test.width}
		(&sniffer{}).header(l, rowsOf(test.head)[0], rowsOf("1,2,3\n4,5,6\n"))
		if !reflect.DeepEqual(l.names, test.names) || !reflect.DeepEqual(l.warnings, test.warn) {
			t.Errorf("%q: names %q, %q, want %q, %q", test.head, l.names, l.warnings, test.names, test.warn)
		}
	}
}
