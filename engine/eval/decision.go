package eval

import (
	"cmp"
	"math"
	"slices"

	"drnet/engine/rule"
)

// A Level counts the rows with one probability. Lists of levels begin with the highest probability.
type Level struct {
	Probability float64 `json:"probability"`
	Rows        int     `json:"rows"`
	Positives   int     `json:"positives"` // of these, the positive rows
}

// levelsOf lists the classes of rows by their probability in millionths.
func levelsOf(rows map[int]classes) []Level {
	const millionths = 1e6
	levels := make([]Level, 0, len(rows))
	for score, c := range rows {
		levels = append(levels, Level{float64(score) / millionths, c.positives + c.negatives, c.positives})
	}
	slices.SortFunc(levels, func(a, b Level) int { return cmp.Compare(b.Probability, a.Probability) })
	return levels
}

// Point is a point of a curve.
type Point struct{ X, Y float64 }

// Curve is a curve over the thresholds, from the highest on.
type Curve string

// The curves.
const (
	ROC             Curve = "roc"       // recall by the share of negative rows above the threshold
	PrecisionRecall Curve = "precision" // precision by recall
	Gain            Curve = "gain"      // recall by the share of rows above the threshold
)

// Points returns a curve of rows, a point for each of their probabilities; none if the rows are of one class. ROC and Gain begin
// in the origin.
func (c Curve) Points(levels []Level) (points []Point) {
	all := Confuse(levels, 0)
	if all.positives() == 0 || all.negatives() == 0 {
		return nil
	}
	if c != PrecisionRecall {
		points = append(points, Point{})
	}
	now := Confusion{FalseNegatives: all.positives(), TrueNegatives: all.negatives()} // above the highest level
	for _, l := range levels {
		now = now.Plus(Confusion{l.Positives, l.Rows - l.Positives, l.Positives - l.Rows, -l.Positives})
		points = append(points, c.At(now))
	}
	return points
}

// At returns the point of a confusion matrix.
func (c Curve) At(m Confusion) Point {
	recall := share(m.TruePositives, m.positives())
	switch c {
	case ROC:
		return Point{share(m.FalsePositives, m.negatives()), recall}
	case Gain:
		return Point{share(m.Above(), m.Rows()), recall}
	}
	return Point{recall, share(m.TruePositives, m.Above())}
}

// averagePrecision returns the area under the precision-recall curve: the mean of the precisions at all thresholds, each weighted
// by what its rows add to the recall. It is nil if all rows are of one class.
//
// References: J. Davis, M. Goadrich: The Relationship Between Precision-Recall and ROC Curves. ICML 2006 (no straight lines
// between the points).
func averagePrecision(levels []Level) *float64 {
	points := PrecisionRecall.Points(levels)
	if points == nil {
		return nil
	}
	area, recall := 0.0, 0.0
	for _, p := range points {
		area, recall = area+float64((p.X-recall)*p.Y), p.X
	}
	return new(rounded(area))
}

// CalibrationError returns the expected calibration error of a reliability table, in [0, 1]: the mean over the rows of how far the
// mean probability of their bin is from the share of positive rows. Chance is about what a perfectly calibrated model has on as many
// rows: a sum of labels with the variance v is off by √(2v/π) in the mean, and by at most 2v. Both are nil without rows.
//
// References: M. Naeini, G. Cooper, M. Hauskrecht: Obtaining Well Calibrated Probabilities Using Bayesian Binning. AAAI 2015.
// J. Bröcker, L. Smith: Increasing the Reliability of Reliability Diagrams. Weather and Forecasting 22 (2007) (chance).
func CalibrationError(bins []Bin) (found, chance *float64) {
	rows, sum, off := 0, 0.0, 0.0
	for _, b := range bins {
		rows += b.Rows
		positives := float64(float64(b.Rows) * b.Probability)
		sum += math.Abs(positives - float64(b.Positives))
		variance := float64(positives * (1 - b.Probability))
		off += min(math.Sqrt(variance*2/math.Pi), 2*variance)
	}
	if rows == 0 {
		return nil, nil
	}
	return new(rounded(sum / float64(rows))), new(rounded(off / float64(rows)))
}

// Confuse returns the confusion matrix of rows that are predicted positive from a probability on.
func Confuse(levels []Level, threshold float64) (c Confusion) {
	for _, l := range levels {
		c.count(l, l.Probability >= threshold)
	}
	return c
}

