package dataset_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset"
)

// shapes returns the cells 3, missing, 1, 2, 2, 1 in each representation of a column of numbers.
func shapes() map[string]dataset.Column {
	nan := math.NaN()
	column := dataset.Column{Name: "x", Kind: dataset.Numeric, Missing: 1}
	coded, listed, plain := column, column, column
	codes := dataset.NewCodes([]int32{2, -1, 0, 1, 1, 0})
	coded.Codes, coded.Levels = codes, []float64{1, 2, 3}
	listed.Codes, listed.Levels, listed.Values, listed.Kind = codes, []float64{1, 2, 3}, []string{"1", "2", "3"}, dataset.Categorical
	plain.Numbers = []float64{3, nan, 1, 2, 2, 1}
	return map[string]dataset.Column{"codes": coded, "codes and values": listed, "numbers": plain}
}

func TestTargetOfEveryShape(t *testing.T) {
	tests := []struct {
		positive  string
		want      string
		positives []bool // of rows 0, 2, 3, 4, 5
	}{
		{"2", "2 against not 2", []bool{false, false, true, true, false}},
		{"2.0", "2 against not 2", []bool{false, false, true, true, false}},
		{">1.5", "> 1.5 against ≤ 1.5", []bool{true, false, true, true, false}},
		{"x < 3", "< 3 against ≥ 3", []bool{false, true, true, true, true}},
	}
	for shape, column := range shapes() {
		table := &dataset.Table{Rows: 6, Columns: []dataset.Column{column}}
		for _, test := range tests {
			y, err := table.Target("x", test.positive)
			if err != nil {
				t.Fatalf("%s, %q: %v", shape, test.positive, err)
			}
			if got := y.Positive + " against " + y.Negative; got != test.want || !slices.Equal(y.Positives, test.positives) ||
				!slices.Equal(y.Rows, []int32{0, 2, 3, 4, 5}) || y.Unlabelled != 1 {
				t.Errorf("%s, %q: %s, rows %v %v, %d unlabelled, want %s, %v and 1", shape, test.positive, got, y.Rows, y.Positives, y.Unlabelled,
					test.want, test.positives)
			}
			again, err := table.Labels("x", y.Positive, y.Negative)
			if err != nil || !slices.Equal(again.Positives, y.Positives) || len(again.Notes) > 0 {
				t.Errorf("%s, %q: Labels = %+v, %v, want the classes of Target", shape, test.positive, again, err)
			}
		}
		if _, err := table.Target("x", "7"); err == nil {
			t.Errorf("%s: no error for a value that no row has", shape)
		}
	}
}

