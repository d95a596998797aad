package state_test

import (
	"fmt"
	"slices"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/page/state"
	"drnet/app/training"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

const (
	mostKept       = 100 // snapshots of a single run
	mostKeptOfEach = 20  // snapshots of each of several restarts
)

// looked returns progress with a snapshot; best is the step of the best snapshot.
func looked(step, best int) protocol.Progress {
	p := progress(step)
	p.Steps = 100_000
	p.Best = &protocol.Snapshot{Step: best, Train: 0.95}
	return p
}

// The number of snapshots is limited. They are spread evenly and include the first, the last and the best.
func TestKeptLooks(t *testing.T) {
	for _, test := range []struct{ n, restarts, most int }{
		{1, 0, mostKept},
		{99, 0, mostKept},
		{100, 0, mostKept},
		{101, 0, mostKept},
		{5000, 0, mostKept},
		{700, 3, mostKeptOfEach},
	} {
		t.Run(fmt.Sprint(test.n, test.restarts), func(t *testing.T) {
			s := withTable(training.StartAsked{At: noon}, heard(started(), 0))
			best := 0
			for i := range test.n {
				step := 10 * (i + 1)
				if i <= 40 { // the best snapshot is an early one
					best = step
				}
				p := looked(step, best)
				if p.Restarts = test.restarts; test.restarts > 0 {
					p.Restart = 1
				}
				s, _ = after(s, heard(p, 1))
			}
			looks := s.Run.Looks()
			if len(looks) != min(test.n, test.most) {
				t.Fatalf("%d looks of %d are kept, want %d", len(looks), test.n, min(test.n, test.most))
			}
			if looks[0].Step != 10 || looks[len(looks)-1].Step != 10*test.n {
				t.Errorf("the looks go from %d to %d, want 10 to %d", looks[0].Step, looks[len(looks)-1].Step, 10*test.n)
			}
			if at := s.Run.BestLook(); at < 0 || looks[at].Step != best {
				t.Errorf("the best look, of step %d, is at %d", best, at)
			}
			if !slices.IsSortedFunc(looks, func(a, b *protocol.Snapshot) int { return a.Step - b.Step }) {
				t.Error("the looks are out of order")
			}
			even := 10 * (test.n/len(looks) + 1)
			for i := 1; i < len(looks); i++ {
				if gap := looks[i].Step - looks[i-1].Step; gap > 3*even {
					t.Errorf("between the looks %d and %d lie %d steps; evenly it were %d", i-1, i, gap, even)
				}
			}
		})
	}
}

// A snapshot that arrives with several events is stored once.
func TestLooksAreKeptOnce(t *testing.T) {
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0))
	for step := 10; step <= 100; step++ {
		p := progress(step)
		p.Now.Step = step / 10 * 10
		p.Best = p.Now
		s, _ = after(s, heard(p, 1))
	}
	coretest.Equal(t, len(s.Run.Looks()), 10, "the number of snapshots")
}

func TestScrub(t *testing.T) {
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0)) // epochs of 20 steps
	for step := 20; step <= 200; step += 20 {
		s, _ = after(s, heard(looked(step, 60), 1))
	}
	place := training.SnapshotChosen{Place: 3}
	travel(t, s, func(s state.State) any {
		return facts("step", s.Run.Looks()[s.Run.Sighted()].Step, "newest", s.Run.Sight == 0)
	}, []journey{
		{"at first", nil, "", "step 200; newest"},
		{"a place", steps(place), "", "step 80"},
		{"before the first", steps(training.SnapshotChosen{Place: -1}), "", "step 20"},
		{"the end", steps(place, training.SnapshotChosen{Place: 9}), "", "step 200; newest"},
		{"beyond the end", steps(place, training.SnapshotChosen{Place: 10}), "", "step 200; newest"},
		{"an epoch", steps(training.EpochSought{Text: " 7 "}), "", "step 140"},
		{"a later epoch than any", steps(training.EpochSought{Text: "5000"}), "", "step 200; newest"},
		{"epoch 0", steps(training.EpochSought{Text: "0"}), "", "step 20"},
		{"no epoch", steps(place, training.EpochSought{Text: "x"}), "", "step 80"},
		{"no epoch, but large", steps(place, training.EpochSought{Text: "1e18"}), "", "step 80"},
		{"it stays when more come", steps(place, heard(looked(220, 60), 2)), "", "step 80"},
		{"the end moves when more come", steps(heard(looked(220, 60), 2)), "", "step 220; newest"},
		{"the best", steps(training.SnapshotChosen{Place: 2}), "", "step 60"},
	})
	coretest.Equal(t, s.Run.EpochOf(60), 3, "EpochOf(60)")
	if empty := withTable(training.SnapshotChosen{Place: 3}, training.EpochSought{Text: "3"}); empty.Run.Sighted() != -1 {
		t.Error("without a training there is something in sight")
	}
}

// The rules of a snapshot become a model with raw and simplified scores, like the model of a complete run.
func TestUseKept(t *testing.T) {
	m := headed().Head
	m.Rules = rule.Set{{{Feature: 1}}}
	m.Learned.Rows, m.Learned.Step, m.Learned.Refined = 960, 60, &protocol.Refined{Price: 0.1}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0))
	for step := 20; step <= 200; step += 20 {
		p := looked(step, 60)
		p.Now.Set = rule.Set{{{Feature: 1}, {Feature: 2}}} // age ≤ 40 implies age ≤ 50
		p.Now.Rules = [][]string{{"age ≤ 40"}}
		s, _ = after(s, heard(p, 1))
	}
	if s.Training.Usable(s.View()) == "" {
		t.Error("rules can be used while the training is under way")
	}
	s, _ = after(s, heard(protocol.Trained{Status: drnet.Finished, Steps: 200, Model: m}, 2), training.SnapshotChosen{Place: 3})
	s, requests := after(s, training.SnapshotUsed{})
	if len(requests) != 1 || s.Training.Usable(s.View()) == "" {
		t.Fatalf("asked for %v, and usable again: %q", requests, s.Training.Usable(s.View()))
	}
	pending := s.Pending()
	// progress changes nothing
	s, _ = after(s, core.Heard{ID: pending[len(pending)-1].ID, Event: protocol.Preparing{Stage: protocol.Encoding}, At: at(3)})
	if score := requests[0].(protocol.Score); score.Model.Rules.Conditions() != 2 {
		t.Errorf("first %d conditions are measured, want the 2 as learnt", score.Model.Rules.Conditions())
	}
	s, requests = after(s, heard(protocol.Scored{Outcome: protocol.Outcome{Rules: 1, Conditions: 2}}, 3))
	if score := requests[0].(protocol.Score); score.Model.Rules.Conditions() != 1 {
		t.Errorf("then %d conditions are measured, want 1, simplified", score.Model.Rules.Conditions())
	}
	s, _ = after(s, heard(protocol.Scored{Outcome: protocol.Outcome{Rules: 1, Conditions: 1}}, 3))
	got := s.Rules.Model()
	if l := got.Learned; l.Step != 80 || l.Trained.Conditions != 2 || l.Simplified.Conditions != 1 || l.Refined != nil ||
		l.Request.Refine != rule.NoPrice || got.Edited || got.Rules.Conditions() != 1 {
		t.Errorf("the model is %+v", got)
	}
	coretest.Equal(t, s.Status, "Opened the rules of epoch 4: 1 rule.", "Status")
	if m.Learned.Step != 60 || len(m.Rules[0]) != 1 {
		t.Error("the model of the training has changed")
	}
}
