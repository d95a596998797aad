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
		Hint: "loaded tables are kept; start again",
	}
	fares = protocol.Scored{Outcome: protocol.Outcome{Size: rule.Size{Rules: 1, Conditions: 1}}, Same: true}
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
		{"after a search found rules", []protocol.Event{protocol.Found{Snapshot: *found(0, 2, 0.85), Votes: 1}, best}, 2, 0, 0},
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
			const want = "it ran out of memory. Loaded tables are kept; start again. Kept are also the best rules up to then"
			coretest.Contains(t, "the problem", problem(s.Run.Problem), want)
			coretest.Contains(t, "the status", s.Status, "Kept: 1 rule.")
			s, requests = after(s, training.StartAsked{At: at(9)})
			coretest.Equal(t, asked(requests), "train rich=yes", "the requests")
			coretest.Equal(t, problem(s.Run.Problem), "", "the problem")
			if s, _ = after(s, heard(headed(), 10)); s.Run.Before() != m {
				t.Error("the rules that were kept are not those from before")
			}
		})
	}
}

// Rules that cannot be scored are still saved, without figures. Without rules to save, the message does not mention any. A run that
// starts over does so even if the engine is lost in the meantime. While the engine sends nothing, the page mentions a remedy.
func TestBrokenWithoutFigures(t *testing.T) {
	none := &protocol.Snapshot{Step: 100, Train: 0.7, Rules: [][]string{}}
	class := best
	class.Set, class.Sets, class.Name = 2, 3, "Rom"
	empty, named := heard(stands(none, none), 1), heard(class, 1)
	found, lost, next, read := heard(best, 1), heard(outOfMemory, 2), state.FileChosen{Name: "other.csv"}, loaded(people(), 3)
	start, silent, late := training.StartAsked{At: at(9)}, heard(protocol.Silent{}, 1), heard(stopped, 3)
	memory := func(text string) bool { return strings.Contains(text, "ran out of memory") }
	const run, kept = "run done; rules 1; cards 1; ", "salvage []; kept 0.9; of 1; "
	const unread = run + kept + "reading other.csv; why; best; lost"
	const trouble = "trouble The engine has not answered for two seconds"
	travel(t, underWay(), func(s state.State) any {
		names, rules, rows := "", 0, 0
		for _, p := range s.Run.Salvage() {
			names += "[" + p.Name + "]"
		}
		if m := s.Rules.Model(); m != nil {
			rules, rows = len(m.Rules), m.Learned.Rows
		}
		_, scored := s.Rules.Now().Outcome()
		outcome, _ := s.Run.Kept()
		words, _, _ := strings.Cut(s.Trouble(), ";")
		return facts(
			"run", s.Run.Phase, "rules", rules, "cards", len(s.Rules.Cards), "rows", rows, "scored", scored || s.Rules.Stages() != nil,
			"note", memory(s.Rules.ScoreNote(s.View())), "salvage", names, "kept", outcome.Train.Accuracy, "of", outcome.Conditions,
			"other", s.Table.Name != "people.csv", "reading", s.Reading, "problem", s.Problem != "", "why", memory(problem(s.Run.Problem)),
			"best", strings.Contains(problem(s.Run.Problem), "best rules"), "trouble", words, "lost", memory(s.Status))
	}, []journey{
		{
			"the next engine is lost too", steps(found, lost, heard(outOfMemory, 3)), "score", run + "note; " + kept +
				"problem; why; best; trouble The engine stopped unexpectedly: it ran out of memory. Loaded tables are kept; lost",
		},
		{"a table takes the place of its own", steps(found, next, lost), "stop, load other.csv", unread},
		{"and is read", steps(found, next, lost, read), "stop, load other.csv, apply", "rules 1; cards 1"},
		{"a table is chosen while they are scored", steps(found, lost, next, late), "score, load other.csv", unread},
		{"and is read then", steps(found, lost, next, late, read), "score, load other.csv, apply", "rules 1; cards 1"},
		{"nothing was seen", steps(lost), "", "why; lost"},
		{"no rules", steps(empty, lost), "", "salvage []; kept 0.7; why; lost"},
		{"many classes", steps(named, lost), "", "salvage [Rom]; kept 0.9; of 1; why; lost"},
		{"nothing was seen, and again", steps(lost, start), "train rich=yes", "run preparing; lost"},
		{"no rules, and again", steps(empty, lost, start), "train rich=yes", "run preparing; lost"},
		{"many classes, and again", steps(named, lost, start), "train rich=yes", "run preparing; lost"},
		{"it starts over", steps(found, training.RestartAsked{At: noon}, lost), "stop, train rich=yes", "run preparing; lost"},
		{"the engine is silent", steps(found, silent), "", "run training; " + kept + trouble},
		{"and answers", steps(found, silent, heard(protocol.Pong{}, 3)), "", "run training; salvage []; kept 0.9; of 1"},
		{"and goes on", steps(found, silent, found), "", "run training; salvage []; kept 0.9; of 1"},
		{"and is lost", steps(found, silent, lost), "score", "run stopping; salvage []; kept 0.9; of 1; why; best; lost"},
		{"and is stopped", steps(found, silent, training.StopAsked{}), "stop", "run stopping; " + kept + trouble},
	})
}
