package eval

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Difference is the accuracy of one learner minus that of another on the same folds.
type Difference struct {
	Mean float64 `json:"mean"` // of the differences of the accuracies, fold by fold
	// Interval is the 95 % confidence interval of the difference. The folds share most of their training rows, so the variance
	// of the differences counts (1/k + test rows/training rows) times instead of 1/k.
	Interval [2]float64 `json:"interval"`
}

// Significant reports whether the interval excludes 0.
func (d Difference) Significant() bool { return d.Interval[0] > 0 || d.Interval[1] < 0 }

// Paired compares accuracies on the same folds of a cross validation; ok is false for fewer than two folds.
//
// Reference: C. Nadeau, Y. Bengio: Inference for the Generalization Error. Machine Learning 52 (2003).
func Paired(one, other []Fold) (d Difference, ok bool) {
	k := len(one)
	if k < 2 || len(other) != k {
		return d, false
	}
	differences := make([]float64, k)
	for i := range one {
		differences[i] = one[i].Accuracy - other[i].Accuracy
	}
	mean, deviation, _ := spread(differences)
	folds := float64(k)
	half := student(folds-1) * deviation * math.Sqrt(1/folds+1/(folds-1))
	return Difference{mean, [2]float64{mean - half, mean + half}}, true
}

// student is the 0.975 quantile of Student's distribution.
func student(freedom float64) float64 {
	const outside = 0.05
	x := mathext.InvRegIncBeta(freedom/2, 0.5, outside)
	return math.Sqrt(freedom * (1 - x) / x)
}
