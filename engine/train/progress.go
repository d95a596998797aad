package train

import (
	"fmt"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// A reporter turns the steps of a training into events: it writes the rules in words and tries them on the test rows
// whenever there is a new look at them.
type reporter struct {
	unit            *Unit
	features        []binarize.Feature
	answer, scratch []uint64 // to the test rows
	now, best       *protocol.Snapshot
	read            func() *drnet.Snapshot // the rules after the newest step
	look            func() *protocol.Snapshot

	restart, restarts int // from 1; 0 if there is one training only

	net  *drnet.Network // at the moment
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

func (v *reporter) progress(step drnet.Progress) protocol.Progress {
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

func (v *reporter) snapshot(s *drnet.Snapshot) *protocol.Snapshot {
	out := &protocol.Snapshot{Step: s.Step, Train: s.Accuracy, Conditions: s.Simplified.Conditions(), Rules: [][]string{}}
	for _, r := range s.Simplified {
		out.Rules = append(out.Rules, brief(r, v.features))
	}
	if out.Conditions <= protocol.MaxListedConditions {
		out.Set = s.Simplified
	}
	if test := v.unit.Test; test.X != nil {
		s.Simplified.Match(v.answer, v.scratch, test.X)
		accuracy := eval.Compare(v.answer, test.Labels, test.X.Rows).Accuracy()
		out.Test = &accuracy
	}
	return out
}

// brief writes not too many conditions of a rule: early in a training rules have hundreds, which nobody reads, and a page
// would be busy with them ten times a second.
func brief(r rule.Rule, features []binarize.Feature) []string {
	const most = 12
	conditions := r.Conditions(features)
	if len(conditions) <= most {
		return conditions
	}
	return append(conditions[:most:most], fmt.Sprintf("%d more conditions", len(conditions)-most))
}
