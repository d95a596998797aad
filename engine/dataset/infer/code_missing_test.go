package infer

import (
	"slices"
	"testing"
)

func TestMissingCodes(t *testing.T) {
	for _, test := range []struct {
		name    string
		numbers []float64
		want    []float64
	}{
		{"three codes", []float64{-9, -8, -7, 0, 1, 2, 3, 5, 8}, []float64{-9, -8, -7}},
		{"far from fractions", []float64{-999, 0.5, 0.75, 1.25, 2, 2.5}, []float64{-999}},
		{"far from large numbers", []float64{-9, 33, 36, 40, 45, 94}, []float64{-9}},
		{"no negative number", []float64{0, 1, 2, 3, 4, 5}, nil},
		{"one step below", []float64{-1, 0, 1, 2, 3, 4}, nil},
		{"in steps of ten", []float64{-10, 0, 10, 20, 30, 40}, nil},
		{"no integer", []float64{-9.5, 0, 1, 2, 3, 4}, nil},
		{"more than a few", []float64{-50, -40, -30, -20, -10, 0, 1, 2, 3, 4}, nil},
		{"few other numbers", []float64{-9, 0, 1}, nil},
		{"only negative numbers", []float64{-9, -8}, nil},
		{"no number", nil, nil},
	} {
		if got := MissingCodes(test.numbers); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
