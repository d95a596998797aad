package baseline

import (
	"cmp"
	"context"
	"math"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

// Logistic is L2-regularized logistic regression on the features, fitted by Newton's method.
//
// References: T. Hastie, R. Tibshirani, J. Friedman: The Elements of Statistical Learning. 2nd edition (2009), section 4.4.
type Logistic struct {
	// Ridge is the L2 penalty: Ridge/2 times the squared weights, without the intercept. Zero means 1, scikit-learn's default.
	Ridge float64
}

// Linear is the classifier that Logistic learns: positive if the weights of the true features plus the intercept exceed 0.
type Linear struct {
	Weights   []float64
	Intercept float64
}

// Answer implements Classifier.
func (l *Linear) Answer(dst []uint64, rows LabeledRows) {
	clear(dst)
	for i, sum := range l.scores(rows.X.Transpose()) {
		if sum > 0 {
			bitmat.Set(dst, i)
		}
	}
}

// scores returns the weighted sum of each row.
func (l *Linear) scores(rows *bitmat.Rows) []float64 {
	sums := make([]float64, rows.Rows)
	for i := range sums {
		sum := l.Intercept
		bitmat.EachBit(rows.Row(i), func(j int) { sum += l.Weights[j] })
		sums[i] = sum
	}
	return sums
}

// Learn implements Learner. It uses no random numbers.
func (l Logistic) Learn(ctx context.Context, rows LabeledRows, _ uint64, tell func(float64)) Classifier {
	l.Ridge = cmp.Or(l.Ridge, 1)
	const most = 25 // steps
	model := &Linear{Weights: make([]float64, rows.X.Cols)}
	x := rows.X.Transpose()
	for step := range most {
		d := newDerivatives(model, l.Ridge)
		for i, score := range model.scores(x) {
			const stride = 1 << 10
			if i%stride == 0 {
				if ctx.Err() != nil {
					return nil
				}
				tell((float64(step) + float64(i)/float64(x.Rows)) / most)
			}
			d.add(x.Row(i), bitmat.Get(rows.Labels, i), numeric.Sigmoid(score))
		}
		if !solve(d.curve, d.slope) {
			break
		}
		largest := 0.0 // change of a weight
		for j := range model.Weights {
			model.Weights[j] += d.slope[j]
			largest = max(largest, math.Abs(d.slope[j]))
		}
		model.Intercept += d.slope[len(model.Weights)]
		if largest < smallStep {
			break
		}
	}
	return model
}

// smallStep ends the iteration: no weight changes by more. As the penalty of the intercept, it ensures a solution for one class.
const smallStep = 1e-6

// derivatives are those of the penalized log-likelihood by the weights, the intercept last.
type derivatives struct {
	slope []float64   // first derivatives
	curve [][]float64 // second derivatives with the sign changed, the upper half
	set   []int       // scratch: the features of a row
}

// newDerivatives returns the derivatives of the penalty.
func newDerivatives(model *Linear, ridge float64) *derivatives {
	n := len(model.Weights)
	d := &derivatives{slope: make([]float64, n+1), curve: make([][]float64, n+1)}
	for j := range d.curve {
		d.curve[j] = make([]float64, n+1)
	}
	for j, w := range model.Weights {
		d.curve[j][j], d.slope[j] = ridge, -float64(ridge*w)
	}
	d.curve[n][n] = smallStep
	return d
}

// add adds a row for which the model predicts the probability p.
func (d *derivatives) add(row []uint64, positive bool, p float64) {
	miss, weight := -p, float64(p*(1-p))
	if positive {
		miss = 1 - p
	}
	d.set = d.set[:0]
	bitmat.EachBit(row, func(j int) { d.set = append(d.set, j) })
	d.set = append(d.set, len(d.slope)-1)
	for k, j := range d.set {
		d.slope[j] += miss
		line := d.curve[j]
		for _, other := range d.set[k:] {
			line[other] += weight
		}
	}
}

// solve replaces b by the solution of a x = b, by Cholesky decomposition. It uses the upper half of the symmetric matrix a, and
// overwrites it. It reports whether a is positive definite.
func solve(a [][]float64, b []float64) bool {
	n := len(b)
	for j := range n { // a becomes r with a = rᵀ r
		if !(a[j][j] > 0) {
			return false
		}
		root := math.Sqrt(a[j][j])
		for k := j; k < n; k++ {
			a[j][k] /= root
		}
		for i := j + 1; i < n; i++ {
			factor := a[j][i]
			if factor == 0 {
				continue
			}
			for k := i; k < n; k++ {
				a[i][k] -= float64(factor * a[j][k])
			}
		}
	}
	for j := range n { // rᵀ y = b
		b[j] /= a[j][j]
		for k := j + 1; k < n; k++ {
			b[k] -= float64(a[j][k] * b[j])
		}
	}
	for j := n - 1; j >= 0; j-- { // r x = y
		for k := j + 1; k < n; k++ {
			b[j] -= float64(a[j][k] * b[k])
		}
		b[j] /= a[j][j]
	}
	return true
}
