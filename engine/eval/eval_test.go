package eval_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/eval"
	"drnet/engine/rule"
)

// column makes bits of a text: "1101" is four rows.
func column(text string) []uint64 {
	c := make([]uint64, bitmat.Words(len(text)))
	for i, bit := range text {
		if bit == '1' {
			bitmat.Set(c, i)
		}
	}
	return c
}

func TestCompare(t *testing.T) {
	tests := []struct {
		name, answers, labels string
		want                  eval.Confusion
		accuracy, majority    float64
	}{
		{"no rows", "", "", eval.Confusion{}, 0, 0},
		{"one of each", "1100", "1010", eval.Confusion{TruePositives: 1, FalsePositives: 1, FalseNegatives: 1, TrueNegatives: 1}, 0.5, 0.5},
		{"all right", "110", "110", eval.Confusion{TruePositives: 2, TrueNegatives: 1}, 1, 2. / 3},
		{"all wrong", "001", "110", eval.Confusion{FalsePositives: 1, FalseNegatives: 2}, 0, 2. / 3},
		{"one class, always", "1111", "1111", eval.Confusion{TruePositives: 4}, 1, 1},
		{"one class, never", "0000", "0000", eval.Confusion{TrueNegatives: 4}, 1, 1},
		{"most are negative", "0000", "0001", eval.Confusion{FalseNegatives: 1, TrueNegatives: 3}, 0.75, 0.75},
	}
	for _, test := range tests {
		c := eval.Truth{Labels: column(test.labels), Rows: len(test.labels)}.Compare(column(test.answers))
		if c != test.want {
			t.Errorf("%s: Compare = %+v, want %+v", test.name, c, test.want)
		}
		if got := c.Rows(); got != len(test.labels) {
			t.Errorf("%s: Rows() = %d, want %d", test.name, got, len(test.labels))
		}
		if got := c.Accuracy(); got != test.accuracy {
			t.Errorf("%s: Accuracy() = %v, want %v", test.name, got, test.accuracy)
		}
		if got := c.Majority(); got != test.majority {
			t.Errorf("%s: Majority() = %v, want %v", test.name, got, test.majority)
		}
	}
}

func TestPrecision(t *testing.T) {
	for _, test := range []struct {
		score eval.RuleScore
		want  float64
	}{{eval.RuleScore{}, 0}, {eval.RuleScore{Covered: 4, Right: 3}, 0.75}, {eval.RuleScore{Covered: 4}, 0}} {
		if got := test.score.Precision(); got != test.want {
			t.Errorf("Precision() of %+v = %v, want %v", test.score, got, test.want)
		}
	}
}

// TestInterval compares with quantiles of the Beta distribution, found by bisection of mpmath 1.3's regularized incomplete
// beta function with 30 digits. 5 of 10 is also what R's binom.bayes(5, 10, type = "central") prints: 0.2235287, 0.7764713.
func TestInterval(t *testing.T) {
	tests := []struct {
		right, covered int
		low, high      float64
	}{
		{0, 0, 0, 1},
		{0, 1, 0, 0.85325368369},
		{0, 10, 0, 0.217196267509},
		{1, 10, 0.0110116737632, 0.381314771067},
		{5, 10, 0.223528670253, 0.776471329747},
		{9, 10, 0.618685228933, 0.988988326237},
		{10, 10, 0.782803732491, 1},
		{1, 100, 0.00108110170908, 0.0457788966007},
		{50, 100, 0.403173950896, 0.596826049104},
		{999, 1000, 0.995335541191, 0.999892081195},
	}
	for _, test := range tests {
		low, high := eval.RuleScore{Covered: test.covered, Right: test.right}.Interval()
		if math.Abs(low-test.low) > 1e-9 || math.Abs(high-test.high) > 1e-9 {
			t.Errorf("%d of %d: from %v to %v, want from %v to %v", test.right, test.covered, low, high, test.low, test.high)
		}
	}
}

// TestIntervalHoldsThePrecision for tables of all sizes, and the ends never cross.
func TestIntervalHoldsThePrecision(t *testing.T) {
	for _, covered := range []int{1, 2, 3, 7, 100, 10_000, 1_000_000, 10_000_000} {
		for _, right := range []int{0, 1, covered / 3, covered / 2, covered - 1, covered} {
			s := eval.RuleScore{Covered: covered, Right: right}
			low, high := s.Interval()
			if !(0 <= low && low <= s.Precision() && s.Precision() <= high && high <= 1 && low < high) {
				t.Errorf("%d of %d: from %v to %v", right, covered, low, high)
			}
		}
	}
}

// world draws rows, labels and a set.
func world(seed uint64) (*bitmat.Matrix, []uint64, rule.Set) {
	r := rand.New(rand.NewPCG(seed, 1))
	rows, cols := r.IntN(150), 1+r.IntN(6)
	x, labels := bitmat.New(rows, cols), make([]uint64, bitmat.Words(rows))
	for i := range rows {
		for j := range cols {
			if r.IntN(2) == 1 {
				x.Set(i, j)
			}
		}
		if r.IntN(3) == 0 {
			bitmat.Set(labels, i)
		}
	}
	set := make(rule.Set, r.IntN(5))
	for k := range set {
		for range r.IntN(3) {
			set[k] = append(set[k], rule.Literal{Feature: r.IntN(cols), Not: r.IntN(2) == 1})
		}
	}
	return x, labels, set
}

