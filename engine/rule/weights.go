package rule

// Balanced is the ratio of weights that gives both classes the same total weight.
const Balanced = -1

// Weights are the weights of a row by its class: in the loss of a network, in the gain of a search, in a score. The zero value
// weighs every row 1.
type Weights struct {
	Positive, Negative float64
}

// NewWeights returns weights with mean 1 over the rows, so that prices and penalties keep their meaning. Ratio is the weight of a
// positive row relative to a negative one: a number above 0, or Balanced. Zero means 1, and so does Balanced without rows of both
// classes.
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
