package dataset

import (
	"slices"
	"testing"
)

// A column keeps its name unless a single one of the training table is like it, and no other column is.
func TestRespell(t *testing.T) {
	trained := Trained{Columns: []TrainedColumn{{Name: "sex"}, {Name: "Heart rate"}, {Name: "x"}, {Name: "X"}, {Name: "+"}}}
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
	}
	for _, test := range tests {
		names := append([]string{test.name}, test.others...)
		spelled, notes := trained.respell(names)
		if spelled[0] != test.want || !slices.Equal(spelled[1:], test.others) || (len(notes) > 0) != (spelled[0] != test.name) {
			t.Errorf("respell(%q) = %q, %q, want %q", names, spelled, notes, test.want)
		}
	}
}
