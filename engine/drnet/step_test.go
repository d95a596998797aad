package drnet

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// recorded is one step of the program published with arXiv:2103.02826, run in float64 with its draws recorded.
type recorded struct {
	Seed, Step, Phase int
	Lambda            float64
	X                 [][]float64
	Y, U2, Loc2       []float64
	U1, W, Loc1       [][]float64
	Want              struct {
		BCE, Reg, Loss float64
		Logits         []float64
		DW             [][]float64
		DLoc1          [][]float64
		DLoc2          []float64
		WAfter         [][]float64 `json:"w_after"`
		Loc1After      [][]float64 `json:"loc1_after"`
		Loc2After      []float64   `json:"loc2_after"`
	}
}

// tolerance is how far float32 may be from the recorded float64.
const tolerance = 1e-5

// TestReplayRecordedSteps replays 21 steps of 7 seeds in both phases. Adam's moments carry over from step to step of a
// seed, and the parameters are set to the recorded ones before each.
func TestReplayRecordedSteps(t *testing.T) {
	var r *replay
	for _, c := range recordedSteps(t) {
		if c.Step == 0 {
			r = newReplay(c)
		}
		t.Run(fmt.Sprintf("seed=%d,step=%d,phase=%d", c.Seed, c.Step, c.Phase), func(t *testing.T) { r.check(t, c) })
	}
}

// recordedSteps reads the recorded steps.
func recordedSteps(t *testing.T) []recorded {
	t.Helper()
	raw, err := os.ReadFile("testdata/step_vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []recorded }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 21 {
		t.Fatalf("%d recorded steps, want 21", len(file.Cases))
	}
	return file.Cases
}

type replay struct {
	net     *Network
	stepper *stepper
	grads   gradients
	rules   *numeric.Adam
	or      *numeric.Adam
}

func newReplay(c recorded) *replay {
	net := &Network{Rules: len(c.W), Features: len(c.W[0])}
	n := net.Rules * net.Features
	net.W, net.Loc1, net.Loc2 = make([]float32, n), make([]float32, n), make([]float32, net.Rules)
	g := gradients{make([]float32, n), make([]float32, n), make([]float32, net.Rules)}
	return &replay{
		net, newStepper(net, Config{Batch: len(c.X), Penalty: PenaltyMean}, rule.Weights{}), g,
		numeric.NewAdam(0.01, g.ofRules(net)...),
		numeric.NewAdam(0.01, g.ofOr(net)...),
	}
}

func (r *replay) check(t *testing.T, c recorded) {
	round(r.net.W, slices.Concat(c.W...))
	round(r.net.Loc1, slices.Concat(c.Loc1...))
	round(r.net.Loc2, c.Loc2)
	b := toBatch(c.X, c.Y)
	u1 := slices.Concat(c.U1...)
	r.stepper.draw(func(i int) float32 { return float32(u1[i]) }, func(j int) float32 { return float32(c.U2[j]) })
	bce := r.stepper.forward(b)
	reg := r.stepper.regularization()
	near(t, "cross-entropy", bce, c.Want.BCE)
	near(t, "L_R", reg, c.Want.Reg)
	near(t, "loss", bce+c.Lambda*reg, c.Want.Loss)
	for n, want := range c.Want.Logits {
		if got := float64(r.stepper.count[n]) - epsilon; got != want {
			t.Errorf("logit of row %d = %v, want %v", n, got, want)
		}
	}
	if c.Phase == 0 {
		r.stepper.backwardRules(b, c.Lambda, r.grads)
		r.rules.Step()
		allNear(t, "dW", r.grads.dW, slices.Concat(c.Want.DW...))
		allNear(t, "dLoc1", r.grads.dLoc1, slices.Concat(c.Want.DLoc1...))
		allNear(t, "W after Adam", r.net.W, slices.Concat(c.Want.WAfter...))
		allNear(t, "Loc1 after Adam", r.net.Loc1, slices.Concat(c.Want.Loc1After...))
	} else {
		r.stepper.backwardOr(c.Lambda, r.grads)
		r.or.Step()
		allNear(t, "dLoc2", r.grads.dLoc2, c.Want.DLoc2)
		allNear(t, "Loc2 after Adam", r.net.Loc2, c.Want.Loc2After)
	}
}

// round writes numbers as float32.
func round(dst []float32, x []float64) {
	for i, v := range x {
		dst[i] = float32(v)
	}
}

func toBatch(x [][]float64, y []float64) *batch {
	b := newBatch(len(x), len(x[0]), &groups{})
	for i, row := range x {
		for j, bit := range row {
			if bit == 1 {
				b.set(i, j)
			}
		}
		if y[i] == 1 {
			b.set(i, len(row))
		}
	}
	b.group()
	return b
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func allNear(t *testing.T, what string, got []float32, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	for i := range got {
		near(t, fmt.Sprintf("%s[%d]", what, i), float64(got[i]), want[i])
	}
}
