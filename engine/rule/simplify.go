package rule

import (
	"cmp"
	"iter"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
)

// A Simplifier shortens sets over the features of an encoder without changing any prediction.
//
// It relates the features of a column through the column's states: the bins between its thresholds, its values, the rest of them,
// "any other value", and missing. A rule allows, for each column, the states that all its literals allow.
type Simplifier struct {
	column   []int      // of each feature, ascending
	features [][]int    // of each column
	holds    [][]uint64 // for each feature, the states of its column in which it is true, as bits
	states   []int      // number of states of each column

	Limits Limits // they are preserved, except Required: a redundant condition is removed
}

// NewSimplifier takes the encoder's features in their order.
func NewSimplifier(features []binarize.Feature) *Simplifier {
	s := &Simplifier{column: make([]int, len(features)), holds: make([][]uint64, len(features))}
	for i, f := range features {
		s.column[i] = f.Column
		for len(s.features) <= f.Column {
			s.features = append(s.features, nil)
		}
		s.features[f.Column] = append(s.features[f.Column], i)
	}
	s.states = make([]int, len(s.features))
	for c := range s.features {
		s.addStates(c, features)
	}
	return s
}

// addStates lists the states of a column. Feature k, in the order of Op, is true in state k, and a threshold also in the states before:
// of age ≤ 25 and age ≤ 50, only the second is true in state 1. In the last state none is true. A column that has features for missing
// cells and for all other values lacks that state.
func (s *Simplifier) addStates(column int, features []binarize.Feature) {
	own := slices.Clone(s.features[column])
	slices.SortStableFunc(own, func(a, b int) int { return cmp.Compare(features[a].Op, features[b].Op) }) // thresholds ascend already
	n := len(own) + 1
	if k := len(own) - 1; k > 0 && features[own[k]].Op == binarize.Rest && features[own[k]].Missable {
		n--
	}
	s.states[column] = n
	for k, i := range own {
		s.holds[i] = make([]uint64, bitmat.Words(n))
		bitmat.Set(s.holds[i], k)
		if features[i].Op == binarize.AtMost {
			bitmat.Ones(s.holds[i][:bitmat.Words(k+1)], k+1)
		}
	}
}

// Simplify returns a set with the same prediction on every possible row. It removes conditions that the rest of their rule implies,
// and unsatisfiable and subsumed rules. It uses the fewest equivalent conditions on a column. It replaces two rules that differ in one
// column by one rule that covers exactly the same rows, if that exists.
func (s *Simplifier) Simplify(set Set) Set {
	var rules []region
	for _, r := range set {
		if g := s.region(r); g.possible {
			rules = append(rules, s.reworded(g))
		}
	}
	for again := true; again; {
		rules = outermost(rules)
		rules, again = s.joined(rules)
	}
	out := make(Set, len(rules))
	for i, g := range rules {
		out[i] = g.rule
	}
	return out
}

// outermost removes rules that are inside another one. It keeps the first of several equal rules.
func outermost(rules []region) []region {
	var out []region
	for i, a := range rules {
		redundant := slices.ContainsFunc(rules[:i], a.inside) ||
			slices.ContainsFunc(rules[i+1:], func(b region) bool { return a.inside(b) && !b.inside(a) })
		if !redundant {
			out = append(out, a)
		}
	}
	return out
}

// region is the set of rows that a rule allows: for each column a set of states, nil without a condition.
type region struct {
	rule     Rule // without redundant literals
	allowed  [][]uint64
	possible bool // if false, some column allows no state, and the rest of the region is incomplete
}

// region stops at the first literal that leaves no state of its column. Early in a run a rule has most of all literals, and this is one of
// the first.
func (s *Simplifier) region(r Rule) region {
	g := region{allowed: make([][]uint64, len(s.states))}
	for _, l := range r {
		c := s.column[l.Feature]
		if g.allowed[c] == nil {
			g.allowed[c] = s.intersection(c, nil, -1)
		}
		if l.And(g.allowed[c], g.allowed[c], s.holds[l.Feature]); bitmat.Count(g.allowed[c]) == 0 {
			return g
		}
	}
	g.possible = true
	for c, literals := range s.byColumn(r) {
		for k := 0; k < len(literals); {
			if slices.Equal(s.intersection(c, literals, k), g.allowed[c]) {
				literals = slices.Delete(literals, k, k+1)
			} else {
				k++
			}
		}
		g.rule = append(g.rule, literals...)
		if bitmat.Count(g.allowed[c]) == s.states[c] {
			g.allowed[c] = nil
		}
	}
	return g
}

