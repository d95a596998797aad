package dataset

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset/infer"
)

// tableOfCells returns a table of one column x with these cells.
func tableOfCells(t *testing.T, want Kind, cells ...string) *Table {
	t.Helper()
	b := builderOf(cells...)
	b.want = want
	c, err := b.column(b.collect(), infer.Hint{})
	if err != nil {
		t.Fatal(err)
	}
	return &Table{Rows: len(cells), Columns: []Column{c}}
}

// Every impossible target is rejected with a hint.
func TestImpossibleQuestions(t *testing.T) {
	const ask = "give a threshold as the positive value, such as \">"
	tests := []struct {
		name       string
		kind       Kind
		cells      []string
		positive   string
		want       string
		hint, also string // also is the error of Classes, "" if the target is valid
	}{
		{
			name: "one row", cells: []string{"a"}, want: "the table has 1 row",
			hint: "choose a table with rows of both kinds", also: "the table has 1 row",
		},
		{name: "no row", cells: nil, want: "the table has 0 rows", hint: "choose a table with rows of both kinds", also: "the table has 0 rows"},
		{
			name: "nothing", cells: []string{"", "NA"}, want: `target "x" contains no values: "NA" in 1 row counts as missing`, hint: otherColumn,
			also: `target "x" contains no values: "NA" in 1 row counts as missing`,
		},
		{
			name: "one text", cells: []string{"", "a"}, want: `target "x" has one value only, "a"`, hint: otherColumn,
			also: `target "x" has one value only, "a"`,
		},
		{
			name: "one number", kind: Numeric, cells: []string{"", "7", "7.0"},
			want: `target "x" has one value only, "7"`, hint: otherColumn,
			also: `target "x" has one value only, "7"`,
		},
		{
			name: "three texts", cells: []string{"a", "b", "c"}, want: `target "x" has 3 values: "a", "b", "c"`,
			hint: "choose the value that the rules are to describe, or let each value have rules of its own",
		},
		{
			name: "no such text", cells: []string{"a", "b", "c"}, positive: "d", want: `target "x" lacks the value "d"`,
			hint: `its values are "a", "b", "c"`,
		},
		{
			name: "no numbers", cells: []string{"a", "b", "c"}, positive: "> 5",
			want: `target "x" is not numeric, and none of its values is > 5`,
			hint: `its values are "a", "b", "c"`,
		},
		{
			name: "three numbers", cells: []string{"1", "2", "3"},
			want: `target "x" has numbers, and rules tell two classes apart`,
			hint: ask + "2\", or let each value have rules of its own",
		},
		{
			name: "twenty numbers", cells: times(2, upTo("%d7", 1, 20)...),
			want: `target "x" has numbers, and rules tell two classes apart`,
			hint: ask + "117\", or let each value have rules of its own",
		},
		{
			name: "twenty-one numbers", cells: times(2, upTo("%d7", 1, 21)...),
			want: `target "x" has numbers, and rules tell two classes apart`, hint: ask + "117\"",
		},
		{
			name: "two numbers, as numeric", kind: Numeric, cells: []string{"1", "2"},
			want: `target "x" has numbers, and rules tell two classes apart`, hint: ask + "1\"",
		},
		{
			name: "names", cells: upTo("n%d", 1, 12), want: `target "x" has another value in every row`,
			hint: otherColumn,
			also: `target "x" has too many different values, and at most 100 can have rules of their own`,
		},
		{
			name: "a name", cells: upTo("n%d", 1, 12), positive: "n1",
			want: `target "x" has another value in every row`, hint: otherColumn,
			also: `target "x" has too many different values, and at most 100 can have rules of their own`,
		},
		{
			name: "dates", cells: []string{"2020-01-01", "2020-01-02", "2020-01-03"},
			want: `target "x" has dates, which are not two classes`, hint: otherColumn,
			also: `target "x" has too many different values, and at most 100 can have rules of their own`,
		},
		{
			name: "many texts", cells: join(upTo("n%d", 1, 101), []string{"n1"}), want: `target "x" has 101 different values`, hint: otherColumn,
			also: `target "x" has 101 different values, and at most 100 can have rules of their own`,
		},
		{
			name: "a hundred texts", cells: join(upTo("n%d", 1, 100), []string{"n1"}), positive: "z",
			want: `target "x" lacks the value "z"`,
			hint: `its values are "n1", "n10", "n100", "n11", "n12" and 95 more`,
		},
		{
			name: "more than a hundred texts", cells: join(upTo("n%d", 1, 101), []string{"n1"}), positive: "z",
			want: `target "x" lacks the value "z"`, hint: otherColumn,
			also: `target "x" has 101 different values, and at most 100 can have rules of their own`,
		},
		{
			name: "above all", cells: []string{"1", "2", "3"}, positive: "> 3",
			want: "no row has x > 3: its numbers are from 1 to 3", hint: ask + "2\"",
		},
		{
			name: "below none", cells: []string{"1", "2", "3"}, positive: "<= 3",
			want: "every row has x ≤ 3: its numbers are from 1 to 3", hint: ask + "2\"",
		},
	}
	for _, test := range tests {
		table := tableOfCells(t, test.kind, test.cells...)
		if test.name == "no row" {
			table.Columns[0].Codes = NewCodes(nil)
		}
		_, err := table.Target("x", test.positive)
		if e, ok := err.(*Error); !ok || e.Message != test.want || e.Hint != test.hint {
			t.Errorf("%s: error %+v, want %s; %s", test.name, err, test.want, test.hint)
		}
		_, err = table.Classes("x")
		if e, _ := err.(*Error); (err != nil) != (test.also != "") || e != nil && e.Message != test.also {
			t.Errorf("%s: error %v of Classes, want %q", test.name, err, test.also)
		}
	}
}

