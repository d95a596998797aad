package drnet

import (
	"slices"
	"testing"

	"drnet/engine/rule"

	"gonum.org/v1/gonum/diff/fd"
)

// TestGradientOfRegularization compares lambda L_R's derivatives with finite differences of its formula in float64. All
// OR gates are drawn closed, so that the cross-entropy does not contribute to the gradients.
func TestGradientOfRegularization(t *testing.T) {
	const rules, features, rows, lambda = 3, 5, 8, 1
	for _, penalty := range []Penalty{PenaltyMean, PenaltySum} {
		t.Run(string(penalty), func(t *testing.T) {
			c := newDenseCase(regime{weight: 1, spread: 1.5, density: 0.5}, rows, features, rules, penalty, 5)
			locations := append(slices.Concat(c.reference.loc1...), c.reference.loc2...)
			formula := func(loc []float64) float64 {
				sum := 0.
				for j := range rules {
					length := 0.
					for _, l := range loc[j*features : (j+1)*features] {
						length += referenceProbability(l)
					}
					if penalty == PenaltyMean {
						length /= features
					}
					sum += referenceProbability(loc[rules*features+j]) * (1 + length)
				}
				return sum / rules
			}
			s := newStepper(c.net, Config{Batch: rows, Penalty: penalty}, rule.Weights{})
			s.draw(func(int) float32 { return 0.5 }, func(int) float32 { return 0x1p-24 })
			s.forward(c.batch)
			within(t, "L_R", s.regularization(), formula(locations), 1e-6)

			g := gradients{make([]float32, rules*features), make([]float32, rules*features), make([]float32, rules)}
			s.backwardRules(c.batch, lambda, g)
			s.backwardOr(lambda, g)
			want := fd.Gradient(nil, formula, locations, &fd.Settings{Formula: fd.Central})
			matches(t, "dLoc1", g.dLoc1, want[:rules*features])
			matches(t, "dLoc2", g.dLoc2, want[rules*features:])
			matches(t, "dW", g.dW, make([]float64, rules*features))
		})
	}
}
