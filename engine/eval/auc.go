package eval

import (
	"maps"
	"math"
	"math/bits"
	"slices"

	"drnet/engine/bitmat"

	"gonum.org/v1/gonum/integrate"
)

// classes counts the rows of each class that have the same score.
type classes struct{ positives, negatives int }

// ranking orders rows by their score: the sum of the precision of each rule that fires on them. It counts in
// millionths, so that sums are exact and rows with the same rules are tied.
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

func (c classes) plus(o classes) classes {
	return classes{c.positives + o.positives, c.negatives + o.negatives}
}

func (r ranking) add(score int, c classes) { r.rows[score] = r.rows[score].plus(c) }

// auc returns the area under the ROC curve; ties count half. It is nil if all rows are of one class, and rounded to a
// billionth, so that it does not depend on the order of summation.
//
// References: T. Fawcett: An introduction to ROC analysis. Pattern Recognition Letters 27 (2006).
func (r ranking) auc() *float64 {
	var all, sum classes
	for _, c := range r.rows {
		all = all.plus(c)
	}
	if all.positives == 0 || all.negatives == 0 {
		return nil
	}
	hits, alarms := []float64{0}, []float64{0}
	for _, score := range slices.Backward(slices.Sorted(maps.Keys(r.rows))) {
		sum = sum.plus(r.rows[score])
		hits = append(hits, float64(sum.positives)/float64(all.positives))
		alarms = append(alarms, float64(sum.negatives)/float64(all.negatives))
	}
	const billionths = 1e9
	area := math.Round(float64(billionths*integrate.Trapezoidal(alarms, hits))) / billionths
	return &area
}

// blockWords is the number of words of rows that are ranked at a time. Intermediate results take a few hundred kB for any
// table.
const blockWords = 1024

// rank orders the rows by their score. Twice holds the rows on which at least two rules fire; the others are counted already.
func (s *Scores) rank(r ranking, fires [][]uint64, twice, labels []uint64) {
	r.add(0, classes{s.Confusion.FalseNegatives, s.Confusion.TrueNegatives})
	for k, rule := range s.Rules {
		r.add(r.worth[k], classes{rule.Lost, rule.Saved})
	}
	p := parting{r, fires, labels, 0, make([][]uint64, len(fires))}
	for ; p.from < len(twice); p.from += blockWords {
		p.rankPart(0, twice[p.from:min(p.from+blockWords, len(twice))], 0)
	}
	s.AUC = r.auc()
}

// parting splits a block of rows by one rule after the other, until each part has one score.
type parting struct {
	ranking
	fires   [][]uint64
	labels  []uint64
	from    int        // the first word of the block
	scratch [][]uint64 // the remaining rows, by the rule that splits them
}

// fewRows in a word are visited one by one, which is cheaper than splitting them.
const fewRows = 4

// rankPart ranks rows of the block that have the given score by the rules before rule k.
func (p *parting) rankPart(k int, rows []uint64, points int) {
	n := bitmat.Count(rows)
	switch {
	case n == 0:
		return
	case k == len(p.fires):
		yes := bitmat.CountAnd(rows, p.labels[p.from:p.from+len(rows)])
		p.add(points, classes{yes, n - yes})
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
func (p *parting) walk(k int, rows []uint64, points int) {
	for i, w := range rows {
		for ; w != 0; w &= w - 1 {
			bit, sum := bits.TrailingZeros64(w), points
			for j := k; j < len(p.fires); j++ {
				sum += p.worth[j] * int(p.fires[j][p.from+i]>>bit&1)
			}
			yes := int(p.labels[p.from+i] >> bit & 1)
			p.add(sum, classes{yes, 1 - yes})
		}
	}
}
