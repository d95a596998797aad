package eval

import (
	"math"
	"math/bits"

	"drnet/engine/bitmat"

	"gonum.org/v1/gonum/integrate"
)

// byScore has the rows of each score by class.
type byScore map[int]*ByClass

func (s byScore) at(score int) *ByClass {
	c := s[score]
	if c == nil {
		c = new(ByClass)
		s[score] = c
	}
	return c
}

// auc returns the area under the ROC curve; ties count half. It is nil if all rows are of one class.
//
// References: T. Fawcett: An introduction to ROC analysis. Pattern Recognition Letters 27 (2006).
func auc(levels []Level) *float64 {
	points := ROC.Points(levels)
	if points == nil {
		return nil
	}
	var x, y []float64
	for _, p := range points {
		x, y = append(x, p.X), append(y, p.Y)
	}
	return new(rounded(integrate.Trapezoidal(x, y)))
}

// Ranks reports whether the AUC is more than two standard errors above that of a random order.
//
// References: H. B. Mann, D. R. Whitney: On a Test of Whether One of Two Random Variables Is Stochastically Larger than the Other. Annals
// of Mathematical Statistics 18 (1947).
func (s *Scores) Ranks() bool {
	c := s.Confusion
	positives, negatives := float64(c.TruePositives+c.FalseNegatives), float64(c.TrueNegatives+c.FalsePositives)
	deviation := math.Sqrt((positives + negatives + 1) / (12 * positives * negatives))
	return s.AUC != nil && *s.AUC > 0.5+float64(2*deviation)
}

// rounded returns x in whole billionths, so that it does not depend on the order of summation.
func rounded(x float64) float64 {
	const billionths = 1e9
	return math.Round(float64(billionths*x)) / billionths
}

// rank sets the AUC by the score of each row, the sum of the training precisions of the rules that fire on it. The tally has the rows on
// which at least one rule and at least two rules fire. Rows with fewer than two are counted word by word.
func (s *Scores) rank(training []RuleScore, fires [][]uint64, tally bitmat.Tally, t Truth) {
	rows, sums := byScore{}, make([]int, t.Rows)
	some, twice := make([]uint64, len(tally[0])), tally[1]
	bitmat.Not(some, tally[0], t.Rows)
	*rows.at(0) = t.count(some)
	for k, f := range fires {
		worth := int(math.Round(float64(millionths * training[k].Precision())))
		bitmat.AndNot(some, f, twice)
		c := rows.at(worth)
		*c = c.plus(t.count(some))
		for w := range f { // not EachBit, as a call for each bit is slow
			for word := f[w] & twice[w]; word != 0; word &= word - 1 {
				sums[64*w+bits.TrailingZeros64(word)] += worth
			}
		}
	}
	bitmat.EachBit(twice, func(i int) { rows.at(sums[i]).add(t.row(i), bitmat.Get(t.Labels, i)) })
	s.AUC = auc(t.levelsOf(rows))
}
