package state_test

import (
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/page/state"
	"drnet/app/training"
	"drnet/engine/binarize"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

var (
	outOfMemory = protocol.Refused{
		Kind: protocol.Crashed, Message: "the engine stopped unexpectedly: it ran out of memory",
		Hint: "the table is kept; start again",
	}
	fares = protocol.Scored{Outcome: protocol.Outcome{Rules: 1, Conditions: 1}, Same: true}
)

// headed returns the start of a run, with a model that holds everything except rules.
func headed() protocol.Started {
	b := started()
	encoder := &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{{Name: "age", Thresholds: []float64{30, 40, 50}}}}
	b.Head = &protocol.Model{Schema: protocol.ModelSchema, Model: rule.Model{
		Target: "rich", Positive: "yes", Negative: "no",
		Encoder: encoder,
	}}
	b.Head.Learned.Rows, b.Head.Learned.Request.Target = b.Rows, "rich"
	return b
}

// found returns a snapshot of one rule with one condition and this train accuracy.
func found(step, feature int, train float64) *protocol.Snapshot {
	return &protocol.Snapshot{Step: step, Train: train, Conditions: 1, Rules: [][]string{{"age ≤ 40"}}, Set: rule.Set{{{Feature: feature}}}}
}

func stands(now, best *protocol.Snapshot) protocol.Progress {
	return protocol.Progress{Step: now.Step, Steps: 1000, Now: now, Best: best}
}

// underWay returns a page whose run has sent events.
func underWay(events ...protocol.Event) state.State {
	s := withTable(training.StartAsked{At: noon}, heard(headed(), 0))
	for _, e := range events {
		s, _ = after(s, heard(e, 1))
	}
	return s
}

// best is what a run has found before its engine is lost.
var best = stands(found(200, 1, 0.9), found(200, 1, 0.9))

// A run whose engine is lost ends with its best rules as a model.
func TestBrokenTraining(t *testing.T) {
	early := stands(found(100, 0, 0.8), found(100, 0, 0.8))
	tooLong := &protocol.Snapshot{Step: 300, Train: 0.95, Conditions: 500, Rules: [][]string{{"too long to be told in full"}}}
	first, second := best, stands(found(100, 2, 0.95), found(100, 2, 0.95))
	first.Restart, first.Restarts, second.Restart, second.Restarts = 1, 3, 2, 3
	for _, test := range []struct {
		name    string
		heard   []protocol.Event
		feature int // of the remaining rule
		step    int
		restart int
	}{
		{"the best", []protocol.Event{early, best, stands(found(300, 2, 0.85), best.Best)}, 1, 200, 0},
		{"the best is too long", []protocol.Event{early, best, stands(tooLong, tooLong)}, 1, 200, 0},
		{"of several trainings", []protocol.Event{first, second}, 2, 100, 2},
		{"while it was refined", []protocol.Event{best, protocol.Preparing{Stage: protocol.Refining, Done: 1, Of: 3}}, 1, 200, 0},
		{"while it was held", []protocol.Event{best, protocol.Paused{}}, 1, 200, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, requests := after(underWay(test.heard...), heard(outOfMemory, 2))
			if got := asked(requests); got != "score" || s.Run.Phase != core.Stopping {
				t.Fatalf("asked for %q in phase %q, want the rules to be measured first", got, s.Run.Phase)
			}
			if again, requests := after(s, training.StartAsked{At: noon}); again.Run.Phase != core.Stopping || len(requests) > 0 {
				t.Errorf("a training starts before: %v", requests)
			}
			s, _ = after(s, heard(fares, 3), heard(fares, 3))
			m := s.Rules.Model()
			if m == nil || len(m.Rules) != 1 || m.Rules[0][0].Feature != test.feature {
				t.Fatalf("the model is %+v", m)
			}
			if l := m.Learned; l.Step != test.step || l.Restart != test.restart || l.Rows != 960 || l.Simplified.Conditions != 1 ||
				l.Request.Refine != rule.NoPrice || m.Edited {
				t.Errorf("it says %+v", l)
			}
			if s.Run.Phase != core.Done || s.Run.Model != m || s.Run.Ended != core.Broken || s.Table == nil || len(s.Rules.Notes(s.View())) > 0 {
				t.Errorf("the training is %q, ended %q; notes %q", s.Run.Phase, s.Run.Ended, s.Rules.Notes(s.View()))
			}
			const want = "it ran out of memory. The table is kept; start again. Kept are also the best rules up to then, of epoch "
			if told := problem(s.Run.Problem); !strings.Contains(told, want) || !strings.Contains(s.Status, "Kept: 1 rule.") {
				t.Errorf("the problem is %q, status %q", told, s.Status)
			}
			s, requests = after(s, training.StartAsked{At: at(9)})
			if got := asked(requests); got != "train rich=yes" || s.Run.Problem != nil {
				t.Errorf("asked for %q, problem %q", got, problem(s.Run.Problem))
			}
			if s, _ = after(s, heard(headed(), 10)); s.Run.Before() != m {
				t.Error("the rules that were kept are not those from before")
			}
		})
	}
}

