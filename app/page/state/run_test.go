package state_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/page/state"
	"drnet/app/settings"
	"drnet/app/training"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

// A curve of a single run has at most 600 points, as the design says; each of several restarts has at most 150.
func TestCurvesAreThinned(t *testing.T) {
	for _, test := range []struct{ n, restarts, most int }{
		{1, 1, 600},
		{599, 1, 600},
		{600, 1, 600},
		{601, 1, 600},
		{5000, 1, 600},
		{20_000, 1, 600},
		{1000, 2, 150},
	} {
		t.Run(fmt.Sprint(test.n, test.restarts), func(t *testing.T) {
			before := withTable(training.StartAsked{At: noon}, heard(started(), 0))
			s := before
			for step := range test.n {
				p := progress(step + 1)
				if test.restarts > 1 {
					p.Restart, p.Restarts = 1+step%test.restarts, test.restarts
				}
				s, _ = after(s, heard(p, 1))
			}
			if len(before.Run.Curves) != 0 || len(s.Run.Curves) != test.restarts {
				t.Fatalf("%d curves before any progress, and %d in the end", len(before.Run.Curves), len(s.Run.Curves))
			}
			for k, c := range s.Run.Curves {
				curve, n := c.Points, test.n/test.restarts
				if len(curve) > test.most || len(curve) < min(n, test.most/2) {
					t.Fatalf("%d points of %d", len(curve), n)
				}
				if !slices.IsSortedFunc(curve, func(a, b core.RunPoint) int { return a.Step - b.Step }) {
					t.Error("the points are out of order")
				}
				apart := test.restarts * (n/len(curve) + 1) // at most twice the necessary distance
				if first, last := curve[0].Step, curve[len(curve)-1].Step; first != k+1 || last <= test.n-2*apart {
					t.Errorf("the curve goes from %d to %d, want %d to about %d", first, last, k+1, test.n)
				}
			}
		})
	}
}

func TestCurvePoints(t *testing.T) {
	none := progress(1)
	none.Now = nil
	untested := progress(2)
	untested.Now = &protocol.Snapshot{Train: 0.7}
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0), heard(none, 1), heard(untested, 1), heard(progress(3), 1))
	want := []core.RunPoint{
		{Step: 2, Loss: 0.5, Train: 0.7},
		{Step: 3, Loss: 0.5, Train: 0.9, Test: 0.8, Interval: s.Run.Curves[0].Points[1].Interval},
	}
	coretest.Equal(t, s.Run.Curves[0].Points, want, "the points")
	if in := s.Run.Curves[0].Points[1].Interval; !(in[0] > 0.7 && in[0] < 0.8 && in[1] > 0.8 && in[1] < 0.9) {
		t.Errorf("the interval of 80%% of 240 test rows is %v", in)
	}
	coretest.Equal(t, s.Run.Last.Step, 3, "Last.Step")
}

func TestLeft(t *testing.T) {
	paused := func(second float64) state.Msg { return heard(protocol.Paused{}, second) }
	resumed := func(second float64) state.Msg { return heard(protocol.Resumed{}, second) }
	travel(t, withTable(training.StartAsked{At: at(0)}, heard(started(), 2)), func(s state.State) any {
		left, known := s.Run.Left()
		return facts("left", left, "known", known)
	}, []journey{
		{"not begun", nil, "", ""},
		{"too early", steps(heard(progress(10), 2.2)), "", ""},
		{"a few steps of a short run", steps(heard(progress(9), 4)), "", ""},
		{"a few steps of a long run", steps(heard(progress(9), 5)), "", "left 5m30.333333333s; known"},
		{"a tenth", steps(heard(progress(100), 4)), "", "left 18s; known"},
		{"half", steps(heard(progress(100), 4), heard(progress(500), 12)), "", "left 10s; known"},
		{"all", steps(heard(progress(1000), 12)), "", "known"},
		{"held", steps(heard(progress(500), 11.5), paused(12), heard(progress(501), 13)), "", "left 9.96007984s; known"},
		{"held and gone on", steps(heard(progress(500), 12), paused(12), resumed(3612), heard(progress(500), 3612)), "", "left 10s; known"},
		{
			"held twice", steps(paused(3), resumed(103), paused(104), paused(105), resumed(204), resumed(205), heard(progress(500), 212)),
			"", "left 10s; known",
		},
	})
}

// The pause of a run that is finished from it does not count as training.
func TestFinishedFromPause(t *testing.T) {
	s := withTable(training.StartAsked{At: at(0)}, heard(started(), 2), heard(progress(500), 12), heard(protocol.Paused{}, 12))
	s, _ = update(s, training.StopAsked{})
	coretest.Equal(t, s.Run.Took(), 10*time.Second, "the time before the engine goes on")
	s, _ = after(s, heard(protocol.Preparing{Stage: protocol.Refining}, 3612), heard(protocol.Trained{Model: coretest.Model()}, 3613))
	coretest.Equal(t, s.Run.Took(), 11*time.Second, "the time of the run")
}