// byColumn yields each column of a rule, ascending, with the literals on it. The caller may change them.
func (s *Simplifier) byColumn(r Rule) iter.Seq2[int, Rule] {
	rest := slices.Clone(r)
	rest.Sort()
	return func(yield func(int, Rule) bool) {
		for len(rest) > 0 {
			c := s.column[rest[0].Feature]
			n := slices.IndexFunc(rest, func(l Literal) bool { return s.column[l.Feature] != c })
			if n < 0 {
				n = len(rest)
			}
			if !yield(c, rest[:n:n]) {
				return
			}
			rest = rest[n:]
		}
	}
}

// intersection returns the states of a column that all of its literals except number skip allow; -1 skips none.
func (s *Simplifier) intersection(column int, literals Rule, skip int) []uint64 {
	states := make([]uint64, bitmat.Words(s.states[column]))
	bitmat.Ones(states, s.states[column])
	for k, l := range literals {
		if k != skip {
			l.And(states, states, s.holds[l.Feature])
		}
	}
	return states
}

// inside reports whether b fires wherever a does.
func (a region) inside(b region) bool {
	for c, allowed := range b.allowed {
		if allowed != nil && (a.allowed[c] == nil || bitmat.CountAnd(a.allowed[c], allowed) < bitmat.Count(a.allowed[c])) {
			return false
		}
	}
	return true
}

// joined replaces the first two rules that join merges, and reports whether it found any. For example, rules with age ≤ 50 and with
// age > 50 that are otherwise equal become one rule without age.
func (s *Simplifier) joined(rules []region) ([]region, bool) {
	for k := range rules {
		for i := range k {
			if r, ok := s.join(rules[i], rules[k]); ok {
				rules[i] = s.region(r)
				return slices.Delete(rules, k, k+1), true
			}
		}
	}
	return rules, false
}

// join returns a rule that covers exactly the rows of a and b together, if these differ in one column and such a rule is within the
// limits. Both have conditions on the column, as neither is inside the other.
func (s *Simplifier) join(a, b region) (Rule, bool) {
	column := -1
	for c := range a.allowed {
		if slices.Equal(a.allowed[c], b.allowed[c]) {
			continue
		}
		if column >= 0 {
			return nil, false
		}
		column = c
	}
	states := slices.Clone(a.allowed[column])
	bitmat.Or(states, states, b.allowed[column])
	literals, ok := s.literalsFor(column, states)
	if !ok {
		return nil, false
	}
	r := s.instead(a.rule, column, literals)
	return r, s.Limits.MaxConditions == 0 || len(r) <= max(s.Limits.MaxConditions, len(a.rule))
}

// instead returns a rule with these literals in place of its own on a column.
func (s *Simplifier) instead(r Rule, column int, literals Rule) Rule {
	out := slices.DeleteFunc(slices.Clone(r), func(l Literal) bool { return s.column[l.Feature] == column })
	out = append(out, literals...)
	out.Sort()
	return out
}

// Sort puts the literals in the order of their features.
func (r Rule) Sort() {
	slices.SortStableFunc(r, func(a, b Literal) int { return cmp.Compare(a.Feature, b.Feature) })
}

// literalsFor returns at most two literals that together allow exactly these states of a column, none for all states, and false if
// two are too few.
func (s *Simplifier) literalsFor(column int, states []uint64) (Rule, bool) {
	if bitmat.Count(states) == s.states[column] {
		return nil, true
	}
	var wider []Literal // allow these states and more
	for _, f := range s.features[column] {
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
	var out Rule
	for c, literals := range s.byColumn(g.rule) {
		if len(literals) > 1 {
			if fewer, ok := s.literalsFor(c, g.allowed[c]); ok && len(fewer) < len(literals) {
				literals = fewer
			}
		}
		out = append(out, literals...)
	}
	g.rule = out
	return g
}

// Logic holds the properties of a rule that follow from its conditions for all possible rows.
type Logic struct {
	Unsatisfiable bool // its conditions exclude each other
	Tautology     bool // every possible row meets them
	SubsumedBy    int  // the first rule that fires wherever this one does, else -1; of two equal rules the later is subsumed
}

// LogicOf analyzes each rule of a set over the features of a valid encoder.
func LogicOf(e *binarize.Encoder, set Set) []Logic {
	s, out := NewSimplifier(e.Features()), make([]Logic, len(set))
	var regions []region
	for _, r := range set {
		regions = append(regions, s.region(r))
	}
	for a, g := range regions {
		out[a] = Logic{Unsatisfiable: !g.possible, Tautology: g.possible && len(g.rule) == 0, SubsumedBy: -1}
		for b := 0; b < len(set) && out[a].SubsumedBy < 0 && g.possible; b++ {
			if a != b && g.inside(regions[b]) && (b < a || !regions[b].inside(g)) {
				out[a].SubsumedBy = b
			}
		}
	}
	return out
}
