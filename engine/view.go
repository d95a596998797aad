package engine

import (
	"fmt"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// A view turns the steps of a training into events: it writes the rules in words and tries them on the test rows
// whenever there is a new look at them.
type view struct {
	plan            *plan
	features        []binarize.Feature
	answer, scratch []uint64 // to the test rows
	now, best       *protocol.Snapshot

	restart, restarts int // from 1; 0 if there is one training only
	set, sets         int // the same of sets of rules
}

func newView(p *plan) *view {
	v := &view{plan: p, features: p.encoder.Features()}
	if p.test.x != nil {
		words := bitmat.Words(p.test.x.Rows)
		v.answer, v.scratch = make([]uint64, words), make([]uint64, words)
	}
	return v
}

func (v *view) progress(step drnet.Progress) protocol.Progress {
	if step.Snapshot != nil {
		v.now = v.snapshot(step.Snapshot)
		if step.Best {
			v.best = v.now
		}
	}
	p := protocol.Progress{Step: step.Step, Steps: v.plan.config.Steps, Phase: step.Phase,
		Loss: step.Loss, Accuracy: step.Accuracy, Now: v.now, Best: v.best, Restart: v.restart, Restarts: v.restarts}
	if v.sets > 0 {
		p.Set, p.Sets, p.Name = v.set, v.sets, v.plan.target.Positive
	}
	return p
}

func (v *view) snapshot(s *drnet.Snapshot) *protocol.Snapshot {
	out := &protocol.Snapshot{Step: s.Step, Train: s.Accuracy, Conditions: s.Simplified.Conditions(), Rules: []string{}}
	for _, r := range s.Simplified {
		out.Rules = append(out.Rules, brief(r, v.features))
	}
	if test := v.plan.test; test.x != nil {
		s.Simplified.Match(v.answer, v.scratch, test.x)
		accuracy := eval.Compare(v.answer, test.labels, test.x.Rows).Accuracy()
		out.Test = &accuracy
	}
	return out
}

// brief writes a rule as one line of not too many conditions: early in a training rules have hundreds, which nobody reads,
// and a page would be busy with them ten times a second.
func brief(r rule.Rule, features []binarize.Feature) string {
	const most = 12
	phrases := r.Phrases(features)
	if len(phrases) <= most {
		return r.Text(features)
	}
	return fmt.Sprintf("%s AND %d more conditions", strings.Join(phrases[:most], " AND "), len(phrases)-most)
}
