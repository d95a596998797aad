package train

import (
	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// A Unit is a run with its restarts on encoded rows; it needs no table.
type Unit struct {
	Request     protocol.Train // with all defaults filled in; its Watch is unset because it does not affect the result
	Watch       bool
	Head        rule.Model // without rules
	config      drnet.Config
	weights     rule.Weights
	limits      rule.Limits
	Train, Test protocol.Bits // Test.X is nil without test rows
}

// Configure derives the remaining settings from the request and the class counts of the training rows.
func (u *Unit) Configure(positives, rows int) {
	u.weights = rule.NewWeights(u.Request.Network.Weight, positives, rows-positives)
	u.limits = u.Request.Limits(u.Head.Encoder)
	simplifier := rule.NewSimplifier(u.Head.Encoder.Features())
	simplifier.Limits = u.limits
	u.config = u.Request.Network
	u.config.Simplify = simplifier.Simplify
}

// Constant reports whether all training rows have the same class, which makes training pointless.
func (u *Unit) Constant() bool {
	n := bitmat.Count(u.Train.Labels)
	return n == 0 || n == u.Train.X.Rows
}

// CombinedRuns is the combined result of several runs.
type CombinedRuns struct {
	best    drnet.Checkpoint // with the highest score; the first in a tie
	net     *drnet.Sketch    // of the best run, nil if it is not watched
	restart int              // the run of best, from 1; 0 for a single run
	sets    []rule.Set       // simplified, of all runs
	steps   int
	status  drnet.Status // of the best run, or drnet.Stopped
}

// fromWorked converts the result of a unit.
func fromWorked(w protocol.UnitDone) *CombinedRuns {
	l := w.Model.Learned
	best := drnet.Checkpoint{Step: l.Step, Set: w.Set, Simplified: w.Sets[0], Accuracy: l.Simplified.Train.Accuracy, Score: w.Score}
	return &CombinedRuns{best: best, net: w.Net, sets: w.Sets, steps: w.Steps, status: w.Status}
}

// merge combines the results of several runs, in order. A nil result means that the run was stopped early.
func merge(results []*CombinedRuns) CombinedRuns {
	if len(results) == 1 {
		return *results[0]
	}
	var t CombinedRuns
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

// Written returns the model for the best snapshot and its refinement.
func (u *Unit) Written(t CombinedRuns, refined *refine.Refinement) *protocol.Model {
	m := &protocol.Model{
		Schema: protocol.ModelSchema, Model: u.Head,
		Learned: protocol.Learned{
			Request: u.Request, Rows: u.Train.X.Rows, Features: u.Train.X.Cols, Step: t.best.Step, Restart: t.restart,
			Trained: u.Outcome(t.best.Set), Simplified: u.Outcome(t.best.Simplified),
		},
	}
	m.Rules = t.best.Simplified
	if refined != nil {
		m.Rules = refined.Set
		m.Learned.Refined = &protocol.Refined{Outcome: u.Outcome(refined.Set), Price: refined.Price}
	}
	return m
}

func (u *Unit) Outcome(set rule.Set) protocol.Outcome {
	o := protocol.Outcome{
		Rules: len(set), Conditions: set.Conditions(), Complexity: set.Complexity(), RuleComplexity: set.RuleComplexity(),
		Train: eval.Measure(set, u.Train.X, u.Train.Labels),
	}
	if u.Test.X != nil {
		test := eval.MeasureBy(o.Train.Rules, set, u.Test.X, u.Test.Labels)
		o.Test = &test
	}
	return o
}

// pick returns the bits of selected rows.
func pick(b protocol.Bits, rows []int32) protocol.Bits {
	labels := make([]uint64, bitmat.Words(len(rows)))
	bitmat.PickBits(labels, b.Labels, rows)
	return protocol.Bits{X: b.X.Pick(rows), Labels: labels}
}
