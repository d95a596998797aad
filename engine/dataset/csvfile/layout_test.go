package csvfile

import (
	"reflect"
	"strings"
	"testing"
)

// rowsOf returns the lines of a text without quotes.
func rowsOf(text string) []row { return sampleOf(text, ',').rows }

func TestModalWidth(t *testing.T) {
	for head, want := range map[string]int{
		"a,b\n1,2\n3\n": 2, "a\n1,2\n": 2, "a,b\n1\n": 1, "a,b\n1\n2\n": 1, "a,b,c\n1,2\n3,4\n5,6,7\n": 3, "a\n": 1,
	} {
		if got := modalWidth(rowsOf(head)); got != want {
			t.Errorf("modalWidth(%q) = %d, want %d", head, got, want)
		}
	}
}

// A table starts with its header, which may be narrower or wider by one, below titles and other lines.
func TestTableStart(t *testing.T) {
	tests := []struct {
		name, head string
		h, width   int
	}{
		{"header", "a,b\n1,2\n3,4\n", 0, 2},
		{"a line above", "title\na,b\n1,2\n3,4\n", 1, 2},
		{"two lines above", "t\nu\na,b\n1,2\n3,4\n", 2, 2},
		{"one name fewer", "b,c\nx,7,2\ny,3,4\n", 0, 3},
		{"one name more", "a,b,c\n1,2\n3,4\n5,6\n", 0, 3},
		{"two names more", "a,b,c,d\nx,2\ny,4\nz,6\n", 0, 4},
		{"two names fewer", "b,c\n1,2,3,4\n5,6,7,8\n", 1, 4},
		{"one name fewer below a title", "t\nb,c\nx,7,2\ny,3,4\n", 1, 3},
		{"one name more below a title", "t\na,b,c\n1,2\n3,4\n5,6\n", 1, 2},
		{"two names more below a title", "t\na,b,c,d\n1,2\n3,4\n5,6\n", 2, 2},
		{"a short row first", "1,2\n1,2,3\n4,5,6\n", 0, 3},
		{"a short row of other values", "x,2\n1,2,3\n4,5,6\n", 1, 3},
		{"a short row of data above a header", "1,2\na,b,c\n4,5,6\n", 1, 3},
		{"a title with separators", "Sales,,\na,b,c\n1,2,x\n3,4,y\n", 1, 3},
		{"two of them", "Sales,,\n2026 now,,\na,b,c\n1,2,x\n", 2, 3},
		{"only one row", "a,b\n", 0, 2},
		{"the width comes once, last", "a\n1,2\n", 1, 2},
	}
	for _, test := range tests {
		if h, width := tableStart(rowsOf(test.head)); h != test.h || width != test.width {
			t.Errorf("%s: tableStart = %d, %d columns, want %d, %d", test.name, h, width, test.h, test.width)
		}
	}
}

func TestIsWideHeader(t *testing.T) {
	for head, want := range map[string]bool{
		"a,b,c\n1,2\n3,4\n": true, "a,b,c\n1,2\n3\n": false, "a,b,c\n1,2\n3,4\n5\n": false,
		"a,b,c\n1,2\n3,4\n5,6\n7\n": true, "a,b,c\n1,2,3\n": false, "a,b,c\n1,2,3\n4,5,6\n": true,
		"a,b\n1,2\n3,4\n": false, "a,b,c\n1,2,3,4\n1,2\n1,2\n": false, "a,b,\n1,2\n3,4\n": false,
		"a,b,b\n1,2\n3,4\n": false, "a,b,5\n1,2\n3,4\n": false,
		"a,b,c\nx,y\nu,v\n": false,
	} {
		if got := isWideHeader(rowsOf(head)); got != want {
			t.Errorf("isWideHeader(%q) = %v, want %v", head, got, want)
		}
	}
}

