package drnet

import (
	"fmt"
	"math"
	"testing"
)

// A reference is a step of the network, exactly as in the equations: dense, in float64, for every weight of every rule and every row. It
// specifies what stepper and Adam compute fast, and shares no code with them. Tests compare both, and replay recorded steps of the program
// published with the paper. Products are converted before they are added, to prevent fused multiply-adds.
//
// Indexes are n for rows, j for rules and i for features. A matrix is a slice of rows.
type reference struct {
	x [][]float64 // x[n][i], each 0 or 1
	y []float64   // labels, each 0 or 1

	w, loc1 [][]float64 // [j][i]: weights w̃ of the Rules Layer and locations of their gates
	loc2    []float64   // [j]: locations of the gates of the OR Layer
	u1      [][]float64 // uniform random numbers of the gates, shaped like their locations
	u2      []float64

	lambda    float64
	penalty   Penalty
	weight    [2]float64 // of a row in the loss, by its label
	fromAbove bool       // a weight of zero takes its derivative from above, as Config.NoNot asks
}

// referenceStep holds the values that one step computes, in this order.
type referenceStep struct {
	gates1   [][]referenceGate // [j][i]
	gates2   []referenceGate   // [j]
	w        [][]float64       // [j][i]: w = w̃ z, Eq. (6)
	length   []float64         // [j]: expected length of the rule, the sum of π_1,i,j over the features, or their mean
	y        [][]float64       // [n][j]: Eq. (1)
	h        [][]float64       // [n][j]: Eq. (2), 1 where rule j fires
	count    []float64         // [n]: rules that fire and whose OR gate is open
	bce, reg float64           // the two parts of the loss, Eq. (8)
	dOut     []float64         // [n]: derivative of the loss by the output of Eq. (5)

	dW, dLoc1 [][]float64 // [j][i]
	dLoc2     []float64   // [j]
}

// referenceSlack absorbs the rounding of the sum in Eq. (1), as in the program published with the paper: y_j counts as 1 above
// 1 - referenceSlack.
const referenceSlack = 1e-6

// run makes one step, without the update.
func (r *reference) run() *referenceStep {
	rules, rows := len(r.w), len(r.x)
	s := &referenceStep{
		gates1: make([][]referenceGate, rules), gates2: make([]referenceGate, rules), length: make([]float64, rules),
		w: r.like(), y: newMatrix(rows, rules), h: newMatrix(rows, rules), count: make([]float64, rows), dOut: make([]float64, rows),
		dW: r.like(), dLoc1: r.like(), dLoc2: make([]float64, rules),
	}
	r.forward(s)
	r.lossOf(s)
	r.backward(s)
	return s
}

// like returns a matrix of zeros with the shape of the weights.
func (r *reference) like() [][]float64 { return newMatrix(len(r.w), len(r.x[0])) }

// forward draws the gates of both layers and computes Eqs. (1), (2), (4) and (5) for every row.
func (r *reference) forward(s *referenceStep) {
	for j := range r.w {
		for i, w := range r.w[j] {
			g := drawReference(r.loc1[j][i], r.u1[j][i])
			s.gates1[j] = append(s.gates1[j], g)
			s.w[j][i] = w * g.z
			s.length[j] += float64(g.pi * r.conditionLength())
		}
		s.gates2[j] = drawReference(r.loc2[j], r.u2[j])
	}
	for n, x := range r.x {
		for j, w := range s.w {
			sum := 1.
			for i := range x {
				sum += float64(w[i]*x[i]) - max(w[i], 0)
			}
			s.y[n][j] = sum
			if sum > 1-referenceSlack {
				s.h[n][j] = 1
				if s.gates2[j].z > 0 {
					s.count[n]++
				}
			}
		}
	}
}

// conditionLength is the length that one open condition adds to its rule.
func (r *reference) conditionLength() float64 {
	if r.penalty == PenaltyMean {
		return 1 / float64(len(r.x[0]))
	}
	return 1
}

// lossOf computes the weighted binary cross-entropy of the outputs, its derivatives, and L_R of Eq. (7).
func (r *reference) lossOf(s *referenceStep) {
	rows, rules := float64(len(r.x)), float64(len(r.w))
	for n, y := range r.y {
		out, weight := s.count[n]-epsilon, r.weight[int(y)]
		s.bce += weight * (math.Log1p(math.Exp(-math.Abs(out))) + max(out, 0) - float64(out*y)) / rows
		s.dOut[n] = weight * (referenceSigmoid(out) - y) / rows
	}
	for j, g := range s.gates2 {
		s.reg += g.pi * (1 + s.length[j]) / rules
	}
}

