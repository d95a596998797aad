package core

import (
	"slices"
	"time"

	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// leaving is a rule that was switched off a moment ago.
type leaving struct {
	Neuron drnet.Neuron
	at     time.Time
}

// leaves is how long a switched-off rule stays in the drawing.
const leaves = 300 * time.Millisecond

// change records the rules that were switched off between two snapshots of the same network.
func (r *Run) change(before, now protocol.Progress) {
	if before.Net == nil || now.Net == nil || before.Set != now.Set || before.Restart != now.Restart {
		r.Leaving = nil
		return
	}
	on := func(n drnet.Neuron) bool {
		return slices.ContainsFunc(now.Net.Neurons, func(other drnet.Neuron) bool { return other.Rule == n.Rule && other.Open() })
	}
	var gone []leaving
	for _, g := range r.Leaving {
		if r.LastEvent.Sub(g.at) < leaves && !on(g.Neuron) {
			gone = append(gone, g)
		}
	}
	for _, n := range before.Net.Neurons {
		if n.Open() && !on(n) {
			gone = append(gone, leaving{n, r.LastEvent})
		}
	}
	r.Leaving = gone
}

// PhrasesOf returns the texts of all features and of their negations.
func PhrasesOf(features []binarize.Feature) [][2]string {
	list := make([][2]string, len(features))
	for i, f := range features {
		list[i] = [2]string{f.Text(false), f.Text(true)}
	}
	return list
}
