package rule

import "slices"

// Prices of refinement. A price is the minimum gain of a rule or a condition, as a share of the training rows: at 3e-4,
// it must correct three more rows in ten thousand.
const (
	AutoPrice = 0  // chosen by cross-validation on the training rows
	NoPrice   = -1 // no refinement
	MaxPrice  = 1  // no condition can earn more
)

// Limits restrict the form of rules. The zero value allows all.
type Limits struct {
	// NoNot forbids negated conditions. A threshold is a feature, so with "age ≤ 50" among the features rules may use that and
	// not "age > 50".
	NoNot bool
	// MaxConditions bounds the conditions of a rule; zero allows any number.
	MaxConditions int
	// Required are groups of features, such as all of one column: some rule must use some feature of each group. A group of
	// features that are all constant cannot be used.
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
