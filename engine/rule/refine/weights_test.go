package refine

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLevels: few different weights keep their values; of many, each is close to that of its level, and the sum hardly changes.
func TestLevels(t *testing.T) {
	l := newLevels([]float64{0, 0.5, 2, 0.5, 1e-9}, weightUnit)
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
	l = newLevels(weights, weightUnit)
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

// Sums of great weights do not run into each other: each class has half of a number.
func TestGreatWeights(t *testing.T) {
	x, labels := nested(rand.New(rand.NewPCG(1, 2)), 1000)
	weights, want := make([]float64, x.Rows), [2]float64{}
	for i := range weights {
		weights[i] = 1e5 + float64(i)
		want[labels[i>>6]>>(i&63)&1] += weights[i]
	}
	e := newEvaluator(x, labels, nil, weights)
	yes, no := e.weights(e.count(e.among))
	if math.Abs(yes-want[1]) > 1e-3*want[1] || math.Abs(no-want[0]) > 1e-3*want[0] {
		t.Errorf("positive and negative rows weigh %v and %v, want %v and %v", yes, no, want[1], want[0])
	}
}
