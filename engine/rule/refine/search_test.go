package refine

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// noise draws bits and labels.
func noise(r *rand.Rand, rows, features int) (x *bitmat.Matrix, labels []uint64) {
	x, labels = bitmat.New(rows, features), make([]uint64, bitmat.Words(rows))
	for i := range rows {
		for j := range features {
			if r.IntN(2) == 0 {
				x.Set(i, j)
			}
		}
		if r.IntN(3) == 0 {
			bitmat.Set(labels, i)
		}
	}
	return x, labels
}

// TestEveryChangeKeepsTheBooks compares the counts after each change with those of a search that starts from the same
// set. It checks that every reported improvement is one and respects the limits. It also checks that no required group
// of features is lost.
func TestEveryChangeKeepsTheBooks(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		rows := 1 + r.IntN(200)
		x, labels := noise(r, rows, 8)
		s := newSearch(context.Background(), newEvaluator(x, labels, nil, nil), rule.Limits{})
		s.setPrice(0.004)
		if seed%3 > 0 {
			s.yes, s.no = 0.3+2*r.Float64(), 0.3+2*r.Float64()
		}
		if seed%4 > 1 {
			s.shrink = r.Float64()
		}
		if seed%2 > 0 {
			s.limit(rule.Limits{NoNot: seed%4 > 1, MaxConditions: 1 + r.IntN(4), Required: [][]int{{0, 1}, {4}}})
		}
		for range r.IntN(5) {
			q := rule.Rule{}
			for range r.IntN(4) {
				q = append(q, rule.Literal{Feature: r.IntN(8), Not: r.IntN(2) == 0})
			}
			s.uncoverExcept(-1)
			s.append(s.fit(q))
		}
		for range 60 {
			before, missing := s.score(), len(s.Missing(s.set))
			better := false
			switch k := r.IntN(max(len(s.set), 1)); r.IntN(4) {
			case 0:
				better = s.add()
			case 1:
				better = s.merge()
			case 2:
				better = k < len(s.set) && s.regrow(k)
			default:
				if k < len(s.set) {
					_, better = s.improve(k)
				}
			}
			for _, q := range s.set {
				if !s.Allows(q) {
					t.Fatalf("seed %d: the rule %v is not allowed by %+v", seed, q, s.Limits)
				}
			}
			if now := len(s.Missing(s.set)); now > missing {
				t.Fatalf("seed %d: %v missing %d groups, before it lacked %d", seed, s.set, now, missing)
			}
			fresh := newSearch(context.Background(), s.evaluator, rule.Limits{})
			fresh.setPrice(0.004)
			fresh.start(s.set)
			if s.correct() != fresh.correct() {
				t.Fatalf("seed %d: %v rows are right, want %v", seed, s.correct(), fresh.correct())
			}
			if after := s.score(); better && after < before-epsilon || !better && after != before {
				t.Fatalf("seed %d: the score went from %v to %v, better: %v", seed, before, after, better)
			}
		}
	}
}

// TestKnownCountsChangeNothing compares searches whose counts start from known ones with those that count each set anew: on all rows and on
// some, with the weights of classes and of rows.
func TestKnownCountsChangeNothing(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 6))
		x, labels := nested(r, 1000)
		e := newEvaluator(x, labels, nil, nil)
		if seed%2 > 0 {
			e = e.on(slices.DeleteFunc(bitmat.Indexes[int32](1000), func(int32) bool { return r.IntN(4) == 0 }))
		}
		if e.no = float64(1 + r.IntN(2)); seed%3 > 0 {
			e.digits = new(digits)
			for d := range e.digits {
				for range e.words {
					e.digits[d] = append(e.digits[d], r.Uint64())
				}
			}
		}
		anew := *e
		anew.few = true // without a tally
		var sets [2]rule.Set
		for i, e := range []*evaluator{e, &anew} {
			s := newSearch(t.Context(), e, rule.Limits{})
			s.setPrice(0.001)
			s.localSearch()
			sets[i] = s.set
		}
		if len(sets[0]) == 0 || !reflect.DeepEqual(sets[0], sets[1]) {
			t.Errorf("seed %d: found %v, want %v", seed, sets[0], sets[1])
		}
	}
}

// TestEvaluatorCounts: positive rows first, whatever the number of either.
func TestEvaluatorCounts(t *testing.T) {
	for _, rows := range []int{0, 1, 63, 64, 65, 129} {
		x, labels := noise(rand.New(rand.NewPCG(uint64(rows), 6)), rows, 3)
		a := newEvaluator(x, labels, nil, nil)
		for f := range a.columns {
			yes := bitmat.CountAnd(x.Column(f), labels)
			if got, want := a.count(a.columns[f]), newCounts(yes, bitmat.Count(x.Column(f))-yes); got != want {
				t.Errorf("%d rows: feature %d counts %v, want %v", rows, f, got, want)
			}
		}
		all := make([]uint64, a.words)
		a.all(all)
		if got, want := a.count(all), newCounts(a.positives, a.negatives); got != want || a.rows() != rows {
			t.Errorf("%d rows: all count %v, want %v", rows, got, want)
		}
	}
}

// TestTriesAllocateNothing: a search tries thousands of changes for each that it makes.
func TestTriesAllocateNothing(t *testing.T) {
	x, labels := noise(rand.New(rand.NewPCG(1, 7)), 500, 20)
	s := newSearch(context.Background(), newEvaluator(x, labels, nil, nil), rule.Limits{})
	s.setPrice(0.002)
	s.append(rule.Rule{{Feature: 1}, {Feature: 2, Not: true}, {Feature: 5}})
	s.append(rule.Rule{{Feature: 3}, {Feature: 4}})
	s.localSearch()
	if len(s.set) == 0 {
		t.Fatal("no rule is left to try changes on")
	}
	if n := testing.AllocsPerRun(10, func() { s.improve(0) }); n > 0 {
		t.Errorf("improve allocates %v times, want none", n)
	}
	s.regrow(0)
	if n := testing.AllocsPerRun(10, func() { s.regrow(0) }); n > 2*maxGrown { // the best rule so far, once a condition
		t.Errorf("regrow allocates %v times, want %d at most", n, 2*maxGrown)
	}
}