// A run whose network is reviewed is expected to end at its first review, and after it at the last step.
func TestLeftToTheReview(t *testing.T) {
	s, _ := update(withTable(), training.StartAsked{At: at(0)})
	reviewed := started()
	reviewed.Network.Review = 0.05
	for _, test := range []struct {
		step, percent int
		left          time.Duration // one step a second
		reviewed      bool
	}{
		{25, 50, 25 * time.Second, true},
		{50, 100, 0, true},
		{51, 5, 949 * time.Second, false},
		{951, 95, 49 * time.Second, false},
	} {
		s, _ := after(s, heard(reviewed, 0), heard(progress(test.step), float64(test.step)))
		left, _ := s.Run.Left()
		if r := s.Run; r.Completed(100) != test.percent || left.Round(time.Second) != test.left || r.Reviewed() != test.reviewed {
			t.Errorf("at step %d: %d%%, %v left, reviewed %v; want %+v", test.step, r.Completed(100), left, r.Reviewed(), test)
		}
	}
}

// several is the progress of one of three restarts, whose best rules have the given accuracy.
func several(restart, step int, best float64) protocol.Progress {
	p := progress(step)
	p.Restart, p.Restarts = restart, 3
	p.Best = &protocol.Snapshot{Train: best}
	return p
}

func ended(p protocol.Progress) protocol.Progress {
	p.Ended = true
	return p
}

// TestSeveralTrainings checks that the interleaved events of several restarts extend separate curves.
func TestSeveralTrainings(t *testing.T) {
	s := withTable(training.StartAsked{At: at(0)}, heard(started(), 0))
	for i, step := range []struct {
		p        protocol.Progress
		curves   string // number: steps of its points
		followed int    // restart that the figures show
		best     int    // restart with the best score
		atWork   string
		left     time.Duration // one second per event
	}{
		{several(2, 100, 0.7), "2: 100", 2, 2, "2", 29 * time.Second},
		{several(1, 100, 0.6), "1: 100; 2: 100", 1, 2, "1 and 2", 28 * time.Second},
		{several(2, 300, 0.7), "1: 100; 2: 100 300", 1, 2, "1 and 2", 19500 * time.Millisecond},
		{several(1, 300, 0.7), "1: 100 300; 2: 100 300", 1, 1, "1 and 2", 16 * time.Second},
		{ended(several(1, 300, 0.7)), "1: 100 300; 2: 100 300", 2, 1, "2", 6538 * time.Millisecond},
		{several(3, 50, 0.8), "1: 100 300; 2: 100 300; 3: 50", 2, 3, "2 and 3", 7333 * time.Millisecond},
		{several(2, 20, 0.5), "1: 100 300; 2: 20; 3: 50", 2, 3, "2 and 3", 12626 * time.Millisecond}, // its worker was lost
		{ended(several(2, 400, 0.9)), "1: 100 300; 2: 20 400; 3: 50", 3, 2, "3", 3707 * time.Millisecond},
		{ended(several(3, 1000, 0.8)), "1: 100 300; 2: 20 400; 3: 50 1000", 2, 2, "", 0},
	} {
		s, _ = after(s, heard(step.p, float64(i+1)))
		left, ok := s.Run.Left()
		r := s.Run
		if got := curves(r); got != step.curves || r.Last.Restart != step.followed || r.Curves[r.Best()].Last.Restart != step.best ||
			core.Numbers(r.AtWork()) != step.atWork || !ok || left.Round(time.Millisecond) != step.left {
			t.Errorf("after step %d of training %d the curves are %q, followed %d, best %d, at work %q, left %v; want %+v",
				step.p.Step, step.p.Restart, got, r.Last.Restart, r.Curves[r.Best()].Last.Restart, core.Numbers(r.AtWork()), left, step)
		}
	}
	coretest.Equal(t, s.Run.Furthest(), 1000, "Furthest()")
	s, _ = after(s, heard(trained(2), 20))
	coretest.Equal(t, s.Run.Length(), 1000, "Length() after the end")
}

