package eval

import (
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/integrate"
	"gonum.org/v1/gonum/stat"
)

// classes counts the rows of either class that have the same score.
type classes struct{ positives, negatives int }

// ranking orders rows by their score: the sum of the precision of each rule that fires on them, in millionths, so that
// sums are exact and rows on which the same rules fire are tied.
type ranking struct {
	worth []int // of each rule
	rows  map[int]classes
}

func newRanking(rules []RuleScore) ranking {
	const millionths = 1e6
	r := ranking{make([]int, len(rules)), map[int]classes{}}
	for k, s := range rules {
		r.worth[k] = int(math.Round(float64(millionths * s.Precision())))
	}
	return r
}

func (r ranking) add(score int, c classes) {
	sum := r.rows[score]
	r.rows[score] = classes{sum.positives + c.positives, sum.negatives + c.negatives}
}

// auc returns the area under the curve of true positives over false positives as the score falls from above all rows to
// below them; tied rows count half. It is nil where all rows are of one class, and rounded to a billionth, which hides in
// what order machines add.
//
// References: T. Fawcett: An introduction to ROC analysis. Pattern Recognition Letters 27 (2006).
func (r ranking) auc() *float64 {
	var all classes
	var scores []int
	for score, c := range r.rows {
		scores = append(scores, score)
		all.positives, all.negatives = all.positives+c.positives, all.negatives+c.negatives
	}
	if all.positives == 0 || all.negatives == 0 {
		return nil
	}
	slices.Sort(scores)
	var y, weights []float64
	var positive []bool
	for _, score := range scores {
		c := r.rows[score]
		y, positive = append(y, float64(score), float64(score)), append(positive, true, false)
		weights = append(weights, float64(c.positives), float64(c.negatives))
	}
	hits, alarms, _ := stat.ROC(nil, y, positive, weights)
	const billionths = 1e9
	area := math.Round(float64(billionths*integrate.Trapezoidal(alarms, hits))) / billionths
	return &area
}

// rank orders the rows by their score. Twice are those on which at least two of the rules fire, which fire as given; the
// others are counted already.
func (s *Scores) rank(r ranking, fires [][]uint64, twice, labels []uint64) {
	r.add(0, classes{s.Confusion.FalseNegatives, s.Confusion.TrueNegatives})
	for k, rule := range s.Rules {
		r.add(r.worth[k], classes{rule.Lost, rule.Saved})
	}
	for i, w := range twice {
		for ; w != 0; w &= w - 1 {
			bit := bits.TrailingZeros64(w)
			score := 0
			for k, f := range fires {
				score += r.worth[k] * int(f[i]>>bit&1)
			}
			if labels[i]>>bit&1 == 1 {
				r.add(score, classes{positives: 1})
			} else {
				r.add(score, classes{negatives: 1})
			}
		}
	}
	s.AUC = r.auc()
}