// Labels that differ in form from the positive class are of it in training rows too, as they are in rows to evaluate.
func TestTargetTakesLikeLabelsForThePositiveClass(t *testing.T) {
	table, err := read("y,x\nyes,1\nYes,2\nno,3\nYES.,4\nNo,5\nunknown,6\n", dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	y, err := table.Target("y", "yes")
	if err != nil {
		t.Fatal(err)
	}
	notes := []string{
		`the labels "YES." and "Yes" were taken for "yes"`,
		`the labels "No", "no", "unknown" count as "not yes": if one of them means unknown, count it as missing`,
	}
	if !slices.Equal(y.Positives, []bool{true, true, false, true, false, false}) || !slices.Equal(y.Notes, notes) {
		t.Errorf("positives %v, notes %q, want rows 1, 2 and 4, and %q", y.Positives, y.Notes, notes)
	}
	again, err := table.Labels("y", y.Positive, y.Negative)
	if err != nil || !slices.Equal(again.Positives, y.Positives) {
		t.Errorf("Labels = %+v, %v, want the classes of Target", again, err)
	}
}

// Where all labels but one are negative, it is said that none is the positive one.
func TestNoLabelIsPositive(t *testing.T) {
	for labels, want := range map[string][]string{
		"1\n0\n1\n":   {`no label is "yes": all count as "not yes"`},
		"1\n0\nyes\n": nil,
		"?\n?\n?\n":   {`column "y": "?" in 3 rows counts as missing`},
	} {
		table, err := read("y\n"+labels, dataset.Options{Header: "yes"})
		if err != nil {
			t.Fatal(err)
		}
		if y, err := table.Labels("y", "yes", "not yes"); err != nil || !slices.Equal(y.Notes, want) {
			t.Errorf("%q: notes %q, %v, want %q", labels, y.Notes, err, want)
		}
	}
}

func TestNumbersNeedAThreshold(t *testing.T) {
	for shape, column := range shapes() {
		if column.Kind != dataset.Numeric {
			continue
		}
		_, err := (&dataset.Table{Rows: 6, Columns: []dataset.Column{column}}).Target("x", "")
		e, ok := err.(*dataset.Error)
		if !ok || e.Kind != dataset.NeedsThreshold || !strings.HasPrefix(e.Hint, "give a threshold as the positive value, such as \">2") {
			t.Errorf("%s: error %#v, want one with an example near the median", shape, err)
		}
	}
}

// The threshold of the hint separates two classes for any numbers.
func TestTheExampleSplits(t *testing.T) {
	for _, numbers := range [][]float64{{1, 2}, {1, 2, 2, 2}, {1, 1, 1, 2}, {-1e300, 0, 1e300}, {0.1, 0.2, 0.3}, {math.NaN(), 5, 7, 7}} {
		table := &dataset.Table{Rows: len(numbers), Columns: []dataset.Column{{Name: "x", Kind: dataset.Numeric, Numbers: numbers}}}
		_, err := table.Target("x", "")
		hint := err.(*dataset.Error).Hint
		var example string
		if _, err := fmt.Sscanf(hint, "give a threshold as the positive value, such as %q", &example); err != nil {
			t.Fatal(hint)
		}
		if _, err := table.Target("x", example); err != nil {
			t.Errorf("%v: the example %q: %v", numbers, example, err)
		}
	}
}

func TestTargetOfTexts(t *testing.T) {
	texts := new(dataset.Texts)
	for _, s := range []string{"a", "b", "b", "c"} {
		texts.Append([]byte(s))
	}
	texts.AppendMissing()
	table := &dataset.Table{Rows: 5, Columns: []dataset.Column{{Name: "x", Kind: dataset.Text, Texts: texts, Missing: 1}}}
	_, err := table.Target("x", "")
	checkError(t, err, dataset.TargetTooManyValues, `dataset: target "x" has too many different values`)
	y, err := table.Target("x", "b")
	if err != nil || !slices.Equal(y.Positives, []bool{false, true, true, false}) || y.Unlabelled != 1 {
		t.Errorf("Target = %+v, %v", y, err)
	}
}

func TestTargetOfDates(t *testing.T) {
	table := &dataset.Table{Rows: 3, Columns: []dataset.Column{{
		Name: "day", Kind: dataset.Date,
		Codes: dataset.NewCodes([]int32{0, 1, 2}), Values: []string{"2020-01-01", "2020-01-02", "2020-01-03"},
	}}}
	_, err := table.Target("day", "")
	checkError(t, err, dataset.TargetTooManyValues, `dataset: target "day" has dates, which are not two classes`)
}

func TestLabels(t *testing.T) {
	tests := []struct {
		name               string
		csv                string
		positive, negative string
		rows               []int32
		positives          []bool
		notes              []string
	}{
		{"as they were", "y,z\nyes,1\nno,2\n,3\nyes,4\n", "yes", "no", []int32{0, 1, 3}, []bool{true, false, true}, nil},
		{
			"full stops", "y\n<=50K.\n>50K.\n<=50K.\n", ">50K", "<=50K",
			[]int32{0, 1, 2},
			[]bool{false, true, false},
			[]string{`the labels "<=50K." and ">50K." were taken for "<=50K" and ">50K"`},
		},
		{
			"letter case", "y\nYES\nno\nno\n", "yes", "no",
			[]int32{0, 1, 2},
			[]bool{true, false, false},
			[]string{`the label "YES" was taken for "yes"`},
		},
		{
			"letter case means something", "y\na\nA\na.\n", "A", "a",
			[]int32{0, 1},
			[]bool{false, true},
			[]string{`1 row has a label that is neither "A" nor "a" ("a.") and does not count`},
		},
		{
			"unknown", "y\nyes\nmaybe\nno\nmaybe\nperhaps\n", "yes", "no",
			[]int32{0, 2},
			[]bool{true, false},
			[]string{`3 rows have a label that is neither "yes" nor "no" ("maybe", "perhaps") and do not count`},
		},
		{
			"one against the rest", "y\nred\nblue\nRed\npink\n", "red", "not red",
			[]int32{0, 1, 2, 3},
			[]bool{true, false, true, false},
			[]string{`the label "Red" was taken for "red"`},
		},
		{"one class", "y\nyes\nyes\n", "yes", "no", []int32{0, 1}, []bool{true, true}, nil},
		{
			"a threshold among texts", "y\n10\n30\nn.d.\n21\n", "> 20", "≤ 20",
			[]int32{0, 1, 3},
			[]bool{false, true, true},
			[]string{`1 row has a label that is neither "> 20" nor "≤ 20" ("n.d.") and does not count`},
		},
		{"a value that looks like a threshold", "y\n> 20\n≤ 20\n> 20\n", "> 20", "≤ 20", []int32{0, 1, 2}, []bool{true, false, true}, nil},
		{
			"numbers in other spelling", "y\n1.0\n0.0\nx\n", "1", "0",
			[]int32{0, 1},
			[]bool{true, false},
			[]string{
				`the labels "0.0" and "1.0" were taken for "0" and "1"`,
				`1 row has a label that is neither "1" nor "0" ("x") and does not count`,
			},
		},
	}
	for _, test := range tests {
		table := mustRead(t, test.csv, dataset.Options{Types: map[string]dataset.Kind{"y": dataset.Categorical}})
		y, err := table.Labels("y", test.positive, test.negative)
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if !slices.Equal(y.Rows, test.rows) || !slices.Equal(y.Positives, test.positives) || y.Unlabelled != table.Rows-len(test.rows) {
			t.Errorf("%s: rows %v %v, %d unlabelled, want %v %v", test.name, y.Rows, y.Positives, y.Unlabelled, test.rows, test.positives)
		}
		if !slices.Equal(y.Notes, test.notes) {
			t.Errorf("%s: notes %q, want %q", test.name, y.Notes, test.notes)
		}
	}
}

// comparisons also seed the fuzzer.
var comparisons = []struct{ text, want string }{
	{">20", "> 20"},
	{"> 20", "> 20"},
	{">=20", "≥ 20"},
	{"≥20", "≥ 20"},
	{" < -1.50 ", "< -1.5"},
	{"<=1e3", "≤ 1000"},
	{"≤ 0", "≤ 0"},
	{">50K", ""},
	{"20", ""},
	{">", ""},
	{"", ""},
	{"=20", ""},
	{">>20", ""},
	{"> 0x1F", ""},
	{">inf", ""},
	{"> 1 2", ""},
}

func TestParseComparison(t *testing.T) {
	for _, test := range comparisons {
		c, ok := dataset.ParseComparison(test.text)
		if ok != (test.want != "") || ok && c.String() != test.want {
			t.Errorf("ParseComparison(%q) = %v, %v, want %q", test.text, c, ok, test.want)
		}
		if !ok {
			continue
		}
		for _, x := range []float64{-2, -1.5, 0, 20, 21, 1000, 2000} {
			if c.Holds(x) == c.Opposite().Holds(x) {
				t.Errorf("%s and %s are the same for %v", c, c.Opposite(), x)
			}
		}
	}
}

// FuzzParseComparison checks that the text of a comparison, and of its opposite, parses to the same comparison.
func FuzzParseComparison(f *testing.F) {
	for _, test := range comparisons {
		f.Add(test.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, ok := dataset.ParseComparison(text)
		if !ok {
			return
		}
		for _, c := range []dataset.Comparison{c, c.Opposite()} {
			if again, ok := dataset.ParseComparison(c.String()); !ok || again != c {
				t.Errorf("%q is read as %v", c, again)
			}
		}
		if c.Opposite().Opposite() != c || c.Holds(c.Threshold) == c.Opposite().Holds(c.Threshold) {
			t.Errorf("%v and %v are not opposites", c, c.Opposite())
		}
	})
}
