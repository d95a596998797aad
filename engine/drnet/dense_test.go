package drnet

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// regime is a kind of network: how large its weights are and how many of its gates are open.
type regime struct {
	name         string
	weight       float64 // weights are uniform within ± this
	loc1, loc2   float64 // means of the locations
	spread       float64 // their standard deviation
	density      float64 // share of ones among the bits
	wantSomeNear bool
}

var regimes = []regime{
	{name: "all weights below 1, some gates open", weight: 0.9, loc1: -2, loc2: 0, spread: 2, density: 0.5, wantSomeNear: true},
	{name: "most weights above 1, few gates open", weight: 4, loc1: -3.5, loc2: 0, spread: 1.5, density: 0.6, wantSomeNear: true},
	{name: "as it starts", weight: 0.1, loc1: 0, loc2: 0, spread: 0.01, density: 0.3, wantSomeNear: true},
	{name: "all gates open", weight: 2, loc1: 20, loc2: 20, spread: 0.1, density: 0.9},
	{name: "all gates closed", weight: 2, loc1: -20, loc2: -20, spread: 0.1, density: 0.5},
	{name: "rules without conditions", weight: 2, loc1: -20, loc2: 2, spread: 0.1, density: 0.5},
	{name: "tiny weights", weight: 0.01, loc1: 1, loc2: 1, spread: 1, density: 0.5, wantSomeNear: true},
}

// sizes includes row counts on both sides of multiples of 64, the bits of a word.
var sizes = []struct{ rows, features, rules int }{
	{1, 1, 1}, {63, 5, 3}, {64, 3, 2}, {65, 8, 4}, {100, 20, 6}, {130, 70, 5}, {257, 33, 12}, {400, 130, 3},
}

// variants are the configurations that change a step.
var variants = []variant{
	{name: "mean", penalty: PenaltyMean},
	{name: "sum", penalty: PenaltySum},
	{name: "weights", penalty: PenaltyMean, weights: rule.Weights{Positive: 2.6, Negative: 0.4}},
	{name: "rare negatives", penalty: PenaltySum, weights: rule.Weights{Positive: 0.55, Negative: 50}},
	{name: "no not", penalty: PenaltyMean, noNot: true},
	{name: "no not and weights", penalty: PenaltyMean, noNot: true, weights: rule.Weights{Positive: 3, Negative: 0.2}},
}

type variant struct {
	name    string
	penalty Penalty
	weights rule.Weights
	noNot   bool
}

// vary applies a variant. Without negations half of the weights are zero, as after a projection.
func (c *denseCase) vary(v variant) {
	c.weights, c.noNot = v.weights, v.noNot
	positive, negative := v.weights.Each()
	c.reference.weight, c.reference.fromAbove = [2]float64{negative, positive}, v.noNot
	if v.noNot {
		c.net.project()
		for k, w := range c.net.W {
			c.reference.w[k/c.net.Features][k%c.net.Features] = float64(w)
		}
	}
}

func (c *denseCase) config(rows int) Config {
	return Config{Batch: rows, Penalty: c.penalty, NoNot: c.noNot}
}

// TestStepMatchesReference compares single steps from equal states with the dense float64 form.
func TestStepMatchesReference(t *testing.T) {
	for _, r := range regimes {
		fired, near := 0, 0
		for k, size := range sizes {
			for _, v := range variants {
				c := newDenseCase(r, size.rows, size.features, size.rules, v.penalty, uint64(k))
				c.vary(v)
				t.Run(fmt.Sprintf("%s/rows=%d,features=%d,rules=%d,%s", r.name, size.rows, size.features, size.rules, v.name), func(t *testing.T) {
					a := c.compare(t)
					for n := range size.rows {
						for j := range size.rules {
							fired += int(a.h[n][j])
							if a.isNear(n, j) {
								near++
							}
						}
					}
				})
			}
		}
		if r.wantSomeNear && (near == 0 || fired == 0) {
			t.Errorf("%s: %v rows fired and %v nearly did: the regime tests nothing", r.name, fired, near)
		}
	}
}

// denseCase is one state for both forms.
type denseCase struct {
	reference *reference
	net       *Network
	penalty   Penalty
	weights   rule.Weights
	noNot     bool
	batch     *batch
}