func TestBelongs(t *testing.T) {
	tests := []struct {
		name, head string // the first row is the one above
		first      bool
		want       bool
	}{
		{"names, one fewer", "b,c\nx,7,2\ny,3,4\n", true, true},
		{"names, one more", "a,b,c\n1,2\n3,4\n", true, true},
		{"names, one more, not the first line", "a,b,c\n1,2\n3,4\n", false, true},
		{"names, two more, not the first line", "a,b,c,d\n1,2\n3,4\n", false, false},
		{"names, one fewer, not the first line", "b,c\nx,7,2\ny,3,4\n", false, true},
		{"names, two fewer", "c,d\n1,2,3,4\n5,6,7,8\n", true, false},
		{"names, two more", "a,b,c,d\n1,2\n3,4\n", true, true},
		{"one name", "a\n1,2\n3,4\n", true, false},
		{"a gap among names", "a,,c\n1,2\n3,4\n", true, true},
		{"two gaps among names", "a,,\n1,2\n3,4\n", true, false},
		{"a header is below", "x,y\na,b,c\n1,2,3\n4,5,6\n", true, false},
		{"only texts below", "x,y\na,b,c\nd,e,f\n", true, true},
		{"data alike", "1,2\n1,2,3\n4,5,6\n", true, true},
		{"data alike, not the first line", "1,2\n1,2,3\n4,5,6\n", false, false},
		{"other data", "1,x\n1,2,3\n4,5,6\n", true, false},
	}
	for _, test := range tests {
		rows := rowsOf(test.head)
		if got := belongs(rows[0], rows[1:], test.first); got != test.want {
			t.Errorf("%s: belongs = %v, want %v", test.name, got, test.want)
		}
	}
}

func TestAlike(t *testing.T) {
	for head, want := range map[string]bool{
		"1,x\n2,y,z\n": true, "1,x,5\n2,y\n": true, "x,1\n2,y,z\n": false, "1,1\n2,y,z\n": false,
		"1,x,5\n2,y,z\n": false, "1,2026-01-31\n12:30,2\n": true,
	} {
		if rows := rowsOf(head); alike(rows[0], rows[1]) != want {
			t.Errorf("alike(%q) = %v, want %v", head, !want, want)
		}
	}
}

func TestIsTitle(t *testing.T) {
	for head, want := range map[string]bool{
		"T,,\na,b,c\n1,2,x\n3,4,y\n": true, "T,,\nU,,\na,b,c\n1,2,x\n": true, "T,,\na,b,c\n": false,
		"T,,\na,b,c\nx,y,z\n": true, "T,,\na,b,\n1,2,x\n": true, "T,,\na,,\n1,2,x\n": false,
		"T,\na,b\n1,x\n2,y\n": true, "T,\na,b\nx,y\nz,w\n": false, ",T,\na,b,c\n1,2,x\n": false,
		"5,,\na,b,c\n1,2,x\n": false, "T,U,\na,b,c\n1,2,x\n": true,
		"T,,\na,b\n1,2,x\n": false, "T,,\na,b,c,d\n1,2,x\n": false, "T,,\n1,2,3\n4,5,6\n": false, "T\na\n1\n": false, "T,,\nU,,\nV,,\n": false,
		"T,,,\na,b,,\n1,2,3,4\n5,6,7,8\n": false, "T,,,,\na,b,c,,\n1,2,3,4,5\n6,7,8,9,1\n": true,
		"K,V,,,,\nL,W,,,,\na,b,c,d,e,f\n1,2,3,4,5,6\n7,8,9,1,2,3\n": true, "T,,,,,\na,b,c,,,\n1,x,y,,,\n2,y,x,,,\n": true,
		"a,b,,,\n1,2.5,,,\n3,4.5,x,,\n5,6,,y,\n7,8,,,z\n": false, "a,b,,,\nx,2,,,\ny,4,x,y,\nz,6,,y,\nx,8,,,z\n": false,
		"K,V,,,\nx,y,u,v,w\nx,z,u,v,w\n": false, "T,,,,\n;,1990,2000,2010,\nx,1,2,3,\n": true,
	} {
		if got := isTitle(rowsOf(head), 0); got != want {
			t.Errorf("isTitle(%q) = %v, want %v", head, got, want)
		}
	}
	if rows := rowsOf("a,b,c\nT,,\na,b,c\n1,2,3\n"); isTitle(rows, 0) || !isTitle(rows, 1) {
		t.Error("the title is not the second row")
	}
}

