package train

import (
	"fmt"
	"maps"
	"slices"

	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// mostConditions bounds Train.MaxConditions; longer rules are unreadable.
const mostConditions = 1000

// weigh converts named class weights into the ratio in Network.Weight.
func weigh(r *protocol.Train, target *dataset.Target) error {
	if len(r.ClassWeights) == 0 {
		return nil
	}
	if r.Network.Weight != 0 {
		return protocol.BadSettingf("leave one of them out", "class weights are given by name and as a ratio")
	}
	if target.Classes != nil {
		return weighed(r, target)
	}
	of := map[string]float64{target.Positive: 1, target.Negative: 1}
	for _, class := range slices.Sorted(maps.Keys(r.ClassWeights)) {
		if _, ok := of[class]; !ok {
			return protocol.BadSettingf(fmt.Sprintf("the classes are %q and %q", target.Positive, target.Negative),
				"a weight is given for the unknown class %q", class)
		}
		of[class] = r.ClassWeights[class]
	}
	ratio := of[target.Positive] / of[target.Negative]
	if !(ratio >= drnet.LeastWeight && ratio <= drnet.MostWeight) { // the negated form also rejects NaN
		return protocol.BadSettingf("choose numbers above 0 that are not too far apart",
			"the weights of the classes are %v and %v", of[target.Positive], of[target.Negative])
	}
	r.Network.Weight, r.ClassWeights = ratio, nil
	return nil
}

// weighed validates the class weights of a multiclass target, which each rule set applies itself.
func weighed(r *protocol.Train, target *dataset.Target) error {
	for _, class := range slices.Sorted(maps.Keys(r.ClassWeights)) {
		w := r.ClassWeights[class]
		switch {
		case !slices.Contains(target.Classes, class):
			return protocol.BadSettingf(fmt.Sprintf("the classes are %q", target.Classes),
				"a weight is given for the unknown class %q", class)
		// The squares bound the ratio of any two weights.
		case !(w*w >= drnet.LeastWeight && w*w <= drnet.MostWeight):
			return protocol.BadSettingf("choose numbers above 0 that are not too far apart",
				"the weight of the class %q is %v", class, w)
		}
	}
	return nil
}

// required rejects required columns that are missing, ignored or the target.
func (tr *Trainer) required(r protocol.Train) error {
	for _, name := range r.Require {
		switch {
		case tr.Table.Column(name) < 0:
			return tr.Table.NoColumn(name)
		case name == r.Target:
			return protocol.BadSettingf("require another column", "the target %q cannot be required", name)
		case slices.Contains(r.Ignore, name):
			return protocol.BadSettingf("leave out one of the two", "the column %q is both required and ignored", name)
		}
	}
	return nil
}

// Unheeded names the requested rule constraints that the rules violate, with the reason.
func (u *Unit) Unheeded(status drnet.Status, set rule.Set) []string {
	var notes []string
	why := "only refining enforces it, and the rules were not refined"
	if status == drnet.Stopped {
		why = "only refining enforces it, and the run was stopped before"
	}
	unrefined := u.Request.Refine == rule.NoPrice || status == drnet.Stopped
	for _, g := range u.limits.Missing(set) {
		name := u.Request.Require[g]
		switch {
		case len(u.limits.Required[g]) == 0 || !unrefined:
			notes = append(notes, fmt.Sprintf("no rule uses the required column %q: it does not separate the training rows", name))
		default:
			notes = append(notes, fmt.Sprintf("no rule uses the required column %q: %s", name, why))
		}
	}
	if n := u.limits.TooLong(set); n > 0 {
		notes = append(notes, fmt.Sprintf("%s more than %s: %s", protocol.Plural(n, "rule has", "rules have"),
			protocol.Plural(u.limits.MaxConditions, "condition", "conditions"), why))
	}
	return notes
}