// Rules that cannot be scored are still saved.
func TestBrokenUnmeasured(t *testing.T) {
	begun := func(more ...state.Msg) state.State {
		s, _ := after(underWay(best), more...)
		return s
	}
	unknown := func(t *testing.T, s state.State) {
		t.Helper()
		m := s.Rules.Model()
		if m == nil || len(m.Rules) != 1 || m.Learned.Rows != 0 || len(s.Rules.Cards) != 1 {
			t.Fatalf("the model is %+v", m)
		}
		if _, ok := s.Rules.Now().Outcome(); ok || s.Rules.Stages() != nil {
			t.Error("figures are told that nobody has measured")
		}
	}
	t.Run("the next engine is lost too", func(t *testing.T) {
		s := begun(heard(outOfMemory, 2), heard(outOfMemory, 3))
		unknown(t, s)
		if s.Run.Phase != core.Done || s.Problem == "" || !strings.Contains(s.Rules.ScoreNote(s.View()), "it ran out of memory") {
			t.Errorf("phase %q, problem %q, note %q", s.Run.Phase, s.Problem, s.Rules.ScoreNote(s.View()))
		}
		if kept, ok := s.Run.Kept(); !ok || kept.Train.Accuracy != 0.9 || kept.Conditions != 1 {
			t.Errorf("the training says %+v", kept)
		}
	})
	t.Run("a table takes the place of its own", func(t *testing.T) {
		s := begun(state.FileChosen{Name: "other.csv"}, heard(outOfMemory, 2))
		unknown(t, s)
		s, requests := after(s, heard(protocol.Loaded{Table: people()}, 3))
		if s.Table.Name != "people.csv" || s.Rules.Model() == nil ||
			len(coretest.Of[protocol.Apply](requests)) == 0 {
			t.Errorf("asked for %q", asked(requests))
		}
	})
	t.Run("a table is chosen while they are measured", func(t *testing.T) {
		s := begun(heard(outOfMemory, 2), state.FileChosen{Name: "other.csv"},
			heard(protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}, 3))
		unknown(t, s)
		if s, _ = after(s, heard(protocol.Loaded{Table: people()}, 3)); s.Reading != "" || s.Rules.Model() == nil || s.Run.Phase != core.Idle {
			t.Errorf("reading %q, the training is %q", s.Reading, s.Run.Phase)
		}
	})
}

// Without rules to save, the message does not mention any.
func TestBrokenWithoutRules(t *testing.T) {
	none := &protocol.Snapshot{Step: 100, Train: 0.7, Rules: [][]string{}}
	class := stands(found(100, 1, 0.9), found(100, 1, 0.9))
	class.Set, class.Sets, class.Name = 2, 3, "Rom"
	for _, test := range []struct {
		name    string
		heard   []protocol.Event
		salvage string // names of the sets that Salvage returns
	}{
		{"nothing was seen", nil, ""},
		{"no rules", []protocol.Event{stands(none, none)}, "-"},
		{"many classes", []protocol.Event{class}, "Rom"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, requests := after(underWay(test.heard...), heard(outOfMemory, 2))
			if len(requests) > 0 || s.Run.Phase != core.Idle || s.Rules.Model() != nil || s.Table == nil ||
				strings.Contains(problem(s.Run.Problem), "best rules") {
				t.Errorf("asked for %q in phase %q: %q", asked(requests), s.Run.Phase, problem(s.Run.Problem))
			}
			var names []string
			for _, p := range s.Run.Salvage() {
				names = append(names, p.Name+"-"[min(len(p.Name), 1):])
			}
			if got := strings.Join(names, ", "); got != test.salvage {
				t.Errorf("to be read are %q, want %q", got, test.salvage)
			}
			if _, requests = after(s, training.StartAsked{At: at(9)}); asked(requests) != "train rich=yes" {
				t.Errorf("then asked for %q", asked(requests))
			}
		})
	}
}

// StartOver takes effect even if the engine is lost in the meantime.
func TestBrokenStartsOver(t *testing.T) {
	s, requests := after(underWay(best), training.RestartAsked{At: noon}, heard(outOfMemory, 2))
	if asked(requests) != "stop, train rich=yes" || s.Run.Phase != core.Preparing || !strings.Contains(s.Status, "out of memory") {
		t.Errorf("asked for %q in phase %q, status %q", asked(requests), s.Run.Phase, s.Status)
	}
}

// While the engine sends nothing, the page says so and mentions a remedy.
func TestSilence(t *testing.T) {
	s := underWay(best, protocol.Silent{})
	if !strings.Contains(s.Trouble(), "The engine has not answered for two seconds") || s.Run.Phase != core.Training {
		t.Errorf("Trouble() = %q in phase %q", s.Trouble(), s.Run.Phase)
	}
	for _, e := range []protocol.Event{protocol.Pong{}, best, outOfMemory} {
		if s, _ := after(s, heard(e, 3)); s.Trouble() != "" {
			t.Errorf("after %T Trouble() = %q", e, s.Trouble())
		}
	}
	if _, requests := after(s, training.StopAsked{}); asked(requests) != "stop" {
		t.Errorf("asked for %q, want stop", asked(requests))
	}
}
