package rule_test

import (
	"math"
	"testing"

	"drnet/engine/rule"
)

// TestWeights: the mean weight of the rows is 1, and the ratio of the weights is the requested one.
func TestWeights(t *testing.T) {
	tests := []struct {
		ratio                float64
		positives, negatives int
		want                 float64 // the ratio
	}{
		{0, 3, 7, 1},
		{1, 3, 7, 1},
		{2, 3, 7, 2},
		{0.25, 3, 7, 0.25},
		{1e6, 1, 999, 1e6},
		{5, 0, 7, 5},
		{5, 7, 0, 5},
		{rule.Balanced, 3, 7, 7. / 3},
		{rule.Balanced, 7, 3, 3. / 7},
		{rule.Balanced, 5, 5, 1},
		{rule.Balanced, 0, 7, 1},
		{rule.Balanced, 0, 0, 1},
	}
	for _, test := range tests {
		w := rule.NewWeights(test.ratio, test.positives, test.negatives)
		if got := w.Positive / w.Negative; math.Abs(got-test.want) > 1e-12*test.want {
			t.Errorf("%v of %d and %d: the ratio is %v, want %v", test.ratio, test.positives, test.negatives, got, test.want)
		}
		rows := float64(test.positives + test.negatives)
		if sum := w.Positive*float64(test.positives) + w.Negative*float64(test.negatives); math.Abs(sum-rows) > 1e-9*rows {
			t.Errorf("%v of %d and %d: %v rows by weight, want %v", test.ratio, test.positives, test.negatives, sum, rows)
		}
		if p, n := w.Each(); p != w.Positive || n != w.Negative {
			t.Errorf("%v: Each() = %v, %v, want the weights", w, p, n)
		}
	}
	if p, n := (rule.Weights{}).Each(); p != 1 || n != 1 {
		t.Errorf("the zero value counts %v and %v, want 1 and 1", p, n)
	}
	for _, ratio := range []float64{0, 1, rule.Balanced} {
		if w := rule.NewWeights(ratio, 8, 8); w != (rule.Weights{Positive: 1, Negative: 1}) {
			t.Errorf("%v of as many: %v, want exactly 1 and 1", ratio, w)
		}
	}
}
