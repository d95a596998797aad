package state

import (
	"fmt"
	"maps"
	"slices"

	"drnet/app/core"
)

// unsound names the first invalid setting in alphabetical order, "" if all are valid. It ignores the cut points of
// excluded columns.
func (s State) unsound() string {
	for _, f := range slices.Sorted(maps.Keys(s.Setup.Fields)) {
		if s.Setup.Complaint(f) != "" {
			return f.Label()
		}
	}
	if len(s.Setup.Cuts) == 0 { // the usual case; a table may have thousands of columns
		return ""
	}
	for j := range s.Table.Columns {
		c := &s.Table.Columns[j]
		if _, decided := s.Setup.Cuts[c.Name]; decided && s.Used(j) && s.Setup.ThresholdComplaint(c) != "" {
			return "Thresholds of " + c.Name
		}
	}
	return ""
}

// Obstacle returns why training cannot start, "" if it can.
func (s State) Obstacle() string {
	target := s.TargetColumn()
	switch {
	case s.Engine == core.Gone:
		return "The engine could not be started."
	case s.Reading != "":
		return "Reading " + s.Reading + " …"
	case s.Table == nil:
		return "Drop a table first."
	case s.TradeOff.Active():
		return "Wait until the trainings of the trade-off have ended, or stop them."
	case s.Compare.Active():
		return "Wait until the learners have been compared, or stop them."
	case target == nil:
		return "Choose the column to predict."
	case s.Setup.Classes != "":
	case s.Splits():
		if complaint := s.BoundComplaint(); complaint != "" {
			return complaint
		}
	case len(s.Choices()) == 0:
		return targetRefusal(target)
	case s.Setup.Positive == "":
		return "Choose the value that the rules are to describe, or let each value have rules of its own."
	}
	if setting := s.unsound(); setting != "" {
		return fmt.Sprintf("The setting “%s” cannot be used as it is.", setting)
	}
	return ""
}
