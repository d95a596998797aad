package scorecard

import (
	"math"
	"math/rand/v2"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// TestFittedCurveIsOptimal: no curve nearby has a lower loss, from any start.
func TestFittedCurveIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		h := histogram{labels: plattLabels(40, 60)}
		h.reset(-r.IntN(10), 1+r.IntN(30))
		for i := range h.counts {
			h.counts[i] = [2]int32{int32(r.IntN(50)), int32(r.IntN(2 + 2*i))}
		}
		c, loss := h.fit(LogisticCurve{2 * r.Float64(), 4 * r.NormFloat64()})
		for _, d := range []LogisticCurve{{1e-3, 0}, {-1e-3, 0}, {0, 1e-3}, {0, -1e-3}, {1e-3, -1e-2}} {
			near := LogisticCurve{max(c.Slope+d.Slope, minSlope), c.Offset + d.Offset}
			if l := h.loss(near); l < loss-1e-6 {
				t.Errorf("%v has the loss %v, and %v has %v", near, l, c, loss)
			}
		}
	}
}

// TestLossIsPlain compares the loss with that of the definition, row by row.
func TestLossIsPlain(t *testing.T) {
	h := histogram{least: -2, counts: [][2]int32{{3, 1}, {0, 0}, {5, 2}, {1, 7}}, labels: [2]float64{0, 1}}
	c := LogisticCurve{0.7, -0.2}
	want := ridge / 2 * (0.7*0.7 + 0.2*0.2)
	for i, n := range h.counts {
		p := 1 / (1 + math.Exp(-(0.7*float64(i-2) - 0.2)))
		want -= float64(n[negative])*math.Log(1-p) + float64(n[positive])*math.Log(p)
	}
	if got := h.loss(c); math.Abs(got-want) > 1e-12 {
		t.Errorf("loss %v, want %v", got, want)
	}
}

// TestEstimates compares the best estimate of each condition with the loss that one more condition saves.
func TestEstimates(t *testing.T) {
	const rows, features = 2_000, 10
	r := rand.New(rand.NewPCG(5, 6))
	x, labels := bitmat.New(rows, features), make([]uint64, bitmat.Words(rows))
	for i := range rows {
		for j := range features {
			if r.IntN(3) == 0 {
				x.Set(i, j)
			}
		}
		if r.IntN(4) < 1 || x.Get(i, 2) && r.IntN(4) == 0 {
			bitmat.Set(labels, i)
		}
	}
	s := newSearch(rule.Set{{{Feature: 0}}}, x, labels)
	s.refit()
	best := s.estimator.candidates(s, 0)
	if len(best) != maxTried || best[0].feature != 2 {
		t.Fatalf("the best of %d candidates is feature %d, want 2", len(best), best[0].feature)
	}
	saved := func(f int) float64 {
		least := math.Inf(1)
		for step := -1.0; step <= 1; step += 0.01 {
			for shift := -0.2; shift <= 0.2; shift += 0.01 {
				loss := 0.0
				for i := range rows {
					odds := s.curve.Offset + shift
					if x.Get(i, 0) {
						odds += s.curve.Slope
					}
					if x.Get(i, f) {
						odds += step
					}
					if bitmat.Get(labels, i) {
						odds = -odds
					}
					loss += math.Log1p(math.Exp(odds))
				}
				least = min(least, loss)
			}
		}
		return s.value - s.cost() - least
	}
	if want := saved(2); math.Abs(best[0].gain-want) > 0.1*want {
		t.Errorf("the estimate is %.2f nats, want %.2f", best[0].gain, want)
	}
}
