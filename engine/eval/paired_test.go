package eval_test

import (
	"math"
	"testing"

	"drnet/engine/eval"
)

func TestPaired(t *testing.T) {
	folds := func(accuracies ...float64) (list []eval.Fold) {
		for _, a := range accuracies {
			list = append(list, eval.Fold{Accuracy: a})
		}
		return list
	}
	one, other := folds(0.84, 0.86, 0.85, 0.83, 0.87), folds(0.83, 0.84, 0.85, 0.82, 0.84)
	got, ok := eval.Paired(one, other, 5)
	// The differences are 0.01, 0.02, 0, 0.01 and 0.03: mean 0.014, deviation 0.01140175; the t of 4 degrees of freedom is 2.776445.
	half := 2.776445 * 0.01140175 * math.Sqrt(1./5+1./4)
	if want := [3]float64{0.014, 0.014 - half, 0.014 + half}; !ok || math.Abs(got.Mean-want[0]) > 1e-9 ||
		math.Abs(got.Interval[0]-want[1]) > 1e-7 || math.Abs(got.Interval[1]-want[2]) > 1e-7 {
		t.Errorf("%+v, want %v", got, want)
	}
	if got.Significant() {
		t.Error("a difference as small as that is told from chance")
	}
	back, _ := eval.Paired(other, one, 5)
	if back.Mean != -got.Mean || math.Abs(back.Interval[0]+got.Interval[1]) > 1e-15 {
		t.Errorf("the other way round it is %+v, want the negative of %+v", back, got)
	}
	if same, _ := eval.Paired(one, one, 5); same.Mean != 0 || same.Interval != [2]float64{} || same.Significant() {
		t.Errorf("against itself it is %+v", same)
	}
	// Twice: mean 0.014, deviation 0.01074968; the t of 9 degrees of freedom is 2.262157.
	twice, _ := eval.Paired(append(one, one...), append(other, other...), 5)
	if want := 2.262157 * 0.01074968 * math.Sqrt(1./10+1./4); math.Abs(twice.Interval[1]-0.014-want) > 1e-7 {
		t.Errorf("twice it is %+v, want 0.014 ± %v", twice, want)
	}
	if far, _ := eval.Paired(one, folds(0.5, 0.52, 0.5, 0.5, 0.53), 5); !far.Significant() {
		t.Errorf("%+v is not told from chance", far)
	}
	if _, ok := eval.Paired(one[:1], other[:1], 1); ok {
		t.Error("one fold is enough")
	}
}

// TestIntervalOfFolds: the ends are those of the folds or those of the rows, whichever are further out.
func TestIntervalOfFolds(t *testing.T) {
	fold := func(right, rows int) eval.Fold {
		c := eval.Confusion{TruePositives: right, FalseNegatives: rows - right}
		return eval.Fold{Accuracy: c.Accuracy(), Confusion: &c}
	}
	several := func(right, rows int) eval.Fold {
		f := fold(right, rows)
		f.Confusion, f.Classes = nil, &eval.ClassScores{
			Confusion: [][]int{{right, rows - right}, {0, 0}}, Classes: make([]eval.ClassScore, 2),
		}
		return f
	}
	rows := func(right, rows int) [2]float64 {
		low, high := eval.Confusion{TruePositives: right, FalseNegatives: rows - right}.Interval()
		return [2]float64{low, high}
	}
	// 6 and 8 of 10: mean 0.7, deviation 0.1414214; the t of 1 degree of freedom is 12.7062, so the interval exceeds [0, 1].
	for _, test := range []struct {
		name  string
		folds []eval.Fold
		k     int
		want  [2]float64
	}{
		{"ties", []eval.Fold{fold(12, 20), fold(12, 20), fold(12, 20)}, 3, rows(36, 60)},
		{"ties of several classes", []eval.Fold{several(12, 20), several(12, 20)}, 2, rows(24, 40)},
		{"ties in two cross-validations", []eval.Fold{fold(12, 20), fold(12, 20), fold(12, 20), fold(12, 20)}, 2, rows(24, 40)},
		{"all right", []eval.Fold{fold(20, 20), fold(20, 20)}, 2, rows(40, 40)},
		{"far apart", []eval.Fold{fold(6, 10), fold(8, 10)}, 2, [2]float64{0, 1}},
		{"unknown rows", []eval.Fold{{Accuracy: 0.6}, {Accuracy: 0.6}}, 2, [2]float64{0.6, 0.6}},
	} {
		if got, ok := eval.Summarize(test.folds).Interval(test.k); !ok || math.Abs(got[0]-test.want[0])+math.Abs(got[1]-test.want[1]) > 1e-9 {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
