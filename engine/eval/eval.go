// Package eval measures rules on labelled rows: what they get right, how often each one fires, how long they are.
// It takes bits and labels and knows no learner by name.
package eval

import (
	"math/bits"

	"drnet/engine/bitmat"
	"drnet/engine/rule"

	"gonum.org/v1/gonum/mathext"
)

// Confusion counts answers by truth.
type Confusion struct {
	TruePositives  int `json:"true_positives"`
	FalsePositives int `json:"false_positives"`
	TrueNegatives  int `json:"true_negatives"`
	FalseNegatives int `json:"false_negatives"`
}

// Rows returns the number of rows that were counted.
func (c Confusion) Rows() int {
	return c.TruePositives + c.FalsePositives + c.TrueNegatives + c.FalseNegatives
}

// Accuracy returns the share of rows answered rightly, in [0, 1]; 0 without rows.
func (c Confusion) Accuracy() float64 { return share(c.TruePositives+c.TrueNegatives, c.Rows()) }

// Majority returns the accuracy of always giving the more frequent answer, in [0, 1]; 0 without rows.
func (c Confusion) Majority() float64 {
	positives := c.TruePositives + c.FalseNegatives
	return share(max(positives, c.Rows()-positives), c.Rows())
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Compare counts the answers (bit i is the answer to row i) against the labels; both hold that many rows.
func Compare(answers, labels []uint64, rows int) Confusion {
	var c Confusion
	for i, a := range answers {
		c.TruePositives += bits.OnesCount64(a & labels[i])
		c.FalsePositives += bits.OnesCount64(a &^ labels[i])
		c.FalseNegatives += bits.OnesCount64(labels[i] &^ a)
	}
	c.TrueNegatives = rows - c.TruePositives - c.FalsePositives - c.FalseNegatives
	return c
}

// RuleScore says how one rule fares alone.
type RuleScore struct {
	Covered int `json:"covered"` // rows on which it fires
	Right   int `json:"right"`   // of these, the positive ones
	Alone   int `json:"alone"`   // rows on which no other rule fires
}

// Precision returns the share of the covered rows that are positive, in [0, 1]; 0 if there are none.
func (s RuleScore) Precision() float64 { return share(s.Right, s.Covered) }

// Interval returns the ends of the central 95 % of what the precision may be in truth, by Jeffreys' prior: quantiles of
// the Beta distribution with Right + ½ and Covered - Right + ½. The ends are 0 and 1 where all rows agree.
//
// References: L. D. Brown, T. T. Cai, A. DasGupta: Interval Estimation for a Binomial Proportion. Statistical
// Science 16 (2001), section 3.1.
func (s RuleScore) Interval() (low, high float64) {
	const tail = 0.025
	a, b := float64(s.Right)+0.5, float64(s.Covered-s.Right)+0.5
	low, high = 0, 1
	if s.Right > 0 {
		low = mathext.InvRegIncBeta(a, b, tail)
	}
	if s.Right < s.Covered {
		high = mathext.InvRegIncBeta(a, b, 1-tail)
	}
	return low, high
}

// Scores says how a set fares on some rows.
type Scores struct {
	Accuracy  float64     `json:"accuracy"`
	Majority  float64     `json:"majority"` // accuracy of always giving the more frequent answer
	Confusion Confusion   `json:"confusion"`
	Rules     []RuleScore `json:"rules"` // one for each rule, in the order of the set
}

// Measure runs the set over the rows of x.
func Measure(set rule.Set, x *bitmat.Matrix, labels []uint64) Scores {
	words := bitmat.Words(x.Rows)
	fires := make([][]uint64, len(set))
	once, twice := make([]uint64, words), make([]uint64, words) // rows where at least one, at least two fire
	for k, r := range set {
		fires[k] = make([]uint64, words)
		r.Match(fires[k], x)
		for i, w := range fires[k] {
			twice[i] |= once[i] & w
			once[i] |= w
		}
	}
	c := Compare(once, labels, x.Rows)
	s := Scores{Accuracy: c.Accuracy(), Majority: c.Majority(), Confusion: c, Rules: make([]RuleScore, len(set))}
	for k, f := range fires {
		s.Rules[k].Covered = bitmat.Count(f)
		s.Rules[k].Right = bitmat.CountAnd(f, labels)
		s.Rules[k].Alone = s.Rules[k].Covered - bitmat.CountAnd(f, twice)
	}
	return s
}
