package refine

import (
	"math"
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
	for range mostCached {
		rows := make([]uint64, s.words)
		for i, w := range s.among {
			rows[i] = w & (r.Uint64() | r.Uint64())
		}
		sets = append(sets, rows)
	}
	for range 20 * mostCached {
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

// TestExtend compares the extensions that a beam finds with those of all literals, none of which it skips beforehand.
func TestExtend(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	x, labels := nested(r, 2000)
	e := newEvaluator(x, labels, nil, nil)
	for range 200 {
		e.no, e.shrink = float64(1+r.IntN(3))/2, float64(r.IntN(2))/3
		var quick, slow beam
		var values [2]float64
		var founds [2]extension
		cost, noNot := float64(r.IntN(20)), r.IntN(2) == 0
		values[0] = float64(r.IntN(40) - 20)
		values[1] = values[0]
		for _, b := range []*beam{&quick, &slow} {
			b.init(e)
			b.noNot = noNot
			for w := range b.lists {
				b.lists[w].least = math.Inf(-1)
			}
		}
		for p := range 3 {
			rows := make([]uint64, e.words)
			for i, w := range e.among {
				rows[i] = w & (r.Uint64() | r.Uint64())
			}
			for _, b := range []*beam{&quick, &slow} {
				b.now[p] = beamRule{fires: known{rows: rows}, count: e.count(rows), paid: cost * float64(1+p)}
			}
			quick.extend(e, p, cost, &values[0], &founds[0])
			all := slow.now[p].count
			for f, column := range e.columns {
				for _, not := range []bool{false, true} {
					x, c := extension{int32(p), int32(f), not}, e.countBoth(rows, column)
					if not {
						c = all - c
					}
					if !not || !noNot {
						slow.consider(e, x, c, all, slow.now[p].paid+literalCost(cost, x.literal()), &values[1], &founds[1])
					}
				}
			}
		}
		if values[0] != values[1] || founds[0] != founds[1] || quick.lists != slow.lists {
			t.Fatalf("found %v of value %v, want %v of %v; lists %v, want %v", founds[0], values[0], founds[1], values[1], quick.lists, slow.lists)
		}
	}
}
