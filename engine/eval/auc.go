package eval

import (
	"maps"
	"math"
	"math/bits"
	"slices"

	"drnet/engine/bitmat"

	"gonum.org/v1/gonum/integrate"
)

// auc returns the area under the ROC curve of rows by their score; ties count half. It is nil if all rows are of one class.
//
// References: T. Fawcett: An introduction to ROC analysis. Pattern Recognition Letters 27 (2006).
func auc(rows map[int]ByClass) *float64 {
	var sum ByClass
	hits, alarms := []float64{0}, []float64{0}
	for _, score := range slices.Backward(slices.Sorted(maps.Keys(rows))) {
		sum = sum.plus(rows[score])
		hits, alarms = append(hits, sum.Positives.Sum), append(alarms, sum.Negatives.Sum)
	}
	if sum.Positives.Sum == 0 || sum.Negatives.Sum == 0 {
		return nil
	}
	for i := range hits {
		hits[i], alarms[i] = hits[i]/sum.Positives.Sum, alarms[i]/sum.Negatives.Sum
	}
	return new(rounded(integrate.Trapezoidal(alarms, hits)))
}

// rounded returns x in whole billionths, so that it does not depend on the order of summation.
func rounded(x float64) float64 {
	const billionths = 1e9
	return math.Round(float64(billionths*x)) / billionths
}

// blockWords is the number of words of rows that are ranked at a time, which bounds the memory for intermediate results.
const blockWords = 1024

// rank orders the rows by their score: the sum of the precision of each rule that fires on them. The tally has the rows on which
// at least one and two rules fire: those on which fewer than two do are counted at once.
func (s *Scores) rank(learnt []RuleScore, fires [][]uint64, tally bitmat.Tally, t Truth) {
	const millionths = 1e6
	p := ranking{rows: map[int]ByClass{}, fires: fires, truth: t, scratch: make([][]uint64, len(fires))}
	none, twice := make([]uint64, len(tally[0])), tally[1]
	bitmat.Ones(none, t.Rows)
	bitmat.AndNot(none, none, tally[0])
	p.add(0, t.count(none, 0))
	once := make([]uint64, len(twice))
	for k, f := range fires {
		p.worth = append(p.worth, int(math.Round(float64(millionths*learnt[k].Precision()))))
		bitmat.AndNot(once, f, twice)
		p.add(p.worth[k], t.count(once, 0))
	}
	for ; p.from < len(twice); p.from += blockWords {
		p.rankPart(0, twice[p.from:min(p.from+blockWords, len(twice))], 0)
	}
	s.AUC = auc(p.rows)
}

// ranking splits a block of rows by one rule after the other, until each part has one score.
type ranking struct {
	worth   []int // the precision of each rule in millionths, so that sums are exact and rows with the same rules are tied
	rows    map[int]ByClass
	fires   [][]uint64
	truth   Truth
	from    int        // the first word of the block
	scratch [][]uint64 // the remaining rows, by the rule that splits them
}

func (p *ranking) add(score int, c ByClass) { p.rows[score] = p.rows[score].plus(c) }

// fewRows in a word are visited one by one, which is cheaper than splitting them.
const fewRows = 4

// rankPart ranks rows of the block that have the given score by the rules before rule k.
func (p *ranking) rankPart(k int, rows []uint64, points int) {
	n := bitmat.Count(rows)
	switch {
	case n == 0:
		return
	case k == len(p.fires):
		p.add(points, p.truth.count(rows, p.from))
		return
	case n <= fewRows*len(rows):
		p.walk(k, rows, points)
		return
	}
	if p.scratch[k] == nil {
		p.scratch[k] = make([]uint64, blockWords)
	}
	left, fires := p.scratch[k][:len(rows)], p.fires[k][p.from:p.from+len(rows)]
	bitmat.And(left, rows, fires)
	p.rankPart(k+1, left, points+p.worth[k])
	bitmat.AndNot(left, rows, fires)
	p.rankPart(k+1, left, points)
}

// walk is rankPart, row by row.
func (p *ranking) walk(k int, rows []uint64, points int) {
	for i, w := range rows {
		for ; w != 0; w &= w - 1 {
			bit, sum := bits.TrailingZeros64(w), points
			for j := k; j < len(p.fires); j++ {
				sum += p.worth[j] * int(p.fires[j][p.from+i]>>bit&1)
			}
			var one ByClass
			one.add(p.truth.row(64*(p.from+i)+bit), p.truth.Labels[p.from+i]>>bit&1 == 1)
			p.add(sum, one)
		}
	}
}
