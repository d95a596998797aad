package settings

import (
	"fmt"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// boundComplaint returns why the bound is invalid, "" if it is valid.
func boundComplaint(v core.Shared) string {
	c := v.TargetColumn()
	if !v.Splits() {
		return ""
	}
	x, ok := core.NumberIn(c, v.Setup.Bound)
	if !ok {
		return "Type the number that splits the target."
	}
	if h := c.Histogram; h != nil && (x < h.Least || x > h.Most) {
		return "No row is beyond this bound: the values range from " + core.RangeInWords(h) + "."
	}
	return ""
}

// splitInWords estimates the share of the positive class of a numeric target: "about 38.0 % of the rows"; "" if it is
// unknown.
func splitInWords(v core.Shared) string {
	c := v.TargetColumn()
	if !v.Splits() || c.Histogram == nil || boundComplaint(v) != "" {
		return ""
	}
	x, _ := core.NumberIn(c, v.Setup.Bound)
	if core.WholeBins(c.Histogram) { // the bound lies between two of its integers
		if x -= 0.5; v.Setup.Sign == ">" || v.Setup.Sign == "<=" {
			x++
		}
	}
	below, all := core.RowsBelow(c.Histogram, x)
	if all == 0 {
		return ""
	}
	share := below / all
	if strings.HasPrefix(v.Setup.Sign, ">") {
		share = 1 - share
	}
	return "About " + core.Percent(share) + " of the rows."
}

// labelsInWords describes the number of rows without a label, "" if all have one.
func labelsInWords(v core.Shared) string {
	c := v.TargetColumn()
	if c == nil || c.Missing == 0 {
		return ""
	}
	if c.Missing == 1 {
		return "1 row lacks a label and is skipped."
	}
	return core.Count(c.Missing) + " rows lack a label and are skipped."
}

// TargetProblem returns why the engine rejects the target, nil if it does not or has not answered.
func TargetProblem(v core.Shared) *core.Problem {
	if p := v.PlanProblem; p != nil && (strings.HasPrefix(p.Kind, "target_") || p.Kind == dataset.NeedsThreshold) {
		return p
	}
	return nil
}

// targetRefusal returns why a column is not a valid target.
func targetRefusal(c *protocol.ColumnSummary) string {
	switch c.Kind {
	case dataset.Categorical:
		return fmt.Sprintf("“%s” has too many different values. Choose a column with a few, or set its type to numeric.", c.Name)
	}
	return fmt.Sprintf("“%s” is %s. Choose a column with a few different values.", c.Name, core.KindInWords(c.Kind))
}
