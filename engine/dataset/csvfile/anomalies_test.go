package csvfile

import (
	"reflect"
	"strings"
	"testing"
)

func TestWhere(t *testing.T) {
	for want, numbers := range map[string][]int{
		"line 7": {7}, "lines 7 and 9": {7, 9}, "lines 7, 9 and 12": {7, 9, 12}, "lines 1, 2, 3, 4 and 5": {1, 2, 3, 4, 5},
		"lines 1, 2, 3, 4, 5 and 1 more": {1, 2, 3, 4, 5, 6}, "lines 7, 9, 12, 15, 18 and 3 more": {7, 9, 12, 15, 18, 20, 21, 22},
	} {
		var l lineList
		for _, n := range numbers {
			l.add(n)
		}
		if got := l.where(); got != want || l.n != len(numbers) {
			t.Errorf("where of %v = %q of %d, want %q", numbers, got, l.n, want)
		}
	}
}

// Each kind of anomaly is counted and reported with its lines.
func TestAnomalies(t *testing.T) {
	tests := []struct {
		name                        string
		lines                       func(a *anomalies) *lineList
		one, two                    string
		repaired, leftOut, comments int // of two lines
	}{
		{
			"short", func(a *anomalies) *lineList { return &a.short },
			"1 row with too few values was filled up at the end (line 3): values may be in wrong columns",
			"2 rows with too few values were filled up at the end (lines 3 and 5): values may be in wrong columns", 2, 0, 0,
		},
		{
			"cut", func(a *anomalies) *lineList { return &a.cut },
			"1 row has a separator too many, taken for its last (line 3): values may be in wrong columns",
			"2 rows have separators too many, taken for their last (lines 3 and 5): values may be in wrong columns", 2, 0, 0,
		},
		{
			"stray", func(a *anomalies) *lineList { return &a.stray }, "1 row has a stray quote, kept as text (line 3)",
			"2 rows have stray quotes, kept as text (lines 3 and 5)", 2, 0, 0,
		},
		{
			"formulas", func(a *anomalies) *lineList { return &a.formulas },
			`1 row has values written like ="00123", read as the text between the quotes (line 3): programs of exported rules need them so`,
			`2 rows have values written like ="00123", read as the text between the quotes (lines 3 and 5): programs of exported rules ` +
				`need them so`, 0, 0, 0,
		},
		{
			"long", func(a *anomalies) *lineList { return &a.long },
			"1 row with too many values was left out (line 3); often a ';' inside a text without quotes",
			"2 rows with too many values were left out (lines 3 and 5); often a ';' inside a text without quotes", 0, 2, 0,
		},
		{
			"empty", func(a *anomalies) *lineList { return &a.empty }, "1 row without any value was left out (line 3)",
			"2 rows without any value were left out (lines 3 and 5)", 0, 2, 0,
		},
		{
			"repeated", func(a *anomalies) *lineList { return &a.repeated }, "1 row that repeats the names was left out (line 3)",
			"2 rows that repeat the names were left out (lines 3 and 5)", 0, 2, 0,
		},
		{
			"remarks", func(a *anomalies) *lineList { return &a.remarks }, "1 line below the table is not a row and was left out (line 3)",
			"2 lines below the table are not rows and were left out (lines 3 and 5)", 0, 0, 2,
		},
		{
			"comments", func(a *anomalies) *lineList { return &a.comments }, "1 comment between the rows was left out (line 3)",
			"2 comments between the rows were left out (lines 3 and 5)", 0, 0, 2,
		},
		{
			"resumed", func(a *anomalies) *lineList { a.full = 8; return &a.resumed },
			"1 row follows a blank line (line 3): check that no other table begins there",
			"2 rows follow blank lines (lines 3 and 5): check that no other table begins there", 0, 0, 0,
		},
		{
			"drawn", func(a *anomalies) *lineList { return &a.drawn }, "1 line of dashes was left out (line 3)",
			"2 lines of dashes were left out (lines 3 and 5)", 0, 0, 0,
		},
	}
	for _, test := range tests {
		f := &File{splitter: splitter{syntax: syntax{delimiter: ';'}}}
		for n, want := range []string{"", test.one, test.two} {
			if n > 0 {
				test.lines(&f.anomalies).add(2*n + 1)
			}
			f.Warnings, f.LeftOut = nil, 10
			f.anomalies.report(f)
			if got := strings.Join(f.Warnings, "; "); got != want {
				t.Errorf("%s: warnings %q, want %q", test.name, got, want)
			}
			if got, want := [3]int{f.Repaired, f.LeftOut - 10, f.Dialect.Comments},
				[3]int{test.repaired * n / 2, test.leftOut * n / 2, test.comments * n / 2}; got != want {
				t.Errorf("%s: %v repaired, left out and comments, want %v", test.name, got, want)
			}
		}
	}
}

// The counts of the file are sums over all anomalies.
func TestSumsOfAnomalies(t *testing.T) {
	f := &File{splitter: splitter{syntax: syntax{delimiter: ','}}}
	a := &f.anomalies
	for i, l := range []*lineList{&a.short, &a.cut, &a.stray, &a.long, &a.empty, &a.repeated, &a.remarks, &a.comments} {
		for range 1 << i {
			l.add(1)
		}
	}
	a.report(f)
	if got, want := [3]int{f.Repaired, f.LeftOut, f.Dialect.Comments},
		[3]int{1 + 2 + 4, 8 + 16 + 32, 64 + 128}; !reflect.DeepEqual(got, want) || len(f.Warnings) != 8 {
		t.Errorf("repaired, left out and comments %v, want %v; %d warnings", got, want, len(f.Warnings))
	}
}
