package core

import (
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Settings of what mistakes cost and what rules may look like.
const (
	Costs   Field = "costs"   // one of Costings
	Missed  Field = "missed"  // how many false alarms a missed row is as bad as, if Costs says so
	Negated Field = "negated" // one of Negations
	Longest Field = "longest" // most conditions in a rule
)

// Costings say what the rows of either class count in training.
var Costings = [][2]string{{"even", "every row counts as much"}, {"balanced", "both classes count as much"}, {"own", "a missed row is worse"}}

// Negations say whether conditions may be negated.
var Negations = [][2]string{{"yes", "may be negated"}, {"no", "are never negated (no NOT)"}}

// weight returns what a positive row counts for one negative row, 0 for as much.
func (s Setup) weight() float64 {
	switch s.Fields[Costs] {
	case "balanced":
		return rule.Balanced
	case "own":
		x, _ := dataset.ParseNumber(s.Text(Missed))
		return x
	}
	return 0
}

// missedComplaint says what is wrong with the text of Missed.
func (s Setup) missedComplaint() string {
	if x, ok := dataset.ParseNumber(s.Text(Missed)); s.Fields[Costs] == "own" && !(ok && x >= drnet.LeastWeight && x <= drnet.MostWeight) {
		return "Type a number above 0, such as 5."
	}
	return ""
}

// demand puts what is asked of the rules into a request.
func (s Setup) demand(r *protocol.Train, t *protocol.Table) {
	r.Network.Weight, r.Network.NoNot = s.weight(), s.Fields[Negated] == "no"
	r.MaxConditions, _ = ParseInt(s.Text(Longest))
	for j := range t.Columns {
		if c := &t.Columns[j]; s.Require[c.Name] && !s.Ignore[c.Name] && c.Kind.Usable() && j != s.Target {
			r.Require = append(r.Require, c.Name)
		}
	}
}
