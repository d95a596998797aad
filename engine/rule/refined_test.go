package rule_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// noisy draws a set and returns the labels that it gives, a fifth of them wrong.
func noisy(w *fixture, r *rand.Rand) []uint64 {
	labels := w.Fires(w.Set(r))
	for i := range w.X.Rows {
		if r.IntN(5) == 0 {
			labels[i>>6] ^= 1 << (i & 63)
		}
	}
	return labels
}

// TestRefineScoresNoLess compares with all the sets that a refinement starts from, and with a pruning of the result. The price
// is a share of the rows; at one in rows gains are shrunken.
func TestRefineScoresNoLess(t *testing.T) {
	const slack = 1e-6 // a negation costs that little more
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 3))
		w := newFixture(r, false)
		labels := noisy(w, r)
		sets := []rule.Set{w.Set(r), w.Set(r)}
		before := []rule.Set{sets[0].Clone(), sets[1].Clone()}
		for _, price := range []float64{1e-3, 0.02, 0.2} {
			got := refine.Refiner{Price: price}.Refine(context.Background(), sets, w.X, labels)
			if got.Price != price {
				t.Fatalf("seed %d: the price is %v, want %v", seed, got.Price, price)
			}
			score := func(set rule.Set) float64 {
				return weighted(set, got.Price, rule.Weights{}, w.X, labels) / float64(w.X.Rows)
			}
			for _, set := range append(sets, nil) {
				if g, s := score(got.Set), score(set); g < s-slack {
					t.Fatalf("seed %d, price %v: %v scores %v, less than %v with %v", seed, price, got.Set, g, set, s)
				}
			}
			pruned := refine.Refiner{Price: got.Price}.Prune(context.Background(), got.Set, w.X, labels)
			if !reflect.DeepEqual(pruned, got.Set) && len(pruned)+len(got.Set) > 0 {
				t.Fatalf("seed %d, price %v: %v is pruned to %v", seed, price, got.Set, pruned)
			}
		}
		if !reflect.DeepEqual(sets, before) {
			t.Fatalf("seed %d: the sets became %v, want %v", seed, sets, before)
		}
	}
}

// limitsOf draws limits and weights for a table: some columns are required.
func limitsOf(w *fixture, r *rand.Rand) (rule.Limits, rule.Weights) {
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

// TestRefineKeepsToLimits: any start and any weights give a set within the limits. Without required columns and
// at a price that is a share, its weighted score is at least that of the given sets within the limits.
func TestRefineKeepsToLimits(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 21))
		w := newFixture(r, false)
		labels := noisy(w, r)
		limits, weights := limitsOf(w, r)
		sets := []rule.Set{w.Set(r), w.Set(r), nil}
		for _, price := range []float64{rule.AutoPrice, rule.LeastRows, 1e-3, 0.05} {
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
			if len(limits.Required) > 0 || price == rule.AutoPrice || price > rule.MaxPrice {
				continue
			}
			score := weighted(got.Set, got.Price, weights, w.X, labels)
			for _, set := range sets {
				if slices.ContainsFunc(set, func(r rule.Rule) bool { return !limits.Allows(r) }) {
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