// TestSeveralAreAnnounced checks that the number of parallel runs is requested again after relevant changes.
func TestSeveralAreAnnounced(t *testing.T) {
	planned := protocol.Planned{Started: protocol.Started{Rows: 960, Features: 9, Helpers: 2, HelperMemory: 70 << 20}}
	s, requests := after(withTable(), settings.Typed{Field: setting.Effort, Text: "5"})
	coretest.Equal(t, plans(requests), 1, "more trainings ask for %v", requests)
	s, _ = after(s, heard(planned, 1))
	coretest.Equal(t, settings.PlanInWords(s.View()), "9 features, 960 training rows, no test rows. 2 "+
		"networks trained in parallel, in about 70 MB of memory.", "PlanInWords()")
	_, requests = after(s, settings.Typed{Field: setting.Rules, Text: "90"})
	coretest.Equal(t, plans(requests), 1, "more rules ask for %v", requests)
	_, requests = after(withTable(), settings.Typed{Field: setting.Rules, Text: "90"})
	coretest.Equal(t, len(requests), 0, "more rules of one training ask for %v", requests)
}

func curves(r core.Run) string {
	var all []string
	for _, c := range r.Curves {
		line := fmt.Sprint(c.Last.Restart, ":")
		for _, p := range c.Points {
			line += fmt.Sprint(" ", p.Step)
		}
		all = append(all, line)
	}
	return strings.Join(all, "; ")
}

func TestEpoch(t *testing.T) {
	s := withTable(training.StartAsked{At: noon})
	coretest.Equal(t, fmt.Sprint(s.Run.Epoch()), "0 0", "Epoch() before it began")
	s, _ = after(s, heard(started(), 1), heard(progress(45), 2)) // 960 rows in batches of 48: 20 steps per epoch
	coretest.Equal(t, fmt.Sprint(s.Run.Epoch()), "2 50", "Epoch()")
}

// conjunctions reads rules from lines whose conditions are separated by " & ".
func conjunctions(lines ...string) (list [][]string) {
	for _, line := range lines {
		list = append(list, strings.Split(line, " & "))
	}
	return list
}

func TestMatchRules(t *testing.T) {
	for _, test := range []struct {
		name        string
		before, now [][]string
		want        []int
	}{
		{"none", nil, nil, []int{}},
		{"all new", nil, conjunctions("a ≤ 1"), []int{-1}},
		{"all gone", conjunctions("a ≤ 1"), nil, []int{}},
		{"the same", conjunctions("a ≤ 1", "b = x"), conjunctions("a ≤ 1", "b = x"), []int{0, 1}},
		{"moved", conjunctions("a ≤ 1", "b = x", "c > 2"), conjunctions("c > 2", "a ≤ 1"), []int{2, 0}},
		{"a condition more", conjunctions("a ≤ 1", "b = x"), conjunctions("a ≤ 1", "b = x & c > 2"), []int{0, 1}},
		{"a condition less", conjunctions("b = x & c > 2 & d = y"), conjunctions("b = x & d = y"), []int{0}},
		{"another threshold", conjunctions("a ≤ 1"), conjunctions("a ≤ 2"), []int{0}},
		{"an interval of the same column", conjunctions("a ≤ 1"), conjunctions("0 < a ≤ 1"), []int{0}},
		{"with or missing", conjunctions("a ≤ 1 & b = x"), conjunctions("(a ≤ 2 or missing) & b = x"), []int{0}},
		{"nothing in common", conjunctions("a ≤ 1"), conjunctions("b = x"), []int{-1}},
		{"too little in common", conjunctions("a ≤ 1 & b = x & c > 2 & d = y"), conjunctions("a ≤ 1"), []int{-1}},
		{"the likest", conjunctions("a ≤ 1 & b = x", "a ≤ 1 & b = x & c > 2"), conjunctions("a ≤ 1 & b = x & c > 3"), []int{1}},
		{"each once", conjunctions("a ≤ 1 & b = x"), conjunctions("a ≤ 1 & b = y", "a ≤ 1 & b = z"), []int{0, -1}},
		{"equal ones", conjunctions("a ≤ 1", "a ≤ 1"), conjunctions("a ≤ 1", "a ≤ 1"), []int{0, 1}},
		{"signs in names", conjunctions("a > b ≤ 1"), conjunctions("a > b ≤ 2"), []int{0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			coretest.Equal(t, core.MatchRules(test.before, test.now), test.want, "MatchRules()")
		})
	}
}

// said writes a list as text: the mark before each rule, and changed conditions in underscores.
func said(l core.Live) string {
	var lines []string
	for _, r := range l.Rules {
		var parts []string
		for _, c := range r.Conditions {
			if c.Changed {
				c.Text = "_" + c.Text + "_"
			}
			parts = append(parts, c.Text)
		}
		lines = append(lines, strings.TrimSpace(string(r.Mark)+" "+strings.Join(parts, " & ")))
	}
	return strings.Join(lines, "; ")
}