// backward computes the derivatives of the loss by the parameters of both layers. The OR Layer passes gradients straight
// through its binarization (Eq. 4), the step of the Rules Layer by Eq. (3).
func (r *reference) backward(s *referenceStep) {
	scale := r.lambda / float64(len(r.w))
	for j, or := range s.gates2 {
		for n, x := range r.x {
			s.dLoc2[j] += float64(s.dOut[n] * s.h[n][j] * or.dz)
			dy := float64(s.dOut[n] * or.z)
			if y := s.y[n][j]; y < 0 || y > 1-referenceSlack && dy < 0 { // Eq. (3)
				continue
			}
			for i, g := range s.gates1[j] {
				dw := float64(dy * x[i]) // ∂y_j/∂w_ij = x_i - [w_ij > 0], by Eq. (1)
				if w := s.w[j][i]; w > 0 || r.fromAbove && w == 0 {
					dw -= dy
				}
				s.dW[j][i] += float64(dw * g.z)
				s.dLoc1[j][i] += float64(dw * r.w[j][i] * g.dz)
			}
		}
		for i, g := range s.gates1[j] {
			s.dLoc1[j][i] += float64(scale * or.pi * r.conditionLength() * g.pi * (1 - g.pi))
		}
		s.dLoc2[j] += float64(scale * (1 + s.length[j]) * or.pi * (1 - or.pi))
	}
}

// isNear reports whether row n breaks a condition of rule j and yet has a gradient: y_j is in [0, 1).
func (s *referenceStep) isNear(n, j int) bool { return s.h[n][j] == 0 && s.y[n][j] >= 0 }

// margin returns the least distance of a y_j from 0, where rounding decides whether there is a gradient.
func (s *referenceStep) margin() float64 {
	least := math.Inf(1)
	for _, row := range s.y {
		for _, y := range row {
			least = min(least, math.Abs(y))
		}
	}
	return least
}

// referenceGate is a gate, its derivative by the location, which is 0 where the gate is clamped, and the probability that it is
// not zero (Louizos, Welling, Kingma 2018, Eqs. 10 to 12).
type referenceGate struct{ z, dz, pi float64 }

func drawReference(loc, u float64) referenceGate {
	s := referenceSigmoid((math.Log(u) - math.Log(1-u) + loc) / beta)
	g := referenceGate{z: float64(s*(zeta-gamma)) + gamma, pi: referenceProbability(loc)}
	if g.z > 0 && g.z < 1 {
		g.dz = s * (1 - s) / beta * (zeta - gamma)
	}
	g.z = min(max(g.z, 0), 1)
	return g
}

func referenceProbability(loc float64) float64 {
	return referenceSigmoid(loc - float64(beta*math.Log(-gamma/zeta)))
}

func referenceSigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// referenceAdam updates one array of parameters by Algorithm 1 of Kingma and Ba (2015).
type referenceAdam struct {
	rate  float64
	steps int
	m, v  [][]float64
}

func (a *referenceAdam) update(p, g [][]float64) {
	const beta1, beta2, tiny = 0.9, 0.999, 1e-8
	if a.steps == 0 {
		a.m, a.v = newMatrix(len(p), len(p[0])), newMatrix(len(p), len(p[0]))
	}
	a.steps++
	for j := range p {
		for i, g := range g[j] {
			a.m[j][i] = float64(beta1*a.m[j][i]) + float64((1-beta1)*g)
			a.v[j][i] = float64(beta2*a.v[j][i]) + float64((1-beta2)*g*g)
			m := a.m[j][i] / (1 - math.Pow(beta1, float64(a.steps)))
			v := a.v[j][i] / (1 - math.Pow(beta2, float64(a.steps)))
			p[j][i] -= a.rate * m / (math.Sqrt(v) + tiny)
		}
	}
}

// newMatrix returns a matrix of zeros.
func newMatrix(rows, columns int) [][]float64 {
	m := make([][]float64, rows)
	for n := range m {
		m[n] = make([]float64, columns)
	}
	return m
}

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
