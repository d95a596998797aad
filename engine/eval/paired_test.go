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
