package protocol

import (
	"fmt"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/eval"
)

// Bound limits a difference between groups of rows. The refinement keeps it on the training rows.
type Bound struct {
	By        []string       `json:"by"` // columns, from 1 to 3, whose values form the groups, by their combinations; see ByGroup
	Disparity eval.Disparity `json:"disparity"`
	Limit     float64        `json:"limit"` // the least eval.SelectionRatio, or the largest eval.RecallDifference
}

// Check rejects a bound that no rules can be asked to keep.
func (b Bound) Check() error {
	switch {
	case b.Disparity == eval.SelectionRatio && b.Limit > 0 && b.Limit <= 1,
		b.Disparity == eval.RecallDifference && b.Limit >= 0 && b.Limit < 1:
		return nil
	case b.Disparity == eval.SelectionRatio:
		return BadSettingf("choose a ratio above 0 and at most 1, such as 0.8", "the bound on selection rates is %v", b.Limit)
	case b.Disparity == eval.RecallDifference:
		return BadSettingf("choose a difference from 0 to less than 1, such as 0.05", "the bound on recalls is %v", b.Limit)
	}
	return BadSettingf("choose selection or recall", "%q cannot be bounded", b.Disparity)
}

// Text describes the bound: "selection rates by sex within a ratio of 0.8".
func (b Bound) Text() string {
	by := strings.Join(b.By, ", ")
	if b.Disparity == eval.RecallDifference {
		return fmt.Sprintf("recalls by %s within %.4g points", by, 100*b.Limit)
	}
	return fmt.Sprintf("selection rates by %s within a ratio of %.4g", by, b.Limit)
}

// Compared names the bounded rates.
func (b Bound) Compared() string {
	if b.Disparity == eval.RecallDifference {
		return "recall difference"
	}
	return "selection ratio"
}

// Excess returns how far a gap is beyond the bound, 0 or less if it keeps to the bound; known is false if the gap is undefined.
func (b Bound) Excess(g eval.Gap) (excess float64, known bool) {
	if g.Value == nil {
		return 0, false
	}
	return b.Disparity.Excess(*g.Value, b.Limit), true
}

// Holds reports whether a gap keeps to the bound.
func (b Bound) Holds(g eval.Gap) bool {
	excess, known := b.Excess(g)
	return known && excess <= 0
}

// Value writes the value of a gap: "0.81" or "4.2 points".
func (b Bound) Value(x float64) string {
	if b.Disparity == eval.RecallDifference {
		return fmt.Sprintf("%.1f points", 100*x)
	}
	return fmt.Sprintf("%.3f", x)
}

// Bounded compares rules that were searched under a bound with those without it.
type Bounded struct {
	Bound   Bound         `json:"bound"`
	Without BoundedScores `json:"without"` // the rules that the search started from
	With    BoundedScores `json:"with"`
	Few     []string      `json:"few,omitempty"` // groups that are not bounded because they have too few training rows
	// Traced has the training and the test figures of each search, those without test rows being nil. The first is Without.
	Traced [][2]*BoundTrade `json:"traced,omitempty"`
}

// BoundTrade is the accuracy and the compared rates of some rules.
type BoundTrade struct {
	Accuracy float64  `json:"accuracy"`
	Value    *float64 `json:"value"`
}

// Trade returns the figures of a side; nil for nil.
func (s *BoundedSide) Trade() *BoundTrade {
	if s == nil {
		return nil
	}
	return &BoundTrade{s.Accuracy, s.Gap.Value}
}

// BoundedScores are the scores of some rules.
type BoundedScores struct {
	Train BoundedSide  `json:"train"`
	Test  *BoundedSide `json:"test,omitempty"` // nil without test rows
}

// BoundedSide are the scores on the training or on the test rows.
type BoundedSide struct {
	Accuracy float64  `json:"accuracy"`
	Gap      eval.Gap `json:"gap"`
}

// Sentences say whether the bound holds, and its price; none for nil.
func (b *Bounded) Sentences() (list []string) {
	if b == nil {
		return nil
	}
	train, test := b.With.Train, b.With.Test
	holds := "It holds on the training rows: "
	switch {
	case train.Gap.Value == nil:
		holds = "It does not hold on the training rows: it is "
	case !b.Bound.Holds(train.Gap):
		holds = "It does not hold on the training rows: no rules that were found keep it, and these come closest with "
	}
	list = append(list, "Bound: "+b.Bound.Text()+". "+holds+b.gap(train.Gap, false)+".")
	price := "training accuracy " + dataset.Percent(train.Accuracy) + " instead of " + dataset.Percent(b.Without.Train.Accuracy)
	if test != nil {
		verdict := "beyond the bound"
		if b.Bound.Holds(test.Gap) {
			verdict = "within the bound"
		}
		list = append(list, "On the test rows, which took no part: "+b.gap(test.Gap, true)+", "+verdict+".")
		price = "test accuracy " + dataset.Percent(test.Accuracy) + " instead of " + dataset.Percent(b.Without.Test.Accuracy) + ", " + price
	}
	list = append(list, "Its price: "+price+" without the bound.")
	if len(b.Few) > 0 {
		list = append(list, "Not bounded, with too few training rows: "+strings.Join(b.Few, "; ")+".")
	}
	return list
}

// gap writes a gap: "0.812, 95% interval 0.743 to 0.889 (sex = Female 17.3%, sex = Male 21.3%)". It omits the interval on training rows,
// since the rules were fitted to them.
func (b *Bounded) gap(g eval.Gap, test bool) string {
	if g.Value == nil {
		return "undefined, because all rows have the same prediction"
	}
	text := b.Bound.Value(*g.Value)
	if test && g.Interval != nil {
		low := strings.TrimSuffix(b.Bound.Value(g.Interval[0]), " points")
		text += fmt.Sprintf(", 95%% interval %s to %s", low, b.Bound.Value(g.Interval[1]))
	}
	return text + fmt.Sprintf(" (%s %s, %s %s)", g.Lowest.Group, dataset.Percent(*g.Lowest.Value),
		g.Highest.Group, dataset.Percent(*g.Highest.Value))
}

// TraceBound searches rules under a bound, from the rules of a model and at its minimum gain, on its training rows. The table must be
// that of its run. The answer is Preparing and BoundTraced, or Refused; a stopped request is Refused too.
type TraceBound struct {
	Model *Model `json:"model"`
	Bound Bound  `json:"bound"`
}

// BoundTraced answers TraceBound. It is final.
type BoundTraced struct {
	Models []*Model        `json:"models"` // the first is that of the request, without the bound
	Scores []BoundedScores `json:"scores"` // of each model
	// Chosen is the most accurate model on the training rows that keeps to the bound, or else the closest to it.
	Chosen int `json:"chosen"`
}

func (TraceBound) request() string { return "trace_bound" }
func (BoundTraced) event() string  { return "bound_traced" }
