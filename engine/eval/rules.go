package eval

import (
	"drnet/engine/bitmat"
	"drnet/engine/rule"

	"gonum.org/v1/gonum/mathext"
)

// RuleScore evaluates one rule of a set.
type RuleScore struct {
	Covered int `json:"covered"` // rows on which it fires
	Right   int `json:"right"`   // of these, the positive ones
	Alone   int `json:"alone"`   // rows on which no other rule fires

	// Lost and Saved are the effect of removing the rule: Lost fewer true positives and Saved fewer false positives. Their sum
	// is Alone; older model files have neither.
	Lost  int `json:"lost,omitempty"`
	Saved int `json:"saved,omitempty"`

	// Inside is the number, from 1, of another rule that fires on every row on which this one fires; 0 if none does. Of two
	// rules that fire on the same rows, the later one is inside.
	Inside int `json:"inside,omitempty"`
}

// Adds reports whether Lost and Saved are known, unlike in older model files.
func (s RuleScore) Adds() bool { return s.Lost+s.Saved == s.Alone }

// Precision returns the share of positive rows among the covered ones, in [0, 1]; 0 without covered rows.
func (s RuleScore) Precision() float64 { return share(s.Right, s.Covered) }

// Interval returns the 95 % credible interval of the precision by Jeffreys' prior: quantiles of the Beta distribution with
// Right + ½ and Covered - Right + ½. The ends are 0 and 1 where all rows agree.
//
// References: L. D. Brown, T. T. Cai, A. DasGupta: Interval Estimation for a Binomial Proportion. Stat. Science 16 (2001), 3.1.
func (s RuleScore) Interval() (low, high float64) { return jeffreys(s.Right, s.Covered) }

// jeffreys returns the interval of a share; [0, 1] for invalid counts from a damaged file.
func jeffreys(part, whole int) (low, high float64) {
	if part < 0 || part > whole {
		return 0, 1
	}
	const tail = 0.025
	a, b := float64(part)+0.5, float64(whole-part)+0.5
	low, high = 0, 1
	if part > 0 {
		low = mathext.InvRegIncBeta(a, b, tail)
	}
	if part < whole {
		high = mathext.InvRegIncBeta(a, b, 1-tail)
	}
	return low, high
}

// Measure evaluates a set on the rows of x, its training rows.
func Measure(set rule.Set, x *bitmat.Matrix, labels []uint64) Scores {
	return MeasureBy(nil, set, x, labels)
}

// MeasureBy evaluates a set on rows other than its training rows. Learnt holds the scores of the rules on the training rows;
// without it, the rows of x take their place.
func MeasureBy(learnt []RuleScore, set rule.Set, x *bitmat.Matrix, labels []uint64) Scores {
	words := bitmat.Words(x.Rows)
	fires := make([][]uint64, len(set))
	once, twice := make([]uint64, words), make([]uint64, words) // rows where at least one, at least two fire
	shared := make([]uint64, words)                             // of these, the rows where one rule fires
	for k, r := range set {
		fires[k] = make([]uint64, words)
		r.Match(fires[k], x)
		for i, w := range fires[k] {
			twice[i] |= once[i] & w
			once[i] |= w
		}
	}
	s := MeasureAnswers(once, labels, x.Rows)
	s.Rules = make([]RuleScore, len(set))
	for k, f := range fires {
		r := &s.Rules[k]
		bitmat.And(shared, f, twice)
		r.Covered, r.Right = bitmat.Count(f), bitmat.CountAnd(f, labels)
		r.Alone, r.Lost = r.Covered-bitmat.Count(shared), r.Right-bitmat.CountAnd(shared, labels)
		r.Saved = r.Alone - r.Lost
		if r.Alone == 0 && r.Covered > 0 {
			r.Inside = inside(fires, k)
		}
	}
	if learnt == nil {
		learnt = s.Rules
	}
	s.rank(learnt, fires, twice, labels)
	return s
}

// inside returns the number of a rule that fires on every row on which rule k fires; 0 if none does.
func inside(fires [][]uint64, k int) int {
	n := bitmat.Count(fires[k])
	for o, other := range fires {
		if o != k && bitmat.CountAnd(fires[k], other) == n && (o < k || bitmat.Count(other) > n) {
			return o + 1
		}
	}
	return 0
}
