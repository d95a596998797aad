package refine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
	"drnet/engine/rule/internal/fixture"
	"drnet/engine/rule/refine"
)

// limitsOf draws limits and weights for a table: some columns are required.
func limitsOf(w *fixture.Fixture, r *rand.Rand) (rule.Limits, rule.Weights) {
	l := rule.Limits{NoNot: r.IntN(2) == 0, MaxConditions: r.IntN(4)}
	for c := range w.Encoder.Columns {
		if r.IntN(3) > 0 {
			continue
		}
		var group []int
		for f := range w.Features {
			if w.Features[f].Column == c {
				group = append(group, f)
			}
		}
		l.Required = append(l.Required, group)
	}
	weights := rule.Weights{}
	if r.IntN(2) == 0 {
		weights = rule.Weights{Positive: 0.2 + 5*r.Float64(), Negative: 0.2 + r.Float64()}
	}
	return l, weights
}

// simplifier returns one that keeps to limits.
func simplifier(w *fixture.Fixture, l rule.Limits) *rule.Simplifier {
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

// weighted is the accuracy by weight less price × complexity, in rows.
func weighted(set rule.Set, price float64, w rule.Weights, x *bitmat.Matrix, labels []uint64) float64 {
	yes, no := w.Each()
	fires, scratch := make([]uint64, len(labels)), make([]uint64, len(labels))
	set.Match(fires, scratch, x)
	score := -price * float64(x.Rows*set.Complexity())
	for i := range x.Rows {
		switch positive := bitmat.Get(labels, i); {
		case positive && bitmat.Get(fires, i):
			score += yes
		case !positive && !bitmat.Get(fires, i):
			score += no
		}
	}
	return score
}

// TestRefineKeepsToLimits: any start and any weights give a set within the limits. Without required columns its
// weighted score is at least that of the given sets within the limits.
func TestRefineKeepsToLimits(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 21))
		w := fixture.New(r, false)
		labels := w.Fires(w.Set(r))
		for i := range w.X.Rows {
			if r.IntN(5) == 0 {
				labels[i>>6] ^= 1 << (i & 63)
			}
		}
		limits, weights := limitsOf(w, r)
		sets := []rule.Set{w.Set(r), w.Set(r), nil}
		for _, price := range []float64{rule.AutoPrice, 1e-3, 0.05} {
			refinement := refine.Refiner{Price: price, Weights: weights, Limits: limits, Kicks: 10}
			plain := refinement.Refine(context.Background(), sets, w.X, labels)
			keeps(t, "refined", limits, plain.Set, w.X)
			refinement.Simplify = simplifier(w, limits).Simplify
			got := refinement.Refine(context.Background(), sets, w.X, labels)
			keeps(t, "refined and simplified", limits, got.Set, w.X)
			if refinement.Price = got.Price; refinement.Price == 0 {
				t.Fatalf("seed %d: no price was paid", seed)
			}
			pruned := refinement.Prune(context.Background(), got.Set, w.X, labels)
			keeps(t, "pruned", limits, pruned, w.X)
			const slack = 1e-3 // a negation costs a millionth of a row more
			if len(limits.Required) > 0 {
				continue
			}
			score := weighted(got.Set, got.Price, weights, w.X, labels)
			for _, set := range sets {
				tooLong := limits.TooLong(set) > 0
				if tooLong || limits.NoNot && negated(set) {
					continue
				}
				if s := weighted(set, got.Price, weights, w.X, labels); score < s-slack {
					t.Fatalf("seed %d, price %v: %v scores %v, less than %v with %v", seed, price, got.Set, score, set, s)
				}
			}
			if s := weighted(pruned, got.Price, weights, w.X, labels); s < score-slack {
				t.Fatalf("seed %d, price %v: %v scores %v, pruned from %v with %v", seed, price, pruned, s, got.Set, score)
			}
		}
	}
}

func negated(set rule.Set) bool {
	for _, r := range set {
		for _, l := range r {
			if l.Not {
				return true
			}
		}
	}
	return false
}

// TestRequiredWithoutSense: an uninformative required column is added where it costs least, and is kept.
func TestRequiredWithoutSense(t *testing.T) {
	x, labels := planted(2000, 20, 0.1)
	noise := x.Cols - 1
	free := refine.Refiner{Price: 1e-3}.Refine(context.Background(), nil, x, labels)
	if free.Set.Complexity() == 0 || len((rule.Limits{Required: [][]int{{noise}}}).Missing(free.Set)) == 0 {
		t.Fatalf("%v asks about the noise: the table shows nothing", free.Set)
	}
	refinement := refine.Refiner{Price: 1e-3, Limits: rule.Limits{Required: [][]int{{noise}}}}
	got := refinement.Refine(context.Background(), nil, x, labels)
	keeps(t, "refined", refinement.Limits, got.Set, x)
	if a, b := right(got.Set, x, labels), right(free.Set, x, labels); a < b*9/10 {
		t.Errorf("%v is right on %d rows, %v on %d", got.Set, a, free.Set, b)
	}
}
