package rule_test

import (
	"math/rand/v2"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// simplifier returns one that keeps to limits.
func simplifier(w *fixture, l rule.Limits) *rule.Simplifier {
	s := rule.NewSimplifier(w.Features)
	s.Limits = l
	return s
}

// keeps fails if a set violates the limits.
func keeps(t *testing.T, what string, l rule.Limits, set rule.Set, x *bitmat.Matrix) {
	t.Helper()
	for _, r := range set {
		if l.MaxConditions > 0 && len(r) > l.MaxConditions {
			t.Fatalf("%s: the rule %v has more than %d conditions", what, r, l.MaxConditions)
		}
		for _, c := range r {
			if l.NoNot && c.Not {
				t.Fatalf("%s: the rule %v has a negation", what, r)
			}
		}
	}
	for _, g := range l.Missing(set) {
		for _, f := range l.Required[g] {
			if n := bitmat.Count(x.Column(f)); n > 0 && n < x.Rows {
				t.Fatalf("%s: no rule of %v asks for one of the features %v", what, set, l.Required[g])
			}
		}
	}
}

// TestSimplifyKeepsToLimits: a set within the limits stays within them and makes the same predictions. The rules of any
// other set do not get longer.
func TestSimplifyKeepsToLimits(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 22))
		w := newFixture(r, true)
		set := w.Set(r)
		noNot := seed%2 == 0
		for k, r := range set {
			for i := range r {
				r[i].Not = r[i].Not && !noNot
			}
			if seed%3 == 0 { // "is red" and "is none of the named" are "is not green" and "is known", which is longer
				set[k] = r[:min(len(r), 1)]
			}
		}
		longest := 0
		for _, r := range set {
			longest = max(longest, len(r))
		}
		l := rule.Limits{NoNot: noNot, MaxConditions: longest}
		got := simplifier(w, l).Simplify(set)
		keeps(t, "simplified", l, got, w.X)
		a, b := w.Fires(set), w.Fires(got)
		for i := range a {
			if a[i] != b[i] {
				t.Fatalf("seed %d: %v answers otherwise than %v", seed, got, set)
			}
		}
	}
}
