package rules

import (
	"math"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

const (
	matrixText = "Rows: rules. Columns: features. Gray: all training rows; blue: covered by the rule; black bar: condition."
	emptyText  = "No rules to show."
)

// ends returns the bounds of conditions on a numeric column, above low and at most high, which are infinite without one, and
// whether the cell must be missing.
func ends(r rule.Rule, features []binarize.Feature) (low, high float64, missing bool) {
	low, high = math.Inf(-1), math.Inf(1)
	for _, l := range r {
		switch f := &features[l.Feature]; {
		case f.Op == binarize.AtMost && l.Not:
			low = max(low, f.Threshold)
		case f.Op == binarize.AtMost:
			high = min(high, f.Threshold)
		case f.Op == binarize.Missing && !l.Not:
			missing = true
		}
	}
	return low, high, missing
}

// accepts reports whether conditions hold for a value. Unnamed values share one feature.
func accepts(r rule.Rule, features []binarize.Feature, value string, unnamed bool) bool {
	for _, l := range r {
		f := &features[l.Feature]
		holds := f.Op == binarize.Rest && unnamed || f.Op == binarize.Equals && !unnamed && f.Value == value
		if holds == l.Not {
			return false
		}
	}
	return true
}

// cellsInWords describes the range of the cells of a column, "" if it is unknown.
func cellsInWords(d *protocol.Distribution) string {
	switch {
	case d == nil:
		return ""
	case d.Histogram != nil:
		return core.RangeInWords(d.Histogram)
	}
	return core.Plural(len(d.Values), "value", "values")
}

// FlowInWords describes the rows that a rule covers: "67 of 767 matched, 100 % correct".
func FlowInWords(f *protocol.Flow) string {
	if f == nil {
		return "…"
	}
	return core.Count(f.Taken) + " of " + core.Count(f.Reach) + " matched" + core.When(f.Taken > 0, ", "+share(f.Right, f.Taken)+" correct")
}

// RestInWords describes the rows that no rule covers.
func RestInWords(f *protocol.Flow, m *protocol.Model) string {
	rows := core.Plural(f.Reach, "row", "rows")
	return rows + " without a rule, predicted “" + m.Negative + "”: " + share(f.Right, f.Reach) + " correct."
}

// pendingInWords describes why the coverage is missing; "" if it is known or its problem is shown.
func (m Model) pendingInWords(c core.View) string {
	switch {
	case m.Coverage.Query.Problem != nil:
		return ""
	case c.Table == nil:
		return "Load a table to show distributions."
	case m.Covered() != nil:
		return ""
	case c.Busy:
		return "The rows are counted when the engine is idle."
	}
	return "Counting …"
}

// share formats a share of rows as a percentage.
func share(n, of int) string { return core.Percent(float64(n) / float64(max(of, 1))) }
