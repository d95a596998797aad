package eval_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"drnet/engine/eval"
)

// TestSummarize: 0.8, 0.9 and 0.7 have the mean 0.8, the deviation 0.1 and the error 0.1/√3.
func TestSummarize(t *testing.T) {
	s := eval.Summarize([]eval.Fold{
		{Accuracy: 0.8, Rules: 2, Learnt: eval.Learnt{Complexity: 4}},
		{Accuracy: 0.9, Rules: 2, Learnt: eval.Learnt{Complexity: 6}},
		{Accuracy: 0.7, Rules: 2, Learnt: eval.Learnt{Complexity: 8}},
	})
	for _, test := range []struct {
		name      string
		got, want float64
	}{
		{"mean", s.Mean.Accuracy, 0.8},
		{"deviation", s.Deviation.Accuracy, 0.1},
		{"error", s.Error.Accuracy, 0.1 / math.Sqrt(3)},
		{"mean of equals", s.Mean.Rules, 2},
		{"deviation of equals", s.Deviation.Rules, 0},
		{"mean of the learnt", s.Mean.Learnt.Complexity, 6},
		{"deviation of the learnt", s.Deviation.Learnt.Complexity, 2},
	} {
		if math.Abs(test.got-test.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", test.name, test.got, test.want)
		}
	}
	half, full := 0.5, 1.0
	s = eval.Summarize([]eval.Fold{
		{Metrics: eval.Metrics{Precision: &half}, Confusion: &eval.Confusion{TruePositives: 3, FalsePositives: 1}},
		{Confusion: &eval.Confusion{TrueNegatives: 2, FalseNegatives: 4}},
		{Metrics: eval.Metrics{Precision: &full}, Confusion: &eval.Confusion{}},
	})
	if s.Mean.Precision == nil || *s.Mean.Precision != 0.75 || math.Abs(*s.Error.Precision-0.25) > 1e-12 || s.Mean.Recall != nil {
		t.Errorf("a precision that is defined in two of three folds: %+v, error %+v", s.Mean.Metrics, s.Error.Metrics)
	}
	// 5 of 10: see TestInterval
	if want := [2]float64{0.223528670253, 0.776471329747}; math.Abs(s.Mean.Interval[0]-want[0]) > 1e-9 ||
		math.Abs(s.Mean.Interval[1]-want[1]) > 1e-9 {
		t.Errorf("the interval is %v, want %v", s.Mean.Interval, want)
	}
	one := eval.Summarize([]eval.Fold{{Accuracy: 0.8}})
	if one.Mean.Accuracy != 0.8 || one.Deviation.Accuracy != 0 || one.Error.Accuracy != 0 {
		t.Errorf("of one fold %+v", one)
	}
}

func TestFront(t *testing.T) {
	tests := []struct {
		name           string
		size, accuracy []float64
		want           []int
	}{
		{"none", nil, nil, nil},
		{"one", []float64{3}, []float64{0.8}, []int{0}},
		{"twins", []float64{3, 3}, []float64{0.8, 0.8}, []int{0}},
		{"longer and worse", []float64{3, 5}, []float64{0.8, 0.7}, []int{0}},
		{"a bend", []float64{20, 1, 4, 10}, []float64{0.85, 0.6, 0.84, 0.8}, []int{1, 2, 0}},
		{"a line", []float64{0, 1, 2}, []float64{0, 1, 2}, []int{0, 1, 2}},
		{"hollow", []float64{0, 9, 10}, []float64{0, 1, 10}, []int{0, 1, 2}},
		{"better at the same size", []float64{2, 2, 1}, []float64{0.7, 0.9, 0.5}, []int{2, 1}},
	}
	for _, test := range tests {
		front := eval.Front(test.size, test.accuracy)
		if !slices.Equal(front, test.want) {
			t.Errorf("%s: Front = %v, want %v", test.name, front, test.want)
		}
	}
}

// The recommended point never loses more than the standard error of the best one.
func TestRecommended(t *testing.T) {
	accuracy, front := []float64{0.7, 0.81, 0.82, 0.85}, []int{0, 1, 2, 3}
	for standard, want := range map[float64]int{0: 3, 0.029: 3, 0.031: 2, 0.041: 1, 0.2: 0} {
		if got := eval.Recommended(accuracy, []float64{1, 1, 1, standard}, front); got != want {
			t.Errorf("with a standard error of %v, point %d, want %d", standard, got, want)
		}
	}
	if got := eval.Recommended(nil, nil, nil); got != -1 {
		t.Errorf("of no points, point %d", got)
	}
}

// TestFrontIsWhatNobodyBeats, by comparing all with all.
func TestFrontIsWhatNobodyBeats(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		n := r.IntN(12)
		size, accuracy := make([]float64, n), make([]float64, n)
		for i := range n {
			size[i], accuracy[i] = float64(r.IntN(6)), float64(r.IntN(6))
		}
		front := eval.Front(size, accuracy)
		for i := range n {
			beaten := false
			for k := range n {
				same := size[k] == size[i] && accuracy[k] == accuracy[i]
				beaten = beaten || size[k] <= size[i] && accuracy[k] >= accuracy[i] && (!same || k < i) && k != i
			}
			if slices.Contains(front, i) == beaten {
				t.Fatalf("sizes %v, accuracies %v: the front is %v, and point %d", size, accuracy, front, i)
			}
		}
	}
}
