package refine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"drnet/engine/rule"
)

// TestGrowRemembers compares the rules that one beam grows, for rows and terms that come again in any order, with those of new beams.
func TestGrowRemembers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x, labels := nested(r, 200)
	s := newSearch(t.Context(), newEvaluator(x, labels, nil, nil), rule.Limits{})
	s.setPrice(0.004)
	var sets [][]uint64
	for range mostKnown {
		rows := make([]uint64, s.words)
		for i, w := range s.among {
			rows[i] = w & (r.Uint64() | r.Uint64())
		}
		sets = append(sets, rows)
	}
	for range 20 * mostKnown {
		s.cost, s.no, s.shrink = float64(1+r.IntN(2)), float64(1+r.IntN(2)), float64(r.IntN(2))
		s.limit(rule.Limits{NoNot: r.IntN(2) == 0, MaxConditions: 2 + 2*r.IntN(2)})
		s.uncovered = sets[r.IntN(1+r.IntN(1+r.IntN(len(sets))))]
		got, value, work := s.beam.grow(s.evaluator, s.uncovered, s.cost)
		fresh := beam{noNot: s.beam.noNot, maxConditions: s.beam.maxConditions}
		fresh.init(s.evaluator)
		want, wantValue, wantWork := fresh.grow(s.evaluator, s.uncovered, s.cost)
		if !slices.Equal(got, want) || value != wantValue || work != wantWork {
			t.Fatalf("grew %v of value %v in %d words, want %v of %v in %d", got, value, work, want, wantValue, wantWork)
		}
		clear(got) // the caller's own
	}
}