func newDenseCase(r regime, rows, features, rules int, penalty Penalty, seed uint64) *denseCase {
	rnd := testRandom(seed + 1)
	n := rules * features
	c := &denseCase{
		penalty: penalty, batch: newBatch(rows, features, &groups{}),
		net: &Network{Rules: rules, Features: features, W: make([]float32, n), Loc1: make([]float32, n), Loc2: make([]float32, rules)},
		reference: &reference{
			x: newMatrix(rows, features), y: make([]float64, rows), w: newMatrix(rules, features),
			loc1: newMatrix(rules, features), loc2: make([]float64, rules),
			u1: newMatrix(rules, features), u2: make([]float64, rules), penalty: penalty, weight: [2]float64{1, 1},
		},
	}
	uniform := func() float32 { return (float32(rnd.Uint32()>>9) + 0.5) * 0x1p-23 }
	o := c.reference
	for k := range n {
		j, i := k/features, k%features
		c.net.W[k] = float32(r.weight) * (2*uniform() - 1)
		c.net.Loc1[k] = float32(r.loc1 + r.spread*rnd.NormFloat64())
		o.w[j][i] = float64(c.net.W[k])
		o.loc1[j][i] = float64(c.net.Loc1[k])
		o.u1[j][i] = float64(uniform())
	}
	for j := range rules {
		c.net.Loc2[j] = float32(r.loc2 + r.spread*rnd.NormFloat64())
		o.loc2[j], o.u2[j] = float64(c.net.Loc2[j]), float64(uniform())
	}
	for i := range rows {
		for j := range features {
			if rnd.Float64() < r.density {
				o.x[i][j] = 1
				c.batch.set(i, j)
			}
		}
		if rnd.Float64() < 0.4 {
			o.y[i] = 1
			c.batch.set(i, features)
		}
	}
	c.batch.group()
	return c
}

func (c *denseCase) compare(t *testing.T) *referenceStep {
	t.Helper()
	rows, features := len(c.reference.x), c.net.Features
	const lambda = 0.3 // large, so that its part in the gradients shows
	c.reference.lambda = lambda
	a := c.reference.run()
	if margin := a.margin(); margin < 1e-5 {
		t.Fatalf("some y_j is %v: choose another seed, rounding decides here", margin)
	}
	g := gradients{make([]float32, len(c.net.W)), make([]float32, len(c.net.W)), make([]float32, c.net.Rules)}
	for i := range g.dW { // earlier contents must not matter
		g.dW[i], g.dLoc1[i] = 7, 7
	}
	s := newStepper(c.net, c.config(rows), c.weights)
	u1, u2 := c.reference.u1, c.reference.u2
	s.draw(func(i int) float32 { return float32(u1[i/features][i%features]) }, func(j int) float32 { return float32(u2[j]) })
	loss := s.forward(c.batch)
	s.backwardRules(c.batch, lambda, g)
	s.backwardOr(lambda, g)

	for n := range rows {
		if got := float64(s.count[n]); got != a.count[n] {
			t.Fatalf("row %d fired %v rules, want %v", n, got, a.count[n])
		}
		for j := range c.net.Rules {
			if s.gates.z2[j] == 0 {
				continue // left out: nothing depends on it
			}
			if got := bitmat.Get(s.fired[j*s.words:], n); got != (a.h[n][j] == 1) {
				t.Fatalf("row %d, rule %d: fired is %v, want %v", n, j, got, !got)
			}
			if got := bitmat.Get(s.near[j*s.words:], n); got != a.isNear(n, j) {
				t.Fatalf("row %d, rule %d: near is %v, want %v", n, j, got, !got)
			}
		}
	}
	within(t, "cross-entropy", loss, a.bce, 1e-12*(1+a.bce)) // it depends on whole numbers only
	within(t, "L_R", s.regularization(), a.reg, 1e-6*(1+a.reg))
	matches(t, "dW", g.dW, slices.Concat(a.dW...))
	matches(t, "dLoc1", g.dLoc1, slices.Concat(a.dLoc1...))
	matches(t, "dLoc2", g.dLoc2, a.dLoc2)
	return a
}

// matches compares with a tolerance of float32 sums over a batch.
func matches(t *testing.T, what string, got []float32, want []float64) {
	t.Helper()
	const absolute, relative = 1e-6, 1e-5
	for i := range got {
		if !(math.Abs(float64(got[i])-want[i]) <= absolute+relative*math.Abs(want[i])) {
			t.Fatalf("%s[%d] = %v, want %v", what, i, got[i], want[i])
		}
	}
}

