package scorecard_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
	"drnet/engine/rule/scorecard"
)

// planted draws rows whose log-odds are a sum of points: 2 for the rule, and those of three conditions.
func planted(rows, features int) (set rule.Set, x *bitmat.Matrix, labels []uint64) {
	r := rand.New(rand.NewPCG(1, uint64(rows)))
	set = rule.Set{{{Feature: 0}, {Feature: 1}}}
	x, labels = bitmat.New(rows, features), make([]uint64, bitmat.Words(rows))
	for i := range rows {
		bit := func(j int) float64 {
			if r.IntN(2) == 0 {
				return 0
			}
			x.Set(i, j)
			return 1
		}
		odds := -1.5 + 2*bit(0)*bit(1) + 2*bit(2) + bit(3) - 2*bit(4)
		for j := 5; j < features; j++ {
			bit(j)
		}
		if r.Float64() < 1/(1+math.Exp(-odds)) {
			bitmat.Set(labels, i)
		}
	}
	return set, x, labels
}

// drawn draws rows on which each feature holds with a chance of 1 in n, and then adds its effect to the log-odds.
func drawn(r *rand.Rand, rows, n int, odds float64, effects []float64) (x *bitmat.Matrix, labels []uint64) {
	x, labels = bitmat.New(rows, len(effects)), make([]uint64, bitmat.Words(rows))
	for i := range rows {
		sum := odds
		for j, effect := range effects {
			if r.IntN(n) == 0 {
				x.Set(i, j)
				sum += effect
			}
		}
		if r.Float64() < 1/(1+math.Exp(-sum)) {
			bitmat.Set(labels, i)
		}
	}
	return x, labels
}

// auc compares all pairs of rows.
func auc(scores []float64, labels []uint64) float64 {
	wins, pairs := 0.0, 0.0
	for i, p := range scores {
		for k, q := range scores {
			if !bitmat.Get(labels, i) || bitmat.Get(labels, k) {
				continue
			}
			pairs++
			switch {
			case p > q:
				wins++
			case p == q:
				wins += 0.5
			}
		}
	}
	return wins / pairs
}

// TestFitFindsPlantedPoints: the conditions with an effect are found, and others are not.
func TestFitFindsPlantedPoints(t *testing.T) {
	set, x, labels := planted(6000, 30)
	c := scorecard.Fit(set, 1, x, labels)
	odds := map[int]float64{-1: float64(c.Points[0]) * c.Slope}
	for _, l := range c.Lines {
		odds[l.Feature] = float64(l.Points) * c.Slope
	}
	want := map[int]float64{-1: 2, 2: 2, 3: 1, 4: -2}
	for feature, odds := range odds {
		if math.Abs(odds-want[feature]) > 0.4 {
			t.Errorf("feature %d changes the log-odds by %.2f, want %v", feature, odds, want[feature])
		}
	}
	if len(odds) < len(want) || len(odds) > len(want)+1 {
		t.Errorf("the scorecard has the log-odds %v, want %v", odds, want)
	}
	if c.Rows != x.Rows || c.Clipped != c.CountClipped(set, 1, x) {
		t.Errorf("%d of %d rows are clipped", c.Clipped, c.Rows)
	}
}

// TestFitRanksOtherRows: on rows that it does not know, the scorecard ranks better than the rules alone, and knows how sure it is.
func TestFitRanksOtherRows(t *testing.T) {
	set, x, labels := planted(3000, 30)
	c := scorecard.Fit(set, 1, x, labels)
	_, others, truth := planted(1500, 30)
	fires, alone := make([]uint64, bitmat.Words(others.Rows)), make([]float64, others.Rows)
	set.Match(fires, make([]uint64, len(fires)), others)
	bitmat.EachBit(fires, func(i int) { alone[i] = 1 })
	sums, fitted, positives := make([]float64, others.Rows), 0.0, 0.0
	for i, sum := range c.Sums(set, others) {
		sums[i] = float64(sum)
		fitted += c.Fitted(int(sum))
		if bitmat.Get(truth, i) {
			positives++
		}
	}
	if got, was := auc(sums, truth), auc(alone, truth); got < was+0.1 {
		t.Errorf("AUC %.3f, that of the rules alone %.3f", got, was)
	}
	if math.Abs(fitted-positives) > 3*math.Sqrt(positives) {
		t.Errorf("%.0f rows are positive by the probabilities, and %.0f in truth", fitted, positives)
	}
}

