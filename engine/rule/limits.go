package rule

import "slices"

// Limits are what a person asks of the form of rules. The zero value asks for nothing.
type Limits struct {
	// NoNot allows no negated condition. A threshold is a question of its own, so with "age ≤ 50" among the features
	// rules may ask for that and not for "age > 50".
	NoNot bool
	// MaxConditions is the most conditions of a rule; zero allows any number.
	MaxConditions int
	// Required are groups of features, such as all of one column: at least one rule must ask for at least one of each group.
	// A group of which no feature differs between rows cannot be asked for.
	Required [][]int
}

// allows reports whether a rule has no condition that it must not have, and not too many.
func (l Limits) allows(r Rule) bool {
	if l.MaxConditions > 0 && len(r) > l.MaxConditions {
		return false
	}
	return !l.NoNot || !slices.ContainsFunc(r, func(c Literal) bool { return c.Not })
}

// Missing returns the places in Required of the groups that no rule asks for.
func (l Limits) Missing(set Set) []int {
	var lacking []int
	for g, features := range l.Required {
		if !set.uses(features) {
			lacking = append(lacking, g)
		}
	}
	return lacking
}

// TooLong returns the number of rules that have more conditions than are allowed.
func (l Limits) TooLong(set Set) int {
	n := 0
	for _, r := range set {
		if l.MaxConditions > 0 && len(r) > l.MaxConditions {
			n++
		}
	}
	return n
}

func (s Set) uses(features []int) bool {
	return slices.ContainsFunc(s, func(r Rule) bool { return r.uses(features) })
}

func (r Rule) uses(features []int) bool {
	return slices.ContainsFunc(r, func(l Literal) bool { return slices.Contains(features, l.Feature) })
}
