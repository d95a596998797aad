package engine_test

import (
	"context"
	"reflect"
	"testing"

	"drnet/engine"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/train"
)

// besides are workers that run a unit aside, and absent ones lose it.
type (
	besides struct{ together }
	absent  struct{ together }
)

func (besides) Aside(ctx context.Context, w protocol.RunUnit, report func(protocol.Event)) {
	engine.NewSession().Handle(ctx, w, report)
}

func (absent) Aside(context.Context, protocol.RunUnit, func(protocol.Event)) {}

// TestSearchAside checks that a search on another core and one in turn lead to the same model, and that the best rules so far are
// reported before the end.
func TestSearchAside(t *testing.T) {
	var want string
	for _, workers := range []train.Workers{nil, besides{}, absent{}} {
		k := newTalk(t)
		k.session.Workers = workers
		k.load(voters(9000))
		var found []protocol.Found
		e := k.ask(t.Context(), protocol.Train{Target: "risk", Positive: "low", Watch: true}, func(e protocol.Event) {
			if e, ok := e.(protocol.Found); ok {
				found = append(found, e)
			}
		})
		trained := e.(protocol.Trained)
		if trained.Status != drnet.Reviewed || trained.Model.Learned.Refined == nil {
			t.Fatalf("the run is %s", trained.Status)
		}
		last := trained.Model.Learned.Refined.Train.Accuracy
		if n := len(found); n < 2 || len(found[0].Set) == 0 || found[n-1].Train > last {
			t.Errorf("found %d sets, the first with %d rules, the last right on %v and in the end %v; want better and better ones",
				n, len(found[0].Set), found[n-1].Train, last)
		}
		if got := write(t, trained.Model); want != "" && got != want {
			t.Errorf("beside the network the model is\n%s\nwant\n%s", got, want)
		} else {
			want = got
		}
	}
}

// TestStopKeepsFoundRules checks that a stopped run keeps the rules that it has reported.
func TestStopKeepsFoundRules(t *testing.T) {
	k := withTable(t, voters(2500))
	var found protocol.Found
	e := k.stop(protocol.Train{Target: "risk", Positive: "low", Watch: true}, func(e protocol.Event) bool {
		f, ok := e.(protocol.Found)
		if ok {
			found = f
		}
		return ok
	})
	trained := e.(protocol.Trained)
	if trained.Status != drnet.Stopped || !reflect.DeepEqual(trained.Model.Rules, found.Set) {
		t.Errorf("the run is %s with %v, want stopped with %v", trained.Status, trained.Model.Rules, found.Set)
	}
}

// TestStopRestarts checks that stopped restarts keep the rules that were reported, with any workers.
func TestStopRestarts(t *testing.T) {
	for _, workers := range []train.Workers{nil, backwards{}, together{}} {
		k := withTable(t, voters(2500))
		k.session.Workers = workers
		e := k.stop(protocol.Train{Target: "risk", Positive: "low", Restarts: 5}, func(e protocol.Event) bool {
			p, ok := e.(protocol.Progress)
			return ok && p.Restart == 2
		})
		trained, ok := e.(protocol.Trained)
		if !ok || trained.Status != drnet.Stopped || len(trained.Model.Rules) == 0 {
			t.Errorf("%T: stopped with %+v", workers, e)
		}
	}
}
