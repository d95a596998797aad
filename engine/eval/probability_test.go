package eval_test

import (
	"math"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/eval"
)

// TestProbabilities: counted by hand. Of the 2 × 3 pairs of rows of both classes, four are in order and one is tied.
func TestProbabilities(t *testing.T) {
	labels := make([]uint64, 1)
	bitmat.Set(labels, 0)
	bitmat.Set(labels, 3)
	s := eval.Scores{}
	s.MeasureProbabilities([]float64{0.9, 0.1, 0.35, 0.3, 0.3}, eval.Truth{Labels: labels})
	if want := 4.5 / 6; s.AUC == nil || math.Abs(*s.AUC-want) > 1e-9 {
		t.Errorf("AUC %v, want %v", *s.AUC, want)
	}
	want := (0.1*0.1 + 0.1*0.1 + 0.35*0.35 + 0.7*0.7 + 0.3*0.3) / 5
	if math.Abs(*s.Brier-want) > 1e-9 {
		t.Errorf("Brier score %v, want %v", *s.Brier, want)
	}
	bins := map[int]eval.Bin{
		1: {Rows: 1, Probability: 0.1}, 3: {Rows: 3, Positives: 1, Probability: (0.35 + 0.3 + 0.3) / 3},
		9: {Rows: 1, Positives: 1, Probability: 0.9},
	}
	for i, b := range s.Reliability {
		want := bins[i]
		if b.Rows != want.Rows || b.Positives != want.Positives || math.Abs(b.Probability-want.Probability) > 1e-9 {
			t.Errorf("bin %d is %+v, want %+v", i, b, want)
		}
	}
	s.MeasureProbabilities([]float64{1, 0.9999996, 0, 0, 0}, eval.Truth{Labels: labels})
	if b := s.Reliability[eval.Bins-1]; b.Rows != 2 || b.Positives != 1 {
		t.Errorf("the last bin is %+v, want the certain rows in it", b)
	}
}

func TestProbabilitiesWithoutContrast(t *testing.T) {
	s := eval.Scores{}
	s.MeasureProbabilities([]float64{0.25, 0.75}, eval.Truth{Labels: []uint64{0}})
	if s.AUC != nil || *s.Brier != (0.0625+0.5625)/2 {
		t.Errorf("AUC %v, Brier score %v", s.AUC, *s.Brier)
	}
}

// TestSummaryPoolsReliability: the mean has the bins of all rows; a fold without them leaves none.
func TestSummaryPoolsReliability(t *testing.T) {
	var one, other eval.Scores
	one.MeasureProbabilities([]float64{0.12, 0.14}, eval.Truth{Labels: []uint64{1}})
	other.MeasureProbabilities([]float64{0.19, 0.95}, eval.Truth{Labels: []uint64{2}})
	folds := []eval.Fold{
		{Metrics: eval.Metrics{Brier: one.Brier}, Reliability: one.Reliability},
		{Metrics: eval.Metrics{Brier: other.Brier}, Reliability: other.Reliability},
	}
	s := eval.Summarize(folds)
	if b := s.Mean.Reliability[1]; b.Rows != 3 || b.Positives != 1 || math.Abs(b.Probability-0.15) > 1e-9 {
		t.Errorf("the second bin is %+v, want 3 rows, 1 positive one, mean 0.15", b)
	}
	if want := (*one.Brier + *other.Brier) / 2; math.Abs(*s.Mean.Brier-want) > 1e-12 {
		t.Errorf("mean Brier score %v, want %v", *s.Mean.Brier, want)
	}
	folds[1].Reliability = nil
	if s := eval.Summarize(folds); s.Mean.Reliability != nil {
		t.Errorf("a fold without probabilities leaves %+v", s.Mean.Reliability)
	}
}
