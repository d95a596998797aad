package drnet_test

import (
	"context"
	"math"
	"reflect"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/rule"
)

// rare returns a table in which three of a hundred rows are positive: an eighth of those with bits 0 and 1.
func rare(rows int) table {
	tab := random(rows, 6, 9, func(bit func(int) bool) bool { return false })
	for i := range rows {
		if tab.x.Get(i, 0) && tab.x.Get(i, 1) && i%8 == 0 {
			bitmat.Set(tab.labels, i)
		}
	}
	return tab
}

// balancedAccuracy is the mean of the recalls of both classes.
func balancedAccuracy(set rule.Set, tab table) float64 {
	fires, scratch := make([]uint64, len(tab.labels)), make([]uint64, len(tab.labels))
	set.Match(fires, scratch, tab.x)
	yes, both := bitmat.Count(tab.labels), bitmat.CountAnd(fires, tab.labels)
	no, alarms := tab.x.Rows-yes, bitmat.Count(fires)-both
	return (float64(both)/float64(yes) + float64(no-alarms)/float64(no)) / 2
}

// TestWeightedTrainingFindsRareRows has a table on which the majority class is correct on nearly all rows. With balanced weights
// training still finds rules for the positive rows, and the score shows it.
func TestWeightedTrainingFindsRareRows(t *testing.T) {
	tab := rare(1200)
	c := drnet.Config{Rules: 8, Steps: 20_000, Seed: 1}
	plain := drnet.Train(context.Background(), c, tab.x, tab.labels, ignore).Best
	c.Weight = rule.Balanced
	best := drnet.Train(context.Background(), c, tab.x, tab.labels, ignore).Best
	if got := balancedAccuracy(plain.Simplified, tab); got > 0.6 {
		t.Fatalf("without weights the balanced accuracy is %v: the table shows nothing", got)
	}
	got := balancedAccuracy(best.Simplified, tab)
	if got < 0.85 { // bits 0 and 1 together are correct on all positive rows and seven of eight negative ones
		t.Errorf("with balanced weights the balanced accuracy is %v, want 0.85: %v", got, best.Simplified)
	}
	if math.Abs(got-best.Weighted) > 1e-12 {
		t.Errorf("the snapshot says %v, its rules give %v", best.Weighted, got)
	}
	if want := best.Weighted - 1e-4*float64(best.Simplified.Complexity()); best.Score != want {
		t.Errorf("the score is %v, want %v", best.Score, want)
	}
}

// TestEvenWeightsChangeNothing checks that a weight of 1 equals no weight, and that balanced weights equal the ratio of the
// class counts.
func TestEvenWeightsChangeNothing(t *testing.T) {
	tab := random(300, 8, 5, twoRules)
	train := func(weight float64) drnet.Result {
		return drnet.Train(context.Background(), drnet.Config{Rules: 6, Steps: 400, Seed: 2, Weight: weight}, tab.x, tab.labels, ignore)
	}
	plain := train(0)
	if got := train(1); !reflect.DeepEqual(got, plain) {
		t.Errorf("a weight of 1 gives %v, want %v", got.Best.Set, plain.Best.Set)
	}
	if plain.Best.Weighted != plain.Best.Accuracy {
		t.Errorf("without weights the weighted accuracy is %v, want %v", plain.Best.Weighted, plain.Best.Accuracy)
	}
	positives := bitmat.Count(tab.labels)
	balanced, named := train(rule.Balanced), train(float64(300-positives)/float64(positives))
	if !reflect.DeepEqual(balanced.Best.Set, named.Best.Set) {
		t.Errorf("balanced gives %v, the same ratio %v", balanced.Best.Set, named.Best.Set)
	}
	if reflect.DeepEqual(train(20).Best.Network, plain.Best.Network) {
		t.Error("a weight of 20 gives the same network as none")
	}
}

// TestNoNot checks that no weight is below zero and no condition is negated in any snapshot, and that rules without negations
// are learned.
func TestNoNot(t *testing.T) {
	tab := random(500, 8, 1, func(bit func(int) bool) bool { return bit(0) && bit(1) || bit(2) && bit(3) })
	for _, init := range []drnet.Init{drnet.InitAuthors, drnet.InitPaper} {
		c := drnet.Config{Rules: 10, Steps: 20_000, Seed: 1, NoNot: true, Init: init}
		r := drnet.Train(context.Background(), c, tab.x, tab.labels, func(p drnet.StepReport) {
			if p.Snapshot == nil {
				return
			}
			for _, r := range p.Snapshot.Set {
				for _, l := range r {
					if l.Not {
						t.Fatalf("%s: step %d: the rule %v has a negation", init, p.Step, r)
					}
				}
			}
		})
		if r.Best.Accuracy != 1 {
			t.Errorf("%s: accuracy %v after %d steps, want 1: %v", init, r.Best.Accuracy, r.Steps, r.Best.Set)
		}
		for i, w := range r.Best.Network.W {
			if !(w >= 0) {
				t.Fatalf("%s: weight %d is %v", init, i, w)
			}
		}
	}
}

// TestRowsWithoutWeightTeachNothing: the labels of rows of weight 0 do not matter, and the accuracy counts by weight.
func TestRowsWithoutWeightTeachNothing(t *testing.T) {
	tab := random(400, 8, 5, twoRules)
	c := drnet.Config{Rules: 8, Steps: 400, Seed: 1, RowWeights: make([]float64, 400)}
	for i := range c.RowWeights {
		c.RowWeights[i] = float64(i % 4)
	}
	want := drnet.Train(context.Background(), c, tab.x, tab.labels, ignore)
	for i := 0; i < 400; i += 4 {
		tab.labels[i/64] ^= 1 << (i % 64)
	}
	got := drnet.Train(context.Background(), c, tab.x, tab.labels, ignore)
	if !reflect.DeepEqual(got.Best.Set, want.Best.Set) || got.Steps != want.Steps || got.Best.Accuracy != want.Best.Accuracy {
		t.Errorf("after %d steps the rules are %v, want %v after %d", got.Steps, got.Best.Set, want.Best.Set, want.Steps)
	}
	fires, scratch := make([]uint64, len(tab.labels)), make([]uint64, len(tab.labels))
	got.Best.Set.Match(fires, scratch, tab.x)
	right, all := 0.0, 0.0
	for i, w := range c.RowWeights {
		if all += w; bitmat.Get(fires, i) == bitmat.Get(tab.labels, i) {
			right += w
		}
	}
	if math.Abs(got.Best.Accuracy-right/all) > 1e-12 {
		t.Errorf("the accuracy is %v, want %v", got.Best.Accuracy, right/all)
	}
}
