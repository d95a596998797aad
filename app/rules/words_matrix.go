package rules

import (
	"fmt"
	"strings"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// ends returns the bounds of conditions on a numeric column: above low, at most high.
func ends(r rule.Rule, features []binarize.Feature) (low, high *float64, others rule.Rule) {
	for _, l := range r {
		switch f := &features[l.Feature]; {
		case f.Op == binarize.AtMost && l.Not:
			if low == nil || f.Threshold > *low {
				low = &f.Threshold
			}
		case f.Op == binarize.AtMost:
			if high == nil || f.Threshold < *high {
				high = &f.Threshold
			}
		default:
			others = append(others, l)
		}
	}
	return low, high, others
}

// interval returns the range of a histogram in which the conditions hold; known is false if it is empty.
func interval(r rule.Rule, features []binarize.Feature, h *protocol.Histogram) (from, to float64, known bool) {
	low, high, others := ends(r, features)
	for _, l := range others {
		if features[l.Feature].Op == binarize.Missing && !l.Not {
			return 0, 0, false
		}
	}
	from, to = h.Least, h.Most
	if low != nil {
		from = max(from, *low)
	}
	if high != nil {
		to = min(to, *high)
	}
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
	if low != nil {
		parts = append(parts, "> "+dataset.FormatNumber(*low))
	}
	if high != nil {
		parts = append(parts, "≤ "+dataset.FormatNumber(*high))
	}
	for _, l := range others {
		switch f := features[l.Feature]; {
		case f.Op == binarize.Equals && l.Not && f.Other == "":
			not = append(not, dataset.EscapeControl(f.Value))
		case f.Op == binarize.Missing && l.Not && (low != nil || high != nil || len(r) > 1):
			// the others imply a known value
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
	text := strings.Join(parts, " and ")
	if missable && !known {
		text += binarize.OrMissing
	}
	return text
}

// FlowInWords describes the rows that a rule covers: "takes 335 of 1,600 rows, 300 right".
func FlowInWords(f *protocol.Flow) string {
	switch {
	case f == nil:
		return "…"
	case f.Taken == 0:
		return "takes none of " + core.Plural(f.Reach, "row", "rows")
	case f.Right == f.Taken:
		return "takes " + core.Count(f.Taken) + " of " + core.Plural(f.Reach, "row", "rows") + ", all right"
	}
	return "takes " + core.Count(f.Taken) + " of " + core.Plural(f.Reach, "row", "rows") + ", " + core.Count(f.Right) + " right"
}

// RestInWords describes the rows that no rule covers.
func RestInWords(f *protocol.Flow, m *protocol.Model) string {
	return fmt.Sprintf("%s to no rule and %s answered “%s”: %s right.",
		core.Plural(f.Reach, "row comes", "rows come"), verb(f.Reach, "is", "are"), m.Negative, core.Count(f.Right))
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// HiddenInWords describes the hidden rules of the matrix, "" if none is hidden.
func (x Matrix) HiddenInWords() string {
	if x.Hidden == 0 {
		return ""
	}
	return core.Plural(x.Hidden, "rule covers", "rules cover") + " fewer rows and " +
		verb(x.Hidden, "is not shown; the rows that it catches", "are not shown; the rows that they catch") +
		" are counted all the same."
}
