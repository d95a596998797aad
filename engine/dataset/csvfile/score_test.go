package csvfile

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// sampleOf returns the sample of a whole text with a delimiter.
func sampleOf(text string, delimiter byte) *sample {
	k := &sniffer{head: []byte(text), atEOF: true}
	return k.read(delimiter, false)
}

// The scores of section 4 of van den Burg et al., computed manually. The width score is the mean, over the distinct
// widths, of their rows times (width-1)/width. The factor for width 1 is a thousandth.
func TestScores(t *testing.T) {
	tests := []struct {
		name, head            string
		delimiter             byte
		pattern, types, share float64
		modal                 int
	}{
		{"one width", "a,b\n1,2\n", ',', 2 * 1. / 2, 1, 1, 2},
		{"three columns", "a,b,c\n1,2,3\n4,5,6\n", ',', 3 * 2. / 3, 1, 1, 3},
		{"one column", "a\n1\n", ',', 2 * 1e-3, 1, 1, 1},
		{"two widths", "a,b\n1,2\n3\n", ',', (2*1./2 + 1e-3) / 2, 1, 2. / 3, 2},
		{"the last of equal widths is modal", "a,b\n1\n", ',', (1*1./2 + 1e-3) / 2, 1, 1. / 2, 1},
		{"and so it is where it is the wider one", "a\n1,2\n", ',', (1*1./2 + 1e-3) / 2, 1, 1. / 2, 2},
		{"three widths", "a,b,c\n1,2\n1,2\n3\n", ',', (1*2./3 + 2*1./2 + 1e-3) / 3, 1, 2. / 4, 2},
		{"odd cells", "p|q;r\nx;y\n", ';', 2 * 1. / 2, 3. / 4, 1, 2},
		{"prose", "Doe, Jane;x\n", ';', 1 * 1. / 2, (proseWeight + 1) / 2, 1, 2},
		{"odd cells in quotes", "\"p|q\";r\n\"p|q\";\"r|s\"\n", ';', 2 * 1. / 2, 1, 1, 2},
		{"odd cells beside quotes", "p|q;\"r|s\"\n\"p|q\";r|s\n", ';', 2 * 1. / 2, 2. / 4, 1, 2},
		{"nothing", "\n\n", ',', 0, 0, 0, 0},
		{"without its title", "T\nU\nV\na,b\n1,2\n3,4\n", ',', 3 * 1. / 2, 1, 1, 2},
		{"without its comments", "# x,y,z\na,b\n", ',', 1 * 1. / 2, 1, 1, 2},
	}
	for _, test := range tests {
		s := sampleOf(test.head, test.delimiter)
		near := func(x, y float64) bool { return math.Abs(x-y) < 1e-12 }
		if !near(s.pattern, test.pattern) || !near(s.types, test.types) || !near(s.share, test.share) || s.modal != test.modal {
			t.Errorf("%s: pattern %v, types %v, share %v of width %d, want %v, %v, %v of width %d", test.name, s.pattern, s.types, s.share, s.modal,
				test.pattern, test.types, test.share, test.modal)
		}
		if !near(s.score(), test.pattern*test.types) {
			t.Errorf("%s: score %v, want %v", test.name, s.score(), test.pattern*test.types)
		}
	}
}

func TestBetter(t *testing.T) {
	scored := func(pattern, types float64, modal int) *sample {
		return &sample{pattern: pattern, types: types, modal: modal}
	}
	tests := []struct {
		s, t *sample
		want bool
	}{
		{scored(1, 0.5, 2), scored(1, 0.4, 2), true},
		{scored(1, 0.4, 2), scored(1, 0.5, 2), false},
		{scored(0.5, 1, 2), scored(0.4, 1, 9), true},
		{scored(0.4, 1, 9), scored(0.5, 1, 2), false},
		{scored(1, 0.5, 3), scored(0.5, 1, 2), true},
		{scored(1, 0.5, 2), scored(0.5, 1, 2), false},
		{scored(1, 0.5, 2), scored(0.5, 1, 3), false},
		{scored(1, 0.5+1e-10, 2), scored(1, 0.5, 3), false},
		{scored(1, 0.5, 3), scored(1, 0.5+1e-10, 2), true},
	}
	for _, test := range tests {
		if got := test.s.better(test.t); got != test.want {
			t.Errorf("%+v is better than %+v: %v, want %v", *test.s, *test.t, got, test.want)
		}
	}
}