// A delimiter at the end of every row adds no column unless the cell after it is quoted or has a name.
func TestFindTrailing(t *testing.T) {
	const (
		noWarning = ""
		everyRow  = "every row ends with a separator: it was not taken for a column"
		butNames  = "every row ends with a separator, the names (line 1) do not: it was not taken for a column; " +
			"check that none is missing between two names"
	)
	tests := []struct {
		name, head string
		header     bool
		width      int
		warning    string
	}{
		{"everywhere", "a,b,\n1,2,\n3,4,\n", true, 2, everyRow},
		{"not in the header", "a,b\n1,2,\n3,4,\n", true, 2, butNames},
		{"without a header", "1,2,\n3,4,\n", false, 2, everyRow},
		{"without a header, not in the first row", "1,2,3\n3,4,\n5,6,\n", false, 3, noWarning},
		{"a name", "a,b,c\n1,2,\n3,4,\n", true, 3, noWarning},
		{"a value in one row", "a,b,\n1,2,\n3,4,5\n", true, 3, noWarning},
		{"quotes", "a,b,\n1,2,\"\"\n3,4,\n", true, 3, noWarning},
		{"quotes in another cell", "a,b,\n1,\"2\",\n3,4,\n", true, 2, everyRow},
		{"two names fewer", "a\n1,2,\n3,4,\n", true, 3, noWarning},
		{"rows of other widths", "a,b,\n1,2,\n3\n4,5,6,7\n8,9,\n", true, 2, everyRow},
		{"one column", "a,\n1,\n2,\n", true, 1, everyRow},
		{"no row of the width", "a,b,c\n1,2\n3,4\n", true, 3, noWarning},
		{"names behind the last value", "a,b,c\n1,2\n3,4\n", true, 3, noWarning},
	}
	for _, test := range tests {
		rows := rowsOf(test.head)
		l := &layout{width: modalWidth(rows[1:]), dialect: Dialect{Header: test.header}}
		l.findTrailing(rows[0], rows[1:])
		trailing, got := test.warning != noWarning, strings.Join(l.warnings, "; ")
		if l.width != test.width || l.trailing != trailing || got != test.warning {
			t.Errorf("%s: %d columns, trailing %v, %q, want %d, %q", test.name, l.width, l.trailing, got, test.width, test.warning)
		}
	}
}

func TestCommentPrefix(t *testing.T) {
	for cell, want := range map[string]string{
		"# a": "# ", "#a": "#", "#": "#", "-- a": "-- ", "--a": "", "//a": "//", "// a": "//", "/a": "", "% a": "% ",
		"%a": "", "#N/A": "", "--": "", "a # b": "", "": "",
	} {
		if got := commentPrefix([]byte(cell)); got != want {
			t.Errorf("commentPrefix(%q) = %q, want %q", cell, got, want)
		}
	}
}

func TestComments(t *testing.T) {
	tests := []struct {
		name, head, prefix string
		above              int
	}{
		{"none", "a,b\n1,2\n", "", 0},
		{"above", "# x\n# y\na,b\n1,2\n3,4\n", "# ", 2},
		{"between", "a,b\n# x\n1,2\n3,4\n", "# ", 0},
		{"above and between", "# x\na,b\n1,2\n# y\n3,4\n", "# ", 1},
		{"with and without a blank", "# x\n#y\na,b\n1,2\n3,4\n", "#", 2},
		{"without and with a blank", "#x\n# y\na,b\n1,2\n3,4\n", "#", 2},
		{"of two sorts", "-- x\n# y\na,b\n1,2\n3,4\n", "-- ", 2},
		{"as wide as the rows, above", "# x,y\na,b\n1,2\n3,4\n", "# ", 1},
		{"a header", "#a,b\n1,2\n3,4\n5,6\n", "", 0},
		{"a comment above a header", "# x\n#a,b\n1,2\n3,4\n5,6\n", "", 1},
		{"as wide as the rows, between", "a,b\n#x,y\n1,2\n3,4\n", "", 0},
		{"narrower than the rows", "a,b,c\n#x,y\n1,2,3\n3,4,5\n", "#", 0},
		{"in quotes", "\"# x\",b\n1,2\n3,4\n5,6\n", "", 0},
		{"beside quotes", "a,b\n# x,\"y\",z\n1,2\n3,4\n", "# ", 0},
		{"in one column", "a\n# x\nb\nc\n", "", 0},
		{"above one column", "# x\na\nb\nc\n", "# ", 1},
		{"above and in one column", "# x\na\n# y\nb\nc\n", "# ", 1},
	}
	for _, test := range tests {
		if prefix, above := sampleOf(test.head, ',').findComments(); prefix != test.prefix || above != test.above {
			t.Errorf("%s: comments = %q, %d above, want %q, %d", test.name, prefix, above, test.prefix, test.above)
		}
	}
}

