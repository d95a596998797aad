package eval_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"drnet/engine/eval"
)

// By hand: six rows of three classes and an absent fourth.
func TestMeasureClasses(t *testing.T) {
	truth, answers := []uint8{0, 0, 0, 1, 1, 2}, []uint8{0, 0, 1, 1, 0, 0}
	got, recall := eval.MeasureClasses(answers, truth, nil, 4), 2.0/3
	want := eval.ClassScores{
		Accuracy: 0.5, Majority: 0.5, Balanced: (recall + 0.5) / 3, MacroF1: (4.0/7 + 0.5 + 0) / 3,
		Confusion: [][]int{{2, 1, 0, 0}, {1, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 0}},
		Classes: []eval.ClassScore{
			{Support: 3, Answered: 4, Precision: 0.5, Recall: 2.0 / 3, F1: 4.0 / 7},
			{Support: 2, Answered: 2, Precision: 0.5, Recall: 0.5, F1: 0.5},
			{Support: 1},
			{},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("MeasureClasses() = %+v, want %+v", got, want)
	}
	if got.Rows() != 6 {
		t.Errorf("Rows() = %d, want 6", got.Rows())
	}
	if none := eval.MeasureClasses(nil, nil, nil, 2); none.Accuracy != 0 || none.MacroF1 != 0 {
		t.Errorf("without rows: %+v", none)
	}
}

// TestClassesOfAllFolds checks that the mean of folds has the scores on the rows of all of them, and their interval.
func TestClassesOfAllFolds(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	var answers, truth []uint8
	var folds []eval.Fold
	for range 3 {
		from := len(truth)
		for range 10 + r.IntN(50) {
			truth, answers = append(truth, uint8(r.IntN(4))), append(answers, uint8(r.IntN(4)))
		}
		s := eval.MeasureClasses(answers[from:], truth[from:], nil, 4)
		folds = append(folds, eval.Fold{Accuracy: s.Accuracy, Metrics: s.Metrics(), Classes: &s})
	}
	want := eval.MeasureClasses(answers, truth, nil, 4)
	mean := eval.Summarize(folds).Mean
	if !reflect.DeepEqual(*mean.Classes, want) {
		t.Errorf("the scores of all folds are %+v, want %+v", *mean.Classes, want)
	}
	if got := mean.Interval; got != want.Metrics().Interval || got[0] > want.Accuracy || got[1] < want.Accuracy {
		t.Errorf("the interval is %v, want %v around %v", got, want.Metrics().Interval, want.Accuracy)
	}
	for _, m := range mean.List() {
		if m.Name == "macro F1" && (m.Value == nil || *m.Value <= 0) {
			t.Errorf("macro F1 is %v", m.Value)
		}
	}
}

// The sums of the matrix are those of the classes, and accuracy is the recall weighted by rows.
func TestClassScoresAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		n, rows := 2+r.IntN(8), 1+r.IntN(200)
		truth, answers := make([]uint8, rows), make([]uint8, rows)
		for i := range truth {
			truth[i], answers[i] = uint8(r.IntN(n)), uint8(r.IntN(n))
		}
		s := eval.MeasureClasses(answers, truth, nil, n)
		answered, recalled := 0, 0.0
		for _, c := range s.Classes {
			answered += c.Answered
			recalled += c.Recall * float64(c.Support)
			if c.Precision+c.Recall > 0 && math.Abs(c.F1-2*c.Precision*c.Recall/(c.Precision+c.Recall)) > 1e-12 {
				t.Fatalf("F1 = %v of precision %v and recall %v", c.F1, c.Precision, c.Recall)
			}
		}
		if s.Rows() != rows || answered != rows || math.Abs(recalled/float64(rows)-s.Accuracy) > 1e-12 {
			t.Fatalf("%d rows, %d answered, recall %v, accuracy %v; want %d rows", s.Rows(), answered, recalled/float64(rows), s.Accuracy, rows)
		}
	}
}