// count adds rows that are predicted positive or not.
func (c *Confusion) count(l Level, positive bool) {
	if positive {
		c.TruePositives += l.Positives
		c.FalsePositives += l.Rows - l.Positives
		return
	}
	c.FalseNegatives += l.Positives
	c.TrueNegatives += l.Rows - l.Positives
}

// Plus returns the counts of both matrices.
func (c Confusion) Plus(o Confusion) Confusion {
	return Confusion{
		c.TruePositives + o.TruePositives, c.FalsePositives + o.FalsePositives,
		c.TrueNegatives + o.TrueNegatives, c.FalseNegatives + o.FalseNegatives,
	}
}

// Share returns the share of the positive rows, in [0, 1]; 0 without rows.
func (c Confusion) Share() float64 { return share(c.positives(), c.Rows()) }

// Above returns the number of rows predicted positive.
func (c Confusion) Above() int { return c.TruePositives + c.FalsePositives }

// Cost returns the cost of the errors, in the unit of the costs of a decision.
func (c Confusion) Cost(d rule.Decision) float64 {
	return float64(d.FalsePositive*float64(c.FalsePositives)) + float64(d.FalseNegative*float64(c.FalseNegatives))
}

// Cheapest returns the threshold with the lowest cost on rows, by the costs of a decision: the highest one on ties, and 1 if no row
// should be positive. It halves the distance to the next lower probability, so that rows near it are on the right side.
func Cheapest(levels []Level, d rule.Decision) float64 {
	best, least := 1.0, Confuse(levels, 1).Cost(d)
	for i, l := range levels {
		cost := Confuse(levels, l.Probability).Cost(d)
		if cost >= least {
			continue
		}
		below := 0.0
		if i+1 < len(levels) {
			below = levels[i+1].Probability
		}
		best, least = Rounded((l.Probability+below)/2), cost
	}
	return best
}

// Rounded returns a probability in whole millionths but at least one, as those of a scorecard are.
func Rounded(p float64) float64 {
	const millionths = 1e6
	return max(math.Round(float64(millionths*p)), 1) / millionths
}

// DecisionScores measures a decision on rows.
type DecisionScores struct {
	rule.Decision           // in a mean over folds, the mean of their thresholds
	Confusion     Confusion `json:"confusion"`      // of all rows by the threshold alone
	Asked         Confusion `json:"asked"`          // of these, the rows that are left to a person
	Cost          float64   `json:"cost,omitempty"` // of the errors for each row, by the threshold alone; 0 without costs
	Share         float64   `json:"ask_share"`      // of the rows that are left to a person
	Error         float64   `json:"error"`          // share of errors among the other rows
	AskError      float64   `json:"ask_error"`      // share of errors of the threshold among the rows that are left to a person
	Rows          int       `json:"rows"`           // measured
	Above         int       `json:"above"`          // rows from the threshold on
}

// Decide measures a decision on rows; nil if their probabilities are unknown.
func (s Scores) Decide(d rule.Decision) *DecisionScores {
	if s.Levels == nil {
		return nil
	}
	out := DecisionScores{Decision: d}
	for _, l := range s.Levels {
		out.Confusion.count(l, d.Positive(l.Probability))
		if d.Asked(l.Probability) {
			out.Asked.count(l, d.Positive(l.Probability))
		}
	}
	return out.sum()
}

// sum computes the shares from the counts.
func (d DecisionScores) sum() *DecisionScores {
	c, asked := d.Confusion, d.Asked
	wrong := func(c Confusion) int { return c.FalsePositives + c.FalseNegatives }
	d.Rows, d.Above = c.Rows(), c.Above()
	d.Cost = c.Cost(d.Decision) / float64(max(d.Rows, 1))
	d.Share, d.AskError = share(asked.Rows(), d.Rows), share(wrong(asked), asked.Rows())
	d.Error = share(wrong(c)-wrong(asked), d.Rows-asked.Rows())
	return &d
}

// pooledDecision returns the scores on the rows of all folds, nil if a fold has none.
func pooledDecision(folds []Fold) *DecisionScores {
	var all DecisionScores
	thresholds := 0.0
	for _, f := range folds {
		if f.Decision == nil {
			return nil
		}
		all.Decision = f.Decision.Decision
		all.Confusion, all.Asked = all.Confusion.Plus(f.Decision.Confusion), all.Asked.Plus(f.Decision.Asked)
		thresholds += f.Decision.Threshold
	}
	all.Threshold = thresholds / float64(len(folds))
	return all.sum()
}
