package eval_test

import (
	"encoding/json"
	"math"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/eval"
	"drnet/engine/rule"
)

func share(x float64) *float64 { return &x }

// TestMetrics: hand-computed, the undefined ones among them.
func TestMetrics(t *testing.T) {
	c := func(tp, fp, tn, fn int) eval.Confusion {
		return eval.Confusion{TruePositives: tp, FalsePositives: fp, TrueNegatives: tn, FalseNegatives: fn}
	}
	w := rule.Weights{Positive: 4, Negative: 0.5}
	tests := []struct {
		name                                         string
		confusion                                    eval.Confusion
		balanced, precision, recall, specificity, f1 *float64
		weighted                                     *float64 // by w
	}{
		{
			"ordinary", c(30, 10, 50, 10), share((30./40 + 50./60) / 2), share(30. / 40), share(30. / 40),
			share(50. / 60), share(60. / 80), share((4*30 + 0.5*50) / (4*40 + 0.5*60)),
		},
		{"all right", c(3, 0, 4, 0), share(1), share(1), share(1), share(1), share(1), share(1)},
		{"all wrong", c(0, 4, 0, 3), share(0), share(0), share(0), share(0), share(0), share(0)},
		{"no positive answer", c(0, 0, 9, 1), share(0.5), nil, share(0), share(1), share(0), share(4.5 / 8.5)},
		{"no negative row", c(2, 0, 0, 2), nil, share(1), share(0.5), nil, share(2. / 3), share(0.5)},
		{"no positive row", c(0, 1, 3, 0), nil, share(0), nil, share(0.75), share(0), share(0.75)},
		{"no positive row and no positive answer", c(0, 0, 3, 0), nil, nil, nil, share(1), nil, share(1)},
		{"no rows", c(0, 0, 0, 0), nil, nil, nil, nil, nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := eval.Scores{Confusion: test.confusion}.Metrics(w)
			for _, f := range []struct {
				name      string
				got, want *float64
			}{
				{"balanced accuracy", m.Balanced, test.balanced},
				{"precision", m.Precision, test.precision},
				{"recall", m.Recall, test.recall},
				{"specificity", m.Specificity, test.specificity},
				{"F1", m.F1, test.f1},
				{"weighted accuracy", m.Weighted, test.weighted},
			} {
				switch {
				case (f.got == nil) != (f.want == nil):
					t.Errorf("%s is defined: %v, want %v", f.name, f.got != nil, f.want != nil)
				case f.got != nil && math.Abs(*f.got-*f.want) > 1e-12:
					t.Errorf("%s = %v, want %v", f.name, *f.got, *f.want)
				}
			}
			if _, err := json.Marshal(m); err != nil { // as it does on NaN
				t.Error(err)
			}
			if even := (eval.Scores{Confusion: test.confusion}).Metrics(rule.Weights{}); even.Weighted != nil {
				t.Errorf("without weights the weighted accuracy is %v, want none", *even.Weighted)
			}
		})
	}
}

// TestAccuracyInterval: Jeffreys' interval for 0 of 10 ends at qbeta(0.975, 0.5, 10.5) of R, which is 0.2172.
func TestAccuracyInterval(t *testing.T) {
	low, high := eval.Confusion{FalseNegatives: 4, FalsePositives: 6}.Interval()
	if low != 0 || math.Abs(high-0.2172) > 5e-5 {
		t.Errorf("0 of 10: %v to %v, want 0 to 0.2172", low, high)
	}
	for _, c := range []eval.Confusion{{}, {TruePositives: 5, FalsePositives: -3}, {TruePositives: -5}} { // the latter from damaged files
		if low, high := c.Interval(); low != 0 || high != 1 {
			t.Errorf("%+v: %v to %v, want 0 to 1", c, low, high)
		}
	}
}

// TestAUC counts pairs of a positive and a negative row one by one: the higher score should be the positive one's.
func TestAUC(t *testing.T) {
	for seed := range uint64(300) {
		x, labels, set := world(seed)
		other, otherLabels, _ := world(seed + 1000)
		learnt := measure(set, x, labels).Rules
		checkAUC(t, "own", measure(set, x, labels), set, learnt, x, labels)
		if other.Cols >= x.Cols {
			checkAUC(t, "other", eval.MeasureBy(learnt, set, 1, other, otherLabels), set, learnt, other, otherLabels)
		}
	}
}

// TestRanks: of 10 and 20 rows a random order has a standard error of 0.114.
func TestRanks(t *testing.T) {
	c := eval.Confusion{TruePositives: 10, TrueNegatives: 20}
	for auc, want := range map[float64]bool{0.2: false, 0.5: false, 0.72: false, 0.74: true} {
		if s := (&eval.Scores{Confusion: c, AUC: &auc}); s.Ranks() != want {
			t.Errorf("an AUC of %v ranks: %v", auc, s.Ranks())
		}
	}
	one := 1.0
	if s := (&eval.Scores{Confusion: eval.Confusion{TrueNegatives: 20}, AUC: &one}); s.Ranks() || new(eval.Scores).Ranks() {
		t.Error("rows of one class are ranked")
	}
}

// TestAUCOfManyRows: repeating every row of a table keeps its AUC.
func TestAUCOfManyRows(t *testing.T) {
	const rows = 70_001
	for seed := range uint64(20) {
		x, labels, set := world(seed)
		if x.Rows == 0 {
			continue
		}
		times := rows/x.Rows + 1
		many, manyLabels := bitmat.New(times*x.Rows, x.Cols), make([]uint64, bitmat.Words(times*x.Rows))
		for i := range many.Rows {
			for j := range x.Cols {
				if x.Get(i%x.Rows, j) {
					many.Set(i, j)
				}
			}
			if bitmat.Get(labels, i%x.Rows) {
				bitmat.Set(manyLabels, i)
			}
		}
		want, got := measure(set, x, labels).AUC, measure(set, many, manyLabels).AUC
		if (want == nil) != (got == nil) || want != nil && math.Abs(*got-*want) > 1e-9 {
			t.Errorf("seed %d: %v times the rows have another area than the rows", seed, times)
		}
	}
}

func checkAUC(t *testing.T, rows string, got eval.Scores, set rule.Set, learnt []eval.RuleScore, x *bitmat.Matrix, labels []uint64) {
	t.Helper()
	fires, score := make([]uint64, len(labels)), make([]float64, x.Rows)
	for k, r := range set {
		r.Match(fires, x)
		for i := range score {
			if bitmat.Get(fires, i) && learnt[k].Covered > 0 {
				score[i] += math.Round(1e6 * float64(learnt[k].Right) / float64(learnt[k].Covered))
			}
		}
	}
	won, pairs := 0., 0.
	for i := range score {
		for k := range score {
			if bitmat.Get(labels, i) && !bitmat.Get(labels, k) {
				pairs++
				if score[i] > score[k] {
					won++
				} else if score[i] == score[k] {
					won += 0.5
				}
			}
		}
	}
	switch {
	case (got.AUC == nil) != (pairs == 0):
		t.Fatalf("%s rows: the area is defined: %v, want %v", rows, got.AUC != nil, pairs > 0)
	case pairs > 0 && math.Abs(*got.AUC-won/pairs) > 1e-9:
		t.Fatalf("%s rows: the area is %v, want %v of %v pairs", rows, *got.AUC, won/pairs, pairs)
	}
}
