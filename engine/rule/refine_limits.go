package rule

import (
	"math"
	"slices"

	"drnet/engine/bitmat"
)

// limits are a search's Limits, with what it asks of them often.
type limits struct {
	Limits
	longest int   // most conditions of a rule, of those that grow too
	group   []int // of each feature, its place in Required; -1 for none; nil without Required
}

func newLimits(l Limits, features int) limits {
	out := limits{Limits: l, longest: math.MaxInt}
	if l.MaxConditions > 0 {
		out.longest = l.MaxConditions
	}
	if len(l.Required) > 0 {
		out.group = make([]int, features)
		for f := range out.group {
			out.group[f] = -1
		}
		for g, list := range l.Required {
			for _, f := range list {
				out.group[f] = g
			}
		}
	}
	return out
}

// fit returns the rule as the limits allow it: without negations, and with the best of its conditions on the rows of
// free, one after the other, if it has too many.
func (s *search) fit(r Rule) Rule {
	if s.allows(r) {
		return r
	}
	left := slices.DeleteFunc(slices.Clone(r), func(l Literal) bool { return s.NoNot && l.Not })
	if len(left) <= s.longest {
		return left
	}
	out := Rule{}
	copy(s.base, s.free)
	for range s.longest {
		all, best, at := s.count(s.base), math.Inf(-1), -1
		for i, l := range left {
			t := s.countBoth(s.base, s.columns[l.Feature])
			if l.Not {
				t = all.minus(t)
			}
			if v := s.gain(t); v > best {
				best, at = v, i
			}
		}
		s.narrow(s.base, left[at])
		out, left = append(out, left[at]), slices.Delete(left, at, at+1)
	}
	return out
}

// needed returns the group that no rule would ask for without literal i of rule k, -1 if there is none.
func (s *search) needed(k, i int) int {
	if s.group == nil || i < 0 {
		return -1
	}
	g := s.group[s.set[k][i].Feature]
	if g < 0 {
		return -1
	}
	for n, r := range s.set {
		for m, l := range r {
			if (n != k || m != i) && s.group[l.Feature] == g {
				return -1
			}
		}
	}
	return g
}

// loses reports whether some group would no longer be asked for with a rule in the place of rules i and k, which may be
// the same.
func (s *search) loses(next Rule, i, k int) bool {
	for _, features := range s.Required {
		was, is := false, next.uses(features)
		for n, r := range s.set {
			if r.uses(features) {
				was, is = was || n == i || n == k, is || n != i && n != k
			}
		}
		if was && !is {
			return true
		}
	}
	return false
}

// insist sees to it that the rules ask for every group, each by the change that costs least. It reports whether it
// changed anything.
func (s *search) insist() bool {
	changed := false
	for _, g := range s.Missing(s.set) {
		if !s.set.uses(s.Required[g]) { // by a change for a group before
			changed = s.mention(s.Required[g]) || changed
		}
	}
	return changed
}

// mention puts the best literal of some features into a rule, in the place of another literal, or into a rule of its
// own, and reports whether one of them differs between rows.
func (s *search) mention(features []int) bool {
	best, at, out, in := math.Inf(-1), -1, -1, Literal{Feature: -1}
	offer := func(all tally, k, i int, paid float64) {
		for _, f := range features {
			if n := s.count(s.columns[f]); n.yes+n.no == 0 || n.yes+n.no == s.rows() {
				continue
			}
			yes := s.countBoth(s.base, s.columns[f])
			if v := s.gain(yes) - paid; v > best+epsilon {
				best, at, out, in = v, k, i, Literal{f, false}
			}
			if v := s.gain(all.minus(yes)) - paid - aversion; !s.NoNot && v > best+epsilon {
				best, at, out, in = v, k, i, Literal{f, true}
			}
		}
	}
	for k, r := range s.set {
		s.freeOf(k)
		now := s.value(s.fire[k], r)
		for i := -1; i < len(r); i++ {
			if i < 0 && len(r) >= s.longest || s.needed(k, i) >= 0 {
				continue
			}
			paid := charge(s.cost, r) + s.cost
			if i >= 0 {
				paid -= chargeOf(s.cost, r[i])
			}
			s.match(s.base, r, i)
			bitmat.And(s.base, s.base, s.free)
			offer(s.count(s.base), k, i, paid+now)
		}
	}
	s.freeOf(-1)
	copy(s.base, s.free)
	offer(s.count(s.base), len(s.set), -1, 2*s.cost)
	switch {
	case at < 0:
		return false
	case at == len(s.set):
		s.append(Rule{in})
		return true
	}
	next := slices.Clone(s.set[at])
	if out >= 0 {
		next = slices.Delete(next, out, out+1)
	}
	s.replace(at, append(next, in))
	return true
}
