package refine

import (
	"context"
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// search is a local search on a rule set. All values are weights of rows: the score is the weight of correct rows minus cost × complexity
// and the doubt of each rule.
type search struct {
	*evaluator
	rule.Limits
	maxConditions int   // of a rule; math.MaxInt without a limit
	group         []int // index in Required of each feature, -1 for none; nil without Required

	ctx       context.Context
	cost      float64 // of a rule or a condition
	set       rule.Set
	fires     [][]uint64 // the rows that each rule covers
	uncovered []uint64   // the rows that no rule covers, except the rules under change; see uncoverExcept
	scratch   []uint64
	alone     known // the rows that only the rule under change covers; see bestExchange
	beam      beam

	quick    bool      // skips regrowing rules
	pruning  bool      // conditions are removed, never added
	work     int       // words counted so far
	progress *progress // nil without an observer
}

// newSearch returns a search with price 0 and an empty set.
func newSearch(ctx context.Context, e *evaluator, l rule.Limits) *search {
	s := &search{evaluator: e, ctx: ctx}
	s.uncovered, s.scratch, s.alone.rows = make([]uint64, e.words), make([]uint64, e.words), make([]uint64, e.words)
	s.beam.init(e)
	s.limit(l)
	return s
}

func (s *search) setPrice(price float64) { s.cost = float64(price * float64(s.rows())) }

func (s *search) limit(l rule.Limits) {
	s.Limits, s.maxConditions, s.group = l, math.MaxInt, nil
	if l.MaxConditions > 0 {
		s.maxConditions = l.MaxConditions
	}
	if len(l.Required) > 0 {
		s.group = slices.Repeat([]int{-1}, len(s.columns))
	}
	for g, list := range l.Required {
		for _, f := range list {
			s.group[f] = g
		}
	}
	s.beam.noNot, s.beam.maxConditions = l.NoNot, min(s.maxConditions, maxGrown)
}

// start makes the set the one to change, as far as the limits allow it.
func (s *search) start(set rule.Set) {
	s.set = s.set[:0]
	for _, r := range set {
		if !s.Allows(r) {
			s.uncoverExcept(-1)
			r = s.fit(r)
		}
		s.append(r)
	}
}

func (s *search) append(r rule.Rule) {
	k := len(s.set)
	s.set = append(s.set, slices.Clone(r))
	if len(s.fires) <= k {
		s.fires = append(s.fires, make([]uint64, s.words))
	}
	s.match(s.fires[k], r, -1)
}

func (s *search) delete(k int) {
	s.set = slices.Delete(s.set, k, k+1)
	gone := s.fires[k]
	copy(s.fires[k:], s.fires[k+1:])
	s.fires[len(s.fires)-1] = gone
}

func (s *search) replace(k int, r rule.Rule) {
	s.set[k] = append(s.set[k][:0:0], r...)
	s.match(s.fires[k], r, -1)
}

// uncoverExcept sets uncovered to the rows that no rule covers, ignoring the rules with the given indexes; -1 ignores none.
func (s *search) uncoverExcept(except ...int) {
	s.all(s.uncovered)
	for n := range s.set {
		if !slices.Contains(except, n) {
			bitmat.AndNot(s.uncovered, s.uncovered, s.fires[n])
		}
	}
}

// correct returns the number of rows, by weight, that the set predicts correctly.
func (s *search) correct() float64 {
	s.uncoverExcept(-1)
	left := s.count(s.uncovered)
	return float64(s.yes*float64(s.positives-left.yes())) + float64(s.no*float64(left.no()))
}

func (s *search) score() float64 {
	score := s.correct()
	for k, r := range s.set {
		score -= ruleCost(s.cost, r) + s.doubt(s.count(s.fires[k]))
	}
	return score
}

// rises makes a change that raises the value of a rule, and reports whether it keeps it. Without shrinkage, it keeps every change. With it,
// values of rules do not add up to the score, and the change may lower the score: then rises undoes it.
func (s *search) rises(change func()) bool {
	if s.shrink == 0 {
		change()
		return true
	}
	before, score := s.set.Clone(), s.score()
	change()
	if s.score() > score+epsilon {
		return true
	}
	s.start(before)
	return false
}

// value returns the gain in score if a rule covers the uncovered rows among fires.
func (s *search) value(fires []uint64, r rule.Rule) float64 {
	return s.gain(s.countBoth(s.uncovered, fires)) - ruleCost(s.cost, r)
}

// epsilon is smaller than any relevant difference of scores. A change must gain more, so that the earlier of two such changes wins.
const epsilon = 1e-9

// negationCost is an additional cost of a negation, in rows. It breaks ties in favor of "color = red", which says more than "color ≠ blue".
const negationCost = 1e-6

func ruleCost(cost float64, r rule.Rule) float64 {
	sum := cost
	for _, l := range r {
		sum += literalCost(cost, l)
	}
	return sum
}

func literalCost(cost float64, l rule.Literal) float64 {
	if l.Not {
		return cost + negationCost
	}
	return cost
}

// fit returns the rule as the limits allow it: without negations and, if it is too long, with its best conditions on the
// uncovered rows, chosen one after the other.
func (s *search) fit(r rule.Rule) rule.Rule {
	if s.Allows(r) {
		return r
	}
	left := slices.DeleteFunc(slices.Clone(r), func(l rule.Literal) bool { return s.NoNot && l.Not })
	if len(left) <= s.maxConditions {
		return left
	}
	out := rule.Rule{}
	copy(s.scratch, s.uncovered)
	for range s.maxConditions {
		all, best, at := s.count(s.scratch), math.Inf(-1), -1
		for i, l := range left {
			c := s.countBoth(s.scratch, s.columns[l.Feature])
			if l.Not {
				c = all - c
			}
			if v := s.gain(c); v > best {
				best, at = v, i
			}
		}
		left[at].And(s.scratch, s.scratch, s.columns[left[at].Feature])
		out, left = append(out, left[at]), slices.Delete(left, at, at+1)
	}
	return out
}

// needed returns the required group that no rule would use without literal i of rule k, -1 if there is none.
func (s *search) needed(k, i int) int {
	if s.group == nil || i < 0 || s.group[s.set[k][i].Feature] < 0 {
		return -1
	}
	g := s.group[s.set[k][i].Feature]
	for n, r := range s.set {
		for m, l := range r {
			if (n != k || m != i) && s.group[l.Feature] == g {
				return -1
			}
		}
	}
	return g
}

// loses reports whether replacing rules i and k, which may be equal, by next would lose a required group.
func (s *search) loses(next rule.Rule, i, k int) bool {
	for _, features := range s.Required {
		was, is := false, next.UsesAny(features)
		for n, r := range s.set {
			if r.UsesAny(features) {
				was, is = was || n == i || n == k, is || n != i && n != k
			}
		}
		if was && !is {
			return true
		}
	}
	return false
}

// enforceRequired makes the rules use every required group, each by the cheapest change. It reports whether it changed anything.
func (s *search) enforceRequired() bool {
	changed := false
	for _, features := range s.Required {
		if !s.set.UsesAny(features) {
			changed = s.addRequired(features) || changed
		}
	}
	return changed
}

// addRequired adds the best literal of some features to a rule, in place of another literal, or as a new rule. It
// reports whether one of the features differs between rows.
func (s *search) addRequired(features []int) bool {
	best, at, out, in := math.Inf(-1), -1, -1, rule.Literal{Feature: -1}
	offer := func(all counts, k, i int, paid float64) {
		for _, f := range features {
			if n := s.countBoth(s.among, s.columns[f]); n == 0 || n == newCounts(s.positives, s.negatives) {
				continue
			}
			yes := s.countBoth(s.scratch, s.columns[f])
			if v := s.gain(yes) - paid; v > best+epsilon {
				best, at, out, in = v, k, i, rule.Literal{Feature: f}
			}
			if v := s.gain(all-yes) - paid - negationCost; !s.NoNot && v > best+epsilon {
				best, at, out, in = v, k, i, rule.Literal{Feature: f, Not: true}
			}
		}
	}
	for k, r := range s.set {
		s.uncoverExcept(k)
		now := s.value(s.fires[k], r)
		for i := -1; i < len(r); i++ {
			if i < 0 && len(r) >= s.maxConditions || s.needed(k, i) >= 0 {
				continue
			}
			paid := ruleCost(s.cost, r) + s.cost
			if i >= 0 {
				paid -= literalCost(s.cost, r[i])
			}
			s.match(s.scratch, r, i)
			bitmat.And(s.scratch, s.scratch, s.uncovered)
			offer(s.count(s.scratch), k, i, paid+now)
		}
	}
	s.uncoverExcept(-1)
	copy(s.scratch, s.uncovered)
	offer(s.count(s.scratch), len(s.set), -1, 2*s.cost)
	switch {
	case at == len(s.set):
		s.append(rule.Rule{in})
	case at >= 0:
		s.replace(at, exchanged(s.set[at], out, in))
	}
	return at >= 0
}
