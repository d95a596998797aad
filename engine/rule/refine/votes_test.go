package refine

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// voting draws bits, and labels that are positive where at least some of the first features are one, with some labels changed.
func voting(r *rand.Rand, rows, features, of, votes int, wrong float64) (*bitmat.Matrix, []uint64) {
	x, _ := noise(r, rows, features)
	labels := make([]uint64, bitmat.Words(rows))
	for i := range rows {
		count := 0
		for f := range of {
			if x.Get(i, f) {
				count++
			}
		}
		if (count >= votes) != (r.Float64() < wrong) {
			bitmat.Set(labels, i)
		}
	}
	return x, labels
}

// TestVotesFindPlantedVotes checks that the planted features and the number of them that must be one are found, and that the form
// is chosen by cross-validation.
func TestVotesFindPlantedVotes(t *testing.T) {
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 21))
		x, labels := voting(r, 3000, 20, 5, 3, 0.1)
		for _, form := range []rule.Combination{rule.SomeRules, rule.AutoForm} {
			out := Refiner{Form: form}.Refine(context.Background(), nil, x, labels)
			want := map[rule.Literal]bool{{Feature: 0}: true, {Feature: 1}: true, {Feature: 2}: true, {Feature: 3}: true, {Feature: 4}: true}
			for _, r := range out.Set {
				if len(r) == 1 {
					delete(want, r[0])
				}
			}
			if out.Votes != 3 || len(out.Set) != 5 || len(want) > 0 {
				t.Errorf("seed %d, %q: %d of %v must fire, want 3 of the first 5 features", seed, form, out.Votes, out.Set)
			}
		}
	}
}

// TestOneRuleIsEnoughIfItIs checks that rules of which one is enough are kept where votes are not better, and on few rows.
func TestOneRuleIsEnoughIfItIs(t *testing.T) {
	for _, rows := range []int{1000, 3000} {
		r := rand.New(rand.NewPCG(1, 22))
		x, labels := voting(r, rows, 20, 3, 1, 0.1)
		got := Refiner{Form: rule.AutoForm}.Refine(context.Background(), nil, x, labels)
		want := Refiner{}.Refine(context.Background(), nil, x, labels)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d rows: %+v, want %+v", rows, got, want)
		}
	}
}

// TestVotesKeepTheLimits checks that voting rules keep to the limits, on noise and where all labels are equal, and that the same
// rows give the same rules.
func TestVotesKeepTheLimits(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 23))
		x, labels := voting(r, 50+r.IntN(300), 12, 1+r.IntN(6), 1+r.IntN(3), r.Float64()/2)
		if seed == 0 {
			clear(labels)
		}
		f := Refiner{Form: rule.SomeRules, Limits: rule.Limits{NoNot: seed%2 == 0, MaxConditions: 1 + r.IntN(3)}}
		out := f.Refine(context.Background(), nil, x, labels)
		for _, one := range out.Set {
			if !f.Limits.Allows(one) {
				t.Errorf("seed %d: %v breaks %+v", seed, one, f.Limits)
			}
		}
		if out.Votes < 1 || out.Votes > max(len(out.Set), 1) {
			t.Errorf("seed %d: %d of %d rules must fire", seed, out.Votes, len(out.Set))
		}
		if again := f.Refine(context.Background(), nil, x, labels); !reflect.DeepEqual(again, out) {
			t.Errorf("seed %d: %+v, then %+v", seed, out, again)
		}
	}
}

// TestStoppedVotes checks that a search returns no set if it is stopped before the price is chosen.
func TestStoppedVotes(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x, labels := voting(rand.New(rand.NewPCG(1, 24)), 300, 12, 5, 3, 0.1)
	for _, form := range []rule.Combination{rule.SomeRules, rule.AutoForm} {
		if out := (Refiner{Form: form}).Refine(ctx, nil, x, labels); !out.Interrupted || out.Set != nil {
			t.Errorf("%q: %+v", form, out)
		}
	}
}
