package rules

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

const (
	matrixText = "Rows: rules. Columns: features. Gray: all training rows; blue: covered by the rule; black bar: condition."
	emptyText  = "No rules to show."
	leastHint  = "0 shows all rules."
)

// ends returns the bounds of conditions on a numeric column, above low and at most high, which are infinite without one.
func ends(r rule.Rule, features []binarize.Feature) (low, high float64, others rule.Rule) {
	low, high = math.Inf(-1), math.Inf(1)
	for _, l := range r {
		switch f := &features[l.Feature]; {
		case f.Op == binarize.AtMost && l.Not:
			low = max(low, f.Threshold)
		case f.Op == binarize.AtMost:
			high = min(high, f.Threshold)
		default:
			others = append(others, l)
		}
	}
	return low, high, others
}

// interval returns the range of a histogram in which the conditions hold; known is false if it is empty.
func interval(r rule.Rule, features []binarize.Feature, h *protocol.Histogram) (from, to float64, known bool) {
	low, high, others := ends(r, features)
	if slices.ContainsFunc(others, func(l rule.Literal) bool { return features[l.Feature].Op == binarize.Missing && !l.Not }) {
		return 0, 0, false
	}
	from, to = max(h.Least, low), min(h.Most, high)
	return from, to, from <= to
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

// conditionsInWords writes conditions on one column without its name: "> 35 and ≤ 60", "= Bern", "none of Bern, Rom".
func conditionsInWords(r rule.Rule, features []binarize.Feature) string {
	low, high, others := ends(r, features)
	var parts, not []string
	missable, known := false, false
	for _, l := range r {
		f := &features[l.Feature]
		missable = missable || f.Missable && f.Op != binarize.Missing && l.Not
		known = known || f.Op == binarize.Missing && l.Not || f.Op != binarize.Missing && !l.Not
	}
	if !math.IsInf(low, 0) {
		parts = append(parts, "> "+dataset.FormatNumber(low))
	}
	if !math.IsInf(high, 0) {
		parts = append(parts, "≤ "+dataset.FormatNumber(high))
	}
	for _, l := range others {
		switch f := features[l.Feature]; {
		case f.Op == binarize.Equals && l.Not && f.Other == "":
			not = append(not, dataset.EscapeControl(f.Value))
		case f.Op == binarize.Missing && l.Not && len(r) > 1: // the others imply a known value
		default:
			parts = append(parts, f.Relation(l.Not))
		}
	}
	switch n := len(not); {
	case n == 1:
		parts = append(parts, "≠ "+not[0])
	case n > matrixValues:
		parts = append(parts, "none of "+strings.Join(not[:matrixValues], ", ")+" and "+core.Count(n-matrixValues)+" more")
	case n > 1:
		parts = append(parts, "none of "+strings.Join(not, ", "))
	}
	return strings.Join(parts, " and ") + core.When(missable && !known, binarize.OrMissing)
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
	return core.Plural(f.Reach, "row", "rows") + " without a rule, predicted “" + m.Negative + "”: " + share(f.Right, f.Reach) + " correct."
}

// HiddenInWords describes the hidden rules of the matrix, "" if none is hidden.
func (x Matrix) HiddenInWords() string {
	if x.Hidden == 0 {
		return ""
	}
	return core.Plural(x.Hidden, "rule covers", "rules cover") + " fewer rows, hidden here."
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

// share formats a share of rows as a percentage; only all rows are 100 %.
func share(n, of int) string {
	percent := int(100*float64(n)/float64(max(of, 1)) + 0.5)
	switch {
	case percent == 100 && n < of:
		return "nearly all"
	case percent == 0 && n > 0:
		return "less than 1 %"
	}
	return fmt.Sprintf("%d %%", percent)
}
