package eval

import (
	"math"
	"sort"

	"drnet/engine/rule"
)

// A Level counts the rows with one probability. Lists of levels begin with the highest probability.
type Level struct {
	Probability float64 `json:"probability"`
	Rows        int     `json:"rows"`
	Positives   int     `json:"positives"` // of these, the positive rows
	// Weights are those of the rows; nil counts each once.
	Weights *ByClass `json:"weights,omitempty"`
}

// millionths are the units of probabilities and precisions as scores: their sums are exact, so that rows with the same rules are tied.
const millionths = 1e6

// levelsOf lists the classes of rows by their probability in millionths.
func (t Truth) levelsOf(rows byScore) []Level {
	levels := make([]Level, 0, len(rows))
	for score, c := range rows {
		levels = append(levels, Level{float64(score) / millionths, c.all().Rows, c.Positives.Rows, t.stored(*c)})
	}
	sort.Slice(levels, func(i, j int) bool { return levels[i].Probability > levels[j].Probability })
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
	all := Confuse(levels, 0).masses()
	if all.positives().Sum == 0 || all.negatives().Sum == 0 {
		return nil
	}
	if c != PrecisionRecall {
		points = append(points, Point{})
	}
	var now ByClass // above the threshold
	for _, l := range levels {
		now = now.plus(classesOf(l.Rows, l.Positives, l.Weights))
		points = append(points, c.at(now, ByClass{all.positives(), all.negatives()}))
	}
	return points
}

// At returns the point of a confusion matrix.
func (c Curve) At(m Confusion) Point {
	w := m.masses()
	return c.at(ByClass{w.TruePositives, w.FalsePositives}, ByClass{w.positives(), w.negatives()})
}

// at returns the point where some of the rows are predicted positive.
func (c Curve) at(above, all ByClass) Point {
	recall := share(above.Positives.Sum, all.Positives.Sum)
	switch c {
	case ROC:
		return Point{share(above.Negatives.Sum, all.Negatives.Sum), recall}
	case Gain:
		return Point{share(above.all().Sum, all.all().Sum), recall}
	}
	return Point{recall, share(above.Positives.Sum, above.all().Sum)}
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
func CalibrationError(bins []Bin) (found, chance *float64) {
	rows, sum, off := 0.0, 0.0, 0.0
	for _, b := range bins {
		m := classesOf(b.Rows, b.Positives, b.Weights)
		all, apart := m.all(), 1-b.Probability
		rows += all.Sum
		sum += math.Abs(float64(all.Sum*b.Probability) - m.Positives.Sum)
		variance := float64(float64(all.Squares*b.Probability) * apart)
		off += min(math.Sqrt(variance*2/math.Pi), 2*float64(float64(all.Sum*b.Probability)*apart))
	}
	if rows == 0 {
		return nil, nil
	}
	return new(rounded(sum / rows)), new(rounded(off / rows))
}

// Confuse returns the confusion matrix of rows that are predicted positive from a probability on.
func Confuse(levels []Level, threshold float64) (c Confusion) {
	for _, l := range levels {
		c.count(classesOf(l.Rows, l.Positives, l.Weights), l.Probability >= threshold, l.Weights != nil)
	}
	return c
}

// Share returns the share of the positive rows, in [0, 1]; 0 without rows.
func (c Confusion) Share() float64 {
	m := c.masses()
	return share(m.positives().Sum, m.all().Sum)
}

// Cost returns the cost of the errors, in the unit of the costs of a decision.
func (c Confusion) Cost(d rule.Decision) float64 {
	m := c.masses()
	return float64(d.FalsePositive*m.FalsePositives.Sum) + float64(d.FalseNegative*m.FalseNegatives.Sum)
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
		if best, least = Rounded((l.Probability+below)/2), cost; best <= below { // they differ in the last place
			best = l.Probability
		}
	}
	return best
}

// Rounded returns a probability in whole millionths but at least one, as those of a scorecard are.
func Rounded(p float64) float64 {
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
		rows, weighed := classesOf(l.Rows, l.Positives, l.Weights), l.Weights != nil
		out.Confusion.count(rows, d.Positive(l.Probability), weighed)
		if d.Asked(l.Probability) {
			out.Asked.count(rows, d.Positive(l.Probability), weighed)
		}
	}
	return out.sum()
}

// sum computes the shares from the counts.
func (d DecisionScores) sum() *DecisionScores {
	c, asked := d.Confusion.masses(), d.Asked.masses()
	d.Rows, d.Above = c.all().Rows, c.above().Rows
	all, left := c.all().Sum, asked.all().Sum
	d.Cost = share(d.Confusion.Cost(d.Decision), all)
	d.Share, d.AskError = share(left, all), share(asked.wrong().Sum, left)
	if c.all().Rows > asked.all().Rows {
		d.Error = share(c.wrong().Sum-asked.wrong().Sum, all-left)
	}
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
