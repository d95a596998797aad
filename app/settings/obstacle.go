package settings

import (
	"fmt"
	"maps"
	"slices"

	"drnet/app/core"
)

// invalid names the first invalid setting in alphabetical order, "" if all are valid. It ignores the cut points of
// excluded columnv.
func invalid(v core.Shared) string {
	for _, f := range slices.Sorted(maps.Keys(v.Setup.Fields)) {
		if v.Setup.Complaint(f) != "" {
			return f.Label()
		}
	}
	if len(v.Setup.Cuts) == 0 { // the usual case; a table may have thousands of columns
		return ""
	}
	for j := range v.Table.Columns {
		c := &v.Table.Columns[j]
		if _, decided := v.Setup.Cuts[c.Name]; decided && v.Used(j) && v.Setup.ThresholdComplaint(c) != "" {
			return "Cut points for " + c.Name
		}
	}
	return ""
}

// Obstacle returns why no run can start with the settings, "" if one can.
func Obstacle(v core.Shared) string {
	target := v.TargetColumn()
	switch {
	case target == nil:
		return "Choose the target column."
	case v.Setup.Classes != "":
	case v.Splits():
		if complaint := boundComplaint(v); complaint != "" {
			return complaint
		}
	case len(v.Choices()) == 0:
		return targetRefusal(target)
	case v.Setup.Positive == "":
		return "Choose the positive class, or one rule set per class."
	}
	if name := invalid(v); name != "" {
		return fmt.Sprintf("The setting “%s” is invalid.", name)
	}
	return ""
}