// Lines above a table are counted, and the first one is shown up to 60 characters.
func TestCountAbove(t *testing.T) {
	sixty := strings.Repeat("é", 60)
	tests := []struct {
		name, head      string
		preamble, blank int
		want            string
	}{
		{"nothing", "a,b\n1,2\n3,4\n", 0, 0, ""},
		{"a line", "T \na,b\n1,2\n3,4\n", 1, 0, `a line above the names was left out: "T"`},
		{"lines", "\nT\n\nU\na,b\n1,2\n3,4\n", 2, 2, `2 lines above the names were left out, the first is "T"`},
		{"blank lines", "\n \na,b\n1,2\n3,4\n", 0, 2, ""},
		{"sixty characters", sixty + "\na,b\n1,2\n3,4\n", 1, 0, `a line above the names was left out: "` + sixty + `"`},
		{"more", sixty + "x\na,b\n1,2\n3,4\n", 1, 0, `a line above the names was left out: "` + sixty + `…"`},
		{"above rows", "T\n1,2\n1,2\n3,4\n", 1, 0, `a line above the first row was left out: "T"`},
		{"quotes", "T \"x\"\na,b\n1,2\n3,4\n5,6\n", 1, 0, `a line above the names was left out: "T \"x\""`},
	}
	for _, test := range tests {
		l, err := sniff([]byte(test.head), true, OpenOptions{Delimiter: ','})
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		got := ""
		for _, warning := range l.warnings {
			if strings.Contains(warning, "above") {
				got = warning
			}
		}
		if l.dialect.Preamble != test.preamble || l.blank != test.blank || got != test.want {
			t.Errorf("%s: %d lines, %d blank, %q, want %d, %d, %q", test.name, l.dialect.Preamble, l.blank, got,
				test.preamble, test.blank, test.want)
		}
	}
}

