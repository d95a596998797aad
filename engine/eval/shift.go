package eval

import (
	"fmt"
	"math"
	"strings"

	"drnet/engine/dataset"

	"gonum.org/v1/gonum/mathext"
)

// Shift compares the distributions of a column in two samples of rows.
type Shift struct {
	Column string `json:"column"`
	// Index is the population stability index: the sum of (q-p)·ln(q/p) over bins with the shares p and q of rows, to each of
	// which half a row is added so that none is 0.
	Index float64 `json:"psi"`
	// Moved reports an Index of at least 0.1 that samples of one distribution would hardly have.
	Moved bool `json:"moved"`
}

// The usual bounds of the population stability index.
const moderateShift, largeShift = 0.1, 0.25

// NewShift compares the numbers of rows in the bins of a column; then and now have the same bins.
//
// References:
//
//	B. Yurdakul, J. Naranjo. Statistical properties of the population stability index. Journal of Risk Model Validation
//	14(4), 2020: the index of two samples of one distribution is about (1/n+1/m)·χ² with bins-1 degrees of freedom.
func NewShift(column string, then, now []int) Shift {
	s := Shift{Column: column}
	p, n := shares(then)
	q, m := shares(now)
	for k := range p {
		s.Index += float64((q[k] - p[k]) * math.Log(q[k]/p[k]))
	}
	s.Index = rounded(s.Index)
	const deviations = 4 // standard deviations; 4, because false reports must be rare even with many columns
	free := float64(len(then) - 1)
	chance := (1/n + 1/m) * (free + float64(deviations*math.Sqrt(2*free)))
	s.Moved = s.Index >= moderateShift && s.Index > chance
	return s
}

// shares returns the shares of rows in bins, none of them 0, and the number of rows, at least 1.
func shares(counts []int) (share []float64, rows float64) {
	const prior = 0.5 // rows in each bin before any is counted
	sum := 0
	for _, n := range counts {
		sum += n
	}
	for _, n := range counts {
		share = append(share, (float64(n)+prior)/(float64(sum)+float64(prior*float64(len(counts)))))
	}
	return share, float64(max(sum, 1))
}

// String describes a shift: "population stability index 0.12, a moderate shift (from 0.1 to 0.25)".
func (s Shift) String() string {
	words := fmt.Sprintf("a moderate shift (from %v to %v)", moderateShift, largeShift)
	if s.Index >= largeShift {
		words = fmt.Sprintf("a large shift (from %v)", largeShift)
	}
	return fmt.Sprintf("population stability index %.2f, %s", s.Index, words)
}

// Drift compares predictions for other rows with those for the training rows.
type Drift struct {
	// Accuracy is measured on the rows with a label, nil without any. Its Difference is from the accuracy on the test rows of the
	// run or, without a test set, on its training rows.
	Accuracy *Rate   `json:"accuracy,omitempty"`
	Rules    []Rate  `json:"rules"`   // coverage of each rule; its Difference is from that on the training rows
	Columns  []Shift `json:"columns"` // of the features; nil if the distribution of the training rows is unknown, as in older files
}

// NewRate returns a share of rows with its interval.
func NewRate(name string, part, whole int) Rate { return newRate(name, each(part), each(whole)) }

func newRate(name string, part, whole Mass) Rate {
	r := Rate{Name: name, Part: part.Rows, Whole: whole.Rows, Value: ratio(part.Sum, whole.Sum), rows: whole.effective()}
	r.Few = r.rows < fewGroupRows
	r.Interval[0], r.Interval[1] = interval(part, whole)
	return r
}

// against compares a rate with another one. The intervals of all comparisons together contain the true values with a probability of
// about 95%.
func (r *Rate) against(other Rate, comparisons int) { r.compare(other, comparisons, wilson) }

// Since compares a rate of new rows with that of the training rows, as against does. It uses exact intervals of the rates, as the new
// rows may be very few.
func (r *Rate) Since(then Rate, comparisons int) { r.compare(then, comparisons, exact) }

func (r *Rate) compare(other Rate, comparisons int, ends func(Rate, float64) (low, high float64)) {
	if r.Value == nil || other.Value == nil {
		return
	}
	const outside = 0.05
	z := mathext.NormalQuantile(1 - outside/float64(2*max(comparisons, 1)))
	r.Difference, r.Ratio = difference(*r, other, z, ends), quotient(*r, other, z)
}

// Sentences describes the changes since the training rows.
func (d *Drift) Sentences() (list []string) {
	say := func(format string, values ...any) { list = append(list, fmt.Sprintf(format, values...)) }
	if a := d.Accuracy; a != nil && a.Difference != nil {
		text := "not significantly different from that of the run"
		if a.Difference.Significant() {
			side, points := "above", 100*a.Difference.Value
			if points < 0 {
				side, points = "below", -points
			}
			text = fmt.Sprintf("%.1f points %s that of the run", points, side)
		}
		say("The accuracy is %s on %s, %s.", dataset.Percent(*a.Value), dataset.Plural(a.Whole, "labeled row", "labeled rows"), text)
	}
	changed := 0
	for _, r := range d.Rules {
		if r.Difference.Significant() {
			changed++
			say("%s covers %s of these rows and %s of the training rows.",
				strings.ToUpper(r.Name[:1])+r.Name[1:], dataset.Percent(*r.Value), dataset.Percent(*r.Value-r.Difference.Value))
		}
	}
	if changed == 0 && len(d.Rules) > 0 {
		say("No rule covers a significantly different share of these rows than of the training rows.")
	}
	moved := 0
	for _, s := range d.Columns {
		if s.Moved {
			moved++
			say("Column %q has moved: %v.", s.Column, s)
		}
	}
	switch {
	case d.Columns == nil:
		say("Moved columns are unknown: the model file is older, or a threshold was edited.")
	case moved == 0:
		say("No column has moved.")
	}
	return list
}
