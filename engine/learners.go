package engine

import (
	"context"
	"strings"

	"drnet/engine/baseline"
	"drnet/engine/bitmat"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// opponents are the learners that DR-Net is compared with, by their keys in protocol.Learners. What they are tuned by is 0 for
// their usual form.
var opponents = map[string]func(tune float64) baseline.Learner{
	"ripper":    func(tune float64) baseline.Learner { return baseline.RIPPER{MaxConditions: int(tune)} },
	"brs":       func(tune float64) baseline.Learner { return baseline.BRS{Kappa: tune} },
	"cg":        func(tune float64) baseline.Learner { return baseline.CG{Lambda0: tune, Lambda1: tune} },
	"cart":      func(tune float64) baseline.Learner { return baseline.CART{MaxLeaves: int(tune)} },
	"condition": func(float64) baseline.Learner { return baseline.OneCondition{} },
	"majority":  func(float64) baseline.Learner { return baseline.Majority{} },
	"forest":    func(tune float64) baseline.Learner { return baseline.Forest{Trees: int(tune)} },
}

// checkLearner refuses learners that there are not.
func checkLearner(r protocol.Train) error {
	l, known := protocol.LearnerOf(r.Learner)
	switch {
	case !known:
		var keys []string
		for _, l := range protocol.Learners {
			keys = append(keys, l.Key)
		}
		return &refused{protocol.BadSetting, "there is no learner “" + r.Learner + "”", "choose one of " + strings.Join(keys, ", ")}
	case l.Key != protocol.DRNet && r.Classes != "":
		return &refused{protocol.BadSetting, l.Name + " tells two answers apart, and there are more", "choose the value that the rules describe"}
	case r.Tune < 0 || r.Tune != 0 && l.Tunes == "":
		return &refused{protocol.BadSetting, l.Name + " cannot be tuned like that", "leave the number out"}
	}
	return nil
}

// opposed reports whether another learner than DR-Net is asked for.
func opposed(r protocol.Train) bool { return r.Learner != "" && r.Learner != protocol.DRNet }

// oppose has another learner do a unit.
func (u *unit) oppose(j job) (protocol.Event, error) {
	const parts = 1000
	rows := baseline.Rows{X: u.train.X, Labels: u.train.Labels}
	c := opponents[u.request.Learner](u.request.Tune).Learn(j.ctx, rows, u.request.Network.Seed, func(share float64) {
		j.emit(protocol.Progress{Step: int(share * parts), Steps: parts})
	})
	if c == nil {
		return nil, context.Canceled
	}
	m := &protocol.Model{Schema: protocol.ModelSchema, Model: u.head, Learnt: protocol.Learnt{Request: u.request, Rows: u.train.X.Rows, Features: u.train.X.Cols}}
	out := protocol.Worked{Model: m}
	if r, reads := c.(baseline.Reader); reads {
		out.Set = r.Rules()
		m.Rules = u.config.Simplify(out.Set)
		m.Learnt.Trained, m.Learnt.Simplified = u.outcome(out.Set), u.outcome(m.Rules)
		out.Sets = []rule.Set{m.Rules}
		return out, nil
	}
	m.Learnt.Trained = u.answered(c)
	m.Learnt.Simplified = m.Learnt.Trained
	return out, nil
}

// answered is the outcome of a classifier that nobody can read.
func (u *unit) answered(c baseline.Classifier) protocol.Outcome {
	on := func(b protocol.Bits) eval.Scores {
		answers := make([]uint64, bitmat.Words(b.X.Rows))
		c.Answer(answers, baseline.Rows{X: b.X, Labels: b.Labels})
		return eval.MeasureAnswers(answers, b.Labels, b.X.Rows)
	}
	o := protocol.Outcome{Train: on(u.train)}
	if u.test.X != nil {
		test := on(u.test)
		o.Test = &test
	}
	return o
}