// The first row follows the header if there is one.
func TestPlace(t *testing.T) {
	tests := []struct {
		name, head   string
		header       string
		skip, lines  int
		width        int
		warning      string
		namesOfTable []string
	}{
		{"names", "a,b\n1,2\n3,4\n", "", 4, 1, 2, "", []string{"a", "b"}},
		{"names of two lines", "\"a\nb\",c\n1,2\n3,4\n", "", 8, 2, 2, "", []string{"a\nb", "c"}},
		{"names below a line", "T\na,b\n1,2\n3,4\n", "", 6, 2, 2, "a line above", []string{"a", "b"}},
		{
			"no names", "1,2\n3,4\n5,6\n", "", 0, 0, 2,
			"the first line looks like data, not names: the columns are called column1 and column2", nil,
		},
		{
			"no names below a line", "T\n1,2,3\n3,4,5\n5,6,7\n", "", 2, 1, 3,
			"the first line looks like data, not names: the columns are called column1 to column3", nil,
		},
		{
			"names and the unit of a column", "a,b,c\n,kg,\n" + strings.Repeat("x,1,y\nz,2,y\n", 5), "", 11, 2, 3,
			"the names have another line, which was left out (line 2)",
			[]string{"a", "b", "c"},
		},
		{
			"names and labels of most columns", "id,a,b,c,d\n,age of A,,size of C,mass of D\n" + strings.Repeat("x,1,4,2,3\nz,2,5,4,6\n", 5),
			"", 42, 2, 5,
			"the names have another line, which was left out (line 2)",
			[]string{"id", "a", "b", "c", "d"},
		},
		{
			"names and a row of remarks", "id,a,b,c,d\nx,lost,,lost,lost\n" + strings.Repeat("x,1,4,2,3\nz,2,5,4,6\n", 5), "", 11, 1, 5, "",
			[]string{"id", "a", "b", "c", "d"},
		},
		{
			"names and questions", "Q1,Q2,Q3\nYour role,Your site,Content?\n" + strings.Repeat("nurse,A,yes\nclerk,B,no\n", 5), "", 38, 2, 3,
			"the names have another line, which was left out (line 2)",
			[]string{"Q1", "Q2", "Q3"},
		},
		{
			"names and a row of rare values", "Q1,Q2,Q3\ncook,C,none\n" + strings.Repeat("nurse,A,yes\nclerk,B,no\n", 5), "", 9, 1, 3, "",
			[]string{"Q1", "Q2", "Q3"},
		},
		{
			"names and questions of Qualtrics", "Q1,Q2\nRole,Site\n\"{\"\"ImportId\"\":\"\"a\"\"}\",\"{\"\"ImportId\"\":\"\"b\"\"}\"\n" +
				strings.Repeat("nurse,A\nclerk,B\n", 5), "", 62, 3, 2,
			"the names have another line, which was left out (line 2)\nthe names have another line, which was left out (line 3)",
			[]string{"Q1", "Q2"},
		},
		{"no names in one column", "1\n2\n", "", 0, 0, 1, "the first line looks like data, not names: the columns are called column1", nil},
		{
			"names with another separator", "T\na;b;c\n1,2,x\n3,4,y\n5,6,x\n", "", 8, 2, 3,
			"the names are separated by semicolons, other rows by commas: they were split at the semicolons (line 2)\n" +
				`a line above the names was left out: "T"`,
			[]string{"a", "b", "c"},
		},
		{
			"names with another separator, said", "\" a\"|\"b\"|c\n1,2,x\n3,4,y\n5,6,x\n", "yes", 11, 1, 3, "the names are separated by bars",
			[]string{"a", "b", "c"},
		},
		{
			"names and rows with another separator", "T\na;b;c\n1;2;x\n3;4;y\n1,2,x\n3,4,y\n5,6,x\n", "", 8, 2, 3,
			"the names are separated by semicolons, other rows by commas: they were split at the semicolons (line 2)",
			[]string{"a", "b", "c"},
		},
		{"rows with another separator", "T;U\n1;2;x\n3;4;y\n1,2,x\n3,4,y\n5,6,x\n", "", 4, 1, 3, "the first line looks like data", nil},
		{"a title with as many parts", "T;U;V\na,b,c\n1,2,x\n3,4,y\n", "", 12, 2, 3, "a line above the names", []string{"a", "b", "c"}},
		{"a title of two parts", "T;U\n1,2\n3,4\n5,6\n", "", 4, 1, 2, "the first line looks like data", nil},
		{"a title with a year", "T;U;2026\n1,2,x\n3,4,y\n5,6,x\n", "", 9, 1, 3, "the first line looks like data", nil},
		{"a title with fewer parts", "T;U;V\n1,2,x,5\n3,4,y,6\n", "", 6, 1, 4, "the first line looks like data", nil},
		{"a title with as many parts, without names", "T;U;V\n1,2,x\n3,4,y\n", "no", 6, 1, 3, "a line above the first row", nil},
		{"no names, said", "a,b\n3,4\n", "no", 0, 0, 2, "", nil},
		{"names, said", "1,2\n3,4\n", "yes", 4, 1, 2, "", []string{"1", "2"}},
	}
	for _, test := range tests {
		l, err := sniff([]byte(test.head), true, OpenOptions{Delimiter: ',', Header: test.header})
		if err != nil || l.skip != test.skip || l.skippedLines != test.lines || l.width != test.width || !reflect.DeepEqual(l.names,
			test.namesOfTable) ||
			!strings.HasPrefix(strings.Join(l.warnings, "\n"), test.warning) || test.warning == "" && len(l.warnings) > 0 {
			t.Errorf("%s: skips %d bytes, %d lines, %d columns %q, %q, %v", test.name, l.skip, l.skippedLines, l.width, l.names, l.warnings, err)
		}
	}
}

// Comments in a body whose lines all look like comments, and limits of the rows of a table.
func TestLayoutBorders(t *testing.T) {
	if prefix, above := sampleOf("#\n# a\n", ',').findComments(); prefix != "#" || above != 2 {
		t.Errorf("comments of nothing else = %q, %d above, want #, 2", prefix, above)
	}
	for head, want := range map[string]bool{
		// The row above values is the header.
		"x,y\na,b,c\n1,2,3\nd,e,f\n": false, "x,y\na,b,c\n1,2,3\n": false, "x,y\na,b,c\nd,e,f\n1,2,3\n": false,
	} {
		if rows := rowsOf(head); belongs(rows[0], rows[1:], true) != want {
			t.Errorf("belongs(%q) = %v, want %v", head, !want, want)
		}
	}
	for head, want := range map[string]bool{
		"T,\na,b\n1,x\n": true, "T,\na,b\nx,y\n1,z\n": true, "T,\nU,\na,b\n1,x\n": true,
		"T,,\na,,c\n1,2,x\n": true, "T,,,\na,b,,d\n1,2,3,4\n5,6,7,8\n": true,
	} {
		if rows := rowsOf(head); isTitle(rows, 0) != want {
			t.Errorf("isTitle(%q) = %v, want %v", head, !want, want)
		}
	}
}
