package eval

import (
	"cmp"
	"math"
	"slices"

	"drnet/engine/bitmat"

	"gonum.org/v1/gonum/mathext"
)

// Fold evaluates the rules of one fold on its test rows, or summarizes each number over the folds in which it is defined.
type Fold struct {
	Metrics
	Accuracy       float64 `json:"accuracy"`
	Majority       float64 `json:"majority"`         // accuracy of the majority class
	Single         float64 `json:"single,omitempty"` // accuracy of the best single condition, see Single; 0 if unknown
	Rules          float64 `json:"rules"`
	Conditions     float64 `json:"conditions"`
	Complexity     float64 `json:"complexity"`      // rules + conditions
	RuleComplexity float64 `json:"rule_complexity"` // conditions per rule
	Price          float64 `json:"price"`           // minimum gain per rule or condition in refinement; 0 without refinement
	TrainAccuracy  float64 `json:"train_accuracy"`  // on the training rows
	Learnt         Learnt  `json:"learnt"`          // the raw rules
	Seconds        float64 `json:"seconds,omitempty"`

	Confusion   *Confusion   `json:"confusion,omitempty"`   // nil in a summary, and for several classes
	Classes     *ClassScores `json:"classes,omitempty"`     // nil for two classes; the mean's are those on the rows of all folds
	Reliability []Bin        `json:"reliability,omitempty"` // see Scores; in the mean, of the rows of all folds
	// Decision measures the decision of the model on the test rows, nil without one; in the mean, of the rows of all folds.
	Decision *DecisionScores `json:"decision,omitempty"`
}

// Learnt evaluates the raw rules, before simplification and refinement, on the test rows.
type Learnt struct {
	Accuracy       float64 `json:"accuracy"`
	Rules          float64 `json:"rules"`
	Complexity     float64 `json:"complexity"`
	RuleComplexity float64 `json:"rule_complexity"`
}

// Summary is the result of a cross validation.
type Summary struct {
	Folds     []Fold `json:"folds"`
	Mean      Fold   `json:"mean"`
	Deviation Fold   `json:"deviation"` // standard deviation of the folds' numbers; 0 of one fold
	Error     Fold   `json:"error"`     // standard error of the mean: the deviation divided by the root of the number of folds
}

// Summarize returns the summary of at least one fold. The folds share most of their training rows, so the error is smaller than
// that of independent tests. The mean's Interval is that of the rows of all folds.
func Summarize(folds []Fold) Summary {
	s := Summary{Folds: folds}
	mean, deviation, standard := s.Mean.numbers(), s.Deviation.numbers(), s.Error.numbers()
	for i := range mean {
		var values []float64
		for k := range folds {
			values = append(values, *folds[k].numbers()[i])
		}
		*mean[i], *deviation[i], *standard[i] = spread(values)
	}
	for i := range s.Mean.places() {
		var values []float64
		for k := range folds {
			if v := *folds[k].places()[i]; v != nil {
				values = append(values, *v)
			}
		}
		if len(values) > 0 {
			mean, deviation, standard := spread(values)
			*s.Mean.places()[i], *s.Deviation.places()[i], *s.Error.places()[i] = &mean, &deviation, &standard
		}
	}
	if right, all := together(folds); all.Rows > 0 {
		s.Mean.Interval[0], s.Mean.Interval[1] = interval(right, all)
	}
	s.Mean.Reliability, s.Mean.Decision, s.Mean.Classes = pooledBins(folds), pooledDecision(folds), pooled(folds)
	return s
}

// spread returns the mean of values, their standard deviation and the standard error of the mean; the last two are 0 for one value.
func spread(values []float64) (mean, deviation, standard float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v
	}
	mean /= n
	if n == 1 {
		return mean, 0, 0
	}
	squares := 0.0
	for _, v := range values {
		d := v - mean
		squares += float64(d * d)
	}
	deviation = math.Sqrt(squares / (n - 1))
	return mean, deviation, deviation / math.Sqrt(n)
}

// together returns the correct predictions for the rows of all folds, and these rows; none if a confusion matrix is missing.
func together(folds []Fold) (right, all Mass) {
	for _, f := range folds {
		switch {
		case f.Classes != nil:
			r, a := f.Classes.right()
			right, all = right.plus(r), all.plus(a)
		case f.Confusion != nil:
			m := f.Confusion.masses()
			right, all = right.plus(m.right()), all.plus(m.all())
		default:
			return Mass{}, Mass{}
		}
	}
	return right, all
}

