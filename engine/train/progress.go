package train

import (
	"fmt"
	"math"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// A reporter converts training steps into events. It formats the rules of new snapshots and scores them on the test rows.
type reporter struct {
	unit            *Unit
	features        []binarize.Feature
	answer, scratch []uint64 // bit vectors over the test rows
	now, best       *protocol.Snapshot
	read            func() *drnet.Checkpoint // the rules after the newest step
	look            func() *protocol.Snapshot

	restart, restarts int // from 1; 0 for a single run

	net  *drnet.Network // the current network
	draw func(whole bool) *drnet.Sketch
}

func newReporter(u *Unit) *reporter {
	v := &reporter{unit: u, features: u.Head.Encoder.Features()}
	v.look = func() *protocol.Snapshot { return v.snapshot(v.read()) }
	if u.Test.X != nil {
		words := bitmat.Words(u.Test.X.Rows)
		v.answer, v.scratch = make([]uint64, words), make([]uint64, words)
	}
	if u.Watch {
		v.draw = v.sketch
	}
	return v
}

func (v *reporter) progress(step drnet.StepReport) protocol.Progress {
	v.read = step.Look
	if step.Snapshot != nil {
		v.now = v.snapshot(step.Snapshot)
		if step.Best {
			v.best = v.now
		}
	}
	v.net = step.Network
	return protocol.Progress{
		Draw: v.draw, Step: step.Step, Steps: v.unit.config.Steps, Phase: step.Phase,
		Loss: step.Loss, Accuracy: step.Accuracy, Now: v.now, Best: v.best, Look: v.look, Restart: v.restart, Restarts: v.restarts,
	}
}

func (v *reporter) snapshot(s *drnet.Checkpoint) *protocol.Snapshot {
	out := &protocol.Snapshot{Step: s.Step, Train: s.Accuracy, Conditions: s.Simplified.Conditions(), Rules: [][]string{}}
	for _, r := range s.Simplified {
		out.Rules = append(out.Rules, brief(r, v.features))
	}
	if out.Conditions <= protocol.MaxListedConditions {
		out.Set = s.Simplified
	}
	if test := v.unit.Test; test.X != nil {
		s.Simplified.Match(v.answer, v.scratch, test.X)
		out.Test = new(eval.Compare(v.answer, test.Labels, test.X.Rows).Accuracy())
	}
	return out
}

// brief truncates the conditions of a rule: early in a run there are hundreds, too many to display ten times a second.
func brief(r rule.Rule, features []binarize.Feature) []string {
	const most = 12
	conditions := r.Conditions(features)
	if len(conditions) <= most {
		return conditions
	}
	return append(conditions[:most:most], fmt.Sprintf("%d more conditions", len(conditions)-most))
}

const (
	mostLines = 64 // lines per rule during a run; more are indistinguishable
	// mostCounted limits the words read to count coverage during a run. It takes a few milliseconds, ten times a second. A
	// limit does not apply to a paused or finished run.
	mostCounted = 2 << 20
)

// sketch draws the current network.
func (v *reporter) sketch(whole bool) *drnet.Sketch {
	if whole {
		return v.whole(v.net)
	}
	s := v.net.Sketch(mostLines)
	covers(&s, v.net, v.unit.Train, mostCounted)
	return &s
}

// whole draws a network completely; it returns nil if the network is not watched.
func (v *reporter) whole(n *drnet.Network) *drnet.Sketch {
	if v.draw == nil || n == nil {
		return nil
	}
	s := n.Whole()
	covers(&s, n, v.unit.Train, math.MaxInt)
	return &s
}

// covers counts the rows that each rule covers, unless this would read more than most words.
func covers(s *drnet.Sketch, n *drnet.Network, rows protocol.Bits, most int) {
	if rows.X == nil {
		return
	}
	words := bitmat.Words(rows.X.Rows)
	sum := 0
	for _, neuron := range s.Neurons {
		sum += words * (len(neuron.Lines) + neuron.More + 1)
	}
	if sum > most {
		return
	}
	fires := make([]uint64, words)
	for k := range s.Neurons {
		n.Rule(s.Neurons[k].Rule).Match(fires, rows.X)
		s.Neurons[k].Covers = bitmat.Count(fires)
	}
}
