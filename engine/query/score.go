package query

import (
	"math"

	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/multiclass"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// EvaluateNetwork measures a network, possibly with edited weights, on the training set and the test set. It uses only
// the request, so it never affects a run.
func (q *Querier) EvaluateNetwork(j prepare.Job, r protocol.EvaluateNetwork) (protocol.Event, error) {
	m := r.Model
	split, _, err := q.splitFor(j, m, nil)
	if err != nil {
		return nil, err
	}
	if err := soundNet(r.Net, m.Encoder.Bits()); err != nil {
		return nil, err
	}
	out := protocol.NetworkEvaluated{Rules: m.Learned.Request.Simplifier(m.Encoder).Simplify(r.Net.Set())}
	neurons := make(rule.Set, len(r.Net.Neurons))
	for k, n := range r.Net.Neurons {
		neurons[k] = n.Literals()
	}
	if err := split.encode(j, neurons); err != nil {
		return nil, err
	}
	u := split.unit()
	out.Outcome = u.Outcome(split.train.set(out.Rules), 1) // both matrices have the same columns
	fires := make([]uint64, bitmat.Words(u.Train.X.Rows))
	for _, n := range split.train.set(neurons) {
		n.Match(fires, u.Train.X)
		out.Covers = append(out.Covers, bitmat.Count(fires))
	}
	return out, nil
}

// soundNet rejects a network that is incomplete or belongs to another model.
func soundNet(n *drnet.Sketch, features int) error {
	if n == nil || !n.Whole {
		return protocol.BadSettingf("pause the run, or wait for its end", "the network is incomplete")
	}
	for _, neuron := range n.Neurons {
		last, sound := int32(-1), finite(neuron.Loc)
		for _, l := range neuron.Lines {
			sound = sound && l.Feature > last && int(l.Feature) < features && finite(l.W) && finite(l.Loc)
			last = l.Feature
		}
		if !sound {
			return protocol.Refuse(protocol.BadModel, "the network is damaged", "train again")
		}
	}
	return nil
}

func finite(x float32) bool { return !math.IsNaN(float64(x)) && !math.IsInf(float64(x), 0) }

// Score measures a model, which may be edited, on its training set and its test set.
func (q *Querier) Score(j prepare.Job, r protocol.Score) (protocol.Event, error) {
	m, split, notes, err := q.memberSplit(j, r.Model, r.MultiClass)
	if err != nil {
		return nil, err
	}
	whole := r.MultiClass.Sets()
	out := protocol.Scored{Same: split.same, Notes: notes}
	if err := split.encode(j, append(whole, m.Rules, offRules(m), m.Scorecard.Conditions())...); err != nil {
		return nil, err
	}
	u := split.unit()
	out.Off = split.train.idle(m, r.MultiClass)
	var testClasses []uint8
	if split.test != nil {
		out.OffTest, testClasses = split.test.idle(m, r.MultiClass), split.test.Classes
	}
	// Both matrices have the same columns.
	out.Outcome = u.OutcomeBy(m.Rules, func(_ rule.Set, x *bitmat.Matrix) eval.Coverage {
		h := split.train
		if x == u.Test.X {
			h = split.test
		}
		return h.cover(m, r.MultiClass, m.Rules, m.Marks)
	})
	u.MeasureProbabilities(&out.Outcome, split.train.scorecard(m.Scorecard), split.train.set(m.Rules), m.Votes())
	if r.MultiClass != nil {
		out.Classes = new(multiclass.Outcome(r.MultiClass, split.train.sets(whole), u.Train, u.Test, split.train.Classes, testClasses))
	}
	return out, nil
}
