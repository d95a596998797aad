package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"drnet/engine"
	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/train"
)

// backwards starts units in reverse order; together runs all in parallel.
type (
	backwards struct{}
	together  struct{}
)

func (backwards) Do(ctx context.Context, n int, unit func(int) (protocol.RunUnit, error), told func(int, protocol.Event)) error {
	work := make([]protocol.RunUnit, n)
	for i := range n {
		work[i], _ = unit(i)
	}
	for i := n - 1; i >= 0; i-- {
		engine.NewSession().Handle(ctx, work[i], func(e protocol.Event) { told(i, e) })
	}
	return nil
}

func (together) Do(ctx context.Context, n int, unit func(int) (protocol.RunUnit, error), told func(int, protocol.Event)) error {
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

// TestRestartsInAnyOrder checks that sequential, reverse and parallel restarts give the same model, of a set length and reviewed.
func TestRestartsInAnyOrder(t *testing.T) {
	reviewed := small
	reviewed.Review, reviewed.Steps = 0.1, 300
	for _, network := range []drnet.Config{small, reviewed} {
		restartInAnyOrder(t, network)
	}
}

// TestOneRestartIsTheDefault checks that the page, which asks for one restart, and the command, which leaves it out, make the same model.
func TestOneRestartIsTheDefault(t *testing.T) {
	var files []string
	for _, restarts := range []int{0, 1} {
		k := newTalk(t)
		k.load(people)
		e := k.do(protocol.Train{Target: "label", Network: small, Restarts: restarts})
		files = append(files, write(t, e.(protocol.Trained).Model))
	}
	if files[0] != files[1] {
		t.Errorf("by default\n%s\nwith one restart\n%s", files[0], files[1])
	}
}

func restartInAnyOrder(t *testing.T, network drnet.Config) {
	var want string
	for _, workers := range []train.Workers{nil, backwards{}, together{}} {
		k := newTalk(t)
		k.session.Workers = workers
		k.load(people)
		seen, ended := map[int]bool{}, map[int]int{}
		e := k.ask(t.Context(), protocol.Train{Target: "label", Network: network, Refine: 5e-3, Restarts: 3}, func(e protocol.Event) {
			if p, ok := e.(protocol.Progress); ok {
				seen[p.Restart] = p.Restarts == 3
				if p.Ended {
					ended[p.Restart]++
				}
			}
		})
		trained := e.(protocol.Trained)
		for n := 1; n <= 3; n++ {
			if !seen[n] {
				t.Errorf("%T: no progress of restart %d of 3: %v", workers, n, seen)
			}
			if ended[n] != 1 {
				t.Errorf("%T: restart %d ended %d times", workers, n, ended[n])
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

// lossy workers start all units and lose them at a stop; refusing workers refuse every unit and count them.
type (
	lossy    struct{ stop func() }
	refusing struct{ asked *int }
)

func (l lossy) Do(ctx context.Context, n int, unit func(int) (protocol.RunUnit, error), told func(int, protocol.Event)) error {
	for i := range n {
		unit(i)
	}
	l.stop()
	return nil
}

func (r refusing) Do(ctx context.Context, n int, unit func(int) (protocol.RunUnit, error), told func(int, protocol.Event)) error {
	for i := 0; i < n && ctx.Err() == nil; i++ {
		unit(i)
		*r.asked++
		told(i, protocol.Refused{Kind: protocol.Crashed, Message: "lost"})
	}
	return nil
}

// TestRestartsThatAreLost checks that lost units cause a refusal and that a refusal stops the other units.
func TestRestartsThatAreLost(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	asked := 0
	for _, test := range []struct {
		workers train.Workers
		want    protocol.Refused
	}{
		{lossy{stop}, protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}},
		{refusing{&asked}, protocol.Refused{Kind: protocol.Crashed, Message: "lost"}},
	} {
		k := withTable(t, people)
		k.session.Workers = test.workers
		if got := k.ask(ctx, protocol.Train{Target: "label", Network: small, Restarts: 3}, nil); got != test.want {
			t.Errorf("%T: %+v, want %+v", test.workers, got, test.want)
		}
		ctx = t.Context()
	}
	if asked != 1 {
		t.Errorf("%d units were begun, want 1: it was refused", asked)
	}
}

// TestWorkMustFit checks that a unit whose rows do not match its encoder is refused.
func TestWorkMustFit(t *testing.T) {
	var work []protocol.RunUnit
	k := withTable(t, people)
	k.session.Workers = collecting{&work}
	k.do(protocol.Train{Target: "label", Network: small, Restarts: 2, Split: protocol.Split{Share: 0.2}})
	for name, damage := range map[string]func(w *protocol.RunUnit){
		"no rows":             func(w *protocol.RunUnit) { w.Rows = protocol.Bits{} },
		"other columns":       func(w *protocol.RunUnit) { w.Rows.X = bitmat.New(w.Rows.X.Rows, 1) },
		"other tested column": func(w *protocol.RunUnit) { w.TestRows.X = bitmat.New(w.TestRows.X.Rows, 1) },
		"no encoder":          func(w *protocol.RunUnit) { w.Model.Encoder = nil },
		"a bad setting":       func(w *protocol.RunUnit) { w.Network.Rate = -1 },
		"an unknown learner":  func(w *protocol.RunUnit) { w.Learner = "nope" },
	} {
		w := work[0]
		damage(&w)
		k.refused(name, w, "")
	}
	answered[protocol.UnitDone](k, work[0]) // undamaged
}

// collecting workers store the units.
type collecting struct{ work *[]protocol.RunUnit }

func (c collecting) Do(_ context.Context, n int, unit func(int) (protocol.RunUnit, error), _ func(int, protocol.Event)) error {
	for i := range n {
		w, err := unit(i)
		if err != nil {
			return err
		}
		*c.work = append(*c.work, w)
	}
	return nil
}

// TestRefinementSettings checks that off keeps the rules, that a minimum gain is used, and that invalid values are
// refused.
func TestRefinementSettings(t *testing.T) {
	k := withTable(t, people)
	off := k.train(protocol.Train{Target: "label", Network: small, Refine: rule.NoPrice}).Model
	if off.Learned.Refined != nil || off.Rules.Complexity() != off.Learned.Simplified.Complexity {
		t.Errorf("without refinement the rules have complexity %d and %+v, want %d and none", off.Rules.Complexity(),
			off.Learned.Refined, off.Learned.Simplified.Complexity)
	}
	for asked, want := range map[float64]float64{0.15: 0.15, 0.05: 0.05, rule.LeastRows: 0.1} { // a tenth of 11 rows, which are few
		on := k.train(protocol.Train{Target: "label", Network: small, Refine: asked}).Model
		if r := on.Learned.Refined; r == nil || r.Price != want || r.Complexity != on.Rules.Complexity() {
			t.Errorf("refined at %v: %+v, want the price %v and complexity %d", asked, r, want, on.Rules.Complexity())
		}
	}
	for rows, want := range map[int]float64{11: rule.LowPrice, 600: 3, 1999: 3, 2000: 2} {
		var table strings.Builder
		table.WriteString("x,label\n")
		for i := range rows {
			fmt.Fprintf(&table, "%d,%d\n", i%7, i%7/4)
		}
		low := withTable(t, table.String()).train(protocol.Train{Target: "label", Network: small, Refine: rule.LowPrice}).Model
		if got := low.Learned.Request.Refine; got != want {
			t.Errorf("the low price on %d rows is %v, want %v", rows, got, want)
		}
	}
	for _, r := range []protocol.Train{
		{Refine: -0.5},
		{Refine: 1.5},
		{Restarts: -1},
		{Restarts: protocol.MaxRestarts + 1},
		{Split: protocol.Split{Parts: 1}},
	} {
		r.Target = "label"
		k.refused(fmt.Sprintf("%+v", r), r, "")
	}
}

// TestManyRows has more rows than refinement searches. It searches a sample and computes the scores on all rows.
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
	k := withTable(t, csv.String())
	stages := map[protocol.PreparationStage]bool{}
	e := k.ask(t.Context(), protocol.Train{
		Target: "y", Positive: "true",
		Network: drnet.Config{Rules: 10, Steps: 500, Seed: 1},
	}, func(e protocol.Event) {
		if p, ok := e.(protocol.Preparing); ok {
			stages[p.Stage] = true
		}
	})
	m := e.(protocol.Trained).Model
	if m.Learned.Rows != rows || m.Learned.Refined.Train.Confusion.Rows() != rows {
		t.Errorf("learnt from %d rows, scored on %d, want %d", m.Learned.Rows, m.Learned.Refined.Train.Confusion.Rows(), rows)
	}
	if m.Learned.Refined.Train.Accuracy < 0.99 { // c < 30 may not be among the deciles
		t.Errorf("right on %v, want 0.99 at least: %s", m.Learned.Refined.Train.Accuracy, m.Text(nil))
	}
	if !stages[protocol.Refining] {
		t.Error("no word of the refinement")
	}
}

// TestPartsAreFolds checks that numbered folds test each row once.
func TestPartsAreFolds(t *testing.T) {
	k := withTable(t, people)
	tested := 0
	for fold := range 3 {
		m := k.train(protocol.Train{Target: "label", Network: small, Split: protocol.Split{Parts: 3, Fold: fold, Seed: 1}}).Model
		tested += m.Learned.Trained.Test.Confusion.Rows()
	}
	if tested != 11 {
		t.Errorf("%d rows were tested on, want 11", tested)
	}
}

// TestStoppedTrainingIsNotRefined checks that a stopped run returns its rules at once, unrefined. Without a minimum
// gain, refinement cannot decide which rules to keep.
func TestStoppedTrainingIsNotRefined(t *testing.T) {
	for name, at := range map[string]func(protocol.Event) bool{
		"while it learns": func(e protocol.Event) bool { p, ok := e.(protocol.Progress); return ok && p.Step == 20 },
		"while it refines": func(e protocol.Event) bool {
			p, ok := e.(protocol.Preparing)
			return ok && p.Stage == protocol.Refining
		},
	} {
		t.Run(name, func(t *testing.T) {
			k := withTable(t, people)
			m := k.stop(protocol.Train{Target: "label", Network: small, Restarts: 2}, at).(protocol.Trained)
			if m.Status != drnet.Stopped || m.Model.Learned.Refined != nil {
				t.Errorf("status %v, refined %v, want it stopped and not refined", m.Status, m.Model.Learned.Refined)
			}
			if len(m.Model.Rules) != m.Model.Learned.Simplified.Rules {
				t.Errorf("%d rules, want the %d that were learnt", len(m.Model.Rules), m.Model.Learned.Simplified.Rules)
			}
		})
	}
}
