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
	Alone   int `json:"alone"`   // of these, the rows whose prediction would change without it; see Coverage

	// Lost and Saved are the effect of removing the rule: Lost fewer true positives and Saved fewer false positives. Their sum
	// is Alone. Older model files lack both.
	Lost  int `json:"lost,omitempty"`
	Saved int `json:"saved,omitempty"`

	// Inside is the number, from 1, of another rule that fires on every row on which this one fires; 0 if none does. Of two
	// rules that fire on the same rows, the later one is inside.
	Inside int `json:"inside,omitempty"`

	// Weights has the weights of the covered rows, by class; nil counts each row once.
	Weights *ByClass `json:"weights,omitempty"`
}

// Adds reports whether Lost and Saved are known: in older model files they are not, and do not add up to Alone.
func (s RuleScore) Adds() bool { return s.Lost+s.Saved == s.Alone }

// Precision returns the share of positive rows among the covered ones, in [0, 1]; 0 without covered rows.
func (s RuleScore) Precision() float64 {
	m := classesOf(s.Covered, s.Right, s.Weights)
	return share(m.Positives.Sum, m.all().Sum)
}

// Plus returns the scores of one rule on two sets of rows together. It does not set Inside.
func (s RuleScore) Plus(o RuleScore) RuleScore {
	out := RuleScore{
		Covered: s.Covered + o.Covered, Right: s.Right + o.Right, Alone: s.Alone + o.Alone, Lost: s.Lost + o.Lost, Saved: s.Saved + o.Saved,
	}
	if s.Weights != nil && o.Weights != nil {
		out.Weights = new(s.Weights.plus(*o.Weights))
	}
	return out
}

// Share returns the coverage of the rule as a share, by weight, of the rows of a confusion matrix.
func (s RuleScore) Share(c Confusion) float64 {
	return share(classesOf(s.Covered, s.Right, s.Weights).all().Sum, c.masses().all().Sum)
}

// Interval returns the 95% credible interval of the precision by Jeffreys' prior: quantiles of the Beta distribution with
// Right + ½ and Covered - Right + ½. The ends are 0 and 1 where all rows agree.
//
// References: L. D. Brown, T. T. Cai, A. DasGupta: Interval Estimation for a Binomial Proportion. Stat. Science 16 (2001), 3.1.
func (s RuleScore) Interval() (low, high float64) {
	m := classesOf(s.Covered, s.Right, s.Weights)
	return interval(m.Positives, m.all())
}

// jeffreys returns the interval of a share; [0, 1] for invalid counts from a damaged file.
func jeffreys(part, whole float64) (low, high float64) {
	if part < 0 || part > whole {
		return 0, 1
	}
	const tail = 0.025
	a, b := part+0.5, whole-part+0.5
	low, high = 0, 1
	if part > 0 {
		low = rounded(mathext.InvRegIncBeta(a, b, tail))
	}
	if part < whole {
		high = rounded(mathext.InvRegIncBeta(a, b, 1-tail))
	}
	return low, high
}

// MeasureBy evaluates a set, of which votes rules must fire, on rows other than its training rows. Training has the scores of the rules
// on the training rows, for the AUC; if it is nil, the scores on the rows of x are used instead.
func MeasureBy(training []RuleScore, set rule.Set, votes int, x *bitmat.Matrix, labels []uint64) Scores {
	return MeasureCoverage(training, Cover(set, votes, x), Truth{Labels: labels, Rows: x.Rows})
}

// Coverage holds the rows of each rule of a set or of a decision list, as bits.
type Coverage struct {
	Covered [][]uint64 // the rows on which it fires
	Alone   [][]uint64 // of these, the rows whose prediction would change without it
	Reach   [][]uint64 // the rows that no earlier rule of a decision list decides; nil for a set
	Votes   int        // the number of rules that must fire for the positive prediction, at least 1
}

// Cover returns the coverage of a set whose rules all predict the same, if at least votes of them fire.
func Cover(set rule.Set, votes int, x *bitmat.Matrix) Coverage {
	c := Coverage{Votes: votes}
	for _, r := range set {
		fires := make([]uint64, bitmat.Words(x.Rows))
		r.Match(fires, x)
		c.Covered = append(c.Covered, fires)
	}
	tally := c.tally(votes+1, x.Rows)
	for _, fires := range c.Covered {
		alone := make([]uint64, len(fires))
		bitmat.And(alone, fires, tally[votes-1])
		bitmat.AndNot(alone, alone, tally[votes])
		c.Alone = append(c.Alone, alone)
	}
	return c
}

// tally counts the rules that fire on each row, up to most.
func (c Coverage) tally(most, rows int) bitmat.Tally {
	tally := bitmat.NewTally(most, bitmat.Words(rows))
	for _, fires := range c.Covered {
		tally.Add(fires)
	}
	return tally
}

// Positive returns the rows on which enough rules fire; rows is the number of all rows.
func (c Coverage) Positive(rows int) []uint64 { return c.tally(c.Votes, rows)[c.Votes-1] }

// MeasureCoverage is MeasureBy for rules of known coverage.
func MeasureCoverage(training []RuleScore, c Coverage, t Truth) Scores {
	tally := c.tally(max(c.Votes, 2), t.Rows)
	s := MeasureAnswers(tally[c.Votes-1], t)
	s.Rules = make([]RuleScore, len(c.Covered))
	for k, fires := range c.Covered {
		r := &s.Rules[k]
		if *r = t.RuleScore(fires, c.Alone[k]); r.Alone == 0 && r.Covered > 0 && c.Votes == 1 {
			r.Inside = inside(c.Covered, k)
		}
	}
	if training == nil {
		training = s.Rules
	}
	s.rank(training, c.Covered, tally, t)
	return s
}

// RuleScore scores a rule from its rows in Coverage.Covered and Coverage.Alone. It does not set Inside.
func (t Truth) RuleScore(fires, alone []uint64) RuleScore {
	c := t.count(fires)
	s := RuleScore{Covered: c.all().Rows, Right: c.Positives.Rows, Weights: t.stored(c)}
	s.Alone, s.Lost = bitmat.Count(alone), bitmat.CountAnd(alone, t.Labels)
	s.Saved = s.Alone - s.Lost
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
