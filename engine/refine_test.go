package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"drnet/engine"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// backwards does units from the last to the first, together all at the same time.
type (
	backwards struct{}
	together  struct{}
)

func (backwards) Do(ctx context.Context, n int, unit func(int) (protocol.Work, error), told func(int, protocol.Event)) error {
	work := make([]protocol.Work, n)
	for i := range n {
		work[i], _ = unit(i)
	}
	for i := n - 1; i >= 0; i-- {
		engine.NewSession().Handle(ctx, work[i], func(e protocol.Event) { told(i, e) })
	}
	return nil
}

func (together) Do(ctx context.Context, n int, unit func(int) (protocol.Work, error), told func(int, protocol.Event)) error {
	var all sync.WaitGroup
	var turn sync.Mutex
	for i := range n {
		w, _ := unit(i)
		all.Go(func() {
			engine.NewSession().Handle(ctx, w, func(e protocol.Event) {
				turn.Lock()
				defer turn.Unlock()
				told(i, e)
			})
		})
	}
	all.Wait()
	return nil
}

// TestRestartsInAnyOrder: whether restarts are done in turn, backwards or at the same time, the model is the same.
func TestRestartsInAnyOrder(t *testing.T) {
	var want string
	for _, workers := range []engine.Workers{nil, backwards{}, together{}} {
		k := newTalk(t)
		k.session.Workers = workers
		k.load(people)
		seen := map[int]bool{}
		e := k.ask(context.Background(), protocol.Train{Target: "label", Network: small, Restarts: 3}, func(e protocol.Event) {
			if p, ok := e.(protocol.Progress); ok {
				seen[p.Restart] = p.Restarts == 3
			}
		})
		trained := e.(protocol.Trained)
		for n := 1; n <= 3; n++ {
			if !seen[n] {
				t.Errorf("%T: no progress of restart %d of 3: %v", workers, n, seen)
			}
		}
		got := write(t, trained.Model)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%T: the model is\n%s\nwant\n%s", workers, got, want)
		}
	}
}

// TestRefinementSettings: off leaves the rules as they were, a price is kept, others are refused.
func TestRefinementSettings(t *testing.T) {
	k := newTalk(t)
	k.load(people)
	off := k.train(protocol.Train{Target: "label", Network: small, Refine: rule.NoPrice}).Model
	if off.Learnt.Refined != nil || off.Rules.Complexity() != off.Learnt.Simplified.Complexity {
		t.Errorf("without refinement the rules have complexity %d and %+v, want %d and none", off.Rules.Complexity(), off.Learnt.Refined, off.Learnt.Simplified.Complexity)
	}
	on := k.train(protocol.Train{Target: "label", Network: small, Refine: 0.05}).Model
	if r := on.Learnt.Refined; r == nil || r.Price != 0.05 || r.Complexity != on.Rules.Complexity() {
		t.Errorf("refined: %+v, want the price 0.05 and complexity %d", r, on.Rules.Complexity())
	}
	for _, r := range []protocol.Train{{Refine: -0.5}, {Refine: 1.5}, {Restarts: -1}, {Restarts: protocol.MostRestarts + 1}, {Split: protocol.Split{Parts: 1}}} {
		r.Target = "label"
		if e := k.do(r); !is[protocol.Refused](e) {
			t.Errorf("%+v was not refused: %T", r, e)
		}
	}
}

// TestManyRows has more rows than a search runs on: it is a sample, and what counts is all of them.
func TestManyRows(t *testing.T) {
	const rows = 40_000
	r := rand.New(rand.NewPCG(1, 8))
	var csv strings.Builder
	csv.WriteString("a,b,c,y\n")
	for range rows {
		a, b, c := r.IntN(3), r.IntN(3), r.IntN(100)
		y := a == 1 && b != 2 || c < 30
		fmt.Fprintf(&csv, "a%d,b%d,%d,%v\n", a, b, c, y)
	}
	k := newTalk(t)
	k.load(csv.String())
	stages := map[protocol.Stage]bool{}
	e := k.ask(context.Background(), protocol.Train{Target: "y", Positive: "true", Network: drnet.Config{Rules: 10, Steps: 500, Seed: 1}}, func(e protocol.Event) {
		if p, ok := e.(protocol.Preparing); ok {
			stages[p.Stage] = true
		}
	})
	m := e.(protocol.Trained).Model
	if m.Learnt.Rows != rows || m.Learnt.Refined.Train.Confusion.Rows() != rows {
		t.Errorf("learnt from %d rows, scored on %d, want %d", m.Learnt.Rows, m.Learnt.Refined.Train.Confusion.Rows(), rows)
	}
	if m.Learnt.Refined.Train.Accuracy < 0.99 { // c < 30 may not be among the deciles
		t.Errorf("right on %v, want 0.99 at least: %s", m.Learnt.Refined.Train.Accuracy, m.Text())
	}
	if !stages[protocol.Refining] {
		t.Error("no word of the refinement")
	}
}

// TestPartsAreFolds: rows dealt out by number are all tested once.
func TestPartsAreFolds(t *testing.T) {
	k := newTalk(t)
	k.load(people)
	tested := 0
	for fold := range 3 {
		m := k.train(protocol.Train{Target: "label", Network: small, Split: protocol.Split{Parts: 3, Fold: fold, Seed: 1}}).Model
		tested += m.Learnt.Trained.Test.Confusion.Rows()
	}
	if tested != 11 {
		t.Errorf("%d rows were tested on, want 11", tested)
	}
}

// TestStoppedTrainingIsNotRefined: who stops wants an answer.
func TestStoppedTrainingIsNotRefined(t *testing.T) {
	k := newTalk(t)
	k.load(people)
	ctx, cancel := context.WithCancel(t.Context())
	e := k.ask(ctx, protocol.Train{Target: "label", Network: small, Restarts: 2}, func(e protocol.Event) {
		if p, ok := e.(protocol.Progress); ok && p.Step == 20 {
			cancel()
		}
	})
	m := e.(protocol.Trained)
	if m.Status != drnet.Stopped || m.Model.Learnt.Refined != nil {
		t.Errorf("status %v, refined %v, want it stopped and not refined", m.Status, m.Model.Learnt.Refined)
	}
}
