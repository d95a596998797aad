package engine_test

import (
	"math"
	"reflect"
	"testing"

	"drnet/engine/drnet"
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
		w := k.do(protocol.EvaluateNetwork{Model: trained.Model, Net: net}).(protocol.NetworkEvaluated)
		if w.Problem != nil {
			t.Fatalf("refused: %+v", w.Problem)
		}
		return w
	}
	w := weigh()
	if !reflect.DeepEqual(w.Rules, trained.Model.Rules) || !reflect.DeepEqual(w.Outcome, trained.Model.Learned.Simplified) {
		t.Errorf("untouched it is %v with %+v, want %v with %+v", w.Rules, w.Outcome, trained.Model.Rules, trained.Model.Learned.Simplified)
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
		if w := k.do(protocol.EvaluateNetwork{Model: trained.Model, Net: bad}).(protocol.NetworkEvaluated); w.Problem == nil {
			t.Errorf("%+v was weighed", bad)
		}
	}
}

// TestPassed checks that the sums of every row match the equations, and that the prediction matches that of the rules.
func TestPassed(t *testing.T) {
	k, trained := network(t)
	applied := k.do(protocol.Apply{Model: trained.Model}).(protocol.Applied)
	for row := 1; row <= 2000; row += 13 {
		p := k.do(protocol.TraceRow{Model: trained.Model, Net: trained.Nets[0], Row: row}).(protocol.RowTraced)
		if p.Problem != nil || p.Positive != applied.Answers.Positive(row-1) || p.Right == nil || p.Positive != (p.Output > 0) {
			t.Fatalf("row %d: %+v, want the answer %v", row, p, applied.Answers.Positive(row-1))
		}
		fired := 0
		for j, n := range p.Neurons {
			y, broken := 1., false
			for _, term := range n.Terms {
				if term.Broken {
					y -= math.Abs(float64(term.W))
					broken = true
				}
				if term.Broken != (term.X != (term.W > 0)) || term.W == 0 {
					t.Fatalf("row %d, rule %d: %+v", row, j, term)
				}
			}
			if math.Abs(y-float64(n.Y)) > 1e-4 || n.Fires == broken || n.On != trained.Nets[0].Neurons[j].Open() {
				t.Fatalf("row %d: rule %d is %+v, want y = %v", row, j, n, y)
			}
			if n.Fires && n.On {
				fired++
			}
		}
		if fired != p.Sum || float64(p.Output) != float64(fired)-0.5 {
			t.Fatalf("row %d: %d rules fire and the output is %v, want %d", row, p.Sum, p.Output, fired)
		}
	}
	for _, row := range []int{0, -1, 2001} {
		if p := k.do(protocol.TraceRow{Model: trained.Model, Net: trained.Nets[0], Row: row}).(protocol.RowTraced); p.Problem == nil {
			t.Errorf("row %d was passed", row)
		}
	}
}
