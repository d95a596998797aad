package refine

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLevels: few different weights keep their values; of many, each is close to that of its level, and the sum hardly changes.
func TestLevels(t *testing.T) {
	l := newLevels([]float64{0, 0.5, 2, 0.5, 1e-9})
	for i, want := range []int{0, 32, 128, 32, 1} {
		if got := l.units[l.of[i]]; got != want {
			t.Errorf("weight %d has %d units, want %d", i, got, want)
		}
	}
	r := rand.New(rand.NewPCG(2, 8))
	weights, sum, units := make([]float64, 10_000), 0.0, 0
	for i := range weights {
		weights[i] = r.ExpFloat64()
		sum += weights[i]
	}
	l = newLevels(weights)
	for i, w := range weights {
		got := l.units[l.of[i]]
		units += got
		if w > 0.5 && math.Abs(float64(got)/weightUnit-w) > 0.15*w {
			t.Errorf("weight %v has %d units", w, got)
		}
	}
	if len(l.units) > mostLevels || math.Abs(float64(units)/weightUnit-sum) > 0.01*sum {
		t.Errorf("%d levels of %d units in all, want %.0f", len(l.units), units, sum*weightUnit)
	}
}
