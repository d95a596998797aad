package drnet

import (
	"fmt"
	"math"
	"testing"
)

// TestReferenceReplaysRecordedSteps replays the recorded steps of the program published with the paper in float64. They are
// written with twelve digits.
func TestReferenceReplaysRecordedSteps(t *testing.T) {
	var w, loc1, loc2 *referenceAdam
	for _, c := range recordedSteps(t) {
		if c.Step == 0 {
			w, loc1, loc2 = &referenceAdam{rate: 0.01}, &referenceAdam{rate: 0.01}, &referenceAdam{rate: 0.01}
		}
		t.Run(fmt.Sprintf("seed=%d,step=%d,phase=%d", c.Seed, c.Step, c.Phase), func(t *testing.T) {
			r := &reference{
				x: c.X, y: c.Y, w: c.W, loc1: c.Loc1, loc2: c.Loc2, u1: c.U1, u2: c.U2,
				lambda: c.Lambda, penalty: PenaltyMean, weight: [2]float64{1, 1},
			}
			s := r.run()
			allWithin(t, "cross-entropy, L_R and loss", [][]float64{{s.bce, s.reg, s.bce + c.Lambda*s.reg}},
				[][]float64{{c.Want.BCE, c.Want.Reg, c.Want.Loss}})
			for n, want := range c.Want.Logits {
				if got := s.count[n] - epsilon; got != want {
					t.Errorf("logit of row %d = %v, want %v", n, got, want)
				}
			}
			if c.Phase == 0 {
				allWithin(t, "dW", s.dW, c.Want.DW)
				allWithin(t, "dLoc1", s.dLoc1, c.Want.DLoc1)
				w.update(r.w, s.dW)
				loc1.update(r.loc1, s.dLoc1)
				allWithin(t, "W after Adam", r.w, c.Want.WAfter)
				allWithin(t, "Loc1 after Adam", r.loc1, c.Want.Loc1After)
			} else {
				allWithin(t, "dLoc2", [][]float64{s.dLoc2}, [][]float64{c.Want.DLoc2})
				loc2.update([][]float64{r.loc2}, [][]float64{s.dLoc2})
				allWithin(t, "Loc2 after Adam", [][]float64{r.loc2}, [][]float64{c.Want.Loc2After})
			}
		})
	}
}

// allWithin compares matrices with the tolerance of the recorded digits.
func allWithin(t *testing.T, what string, got, want [][]float64) {
	t.Helper()
	const tolerance = 1e-10
	for j := range want {
		if len(got[j]) != len(want[j]) {
			t.Fatalf("%s: %d values, want %d", what, len(got[j]), len(want[j]))
		}
		for i := range want[j] {
			if !(math.Abs(got[j][i]-want[j][i]) <= tolerance) {
				t.Errorf("%s[%d][%d] = %v, want %v", what, j, i, got[j][i], want[j][i])
			}
		}
	}
}
