package eval

import "slices"

// Disparity is how the rates of groups of rows are compared.
type Disparity string

// The disparities that can be bounded.
const (
	SelectionRatio   Disparity = "selection" // the smallest selection rate divided by the largest: 1 for equal rates
	RecallDifference Disparity = "recall"    // the largest recall minus the smallest: 0 for equal rates
)

// Rate returns the rate of some rows that a disparity compares.
func (d Disparity) Rate(c Confusion) Rate {
	m := c.masses()
	if d == RecallDifference {
		return newRate("recall", m.TruePositives, m.positives())
	}
	return newRate("selection rate", m.above(), m.all())
}

// Excess returns how far a value of the disparity is beyond a limit; 0 or less if it keeps to the limit.
func (d Disparity) Excess(value, limit float64) float64 {
	if d == RecallDifference {
		return value - limit
	}
	return limit - value
}

// Gap compares the groups with the lowest and the highest rate. The zero value is undefined.
type Gap struct {
	Lowest  GroupRate `json:"lowest"`
	Highest GroupRate `json:"highest"`
	Value   *float64  `json:"value"` // of the disparity; nil if it is undefined: all rows have the same prediction
	// Interval is the 95% interval of Value, corrected for choosing two of the groups; nil if it is undefined.
	Interval *[2]float64 `json:"interval,omitempty"`
}

// GroupRate is the rate of a group.
type GroupRate struct {
	Group string   `json:"group"` // such as "sex = Female"
	Value *float64 `json:"value"`
	Rows  int      `json:"rows"` // denominator of the rate
}

// Comparable returns the names of the groups with enough rows to compare, and of those with too few.
func (g *Groups) Comparable(d Disparity) (enough, few []string) {
	for i, group := range g.List {
		if d.Rate(group.Confusion).Few {
			few = append(few, g.name(i))
		} else {
			enough = append(enough, g.name(i))
		}
	}
	return enough, few
}

// Gap compares the lowest and the highest rate of the named groups that have rows. Ties go to the first group.
func (g *Groups) Gap(d Disparity, names []string) (gap Gap) {
	var lowest, highest Rate
	n := 0
	for i, group := range g.List {
		r, name := d.Rate(group.Confusion), g.name(i)
		if r.Value == nil || !slices.Contains(names, name) {
			continue
		}
		if n++; n == 1 || *r.Value < *lowest.Value {
			lowest, gap.Lowest = r, GroupRate{name, r.Value, r.Whole}
		}
		if n == 1 || *r.Value > *highest.Value {
			highest, gap.Highest = r, GroupRate{name, r.Value, r.Whole}
		}
	}
	if n < 2 || highest.Part == 0 || d == SelectionRatio && lowest.Part == lowest.Whole {
		return gap
	}
	pairs := n * (n - 1) / 2
	compared := lowest
	if d == RecallDifference {
		compared = highest
		compared.against(lowest, pairs)
		gap.Value, gap.Interval = &compared.Difference.Value, compared.Difference.Interval
		return gap
	}
	compared.against(highest, pairs)
	gap.Value, gap.Interval = &compared.Ratio.Value, compared.Ratio.Interval
	return gap
}
