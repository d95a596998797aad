package rule

// Balanced stands for the ratio of weights at which the rows of either class count as much together.
const Balanced = -1

// Weights say how much a row counts by its class: in the loss of a network, in what a search gains, in a score. The zero
// value counts every row once.
type Weights struct {
	Positive, Negative float64
}

// NewWeights returns weights whose mean over so many rows is 1, so that they change what rows count beside each other and
// not what a price or a penalty means beside them. Ratio is what a positive row counts for one negative row: a number
// above 0, or Balanced. Zero means 1, and so does Balanced without rows of both classes.
//
// References: G. King, L. Zeng: Logistic Regression in Rare Events Data. Political Analysis 9 (2001), section 4.2
// (weights by class). C. Elkan: The Foundations of Cost-Sensitive Learning. IJCAI 2001 (costs of the two mistakes).
func NewWeights(ratio float64, positives, negatives int) Weights {
	p, n := float64(max(positives, 0)), float64(max(negatives, 0))
	if ratio == Balanced && p > 0 && n > 0 {
		return Weights{(p + n) / (2 * p), (p + n) / (2 * n)}
	}
	if ratio <= 0 || ratio == 1 || p+n == 0 {
		return Weights{1, 1}
	}
	one := (p + n) / (float64(ratio*p) + n)
	return Weights{ratio * one, one}
}

// Each returns both weights, which are 1 for the zero value.
func (w Weights) Each() (positive, negative float64) {
	if w == (Weights{}) {
		return 1, 1
	}
	return w.Positive, w.Negative
}
