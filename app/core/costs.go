package core

import (
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Settings of class weights and of the form of the rules.
const (
	Costs   Field = "costs"   // one of Costings
	Missed  Field = "missed"  // number of false alarms that a missed row costs, if Costs is "own"
	Negated Field = "negated" // one of Negations
	Longest Field = "longest" // maximum conditions per rule
)

// Costings lists the values of Costs with their labels.
var Costings = [][2]string{
	{"even", "every row counts as much"},
	{"balanced", "both classes count as much"},
	{"own", "a missed row is worse"},
}

// Negations lists the values of Negated with their labels.
var Negations = [][2]string{{"yes", "may be negated"}, {"no", "are never negated (no NOT)"}}

// weight returns the weight of a positive row relative to a negative one, or 0 for equal weights.
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

// missedComplaint returns the error in the text of Missed, or "" if it is valid.
func (s Setup) missedComplaint() string {
	if x, ok := dataset.ParseNumber(s.Text(Missed)); s.Fields[Costs] == "own" && !(ok && x >= drnet.LeastWeight && x <= drnet.MostWeight) {
		return "Type a number above 0, such as 5."
	}
	return ""
}

// demand copies the requirements on the form of the rules into a request.
func (s Setup) demand(r *protocol.Train, t *protocol.Table) {
	r.Network.Weight, r.Network.NoNot = s.weight(), s.Fields[Negated] == "no"
	r.MaxConditions, _ = ParseInt(s.Text(Longest))
	for j := range t.Columns {
		if c := &t.Columns[j]; s.Require[c.Name] && !s.Ignore[c.Name] && c.Kind.Usable() && j != s.Target {
			r.Require = append(r.Require, c.Name)
		}
	}
}
