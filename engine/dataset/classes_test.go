package dataset_test

import (
	"reflect"
	"strings"
	"testing"

	"drnet/engine/dataset"
)

func TestClasses(t *testing.T) {
	for _, test := range []struct {
		name, csv string
		classes   []string
		codes     []uint8
		rows      []int32
		kind      string // of the error
	}{
		{
			name: "texts", csv: "x,y\n1,b\n2,a\n3,c\n1,\n2,a\n", classes: []string{"a", "b", "c"},
			codes: []uint8{1, 0, 2, 0}, rows: []int32{0, 1, 2, 4},
		},
		{
			name: "numbers", csv: "x,y\na,10\nb,9\na,2\nb,10\na,2\n", classes: []string{"2", "9", "10"},
			codes: []uint8{2, 1, 0, 2, 0}, rows: []int32{0, 1, 2, 3, 4},
		},
		{name: "two", csv: "x,y\n1,no\n2,yes\n3,no\n", classes: []string{"no", "yes"}, codes: []uint8{0, 1, 0}, rows: []int32{0, 1, 2}},
		{name: "one", csv: "x,y\n1,a\n2,a\n", kind: dataset.TargetSingleClass},
		{name: "none", csv: "x,z,y\n1,1,\n2,2,\n", kind: dataset.TargetSingleClass},
		{name: "another in every row", csv: "x,y\n" + ids(40), kind: dataset.TargetTooManyValues},
		{name: "dates", csv: "x,y\n1,2020-01-01\n2,2020-02-01\n1,2020-01-01\n", kind: dataset.TargetTooManyValues},
	} {
		t.Run(test.name, func(t *testing.T) {
			y, err := mustRead(t, test.csv, dataset.Options{}).Classes("y")
			if test.kind != "" {
				if e, ok := err.(*dataset.Error); !ok || e.Kind != test.kind || e.Hint == "" {
					t.Errorf("error %v, want one of kind %s", err, test.kind)
				}
				return
			}
			if err != nil || !reflect.DeepEqual(y.Classes, test.classes) || !reflect.DeepEqual(y.Codes,
				test.codes) || !reflect.DeepEqual(y.Rows, test.rows) {
				t.Errorf("classes %q, codes %v, rows %v, error %v, want %q, %v, %v", y.Classes, y.Codes, y.Rows, err,
					test.classes, test.codes, test.rows)
			}
		})
	}
}

func ids(n int) string {
	text := ""
	for i := range n {
		text += "1,k" + strings.Repeat("a", i) + "\n"
	}
	return text
}

// Labels of another table match classes that differ in form only; unknown labels are noted.
func TestClassLabels(t *testing.T) {
	table := mustRead(t, "x,y\n1,A\n2,b.\n3,d\n4,c\n5,\n", dataset.Options{})
	y, err := table.ClassLabels("y", []string{"a", "b", "c"})
	if err != nil || !reflect.DeepEqual(y.Codes, []uint8{0, 1, 2}) || !reflect.DeepEqual(y.Rows, []int32{0, 1, 3}) || y.Unlabelled != 2 {
		t.Errorf("codes %v of rows %v, %d unlabelled, error %v", y.Codes, y.Rows, y.Unlabelled, err)
	}
	notes := strings.Join(y.Notes, "; ")
	for _, want := range []string{
		`the label "A" was taken for "a"`, `the label "b." was taken for "b"`,
		`1 row has a label that is none of "a", "b", "c" ("d")`,
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("notes %q, want %q among them", notes, want)
		}
	}
	// A label that could be either of two classes is neither.
	if y, _ := table.ClassLabels("y", []string{"a", "a."}); len(y.Rows) != 0 {
		t.Errorf("rows %v have an ambiguous label, want none", y.Rows)
	}
}
