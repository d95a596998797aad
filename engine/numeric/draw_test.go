package numeric

import (
	"math"
	"slices"
	"testing"
)

func TestDraw(t *testing.T) {
	for _, test := range []struct {
		name    string
		weights []float64
		n       int
		start   float64
		want    []int32
	}{
		{"whole numbers", []float64{1, 3, 0, 2}, 6, 0.7, []int32{0, 1, 1, 1, 3, 3}},
		{"any scale", []float64{1e-3, 3e-3, 0, 2e-3}, 6, 0.2, []int32{0, 1, 1, 1, 3, 3}},
		{"the same", []float64{7, 7, 7}, 3, 0.999, []int32{0, 1, 2}},
		{"rounded", []float64{1, 2, 1}, 2, 0.4, []int32{0, 1}},
		{"the last has none", []float64{0.1, 0.1, 0.1, 0}, 3, 0.9999999999999999, []int32{1, 2, 2}}, // rounding
	} {
		got := make([]int32, test.n)
		if Draw(got, test.weights, test.start); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
	weights, counts := []float64{0.3, 1.9, 0.05, 4, 0.75}, make([]float64, 5)
	const draws = 10_000
	for i := range draws {
		got := make([]int32, 5)
		Draw(got, weights, (float64(i)+0.5)/draws)
		for _, at := range got {
			counts[at]++
		}
	}
	for i, w := range weights {
		if math.Abs(counts[i]/draws-5*w/7) > 1e-3 {
			t.Errorf("index %d comes %v times on average, want %v", i, counts[i]/draws, 5*w/7)
		}
	}
}
