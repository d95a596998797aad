package drnet

import "math"

// A reference is one training step by the equations and nothing else: dense, in float64, every weight of every rule for every
// row. It specifies what the stepper and Adam compute fast; the tests compare both, and replay recorded steps of the program
// published with the paper. It shares no code with them, and no command calls it.
// Products are converted before they are added, so that no compiler fuses the two.
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
	z1, dz1, pi1 [][]float64 // [j][i]: gates, their derivatives by the locations, probabilities of open gates
	z2, dz2, pi2 []float64   // [j]: the same of the OR Layer
	w            [][]float64 // [j][i]: w = w̃ z, Eq. (6)
	positive     [][]float64 // [j][i]: 1 where w > 0
	y            [][]float64 // [n][j]: Eq. (1)
	h            [][]float64 // [n][j]: Eq. (2), 1 where rule j fires
	count        []float64   // [n]: rules that fire and whose OR gate is open
	bce, reg     float64     // the two parts of the loss, Eq. (8)
	dOut         []float64   // [n]: derivative of the loss by the output of Eq. (5)

	dW, dLoc1 [][]float64 // [j][i]
	dLoc2     []float64   // [j]
}

// referenceSlack absorbs the rounding of the sum in Eq. (1), as in the program published with the paper: y_j counts as 1 above
// 1 - referenceSlack.
const referenceSlack = 1e-6

// run makes one step, without the update.
func (r *reference) run() *referenceStep {
	s := &referenceStep{}
	r.gates(s)
	r.forward(s)
	r.lossOf(s)
	r.backward(s)
	return s
}

// gates draws the gates of both layers.
func (r *reference) gates(s *referenceStep) {
	rules, features := len(r.w), len(r.x[0])
	s.z1, s.dz1, s.pi1 = newMatrix(rules, features), newMatrix(rules, features), newMatrix(rules, features)
	s.w, s.positive = newMatrix(rules, features), newMatrix(rules, features)
	s.z2, s.dz2, s.pi2 = make([]float64, rules), make([]float64, rules), make([]float64, rules)
	for j := range rules {
		for i, w := range r.w[j] {
			s.z1[j][i], s.dz1[j][i] = referenceGate(r.loc1[j][i], r.u1[j][i])
			s.pi1[j][i] = referenceProbability(r.loc1[j][i])
			s.w[j][i] = w * s.z1[j][i]
			if s.w[j][i] > 0 || r.fromAbove && s.w[j][i] == 0 {
				s.positive[j][i] = 1
			}
		}
		s.z2[j], s.dz2[j] = referenceGate(r.loc2[j], r.u2[j])
		s.pi2[j] = referenceProbability(r.loc2[j])
	}
}

// forward computes Eqs. (1), (2), (4) and (5) for every row.
func (r *reference) forward(s *referenceStep) {
	rules := len(r.w)
	s.y, s.h, s.count = newMatrix(len(r.x), rules), newMatrix(len(r.x), rules), make([]float64, len(r.x))
	for n, x := range r.x {
		for j, w := range s.w {
			sum := 1.
			for i := range x {
				sum += float64(w[i]*x[i]) - max(w[i], 0)
			}
			s.y[n][j] = sum
			if sum > 1-referenceSlack {
				s.h[n][j] = 1
				if s.z2[j] > 0 {
					s.count[n]++
				}
			}
		}
	}
}

// lossOf computes the weighted binary cross-entropy of the outputs, its derivatives, and L_R of Eq. (7).
func (r *reference) lossOf(s *referenceStep) {
	rows, rules := float64(len(r.x)), float64(len(r.w))
	s.dOut = make([]float64, len(r.x))
	for n, y := range r.y {
		out, weight := s.count[n]-epsilon, r.weight[int(y)]
		s.bce += weight * (math.Log1p(math.Exp(-math.Abs(out))) + max(out, 0) - float64(out*y)) / rows
		s.dOut[n] = weight * (referenceSigmoid(out) - y) / rows
	}
	for j, pi := range s.pi2 {
		s.reg += pi * (1 + r.length(s, j)) / rules
	}
}

// length is the expected length of rule j: the sum of π_1,i,j over the features, or their mean.
func (r *reference) length(s *referenceStep, j int) float64 {
	length := 0.
	for _, pi := range s.pi1[j] {
		length += float64(pi * r.conditionLength())
	}
	return length
}

// conditionLength is the length that one open condition adds to its rule.
func (r *reference) conditionLength() float64 {
	if r.penalty == PenaltyMean {
		return 1 / float64(len(r.x[0]))
	}
	return 1
}

// backward computes the derivatives of the loss by the parameters of both layers. The OR Layer passes gradients straight
// through its binarization (Eq. 4), the step of the Rules Layer by Eq. (3).
func (r *reference) backward(s *referenceStep) {
	rules := len(r.w)
	s.dW, s.dLoc1, s.dLoc2 = newMatrix(rules, len(r.x[0])), newMatrix(rules, len(r.x[0])), make([]float64, rules)
	scale := r.lambda / float64(rules)
	for j := range rules {
		for n, x := range r.x {
			s.dLoc2[j] += float64(s.dOut[n] * s.h[n][j] * s.dz2[j])
			dy := s.dOut[n] * s.z2[j]
			if y := s.y[n][j]; y < 0 || y > 1-referenceSlack && dy < 0 { // Eq. (3)
				continue
			}
			for i := range x {
				dw := dy * (x[i] - s.positive[j][i]) // ∂y_j/∂w_ij = x_i - [w_ij > 0], by Eq. (1)
				s.dW[j][i] += float64(dw * s.z1[j][i])
				s.dLoc1[j][i] += float64(dw * r.w[j][i] * s.dz1[j][i])
			}
		}
		for i, pi := range s.pi1[j] {
			s.dLoc1[j][i] += float64(scale * s.pi2[j] * r.conditionLength() * pi * (1 - pi))
		}
		s.dLoc2[j] += float64(scale * (1 + r.length(s, j)) * s.pi2[j] * (1 - s.pi2[j]))
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

// referenceGate returns a gate and its derivative by the location, which is 0 where the gate is clamped (Louizos, Welling,
// Kingma 2018, Eqs. 10 and 11).
func referenceGate(loc, u float64) (z, dz float64) {
	s := referenceSigmoid((math.Log(u) - math.Log(1-u) + loc) / beta)
	stretched := float64(s*(zeta-gamma)) + gamma
	if stretched <= 0 || stretched >= 1 {
		return min(max(stretched, 0), 1), 0
	}
	return stretched, s * (1 - s) / beta * (zeta - gamma)
}

// referenceProbability returns the probability that the gate is not zero (there, Eq. 12).
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
