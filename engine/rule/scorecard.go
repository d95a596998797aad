package rule

import (
	"fmt"
	"math"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

const (
	MaxPoints     = 3  // limits the absolute number of points of a line
	MaxScoreLines = 15 // limits the single conditions of a scorecard
)

// A Scorecard estimates the probability that a row is positive, for rows of a model with rules. Each rule that fires on a row
// gives its points, and so does each of some single conditions that holds. The sum of the points determines the probability,
// which never contradicts the rules: it is at least 1/2 exactly where a rule fires.
//
// References: B. Ustun, C. Rudin: Learning Optimized Risk Scores. Journal of Machine Learning Research 20 (2019) (small integer
// points under logistic loss).
type Scorecard struct {
	Points  []int       `json:"points"`  // of each rule of the model, from 1 to MaxPoints
	Lines   []ScoreLine `json:"lines"`   // the single conditions, at most MaxScoreLines
	Slope   float64     `json:"slope"`   // change of the log-odds for each point, positive
	Offset  float64     `json:"offset"`  // log-odds of the sum 0
	Rows    int         `json:"rows"`    // rows it was fitted on
	Clipped int         `json:"clipped"` // of these, rows whose fitted probability contradicts the rules

	Decision *Decision `json:"decision,omitempty"` // by the probability; nil if the rules decide
}

// A ScoreLine is a single condition with the points that it adds to a sum, from -MaxPoints to MaxPoints but not 0.
type ScoreLine struct {
	Literal
	Points int `json:"points"`
}

// validate returns an error if the scorecard, which may come from a damaged file, does not fit rules over n features.
func (c *Scorecard) validate(rules, n int) error {
	if len(c.Points) != rules {
		return fmt.Errorf("rule: the scorecard has points for %d rules: the model has %d", len(c.Points), rules)
	}
	for k, p := range c.Points {
		if p < 1 || p > MaxPoints {
			return fmt.Errorf("rule: the scorecard gives rule %d %d points: they must be from 1 to %d", k+1, p, MaxPoints)
		}
	}
	if len(c.Lines) > MaxScoreLines {
		return fmt.Errorf("rule: the scorecard has %d conditions: at most %d are possible", len(c.Lines), MaxScoreLines)
	}
	for _, l := range c.Lines {
		if l.Feature < 0 || l.Feature >= n || l.Points == 0 || max(l.Points, -l.Points) > MaxPoints {
			return fmt.Errorf("rule: the scorecard gives feature %d of %d %d points", l.Feature, n, l.Points)
		}
	}
	if !(c.Slope > 0) || math.IsInf(c.Slope, 0) || math.IsNaN(c.Offset) || math.IsInf(c.Offset, 0) {
		return fmt.Errorf("rule: the scorecard has the slope %v and the offset %v", c.Slope, c.Offset)
	}
	if c.Decision != nil {
		return c.Decision.Validate()
	}
	return nil
}

// Range returns the lowest and the highest sum that points can have.
func (c *Scorecard) Range() (least, most int) {
	for _, p := range c.Points {
		most += p
	}
	for _, l := range c.Lines {
		least, most = least+min(l.Points, 0), most+max(l.Points, 0)
	}
	return least, most
}

// Conditions returns the lines as a set of rules of one condition; nil for a nil scorecard.
func (c *Scorecard) Conditions() Set {
	if c == nil {
		return nil
	}
	set := make(Set, len(c.Lines))
	for i, l := range c.Lines {
		set[i] = Rule{l.Literal}
	}
	return set
}

// Sums returns the sum of the points of each row of x. The rules are those of the model.
func (c *Scorecard) Sums(rules Set, x *bitmat.Matrix) []int32 {
	sums, fires := make([]int32, x.Rows), make([]uint64, bitmat.Words(x.Rows))
	add := func(r Rule, points int) {
		r.Match(fires, x)
		bitmat.EachBit(fires, func(i int) { sums[i] += int32(points) })
	}
	for k, r := range rules {
		add(r, c.Points[k])
	}
	for i, r := range c.Conditions() {
		add(r, c.Lines[i].Points)
	}
	return sums
}

// Fitted returns the probability of a sum before it is clipped to the prediction of the rules, in (0, 1).
func (c *Scorecard) Fitted(sum int) float64 {
	return numeric.Sigmoid(float64(c.Slope*float64(sum)) + c.Offset)
}

// Probability returns the probability that a row with this sum is positive, in (0, 1), in whole millionths, so that programs in
// other languages give the same number. It is at least 1/2 if a rule fires on the row, and less otherwise. A fitted probability
// on the wrong side moves to within a thousandth of 1/2. Among the rows on which a rule fires, and among the others, a higher
// sum never has a lower probability.
func (c *Scorecard) Probability(sum int, fires bool) float64 {
	const margin, millionths = 1e-3, 1e6
	p := c.Fitted(sum)
	switch {
	case fires && p < 0.5:
		p = 0.5 + float64(margin*(0.5+p))
	case fires:
		p = max(p, 0.5+margin)
	case p >= 0.5:
		p = 0.5 - float64(margin*(1.5-p))
	default:
		p = min(p, 0.5-margin)
	}
	return min(max(math.Round(float64(millionths*p)), 1), millionths-1) / millionths
}

// Contradicts reports whether the fitted probability of a sum contradicts the rules, so that it is clipped.
func (c *Scorecard) Contradicts(sum int, fires bool) bool { return fires != (c.Fitted(sum) >= 0.5) }

// Probabilities returns the probability of each row of x. The rules and votes are those of the model.
func (c *Scorecard) Probabilities(rules Set, votes int, x *bitmat.Matrix) []float64 {
	fires := rules.MatchVotes(votes, x)
	out := make([]float64, x.Rows)
	for i, sum := range c.Sums(rules, x) {
		out[i] = c.Probability(int(sum), bitmat.Get(fires, i))
	}
	return out
}

// CountClipped returns the number of rows of x whose probability is clipped. The rules and votes are those of the model.
func (c *Scorecard) CountClipped(rules Set, votes int, x *bitmat.Matrix) int {
	fires := rules.MatchVotes(votes, x)
	n := 0
	for i, sum := range c.Sums(rules, x) {
		if c.Contradicts(int(sum), bitmat.Get(fires, i)) {
			n++
		}
	}
	return n
}
