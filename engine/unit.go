package engine

import (
	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// units returns how many units the training has: sets of rules where there are many classes, else restarts.
func (p *plan) units() int {
	switch {
	case p.target.Classes == nil:
		return p.request.Restarts
	case p.request.Classes == protocol.ClassesCodes:
		return len(rule.Codes(len(p.target.Classes))[0])
	}
	return len(p.target.Classes)
}

// A unit is a training with all of its restarts, on rows that are encoded: it needs no table.
type unit struct {
	request     protocol.Train // with all defaults filled in, and without Watch, which is no part of what is learnt
	watch       bool
	head        rule.Model // without rules
	config      drnet.Config
	weights     rule.Weights
	limits      rule.Limits
	train, test protocol.Bits // test.X is nil if there are no test rows
}

func (u *unit) work() protocol.RunUnit {
	w := protocol.RunUnit{Train: u.request, Model: u.head, Rows: u.train, TestRows: u.test}
	w.Watch = u.watch
	return w
}

// runUnit does a unit.
func runUnit(j job, w protocol.RunUnit) (protocol.Event, error) {
	if err := w.Model.Validate(); err != nil {
		return nil, err
	}
	if err := w.Network.Validate(); err != nil {
		return nil, err
	}
	if features := w.Model.Encoder.Bits(); w.Rows.X == nil || w.Rows.X.Rows == 0 || w.Rows.X.Cols != features || w.TestRows.X != nil && w.TestRows.X.Cols != features {
		return nil, protocol.Refuse(protocol.BadSetting, "the rows of a unit do not fit its encoder", "start again")
	}
	u := unit{request: w.Train, watch: w.Watch, head: w.Model, train: w.Rows, test: w.TestRows}
	u.request.Watch = false
	u.configure(bitmat.Count(u.train.Labels), u.train.X.Rows)
	if opposed(u.request) {
		return u.oppose(j)
	}
	t := u.restarts(j)
	var refined *refine.Refinement
	if u.refines(t) {
		rows := u.train.X.Rows
		if refined = u.refine(j, &t, u.searched()); refined != nil {
			u.prune(j, refined, rows)
		}
	}
	return protocol.UnitDone{Status: t.status, Steps: t.steps, Score: t.best.Score, Model: u.written(t, refined), Set: t.best.Set, Sets: t.sets, Net: t.net}, nil
}

// configure fills in what follows from the settings, for so many training rows of which some are positive.
func (u *unit) configure(positives, rows int) {
	u.weights = rule.NewWeights(u.request.Network.Weight, positives, rows-positives)
	u.limits = u.request.Limits(u.head.Encoder)
	simplifier := rule.NewSimplifier(u.head.Encoder.Features())
	simplifier.Limits = u.limits
	u.config = u.request.Network
	u.config.Simplify = simplifier.Simplify
}

// constant reports whether all rows to train on have the same answer, so that there is nothing to learn.
func (u *unit) constant() bool {
	n := bitmat.Count(u.train.Labels)
	return n == 0 || n == u.train.X.Rows
}

// restarts trains one network after the other, each with a seed of its own.
func (u *unit) restarts(j job) trained {
	n := max(u.request.Restarts, 1)
	results := make([]*trained, n)
	for i := range n {
		view, c := newView(u), u.config
		c.Seed += uint64(i)
		if n > 1 {
			view.restart, view.restarts = i+1, n
		}
		var last protocol.Progress
		r := drnet.Train(j.ctx, c, u.train.X, u.train.Labels, func(step drnet.Progress) {
			last = view.progress(step)
			j.emit(last)
		})
		if last.Ended = last.Restarts > 0; last.Ended {
			j.emit(last)
		}
		results[i] = &trained{best: r.Best, net: view.whole(r.Best.Network), sets: []rule.Set{r.Best.Simplified}, steps: r.Steps, status: r.Status}
	}
	return merge(results)
}

// trained is what became of trainings.
type trained struct {
	best    drnet.Snapshot // with the highest score, the earliest of equals
	net     *drnet.Sketch  // of the best, nil if nobody watches
	restart int            // it is of, from 1; 0 if there was one
	sets    []rule.Set     // simplified, of all trainings
	steps   int
	status  drnet.Status // of the best, or that it was stopped
}

// fromWorked returns a training that was done as a unit.
func fromWorked(w protocol.UnitDone) *trained {
	l := w.Model.Learned
	best := drnet.Snapshot{Step: l.Step, Set: w.Set, Simplified: w.Sets[0], Accuracy: l.Simplified.Train.Accuracy, Score: w.Score}
	return &trained{best: best, net: w.Net, sets: w.Sets, steps: w.Steps, status: w.Status}
}

// merge brings the results of trainings together, in their order. A nil stands for one that was stopped before it had any.
func merge(results []*trained) trained {
	if len(results) == 1 {
		return *results[0]
	}
	var t trained
	stopped := false
	for i, r := range results {
		if r == nil {
			continue
		}
		t.steps += r.steps
		t.sets = append(t.sets, r.sets...)
		stopped = stopped || r.status == drnet.Stopped
		if t.restart == 0 || r.best.Score > t.best.Score {
			t.best, t.net, t.restart, t.status = r.best, r.net, i+1, r.status
		}
	}
	if stopped {
		t.status = drnet.Stopped
	}
	return t
}

// written writes down the best snapshot and what became of it.
func (u *unit) written(t trained, refined *refine.Refinement) *protocol.Model {
	m := &protocol.Model{
		Schema: protocol.ModelSchema, Model: u.head,
		Learned: protocol.Learned{
			Request: u.request, Rows: u.train.X.Rows, Features: u.train.X.Cols, Step: t.best.Step, Restart: t.restart,
			Trained: u.outcome(t.best.Set), Simplified: u.outcome(t.best.Simplified),
		},
	}
	m.Rules = t.best.Simplified
	if refined != nil {
		m.Rules = refined.Set
		m.Learned.Refined = &protocol.Refined{Outcome: u.outcome(refined.Set), Price: refined.Price}
	}
	return m
}

func (u *unit) outcome(set rule.Set) protocol.Outcome {
	o := protocol.Outcome{
		Rules: len(set), Conditions: set.Conditions(), Complexity: set.Complexity(), RuleComplexity: set.RuleComplexity(),
		Train: eval.Measure(set, u.train.X, u.train.Labels),
	}
	if u.test.X != nil {
		test := eval.MeasureBy(o.Train.Rules, set, u.test.X, u.test.Labels)
		o.Test = &test
	}
	return o
}

// pick returns the bits of some rows.
func pick(b protocol.Bits, rows []int32) protocol.Bits {
	labels := make([]uint64, bitmat.Words(len(rows)))
	bitmat.PickBits(labels, b.Labels, rows)
	return protocol.Bits{X: b.X.Pick(rows), Labels: labels}
}
