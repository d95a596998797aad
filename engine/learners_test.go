package engine_test

import (
	"strings"
	"testing"

	"drnet/engine/protocol"
)

// against returns an evaluation of every learner on the same folds.
func against() protocol.Evaluate {
	r := protocol.Evaluate{Train: protocol.Train{Target: "ill", Network: small, Split: protocol.Split{Parts: 3, Seed: 1}}, Whole: true}
	for _, l := range protocol.Learners {
		r.Settings = append(r.Settings, protocol.SweepSetting{Learner: l.Key})
	}
	return r
}

// TestLearners evaluates every learner on the same folds, repeatedly and with several workers, with the same results.
// Rule learners return a valid model.
func TestLearners(t *testing.T) {
	k := withTable(t, ward(150))
	r := against()
	e := k.evaluated(r)
	for i, l := range protocol.Learners {
		tried := e.Results[i]
		if tried.Mean.Accuracy < tried.Mean.Majority-1e-9 && l.Key != "ripper" {
			t.Errorf("%s is right on %v, always one answer on %v", l.Name, tried.Mean.Accuracy, tried.Mean.Majority)
		}
		if tried.Model == nil {
			t.Fatalf("%s has no model", l.Name)
		}
		if !l.Rules {
			if len(tried.Model.Rules) > 0 || tried.Mean.Complexity != 0 {
				t.Errorf("%s has rules", l.Name)
			}
			continue
		}
		answer := answered[protocol.Applied](k, protocol.Apply{Model: tried.Model})
		if got, want := answer.Scores.Accuracy, tried.Model.Learned.Outcome().Train.Accuracy; got != want {
			t.Errorf("the rules of %s are right on %v of the rows, want %v", l.Name, got, want)
		}
	}
	want := text(t, e)
	k.session.Workers = together{}
	if got := text(t, k.evaluated(r)); got != want {
		t.Errorf("with workers\n%s\nwant\n%s", got, want)
	}
}

// TestLearnersStop checks that each learner can be stopped and leaves no invalid state behind.
func TestLearnersStop(t *testing.T) {
	for _, l := range protocol.Learners[1:] {
		k := withTable(t, ward(150))
		r := protocol.Evaluate{Train: protocol.Train{Target: "ill", Network: small, Learner: l.Key, Split: protocol.Split{Parts: 3}}}
		if e, ok := k.stop(r, func(protocol.Event) bool { return true }).(protocol.Refused); !ok || e.Kind != protocol.Cancelled {
			t.Errorf("%s was stopped and answers %+v", l.Name, e)
		}
	}
}

func TestLearnersRefuse(t *testing.T) {
	k := withTable(t, ward(150))
	base := protocol.Train{Target: "ill", Network: small, Split: protocol.Split{Parts: 3}}
	for _, test := range []struct {
		change func(*protocol.Train)
		want   string
	}{
		{func(r *protocol.Train) { r.Learner = "magic" }, `unknown learner "magic"`},
		{func(r *protocol.Train) { r.Learner, r.Tune = "majority", 3 }, "majority cannot be tuned by this number"},
		{func(r *protocol.Train) { r.Learner, r.Tune = "cart", -3 }, "CART cannot be tuned by this number"},
		{func(r *protocol.Train) { r.Learner, r.Classes = "cart", protocol.ClassesEach }, "CART supports two classes only"},
	} {
		r := base
		test.change(&r)
		if e, ok := k.do(protocol.Evaluate{Train: r}).(protocol.Refused); !ok || e.Message != test.want || e.Hint == "" {
			t.Errorf("%+v, want %q", e, test.want)
		}
	}
	one := base
	one.Learner = "cart"
	if e, ok := k.do(one).(protocol.Trained); !ok || e.Model.Learned.Request.Learner != "cart" {
		t.Errorf("a training of a tree answers %+v", e)
	}
	one.Learner = "forest"
	if e, ok := k.do(one).(protocol.Refused); !ok || !strings.Contains(e.Message, "learns no rules") {
		t.Errorf("a training of a forest answers %+v", e)
	}
}
