package rule

import (
	"math"
	"slices"
)

// A price is the minimum gain per condition, or per rule, in refinement. From 0 to MaxPrice it is a share of the training rows, from
// LeastRows on a number of rows: 3e-4 means three more correct rows in ten thousand, 3 means three more correct rows. A row counts
// as much as its weight; the mean weight is 1.
const (
	AutoPrice = 0  // three rows or, with many features, more; or what cross-validation chooses
	NoPrice   = -1 // no refinement
	LowPrice  = -2 // a low number of rows, which depends on that of the training rows: more and longer rules
	MaxPrice  = 1  // the highest share, which no condition can gain
	LeastRows = 2  // the lowest number of rows, and the lowest price that is chosen: a gain of one row is noise
)

// ValidPrice reports whether a number is a price other than NoPrice and LowPrice.
func ValidPrice(p float64) bool {
	return p >= AutoPrice && p <= MaxPrice || p >= LeastRows && !math.IsInf(p, 1)
}

// Limits restrict the form of rules. The zero value allows all.
type Limits struct {
	// NoNot forbids negated conditions: rules may use the feature "age ≤ 50" but not its negation "age > 50".
	NoNot bool
	// MaxConditions bounds the conditions of a rule; zero allows any number.
	MaxConditions int
	// Required has groups of features, such as all features of a column. Of each group, some rule must use some feature, unless
	// all features of the group are constant.
	Required [][]int
}

// Allows reports whether a rule keeps to NoNot and MaxConditions.
func (l Limits) Allows(r Rule) bool {
	if l.MaxConditions > 0 && len(r) > l.MaxConditions {
		return false
	}
	return !l.NoNot || !slices.ContainsFunc(r, func(c Literal) bool { return c.Not })
}

// Missing returns the places in Required of the groups that no rule uses.
func (l Limits) Missing(set Set) []int {
	var missing []int
	for g, features := range l.Required {
		if !set.UsesAny(features) {
			missing = append(missing, g)
		}
	}
	return missing
}

// TooLong returns the number of rules with more than MaxConditions conditions.
func (l Limits) TooLong(set Set) int {
	n := 0
	for _, r := range set {
		if l.MaxConditions > 0 && len(r) > l.MaxConditions {
			n++
		}
	}
	return n
}

// UsesAny reports whether some rule has a condition on one of the features.
func (s Set) UsesAny(features []int) bool {
	return slices.ContainsFunc(s, func(r Rule) bool { return r.UsesAny(features) })
}

// UsesAny reports whether the rule has a condition on one of the features.
func (r Rule) UsesAny(features []int) bool {
	return slices.ContainsFunc(r, func(l Literal) bool { return slices.Contains(features, l.Feature) })
}

// Balanced is the ratio of weights that gives both classes the same total weight.
const Balanced = -1

// Weights are the weights of a row by its class, in a loss, a gain or a score. The zero value weighs every row 1.
type Weights struct{ Positive, Negative float64 }

// NewWeights returns weights with mean 1 over the rows, so that prices and penalties keep their meaning. Ratio is the weight of a
// positive row divided by that of a negative one, or Balanced; 0 means 1, and so does Balanced if a class is empty. Positives and
// negatives are the numbers of rows or, with row weights, the sums of these.
//
// References: G. King, L. Zeng: Logistic Regression in Rare Events Data. Political Analysis 9 (2001), section 4.2
// (weights by class). C. Elkan: The Foundations of Cost-Sensitive Learning. IJCAI 2001 (costs of the two mistakes).
func NewWeights[N int | float64](ratio float64, positives, negatives N) Weights {
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
