package engine_test

import (
	"math"
	"reflect"
	"testing"

	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// network returns a transcript with a built-in table and a watched run on it.
func network(t *testing.T) (*transcript, protocol.Trained) {
	k := withSample(t, "heart-risk")
	return k, k.train(protocol.Train{
		Target: "risk", Positive: "low",
		Network: drnet.Config{Seed: 1, Rules: 12, Steps: 3_000}, Refine: -1, Split: protocol.Split{Share: 0.2, Seed: 3},
		Watch: true,
	})
}

// TestWeighed checks that an unchanged network has the scores of its model, and that one without enabled rules never
// fires. Edits of the network do not affect the model.
func TestWeighed(t *testing.T) {
	k, trained := network(t)
	net := trained.Nets[0]
	weigh := func() protocol.NetworkEvaluated {
		return k.do(protocol.EvaluateNetwork{Model: trained.Model, Net: net}).(protocol.NetworkEvaluated)
	}
	w := weigh()
	want := trained.Model.Learned.Simplified
	for scores, own := range map[*eval.Scores]*eval.Scores{&want.Train: &w.Outcome.Train, want.Test: w.Outcome.Test} {
		scores.AUC, scores.Brier, scores.Reliability, scores.Levels = own.AUC, nil, nil, nil // only models have a scorecard
	}
	if !reflect.DeepEqual(w.Rules, trained.Model.Rules) || !reflect.DeepEqual(w.Outcome, want) {
		t.Errorf("untouched it is %v with %+v, want %v with %+v", w.Rules, w.Outcome, trained.Model.Rules, want)
	}
	for i, n := range net.Neurons {
		if w.Covers[i] != n.Covers {
			t.Errorf("rule %d covers %d rows, want %d", i, w.Covers[i], n.Covers)
		}
	}
	for i := range net.Neurons {
		net.Neurons[i].Loc = drnet.ClosedByHand
	}
	if w := weigh(); len(w.Rules) != 0 || w.Outcome.Train.Confusion.TruePositives != 0 {
		t.Errorf("with all rules off it is %v with %+v", w.Rules, w.Outcome)
	}
	for _, bad := range []*drnet.Sketch{
		nil,
		{},
		{Whole: true, Neurons: []drnet.Neuron{{Lines: drnet.Connections{{Feature: 1 << 20}}}}},
		{Whole: true, Neurons: []drnet.Neuron{{Lines: drnet.Connections{{Feature: 1}, {Feature: 1}}}}},
		{Whole: true, Neurons: []drnet.Neuron{{Loc: float32(math.NaN())}}},
	} {
		if e, ok := k.do(protocol.EvaluateNetwork{Model: trained.Model, Net: bad}).(protocol.Refused); !ok {
			t.Errorf("%+v was weighed: %+v", bad, e)
		}
	}
}