// A column without codes may have a single value.
func TestOneNumberInAllRows(t *testing.T) {
	table := &Table{Rows: 2, Columns: []Column{{Name: "x", Kind: Numeric, Numbers: []float64{5, 5}}}}
	want := Error{Kind: TargetSingleClass, Message: `target "x" has one value only, "5"`, Hint: otherColumn}
	if _, err := table.Target("x", "5"); err == nil || *err.(*Error) != want {
		t.Errorf("error %v, want %v", err, &want)
	}
}

// The rarer of two values is positive, or the later one in a tie.
func TestRarer(t *testing.T) {
	for want, cells := range map[string][]string{
		"a against b": {"b", "a", "b", ""}, "b against a": {"b", "a", "a"},
		"d against c": {"d", "c"}, "1 against 0": {"0", "1", "1.0", "0"},
	} {
		y, err := tableOfCells(t, "", cells...).Target("x", "")
		if err != nil || y.Positive+" against "+y.Negative != want {
			t.Errorf("%q: %+v, %v, want %s", cells, y, err, want)
		}
	}
}

// A column without codes is classified cell by cell.
func TestClassLabelsOfTextsAndNumbers(t *testing.T) {
	texts := new(Texts)
	for _, s := range []string{"a", "B", "c", "a", "d"} {
		texts.Append([]byte(s))
	}
	texts.AppendMissing()
	numbers := []float64{1, 2.5, 3, 1, 4, math.NaN()}
	notes := []string{`the label "B" was taken for "b"`, `2 rows have a label that is none of "a", "b" ("c", "d") and do not count`}
	coded := tableOfCells(t, Numeric, "1", "2.5", "3", "1", "4", "").Columns[0]
	for name, test := range map[string]struct {
		column  Column
		classes []string
		notes   []string
	}{
		"texts": {Column{Name: "x", Texts: texts, Missing: 1}, []string{"a", "b"}, notes},
		"numbers": {
			Column{Name: "x", Numbers: numbers, Missing: 1},
			[]string{"1", "2.5"},
			[]string{`2 rows have a label that is none of "1", "2.5" ("3", "4") and do not count`},
		},
		"levels": {coded, []string{"1", "2.5"}, []string{`2 rows have a label that is none of "1", "2.5" ("3", "4") and do not count`}},
	} {
		table := &Table{Rows: 6, Columns: []Column{test.column}}
		y, err := table.ClassLabels("x", test.classes)
		if err != nil || !slices.Equal(y.Rows, []int32{0, 1, 3}) || !slices.Equal(y.Codes,
			[]uint8{0, 1, 0}) || y.Unlabelled != 3 || !slices.Equal(y.Notes,
			test.notes) || y.Name != "x" || y.Column != 0 {
			t.Errorf("%s: %+v, %v", name, y, err)
		}
	}
}

