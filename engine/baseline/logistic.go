package baseline

import (
	"context"
	"math"
	"math/bits"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

// Logistic is logistic regression on the features, fitted by Newton's method.
//
// References: T. Hastie, R. Tibshirani, J. Friedman: The Elements of Statistical Learning. 2nd edition (2009), section 4.4.
type Logistic struct {
	// Ridge is what the square of a weight costs, halved; the intercept is free. Zero means 1, the usual one of scikit-learn.
	Ridge float64
}

// Linear is the classifier that Logistic learns: positive where the weights of the features that hold and the intercept sum to more
// than 0.
type Linear struct {
	Weights   []float64
	Intercept float64
}

// Answer implements Classifier.
func (l *Linear) Answer(dst []uint64, rows Rows) {
	clear(dst)
	for i, sum := range l.sums(rows.X.Transpose()) {
		if sum > 0 {
			bitmat.Set(dst, i)
		}
	}
}

// sums returns the weighted sums of the rows.
func (l *Linear) sums(rows *bitmat.Rows) []float64 {
	sums := make([]float64, rows.Rows)
	for i := range sums {
		sum := l.Intercept
		each(rows.Row(i), func(j int) { sum += l.Weights[j] })
		sums[i] = sum
	}
	return sums
}

// each calls do for every bit that is set.
func each(words []uint64, do func(j int)) {
	for w, word := range words {
		for ; word != 0; word &= word - 1 {
			do(64*w + bits.TrailingZeros64(word))
		}
	}
}

// Learn implements Learner. It needs no random numbers.
func (l Logistic) Learn(ctx context.Context, rows Rows, _ uint64, tell func(float64)) Classifier {
	if l.Ridge == 0 {
		l.Ridge = 1
	}
	const most, enough = 25, 1e-6 // steps, and a step that changes nothing to speak of
	n := rows.X.Cols
	model := &Linear{Weights: make([]float64, n)}
	x := rows.X.Transpose()
	curve := make([][]float64, n+1) // the upper half of the second derivatives; the intercept comes last
	for j := range curve {
		curve[j] = make([]float64, n+1)
	}
	slope := make([]float64, n+1)
	var set []int
	for step := range most {
		for j := range curve {
			clear(curve[j])
		}
		for j, w := range model.Weights {
			slope[j] = -float64(l.Ridge * w)
			curve[j][j] = l.Ridge
		}
		slope[n] = 0
		curve[n][n] = enough // so that there is a solution where all rows are of one class
		for i, sum := range model.sums(x) {
			const stride = 1 << 10
			if i%stride == 0 {
				if ctx.Err() != nil {
					return nil
				}
				tell((float64(step) + float64(i)/float64(x.Rows)) / most)
			}
			p := numeric.Sigmoid(sum)
			miss, weight := -p, float64(p*(1-p))
			if bitmat.Get(rows.Labels, i) {
				miss = 1 - p
			}
			set = set[:0]
			each(x.Row(i), func(j int) { set = append(set, j) })
			set = append(set, n)
			for k, j := range set {
				slope[j] += miss
				line := curve[j]
				for _, other := range set[k:] {
					line[other] += weight
				}
			}
		}
		if !solve(curve, slope) {
			break
		}
		largest := 0.0
		for j := range n {
			model.Weights[j] += slope[j]
			largest = max(largest, math.Abs(slope[j]))
		}
		model.Intercept += slope[n]
		if largest < enough {
			break
		}
	}
	return model
}

// solve puts the solution of a system of equations in the place of its right side. Of the matrix, which is symmetric and positive
// definite, it takes the upper half, and destroys it (Cholesky). It reports whether there is one.
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
