package drnet

import (
	"math"
	"testing"
)

// A gate drawn alone equals the gate in training: the formulas are those of Louizos, Welling, Kingma 2018, section 4.
func TestShownGates(t *testing.T) {
	for _, location := range []float64{-6, -2.5, -1, 0, 0.7, 3, 6} {
		s := 1 / (1 + math.Exp(-location))
		within(t, "still gate", float64(Gate(float32(location))), math.Max(0, math.Min(s*width+gamma, 1)), 1e-6)
		within(t, "probability", float64(Probability(float32(location))), 1/(1+math.Exp(-(location-beta*math.Log(-gamma/zeta)))), 1e-6)
		for _, u := range []float64{0.01, 0.3, 0.5, 0.99} {
			s := 1 / (1 + math.Exp(-(math.Log(u/(1-u))+location)/beta))
			within(t, "drawn gate", float64(DrawGate(float32(location), float32(u))), math.Max(0, math.Min(s*width+gamma, 1)), 1e-5)
		}
	}
}

// Eq. (1) in the form of the paper: the weighted sum, less the positive weights, plus 1.
func TestShownActivation(t *testing.T) {
	weights := []float32{1.5, -1.25, 0, 0.5}
	for row := range 16 {
		x := []bool{row&1 > 0, row&2 > 0, row&4 > 0, row&8 > 0}
		want, broken := 1.0, false
		for i, w := range weights {
			if x[i] {
				want += float64(w)
			}
			want -= math.Max(float64(w), 0)
			broken = broken || w > 0 && !x[i] || w < 0 && x[i]
		}
		y, fires := Activate(weights, x)
		within(t, "activation", float64(y), want, 1e-6)
		if fires == broken {
			t.Errorf("row %v fires %v with a broken condition %v", x, fires, broken)
		}
	}
}