// look is progress with these rules.
func look(step int, second float64, now [][]string) state.Msg {
	p := progress(step)
	p.Now = &protocol.Snapshot{Step: step, Rules: now}
	return heard(p, second)
}

func TestLiveRules(t *testing.T) {
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0))
	step := 0
	for _, at := range []struct {
		second float64
		now    [][]string // nil: only the time advances
		want   string
	}{
		{1, conjunctions("a ≤ 1", "b = x"), "a ≤ 1; b = x"},           // the first snapshot is not compared
		{1.5, conjunctions("a ≤ 1", "b = x & c > 2"), "a ≤ 1; b = x"}, // too early to be read
		{2, conjunctions("a ≤ 1", "b = x & c > 2"), "a ≤ 1; changed b = x & _c > 2_"},
		{3, conjunctions("b = x & c > 2", "d = y"), "changed b = x & _c > 2_; new d = y; removed a ≤ 1"},
		{4.1, conjunctions("b = x & c > 2", "d = y"), "b = x & c > 2; new d = y; removed a ≤ 1"},
		{4.5, nil, "b = x & c > 2; new d = y; removed a ≤ 1"},
		{5.2, nil, "b = x & c > 2; d = y"},
		{5.5, [][]string{}, "b = x & c > 2; d = y"},
		{6.3, nil, "removed b = x & c > 2; removed d = y"},
		{8.4, nil, ""},
	} {
		if at.now == nil {
			s, _ = after(s, training.MarksExpired{At: heard(nil, at.second).At})
		} else {
			step += 10
			s, _ = after(s, look(step, at.second, at.now))
		}
		coretest.Equal(t, said(s.Run.Live), at.want, "after %v s the list", at.second)
	}
	if s.Run.Live.Marked() {
		t.Error("marks are left")
	}
	s, _ = after(s, look(step+10, 8.5, conjunctions("a ≤ 1")), heard(protocol.Paused{}, 8.6))
	coretest.Equal(t, said(s.Run.Live), "new a ≤ 1", "paused, the list of the newest rules")
}

// A long list is cut, and rules that move past the cut are not marked as removed.
func TestLongListIsCut(t *testing.T) {
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0))
	var many [][]string
	for _, c := range "abcdefghijklmnopqrst" {
		many = append(many, []string{string(c) + " = 1"})
	}
	s, _ = after(s, look(1, 1, many))
	slices.Reverse(many)
	s, _ = after(s, look(2, 2, many))
	if l := s.Run.Live; len(l.Rules) != 12 || l.More != 8 || strings.Contains(said(l), "removed") || strings.Contains(said(l), "new") {
		t.Errorf("the list is %q and %d more", said(l), l.More)
	}
}

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
			looks := s.Run.Snapshots()
			if len(looks) != min(test.n, test.most) {
				t.Fatalf("%d looks of %d are kept, want %d", len(looks), test.n, min(test.n, test.most))
			}
			coretest.Equal(t, [2]int{looks[0].Step, looks[len(looks)-1].Step}, [2]int{10, 10 * test.n}, "the first and the last step")
			if at := s.Run.BestPlace(); at < 0 || looks[at].Step != best {
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
	coretest.Equal(t, len(s.Run.Snapshots()), 10, "the number of snapshots")
}

func TestScrub(t *testing.T) {
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0)) // epochs of 20 steps
	for step := 20; step <= 200; step += 20 {
		s, _ = after(s, heard(looked(step, 60), 1))
	}
	place := training.SnapshotChosen{Place: 3}
	travel(t, s, func(s state.State) any {
		return facts("step", s.Run.Snapshots()[s.Run.ShownPlace()].Step, "newest", s.Run.ShownStep == 0)
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
	if empty := withTable(training.SnapshotChosen{Place: 3}, training.EpochSought{Text: "3"}); empty.Run.ShownPlace() != -1 {
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
	s, requests = after(s, heard(protocol.Scored{Outcome: protocol.Outcome{Size: rule.Size{Rules: 1, Conditions: 2}}}, 3))
	if score := requests[0].(protocol.Score); score.Model.Rules.Conditions() != 1 {
		t.Errorf("then %d conditions are measured, want 1, simplified", score.Model.Rules.Conditions())
	}
	file := state.FileChosen{Name: "next.csv"}
	next, requests := after(s, file, heard(protocol.Scored{}, 3), loaded(people(), 4), heard(protocol.Scored{}, 5))
	coretest.Equal(t, asked(requests), "load next.csv, apply", "the requests if another table is read meanwhile")
	coretest.Equal(t, next.Rules.Model(), m, "its rules")
	s, _ = after(s, heard(protocol.Scored{Outcome: protocol.Outcome{Size: rule.Size{Rules: 1, Conditions: 1}}}, 3))
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