// TestBorderOfTheGradient checks the border of Eq. (3): a row whose broken conditions weigh 1 together has y_j = 0 and still a
// gradient; one beyond has none. All sums here are exact.
func TestBorderOfTheGradient(t *testing.T) {
	tests := []struct {
		name string
		w    [2]float32
		want [2]float64 // parts of dW in σ(-½) - 1, the gradient of a positive row that no rule fires on
	}{
		{"1 together", [2]float32{0.5, 0.5}, [2]float64{-1, -1}},
		{"1 together, negated", [2]float32{0.25, -0.75}, [2]float64{-1, 0}}, // the second condition holds
		{"more than 1 together", [2]float32{0.5, 0.5 + 0x1p-20}, [2]float64{0, 0}},
		{"1 alone", [2]float32{1, 0}, [2]float64{-1, 0}},
		{"more than 1 alone", [2]float32{math.Nextafter32(1, 2), 0.1}, [2]float64{0, 0}},
	}
	for _, test := range tests {
		net := &Network{Rules: 1, Features: 2, W: test.w[:], Loc1: []float32{20, 20}, Loc2: []float32{20}} // every gate is 1
		b := newBatch(1, 2, &groups{})
		b.set(0, 2) // one positive row, all bits zero
		b.group()
		s := newStepper(net, Config{Batch: 1, Penalty: PenaltyMean}, rule.Weights{})
		s.draw(func(int) float32 { return 0.5 }, func(int) float32 { return 0.5 })
		s.forward(b)
		g := gradients{make([]float32, 2), make([]float32, 2), make([]float32, 1)}
		s.backwardRules(b, 0, g)
		for i, parts := range test.want {
			within(t, fmt.Sprintf("%s: dW[%d]", test.name, i), float64(g.dW[i]), parts*(referenceSigmoid(-0.5)-1), 1e-7)
		}
	}
}

// TestCountsBeyondTheTable has more rules than mostCounted: the count stays there, with the loss and gradient of that many
// rules.
func TestCountsBeyondTheTable(t *testing.T) {
	const rules, rows = 300, 70
	r := regime{weight: 1, loc1: -20, loc2: 20, density: 0.5} // every rule fires on every row
	c := newDenseCase(r, rows, 2, rules, PenaltyMean, 1)
	s := newStepper(c.net, Config{Batch: rows, Penalty: PenaltyMean}, rule.Weights{})
	s.draw(func(int) float32 { return 0.5 }, func(int) float32 { return 0.5 })
	loss := s.forward(c.batch)
	negatives := 0
	for n := range rows {
		if s.count[n] != mostCounted {
			t.Fatalf("row %d: count %d, want %d", n, s.count[n], mostCounted)
		}
		want := 0.
		if c.reference.y[n] == 0 {
			negatives++
			want = 1. / rows
		}
		within(t, "dOut", float64(s.dOut[n])*s.unit, want, 1e-9)
	}
	within(t, "loss", loss, float64(negatives)/rows*(mostCounted-epsilon), 1e-9)
}

// TestStepsAllocateNothing measures steps from the second one on.
func TestStepsAllocateNothing(t *testing.T) {
	c := newDenseCase(regimes[0], 130, 20, 6, PenaltyMean, 1)
	s := newStepper(c.net, Config{Batch: 130, Penalty: PenaltyMean}, rule.Weights{})
	g := gradients{make([]float32, len(c.net.W)), make([]float32, len(c.net.W)), make([]float32, c.net.Rules)}
	u := func(int) float32 { return 0.6 }
	if got := testing.AllocsPerRun(20, func() {
		s.draw(u, u)
		s.forward(c.batch)
		s.backwardRules(c.batch, 0.01, g)
		s.backwardOr(0.01, g)
	}); got != 0 {
		t.Errorf("a step of the stepper allocates %v times, want none", got)
	}
	tr := newTrainer(Config{Rules: 5, Batch: 65, Alternate: 3}.Complete(130), c.batch.features(), c.batch.labels())
	n := 0
	if got := testing.AllocsPerRun(20, func() { n++; tr.step(n) }); got > 0 {
		t.Errorf("a training step allocates %v times, want none", got)
	}
}
