package rule

import (
	"math"
	"strconv"
	"strings"

	"drnet/engine/dataset"
)

// check evaluates a requirement on a row.
func (x *Explainer) check(d *requirement, r *Row) Check {
	c, cell := &x.columns[d.column], r.Cells[d.column]
	out := Check{Column: c.Name, Text: strings.Join(d.literals.Phrases(x.features), " AND "), Holds: d.met(r.Holds)}
	out.Words = c.Name + " is " + c.describe(cell)
	if out.Holds {
		return out
	}
	out.Words += ", the rule asks for " + d.describe(x.features)
	number, ok := r.number(d.column)
	if !ok && c.Fill != "" {
		number, ok = dataset.ParseNumber(c.Fill)
	}
	if low, high := d.between(x.features); ok && len(c.Thresholds) > 0 {
		switch {
		case number > high:
			out.Gap = difference(number, high)
			out.Words += ": " + dataset.FormatNumber(out.Gap) + " too much"
		case number < low:
			out.Gap = -difference(low, number)
			out.Words += ": more than " + dataset.FormatNumber(-out.Gap) + " too little" // at the threshold it still fails
		}
	}
	return out
}

// describe words a cell, and how it is encoded if that is not obvious.
func (c *columnStates) describe(cell ExplainedCell) string {
	what, none := cell.Text, cell.Missing
	if none {
		what = "missing"
	} else if _, ok := dataset.ParseNumber(cell.Text); !ok && len(c.Thresholds) > 0 {
		what, none = strconv.Quote(cell.Text)+", which is not a number and counts as missing", true
	}
	switch {
	case none && c.Missable:
		return what
	case none && c.Fill != "" && len(c.Thresholds) > 0:
		return what + " (" + c.Fill + ", the mean of the training rows, takes its place)"
	case none && c.Fill != "":
		return what + " (" + c.Fill + ", the most frequent value of the training rows, takes its place)"
	case none && len(c.Thresholds) > 0:
		return what + " (no training row was: it counts as above every threshold)"
	case none:
		return what + " (no training row was: it counts as none of the known values)"
	case len(c.Thresholds) == 0 && !c.hasSeen(cell.Text):
		return what + " (no training row had it)"
	}
	return what
}

// difference returns a - b without the digits of rounding errors: 0.3 - 0.1 is 0.2.
func difference(a, b float64) float64 {
	const digits = 12 // fewer than a float64 has, more than users read
	d := a - b
	if math.IsInf(d, 0) {
		return math.MaxFloat64 // JSON cannot hold infinity
	}
	if short, err := strconv.ParseFloat(strconv.FormatFloat(d, 'g', digits, 64), 64); err == nil && !math.IsInf(short, 0) {
		return short
	}
	return d
}
