package eval_test

import (
	"math"
	"testing"

	"drnet/engine/eval"
	"drnet/engine/rule"
)

// TestWeightsAreThoseOfScikitLearn compares with metrics of scikit-learn 1.2.1 with the sample_weight.
func TestWeightsAreThoseOfScikitLearn(t *testing.T) {
	truth := eval.Truth{Labels: []uint64{0b01011011}, Rows: 8, Weights: []float64{0.5, 2, 1.25, 3, 0, 1, 4, 0.75}}
	s := eval.MeasureAnswers([]uint64{0b01100011}, truth)
	s.MeasureProbabilities([]float64{0.9, 0.8, 0.3, 0.35, 0.6, 0.7, 0.55, 0.2}, truth)
	m := s.Metrics(rule.Weights{})
	for _, f := range []struct {
		name      string
		got, want float64
	}{
		{"accuracy", s.Accuracy, 0.68},
		{"precision", *m.Precision, 0.866666666667},
		{"recall", *m.Recall, 0.684210526316},
		{"F1", *m.F1, 0.764705882353},
		{"balanced accuracy", *m.Balanced, 0.675438596491},
		{"AUC", *m.AUC, 0.754385964912},
		{"Brier score", *m.Brier, 0.2236},
		{"average precision", *m.AveragePrecision, 0.913784461153},
		{"Kish's rows", s.Confusion.EffectiveRows(), 12.5 * 12.5 / (0.25 + 4 + 1.5625 + 9 + 1 + 16 + 0.5625)},
	} {
		if math.Abs(f.got-f.want) > 1e-9 {
			t.Errorf("%s is %.10f, want %.10f", f.name, f.got, f.want)
		}
	}
	if s.Confusion.Rows() != 8 || s.Confusion.TruePositives != 3 {
		t.Errorf("%d of %d rows are true positives, want 3 of 8", s.Confusion.TruePositives, s.Confusion.Rows())
	}
	low, high := s.Confusion.Interval()
	as, over := eval.RuleScore{Covered: 6, Right: 5}.Interval() // the effective rows are a little below 5
	if low >= s.Accuracy || high <= s.Accuracy || high-low < over-as {
		t.Errorf("the interval of %v is %v to %v", s.Accuracy, low, high)
	}
}