// At most a hundred unknown labels are kept for display.
func TestUnknownLabels(t *testing.T) {
	classes, two := classLabeler{names: []string{"yes", "no"}}, labeler{yes: "yes", no: "no", lenient: true}
	for i := range 120 {
		text := fmt.Sprint("l", i)
		if classes.class(text) != -1 || two.class(text) != unlabeled {
			t.Fatalf("%s is a label", text)
		}
		text = strings.Repeat(" ", i+1) + "Yes"
		if classes.class(text) != 0 || two.class(text) != positive || two.class(text) != positive {
			t.Fatalf("%q is no label", text)
		}
	}
	if got,
		want := []int{len(classes.unknown), len(classes.variants), len(classes.classes), len(two.unknown), len(two.variants), len(two.classes)},
		[]int{100, 100, 100, 100, 100, 100}; !slices.Equal(got, want) {
		t.Errorf("%v labels are kept, want %v", got, want)
	}
	one := labeler{yes: "yes", no: "no", lenient: true}
	if one.class("No."); !slices.Equal(one.notes(0),
		[]string{`the label "No." was taken for "no"`}) || !slices.Equal(one.classes, []string{"no"}) {
		t.Errorf("notes %q", one.notes(0))
	}
	if got := one.notes(2)[1]; got != `2 rows have a label that is neither "yes" nor "no" and do not count` {
		t.Errorf("notes %q", got)
	}
	if one.class(" YES"); one.notes(0)[0] != `the labels "No." and " YES" were taken for "no" and "yes"` {
		t.Errorf("notes %q", one.notes(0))
	}
	if one.class("nO"); one.notes(0)[0] != `the labels "No.", " YES", "nO" were taken for "no", "yes", "no"` {
		t.Errorf("notes %q", one.notes(0))
	}
	if got := (&classLabeler{names: []string{"a", "b"}}).notes(1); !slices.Equal(got,
		[]string{`1 row has a label that is none of "a", "b" and does not count`}) {
		t.Errorf("notes %q", got)
	}
}

// Group makes a target of two classes from some of many classes and the others.
func TestGroup(t *testing.T) {
	y := &Target{
		Column: 3, Name: "y", Classes: []string{"a", "b", "c"}, Rows: []int32{0, 2, 3},
		Codes: []uint8{2, 0, 1}, Unlabelled: 4, Notes: []string{"n"},
	}
	want := &Target{
		Column: 3, Name: "y", Positive: "a or c", Negative: "b", Rows: y.Rows,
		Positives: []bool{true, true, false}, Unlabelled: 4, Notes: y.Notes,
	}
	if got := y.Group(func(class int) bool { return class != 1 }, "a or c", "b"); !reflect.DeepEqual(got, want) {
		t.Errorf("Group = %+v, want %+v", got, want)
	}
	if !slices.Equal(y.Strata(), y.Codes) || !slices.Equal(want.Strata(), []uint8{1, 1, 0}) {
		t.Errorf("strata %v and %v", y.Strata(), want.Strata())
	}
}

// Features can be made from numeric, binary and categorical columns.
func TestUsable(t *testing.T) {
	var table Table
	for _, kind := range []Kind{Numeric, ID, Binary, Date, Text, Categorical, Constant, Empty} {
		table.Columns = append(table.Columns, Column{Name: string(kind), Kind: kind})
	}
	if got := table.Usable(-1); !slices.Equal(got, []int{0, 2, 5}) {
		t.Errorf("usable are %v", got)
	}
	if got := table.Usable(2); !slices.Equal(got, []int{0, 5}) {
		t.Errorf("usable beside the target are %v", got)
	}
}

// The example of a threshold is near the median, and at least one number exceeds it.
func TestMiddle(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		numbers []float64
		want    float64
	}{
		{[]float64{1, 2, 3}, 2},
		{[]float64{1, 2, 3, 4}, 3},
		{[]float64{1, 3, 3, 3}, 1},
		{[]float64{3, 3}, 3},
		{[]float64{nan, 5, nan, 7}, 5},
		{[]float64{4, 1}, 1},
		{slices.Concat(slices.Repeat([]float64{nan}, 65_536), []float64{1, nan, 5}), 1},
		{slices.Concat([]float64{nan, 1, nan, 5}, slices.Repeat([]float64{nan}, 65_537)), 1},
	} {
		c := Column{Kind: Numeric, Numbers: test.numbers}
		if got := c.middle(); got != test.want {
			t.Errorf("middle of %v = %v, want %v", test.numbers[:min(4, len(test.numbers))], got, test.want)
		}
	}
}