// numbers returns the address of every number of a summary.
func (f *Fold) numbers() []*float64 {
	return []*float64{
		&f.Accuracy, &f.Majority, &f.Single, &f.Rules, &f.Conditions, &f.Complexity, &f.RuleComplexity, &f.Price, &f.TrainAccuracy,
		&f.Learnt.Accuracy, &f.Learnt.Rules, &f.Learnt.Complexity, &f.Learnt.RuleComplexity, &f.Seconds,
	}
}

// Difference is the accuracy of one learner minus that of another on the same folds.
type Difference struct {
	Mean float64 // of the differences of the accuracies, fold by fold
	// Interval is the 95% confidence interval of the difference. The folds share most of their training rows, so the variance
	// of the differences counts (1/n + test rows/training rows) times for n folds, instead of 1/n.
	Interval [2]float64
}

// Significant reports whether the interval excludes 0.
func (d Difference) Significant() bool { return d.Interval[0] > 0 || d.Interval[1] < 0 }

// Paired compares accuracies on the same folds of one or more cross validations with k folds each; ok is false for fewer than
// two folds.
//
// Reference: C. Nadeau, Y. Bengio: Inference for the Generalization Error. Machine Learning 52 (2003).
func Paired(one, other []Fold, k int) (d Difference, ok bool) {
	n := len(one)
	if k < 2 || n < 2 || len(other) != n {
		return d, false
	}
	differences := make([]float64, n)
	for i := range one {
		differences[i] = one[i].Accuracy - other[i].Accuracy
	}
	mean, deviation, _ := spread(differences)
	half := float64(student(float64(n-1)) * deviation * math.Sqrt(1/float64(n)+1/float64(k-1)))
	return Difference{mean, [2]float64{rounded(mean - half), rounded(mean + half)}}, true
}

// Interval returns the 95% confidence interval of the accuracy on new rows, from one or more cross-validations with k folds each; ok is
// false for fewer than two folds. It corrects the variance of the folds as Paired does. A few folds may have nearly equal accuracies by
// chance, so the interval also contains the binomial interval of the tested rows.
func (s Summary) Interval(k int) (ends [2]float64, ok bool) {
	d, ok := Paired(s.Folds, make([]Fold, len(s.Folds)), k)
	ends = [2]float64{max(d.Interval[0], 0), min(d.Interval[1], 1)}
	if right, all := together(s.Folds); ok && all.Rows > 0 {
		all.Squares *= float64(len(s.Folds)) / float64(k) // repeats test the same rows again, so they add no effective rows
		low, high := interval(right, all)
		ends = [2]float64{min(ends[0], low), max(ends[1], high)}
	}
	return ends, ok
}

// student is the 0.975 quantile of Student's distribution.
func student(freedom float64) float64 {
	const outside = 0.05
	x := mathext.InvRegIncBeta(freedom/2, 0.5, outside)
	return math.Sqrt(freedom * (1 - x) / x)
}

// Front returns the indexes of the Pareto-optimal points, which have a small size and a high accuracy, in ascending order of both. Of
// equal points it takes the first.
func Front(size, accuracy []float64) []int {
	order := bitmat.Indexes[int](len(size))
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(size[a], size[b]), cmp.Compare(accuracy[b], accuracy[a]))
	})
	var front []int
	for _, i := range order {
		if len(front) == 0 || accuracy[i] > accuracy[front[len(front)-1]] {
			front = append(front, i)
		}
	}
	return front
}

// Recommended returns the index of the point of a front that the one-standard-error rule recommends: the smallest one whose accuracy is
// within one standard error of the most accurate point. It is -1 for an empty front.
//
// References: L. Breiman, J. Friedman, R. Olshen, C. Stone: Classification and Regression Trees. Wadsworth (1984), 3.4.3.
func Recommended(accuracy, standard []float64, front []int) int {
	for _, i := range front {
		if best := front[len(front)-1]; accuracy[i] >= accuracy[best]-standard[best] {
			return i
		}
	}
	return -1
}
