package drnet

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// An oracle is the network by its equations and nothing else: dense, in float64, one matrix product for Eq. (1) and one
// for its derivative. It shares no line with the stepper.
type oracle struct {
	x        *mat.Dense // rows × features
	y        []float64  // one label a row
	w, loc1  *mat.Dense // rules × features
	loc2     []float64
	u1       *mat.Dense
	u2       []float64
	perCount float64 // what an open condition adds to the length of its rule: 1/features (mean) or 1 (sum)

	weight [2]float64 // of the loss of a row, by its label
	above  bool       // a weight of zero counts as positive: its derivative is taken from above
}

// answer is what one pass gives.
type answer struct {
	fired              *mat.Dense // rows × rules, h_j of Eq. (2)
	near               *mat.Dense // rows × rules: y_j is in [0, 1)
	open               []float64  // one a row: fired rules whose OR gate is open
	bce, reg           float64
	dW, dLoc1          *mat.Dense
	dLoc2              []float64
	margin             float64 // least distance of a y_j from 0, where rounding decides whether there is a gradient
	pi1, pi2, z2, gate []float64
}

const oracleSlack = 1e-6 // of the step, as in the program published with the paper

func (o *oracle) run(lambda float64) answer {
	rows, features := o.x.Dims()
	rules := len(o.loc2)
	z1, dz1, pi := mat.NewDense(rules, features, nil), mat.NewDense(rules, features, nil), mat.NewDense(rules, features, nil)
	w, positive := mat.NewDense(rules, features, nil), mat.NewDense(rules, features, nil) // w = w̃·z and [w > 0]
	for j := range rules {
		for i := range features {
			z, dz := gateAndSlope(o.loc1.At(j, i), o.u1.At(j, i))
			z1.Set(j, i, z)
			dz1.Set(j, i, dz)
			pi.Set(j, i, openProbability(o.loc1.At(j, i)))
			w.Set(j, i, o.w.At(j, i)*z)
			if w.At(j, i) > 0 || o.above && w.At(j, i) == 0 {
				positive.Set(j, i, 1)
			}
		}
	}

	// Eq. (1), then Eq. (2) and the OR Layer (Eqs. 4 and 5).
	var y mat.Dense
	y.Mul(o.x, w.T())
	a := answer{
		fired: mat.NewDense(rows, rules, nil), near: mat.NewDense(rows, rules, nil), open: make([]float64, rows),
		dW: mat.NewDense(rules, features, nil), dLoc1: mat.NewDense(rules, features, nil), dLoc2: make([]float64, rules), margin: math.Inf(1),
	}
	dz2, dLogit := make([]float64, rules), make([]float64, rows)
	for j := range rules {
		z, dz := gateAndSlope(o.loc2[j], o.u2[j])
		a.z2, dz2[j] = append(a.z2, z), dz
		bias := 1.
		for i := range features {
			if w.At(j, i) > 0 {
				bias -= w.At(j, i)
			}
		}
		for n := range rows {
			y.Set(n, j, y.At(n, j)+bias)
			a.margin = min(a.margin, math.Abs(y.At(n, j)))
			if y.At(n, j) > 1-oracleSlack {
				a.fired.Set(n, j, 1)
				if z > 0 {
					a.open[n]++
				}
			} else if y.At(n, j) >= 0 {
				a.near.Set(n, j, 1)
			}
		}
	}
	for n := range rows {
		logit := a.open[n] - 0.5
		weight := o.weight[int(o.y[n])]
		a.bce += weight * (math.Log1p(math.Exp(-math.Abs(logit))) + max(logit, 0) - logit*o.y[n]) / float64(rows)
		dLogit[n] = weight * (sigma(logit) - o.y[n]) / float64(rows)
	}

	// L_R of Eq. (7).
	for j := range rules {
		length := 0.
		for i := range features {
			length += o.perCount * pi.At(j, i)
		}
		a.pi1, a.pi2 = append(a.pi1, length), append(a.pi2, openProbability(o.loc2[j]))
		a.reg += a.pi2[j] * (1 + length) / float64(rules)
	}

	// Backward: Eq. (3) for the step, straight through the OR Layer.
	g := mat.NewDense(rows, rules, nil)
	for n := range rows {
		for j := range rules {
			d := dLogit[n] * a.z2[j]
			if yj := y.At(n, j); yj < 0 || yj > 1-oracleSlack && d < 0 {
				d = 0
			}
			g.Set(n, j, d)
			a.dLoc2[j] += dLogit[n] * a.fired.At(n, j) * dz2[j]
		}
	}
	var dw mat.Dense
	dw.Mul(g.T(), o.x)
	for j := range rules {
		total := mat.Sum(g.ColView(j))
		for i := range features {
			d := dw.At(j, i) - positive.At(j, i)*total
			p := pi.At(j, i)
			a.dW.Set(j, i, d*z1.At(j, i))
			a.dLoc1.Set(j, i, d*o.w.At(j, i)*dz1.At(j, i)+lambda/float64(rules)*a.pi2[j]*o.perCount*p*(1-p))
		}
		p := a.pi2[j]
		a.dLoc2[j] += lambda / float64(rules) * (1 + a.pi1[j]) * p * (1 - p)
	}
	return a
}

// gateAndSlope is a gate and its derivative by the location, which is 0 where it is clamped.
func gateAndSlope(loc, u float64) (z, dz float64) {
	stretched, z := gateOf(loc, u)
	if stretched <= 0 || stretched >= 1 {
		return z, 0
	}
	s := (stretched - gamma) / (zeta - gamma)
	return z, s * (1 - s) / beta * (zeta - gamma)
}