// Another delimiter is mentioned from 85 % of the best score on, if it explains nine of ten cells and rows.
func TestRivals(t *testing.T) {
	best := &sample{pattern: 1, types: 1}
	two := make([]row, 2)
	tests := []struct {
		s    sample
		want bool
	}{
		{sample{pattern: 1, types: 0.9, share: 0.9, rows: two}, true},
		{sample{pattern: 0.85, types: 1, share: 1, rows: two}, true},
		{sample{pattern: 0.84, types: 1, share: 1, rows: two}, false},
		{sample{pattern: 1.5, types: 0.89, share: 1, rows: two}, false},
		{sample{pattern: 1, types: 1, share: 0.89, rows: two}, false},
		{sample{pattern: 1, types: 1, share: 1, rows: two[:1]}, false},
	}
	for _, test := range tests {
		if got := test.s.rivals(best); got != test.want {
			t.Errorf("%+v rivals: %v, want %v", test.s, got, test.want)
		}
	}
}

// The body of a sample excludes comments and the lines above a table.
func TestBody(t *testing.T) {
	lines := func(singles, wide, behind int) string {
		return strings.Repeat("x\n", singles) + strings.Repeat("1,2\n", wide) + strings.Repeat("y\n", behind)
	}
	tests := []struct {
		name, head string
		want       int // rows
	}{
		{"table", "a,b\n1,2\n", 2},
		{"comment", "# a\na,b\n1,2\n", 2},
		{"number sign alone", "#\na,b\n1,2\n", 3},
		{"two characters", "#a\na,b\n1,2\n", 2},
		{"half comments", "# a\n# b\na,b\n1,2\n", 2},
		{"most are comments", "# a\n# b\n# c\na,b\n1,2\n", 5},
		{"only comments", "# a\n", 1},
		{"as many titles as rows", lines(3, 3, 0), 3},
		{"fewer titles", lines(2, 3, 0), 5},
		{"more titles", lines(4, 3, 0), 3},
		{"two wide rows", lines(3, 2, 0), 5},
		{"nine of ten are wide", lines(10, 9, 1), 10},
		{"eight of ten are wide", lines(10, 8, 2), 20},
		{"one column", lines(4, 0, 0), 4},
	}
	for _, test := range tests {
		if got := len(sampleOf(test.head, ',').body()); got != test.want {
			t.Errorf("%s: %d rows, want %d", test.name, got, test.want)
		}
	}
}

func TestPlausible(t *testing.T) {
	tests := []struct {
		name, head string
		delimiter  byte
		want       bool
	}{
		{"columns", "a,b\n1,2\n", ',', true},
		{"no row", "\n", ',', false},
		{"one column", "a\n1\n", ',', false},
		{"half the rows", "a;b\n1\n2\n3;4\n", ';', true},
		{"less than half", "a;b\n1\n2\n3;4\n5\n", ';', false},
		{"half, the last ones of one value", "a;b\n3;4\n1\n2\n", ';', false},
		{"wide rows of every width", "a;b\n1;2;3\n1;2;3;4\n1;2;3;4;5\n6\n", ';', true},
		{"too few wide rows", "a;b\n1;2;3\n1;2;3;4\n6\n", ';', false},
		{"decimal commas below a name", "x\n1,5\n2,5\n", ',', false},
		{"decimal commas with a gap", "x\n1,5\nNA\n2,5\n", ',', false},
		{"a word among decimal commas", "x\n1,5\n2,5\ny,6\n", ',', true},
		{"decimal commas below two names", "x,y\n1,5\n2,5\n", ',', true},
		{"a single line of numbers", "1,5\n", ',', true},
		{"sentences below a name", "text\nHello, world\nGood, bye\n", ',', false},
		{"one sentence", "Hello, world\n", ',', true},
		{"one sentence below a name", "text\nHello, world\n", ',', false},
		{"equal sentences", "last, first\nDoe, Jane\nRoe, Rick\n", ',', true},
		{"four of five sentences equal", "a, b\nc, d\ne, f\ng, h\ni\n", ',', true},
		{"three of four sentences equal", "a, b\nc, d\ne, f\ni\n", ',', false},
		{"sentences between semicolons", "text\nHello; world\nGood; bye\n", ';', true},
	}
	for _, test := range tests {
		if got := sampleOf(test.head, test.delimiter).plausible(); got != test.want {
			t.Errorf("%s: plausible = %v, want %v", test.name, got, test.want)
		}
	}
}