// TestFitKeepsItsLimits draws rows without any order, few and many features, with and without rules.
func TestFitKeepsItsLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		x := bitmat.New(1+r.IntN(300), r.IntN(40))
		labels := make([]uint64, bitmat.Words(x.Rows))
		for i := range x.Rows {
			if r.IntN(3) == 0 {
				bitmat.Set(labels, i)
			}
			for j := range x.Cols {
				if r.IntN(2) == 0 {
					x.Set(i, j)
				}
			}
		}
		m := rule.Model{Rules: rule.Set{}}
		for j := range min(x.Cols, r.IntN(20)) {
			m.Rules = append(m.Rules, rule.Rule{{Feature: j, Not: true}})
		}
		before := m.Rules.Clone()
		c := scorecard.Fit(m.Rules, 1, x, labels)
		if !reflect.DeepEqual(m.Rules, before) || len(c.Points) != len(before) || len(c.Lines) > rule.MaxScoreLines || !(c.Slope > 0) {
			t.Fatalf("%v became %v with %+v", before, m.Rules, c)
		}
		for _, p := range c.Points {
			if p < 1 || p > rule.MaxPoints {
				t.Fatalf("a rule has %d points", p)
			}
		}
		for _, l := range c.Lines {
			if l.Points == 0 || max(l.Points, -l.Points) > rule.MaxPoints {
				t.Fatalf("a condition has %d points", l.Points)
			}
		}
		if again := scorecard.Fit(m.Rules, 1, x, labels); !reflect.DeepEqual(again, c) {
			t.Fatalf("a second time %+v, want %+v", again, c)
		}
	}
}

// TestConditionHasOneLine: a condition that says five times as much as the others gets no second line.
func TestConditionHasOneLine(t *testing.T) {
	x, labels := drawn(rand.New(rand.NewPCG(5, 6)), 20_000, 2, -3, []float64{3, 0.6, 0.6, 0.6, 0.6, 0.6})
	c, seen := scorecard.Fit(rule.Set{}, 1, x, labels), map[int]bool{}
	for _, l := range c.Lines {
		if seen[l.Feature] {
			t.Errorf("feature %d has two lines: %+v", l.Feature, c.Lines)
		}
		seen[l.Feature] = true
	}
	if first := c.Lines[0]; first.Feature != 0 || first.Points != rule.MaxPoints || len(c.Lines) < 4 {
		t.Errorf("the lines are %+v, want the strong one with the most points, and others", c.Lines)
	}
}

// TestFitFindsConditionsOfRareClass: of 40,000 rows, one in several hundred is positive, most of them where one of two conditions holds.
func TestFitFindsConditionsOfRareClass(t *testing.T) {
	x, labels := drawn(rand.New(rand.NewPCG(7, 8)), 40_000, 10, -8.5, []float64{0: 3, 1: 3, 19: 0})
	c := scorecard.Fit(rule.Set{}, 1, x, labels)
	if len(c.Lines) != 2 || c.Lines[0].Feature+c.Lines[1].Feature != 1 {
		t.Errorf("the lines are %+v, want features 0 and 1", c.Lines)
	}
}

// TestFitKeepsFewLines: conditions without an effect do not pay, though the scorecard has room for them.
func TestFitKeepsFewLines(t *testing.T) {
	set, x, labels := planted(4000, 200)
	if c := scorecard.Fit(set, 1, x, labels); len(c.Lines) > 12 {
		t.Errorf("%d of the conditions pay, and 3 have an effect", len(c.Lines))
	}
}

// TestFitWithoutContrast: labels of one class, and rules that say everything, give a finite curve.
func TestFitWithoutContrast(t *testing.T) {
	_, x, labels := planted(200, 5)
	for name, labels := range map[string][]uint64{"no positive row": make([]uint64, len(labels)), "the rule is the label": x.Column(0)} {
		c := scorecard.Fit(rule.Set{{{Feature: 0}}}, 1, x, labels)
		if math.IsNaN(c.Offset) || math.IsInf(c.Slope, 0) || len(c.Lines) > 0 {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// BenchmarkFit has the size of one fold of the paper's heloc.
func BenchmarkFit(b *testing.B) {
	set, x, labels := planted(8_000, 460)
	b.Run("rows=8000,features=460", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			scorecard.Fit(set, 1, x, labels)
		}
	})
}
