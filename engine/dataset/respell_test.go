package dataset

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// A column keeps its name unless a single one of the training table is like it, and no other column is.
func TestRespell(t *testing.T) {
	var trained Trained
	for _, name := range []string{"sex", "Heart rate", "x", "X", "+", "Q1.1", "T-1"} {
		trained.Columns = append(trained.Columns, TrainedColumn{Name: name})
	}
	tests := []struct {
		name, want string // of the first column
		others     []string
	}{
		{"sex", "sex", nil},
		{"SEX", "sex", nil},
		{"SEX", "SEX", []string{"sex"}},
		{"Sex", "Sex", []string{"SEX"}},
		{"heart_rate", "Heart rate", []string{"sex"}},
		{"Heart.Rate", "Heart rate", nil},
		{"heart rates", "heart rates", nil},
		{"x", "x", nil},
		{"x.", "x.", nil},
		{"x.", "X", []string{"x"}},
		{"-", "-", nil},
		{"q1_1", "Q1.1", nil},
		{"Q11", "Q11", nil},
		{"T1", "T1", nil},
	}
	for _, test := range tests {
		names := append([]string{test.name}, test.others...)
		spelled, notes := trained.respell(names)
		if spelled[0] != test.want || !slices.Equal(spelled[1:], test.others) || (len(notes) > 0) != (spelled[0] != test.name) {
			t.Errorf("respell(%q) = %q, %q, want %q", names, spelled, notes, test.want)
		}
	}
}

// The names of a file that may be of another table stay, unless it then has all columns of the training table. Options for a column are
// found by either name.
func TestSpelledNames(t *testing.T) {
	tests := []struct {
		file    string
		perhaps bool
		options Options
		want    []string
	}{
		{"Age,SEX,city\n", false, Options{}, []string{"age", "sex", "city"}},
		{"Age,SEX,city\n", true, Options{}, []string{"age", "sex", "city"}},
		{"Age,town,city\n", false, Options{}, []string{"age", "town", "city"}},
		{"Age,town,city\n", true, Options{}, []string{"Age", "town", "city"}},
		{"Age,SEX,city\n", false, Options{Types: map[string]Kind{"Age": Categorical}}, []string{"age", "sex", "city"}},
		{"Age,SEX,city\n", false, Options{Types: map[string]Kind{"age": Categorical}}, []string{"age", "sex", "city"}},
	}
	for _, test := range tests {
		columns := []TrainedColumn{{Name: "age"}, {Name: "sex"}, {Name: "ill"}}
		test.options.Trained = Trained{Columns: columns, Target: "ill", Perhaps: test.perhaps}
		table, err := Read(context.Background(), "a.csv", strings.NewReader(test.file+strings.Repeat("30,f,A\n41,m,B\n", 9)), test.options)
		if err != nil {
			t.Errorf("%q: %v", test.file, err)
			continue
		}
		var names []string
		for _, c := range table.Columns {
			names = append(names, c.Name)
		}
		if !slices.Equal(names, test.want) || (table.Columns[0].Kind == Categorical) != (len(test.options.Types) > 0) {
			t.Errorf("%q, perhaps %v: names %q, the first column is %s", test.file, test.perhaps, names, table.Columns[0].Kind)
		}
	}
}