// TestMeasureCountsRowByRow compares with plain counting, and checks the sums.
func TestMeasureCountsRowByRow(t *testing.T) {
	for seed := range uint64(300) {
		x, labels, set := world(seed)
		var want eval.Scores
		want.Rules = make([]eval.RuleScore, len(set))
		outside := make([][]bool, len(set)) // whether rule k fires on some row on which rule o does not
		for i := range x.Rows {
			var firing []int
			for k, r := range set {
				if !slices.ContainsFunc(r, func(l rule.Literal) bool { return x.Get(i, l.Feature) == l.Not }) {
					firing = append(firing, k)
				}
			}
			for _, k := range firing {
				want.Rules[k].Covered++
				if bitmat.Get(labels, i) {
					want.Rules[k].Right++
				}
				if len(firing) == 1 {
					want.Rules[k].Alone++
					if bitmat.Get(labels, i) {
						want.Rules[k].Lost++
					} else {
						want.Rules[k].Saved++
					}
				}
				for o := range set {
					outside[k] = append(outside[k], make([]bool, len(set)-len(outside[k]))...)
					outside[k][o] = outside[k][o] || !slices.Contains(firing, o)
				}
			}
			switch yes := bitmat.Get(labels, i); {
			case yes && len(firing) > 0:
				want.Confusion.TruePositives++
			case yes:
				want.Confusion.FalseNegatives++
			case len(firing) > 0:
				want.Confusion.FalsePositives++
			default:
				want.Confusion.TrueNegatives++
			}
		}
		for k, others := range outside {
			for o, not := range others {
				if o != k && !not && (o < k || outside[o][k]) && want.Rules[k].Inside == 0 {
					want.Rules[k].Inside = o + 1
				}
			}
		}
		want.Accuracy, want.Majority = want.Confusion.Accuracy(), want.Confusion.Majority()
		got := measure(set, x, labels)
		area := got.AUC
		got.AUC = nil // has its own test
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: Measure = %+v, want %+v", seed, got, want)
		}
		if defined := got.Confusion.Majority() > 0 && got.Confusion.Majority() < 1; (area != nil) != defined {
			t.Fatalf("seed %d: there is an area under the curve: %v, want %v", seed, area != nil, defined)
		}
		if got.Confusion.Rows() != x.Rows {
			t.Fatalf("seed %d: %+v are not %d rows", seed, got.Confusion, x.Rows)
		}
		for k, s := range got.Rules {
			if s.Right > s.Covered || s.Alone > s.Covered || s.Covered > got.Confusion.TruePositives+got.Confusion.FalsePositives {
				t.Fatalf("seed %d: rule %d has %+v of %+v", seed, k, s, got.Confusion)
			}
		}
	}
}

// TestWithoutARule: the contribution of a rule equals the loss from removing it.
func TestWithoutARule(t *testing.T) {
	for seed := range uint64(200) {
		x, labels, set := world(seed)
		all := measure(set, x, labels)
		for k, s := range all.Rules {
			less := measure(slices.Delete(slices.Clone(set), k, k+1), x, labels)
			lost := all.Confusion.TruePositives - less.Confusion.TruePositives
			saved := all.Confusion.FalsePositives - less.Confusion.FalsePositives
			if s.Lost != lost || s.Saved != saved || !s.Adds() {
				t.Fatalf("seed %d: rule %d: %+v, want %d lost and %d saved", seed, k, s, lost, saved)
			}
			if s.Inside > 0 && less.Confusion != all.Confusion {
				t.Fatalf("seed %d: rule %d is inside another one, and without it the answers differ", seed, k)
			}
		}
	}
}

func TestPermutedRowsHaveTheSameScores(t *testing.T) {
	for seed := range uint64(100) {
		x, labels, set := world(seed)
		order := rand.New(rand.NewPCG(seed, 2)).Perm(x.Rows)
		px, plabels := bitmat.New(x.Rows, x.Cols), make([]uint64, len(labels))
		for i, from := range order {
			for j := range x.Cols {
				if x.Get(from, j) {
					px.Set(i, j)
				}
			}
			if bitmat.Get(labels, from) {
				bitmat.Set(plabels, i)
			}
		}
		if got, want := measure(set, px, plabels), measure(set, x, labels); !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: permuted rows score %+v, want %+v", seed, got, want)
		}
	}
}

// measure evaluates a set, of which one rule must fire, on its training rows.
func measure(set rule.Set, x *bitmat.Matrix, labels []uint64) eval.Scores {
	return eval.MeasureBy(nil, set, 1, x, labels)
}

func BenchmarkMeasure(b *testing.B) {
	const rows = 30_000
	x, labels := bitmat.New(rows, 64), make([]uint64, bitmat.Words(rows))
	set := make(rule.Set, 20)
	for k := range set {
		for j := range 4 {
			set[k] = append(set[k], rule.Literal{Feature: (3*k + j) % 64, Not: true})
		}
	}
	b.Run("rows=30000,rules=20", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			measure(set, x, labels)
		}
	})
}
