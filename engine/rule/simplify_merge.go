package rule

import (
	"cmp"
	"slices"

	"drnet/engine/bitmat"
)

// joined replaces two rules that differ in one column by a rule that allows exactly what both do, if there is one: rules with
// age ≤ 50 and age > 50 and the same other conditions do not need the age. It reports whether it found two.
func (s *Simplifier) joined(rules []region) ([]region, bool) {
	for k := 1; k < len(rules); k++ {
		for i := range k {
			c := differ(rules[i], rules[k])
			if c < 0 {
				continue
			}
			r, ok := s.join(rules[i], rules[k], c)
			if !ok {
				continue
			}
			rules[i] = s.region(r)
			return slices.Delete(rules, k, k+1), true
		}
	}
	return rules, false
}

// differ returns the only column in which two rules allow different states, -1 for none or several. Both rules have conditions on
// it: otherwise one would be inside the other.
func differ(a, b region) int {
	found := -1
	for c := range a.allowed {
		if slices.Equal(a.allowed[c], b.allowed[c]) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = c
	}
	return found
}

// join returns rule a with conditions on column c that allow exactly the states of a and b.
func (s *Simplifier) join(a, b region, c int) (Rule, bool) {
	states := slices.Clone(a.allowed[c])
	bitmat.Or(states, states, b.allowed[c])
	literals, ok := s.literalsFor(c, states)
	if !ok {
		return nil, false
	}
	r := s.instead(a.rule, c, literals)
	return r, s.Limits.MaxConditions == 0 || len(r) <= max(s.Limits.MaxConditions, len(a.rule))
}

// instead returns the rule with other literals on a column.
func (s *Simplifier) instead(r Rule, column int, literals Rule) Rule {
	out := slices.DeleteFunc(slices.Clone(r), func(l Literal) bool { return s.column[l.Feature] == column })
	out = append(out, literals...)
	slices.SortStableFunc(out, func(a, b Literal) int { return cmp.Compare(a.Feature, b.Feature) })
	return out
}

// literalsFor returns at most two literals that allow exactly these states of a column: none for all states.
func (s *Simplifier) literalsFor(column int, states []uint64) (Rule, bool) {
	if bitmat.Count(states) == s.states[column] {
		return nil, true
	}
	var wider []Literal // allow these states and more
	for f, c := range s.column {
		if c != column {
			continue
		}
		for _, l := range [2]Literal{{Feature: f}, {Feature: f, Not: true}} {
			if l.Not && s.Limits.NoNot {
				continue
			}
			allowed := s.intersection(column, Rule{l}, -1)
			if slices.Equal(allowed, states) {
				return Rule{l}, true
			}
			if bitmat.CountAnd(allowed, states) == bitmat.Count(states) {
				wider = append(wider, l)
			}
		}
	}
	for k := range wider {
		for i := range k {
			if pair := (Rule{wider[i], wider[k]}); slices.Equal(s.intersection(column, pair, -1), states) {
				return pair, true
			}
		}
	}
	return nil, false
}

// reworded returns the region with the fewest equivalent conditions on each column.
func (s *Simplifier) reworded(g region) region {
	count := make([]int, len(s.states))
	for _, l := range g.rule {
		count[s.column[l.Feature]]++
	}
	for c, n := range count {
		if n < 2 {
			continue
		}
		if literals, ok := s.literalsFor(c, g.allowed[c]); ok && len(literals) < n {
			g.rule = s.instead(g.rule, c, literals)
		}
	}
	return g
}