func TestIsProse(t *testing.T) {
	for head, want := range map[string]bool{
		"a, b\nc, d\n": true, "a\nb\n": true, ", b\n": true, "NA, b\n": true,
		"a,b\n": false, "a, b\nc,d\n": false, "a, 5\n": false, "5, a\n": false, "a, \n": false, "a,\n": false,
		"a, \"b\"\n": false, "a,  b\n": true, "a,\tb\n": false,
	} {
		s := sampleOf(head, ',')
		if got := s.isProse(s.rows); got != want {
			t.Errorf("isProse(%q) = %v, want %v", head, got, want)
		}
	}
}

func TestIsNumerals(t *testing.T) {
	for head, want := range map[string]bool{
		"x\n1,5\n": true, "x\n1\n": true, "x\n1,5\n?\n": true, "x\n 1,5 \n": true, "x\n12:30\n": true,
		"x\n": false, "x,y\n1,5\n": false, "x\na\n": false, "x\n1,5\na\n": false, "x\na\n1,5\n": false,
	} {
		s := sampleOf(head, ',')
		if got := s.isDecimalColumn(s.rows); got != want {
			t.Errorf("isDecimalColumn(%q) = %v, want %v", head, got, want)
		}
	}
}

func TestOtherDelimiter(t *testing.T) {
	const say = "the file has one column, but could have %d separated by %s: choose that delimiter if the preview looks wrong"
	tests := []struct {
		name, head string
		width      int
		called     string
	}{
		{"three lines", "a^b\nx^y\nz^w\n", 2, "circumflexes (^)"},
		{"two lines", "a^b\nx^y\n", 0, ""},
		{"three columns", "a~b~c\nx~y~z\nu~v~w\n", 3, "tildes (~)"},
		{"one line differs", "a^b\nx^y\nz\n", 0, ""},
		{"the first line differs", "a\nx^y\nz^w\n", 0, ""},
		{"broken bars", "a¦b\nx¦y\nz¦w\n", 0, ""},
		{"colons between numbers", "a:b\n1:x\n2:y\n", 2, "colons (:)"},
		{"colons between words", "a:b\nu:x\nv:y\n", 0, ""},
		{"colons in some lines between words", "a:b\n1:x\nu:y\n", 0, ""},
		{"times", "at\n12:30\n12:40\n", 0, ""},
		{"numbers", "a:b\n1\n2\n", 0, ""},
		{"a time below", "x:y\n1:a\n12:30\n", 0, ""},
		{"blanks between numbers", "a b\n1 x\n2  y\n", 2, "blanks"},
		{"blanks between words", "a b\nu x\nv y\n", 0, ""},
		{"links", "a:b\nhttp://1:5\nhttp://2:6\n", 0, ""},
		{"a link above", "http://a:b\n1:x:2\n3:y:4\n", 3, "colons (:)"},
		{"in quotes", "a^b\n\"x^y\"\nz^w\n", 0, ""},
		{"a quoted name", "\"a^b\"\nx^y\nz^w\n", 2, "circumflexes (^)"},
	}
	for _, test := range tests {
		var want []string
		if test.width > 0 {
			want = []string{fmt.Sprintf(say, test.width, test.called)}
		}
		if got := sampleOf(test.head, '\t').otherDelimiter(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: warnings %q, want %q", test.name, got, want)
		}
	}
}

func TestLineEndName(t *testing.T) {
	tests := []struct {
		head string
		cr   bool
		want string
	}{
		{"a", false, ""},
		{"a\nb\r\n", false, "LF"},
		{"a\r\nb\n", false, "CRLF"},
		{"\na\r\n", false, "LF"},
		{"\r\na\n", false, "CRLF"},
		{"a\rb\nc", false, "LF"},
		{"a\rb", false, ""},
		{"a\rb", true, "CR"},
		{"\ra", true, "CR"},
		{"a\rb\nc", true, "CR"},
		{"a\nb\rc", true, "LF"},
		{"a\r\nb\rc", true, "CRLF"},
		{"\r\nb", true, "CRLF"},
		{"a\n", true, "LF"},
		{"a", true, ""},
	}
	for _, test := range tests {
		if got := lineEndName([]byte(test.head), test.cr); got != test.want {
			t.Errorf("lineEndName(%q, %v) = %q, want %q", test.head, test.cr, got, test.want)
		}
	}
}
