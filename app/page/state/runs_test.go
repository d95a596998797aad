package state_test

import (
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/app/runs"
	"drnet/app/settings"
	"drnet/app/training"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

// train makes a run with a penalty; its model has the first rules of coretest.Model.
func train(s state.State, penalty string, rules int) state.State {
	m := coretest.Model()
	m.Rules = m.Rules[:rules]
	s, _ = after(s, settings.Typed{Field: setting.Lambda1, Text: penalty}, training.StartAsked{At: noon}, heard(started(), 1),
		heard(progress(200), 2), heard(protocol.Trained{Model: m, Set: protocol.PackedSet(m.Rules), Status: drnet.Finished, Steps: 200}, 3))
	return s
}

// shown describes what the views show: the run, its rules, its settings.
func shown(s state.State) any {
	r := s.Rules.Now()
	return strings.Join([]string{
		core.Count(s.Run.Number), core.Count(r.Run), core.Plural(len(r.Model.Rules), "rule", "rules"),
		s.Setup.Text(setting.Lambda1), s.Runs.Label(s.View()),
	}, ", ") + core.When(s.View().Stale(), ", stale")
}

func TestRunsAreKept(t *testing.T) {
	two := train(train(withTable(), "0.1", 2), "0.2", 3)
	edit := rules.RuleDeleted{Line: 0}
	travel(t, two, shown, []journey{
		{"the newest", nil, "", "2, 2, 3 rules, 0.2, Run 2 ▾"},
		{"opened", steps(runs.RunOpened{Number: 1}), "", "1, 1, 2 rules, 0.1, Run 1 ▾"},
		{"opened and back", steps(runs.RunOpened{Number: 1}, runs.RunOpened{Number: 2}), "", "2, 2, 3 rules, 0.2, Run 2 ▾"},
		{"undone", steps(runs.RunOpened{Number: 1}, rules.Undone{}), "", "2, 2, 3 rules, 0.1, Run 2 ▾, stale"},
		{"its edits are kept", steps(edit, runs.RunOpened{Number: 1}, runs.RunOpened{Number: 2}), "score", "2, 2, 2 rules, 0.2, Run 2 ▾"},
		{
			"its edits are undone", steps(edit, runs.RunOpened{Number: 1}, runs.RunOpened{Number: 2}, rules.Undone{}), "score",
			"2, 2, 3 rules, 0.2, Run 2 ▾",
		},
		{
			"and then its opening", steps(edit, runs.RunOpened{Number: 1}, runs.RunOpened{Number: 2}, rules.Undone{}, rules.Undone{}), "score",
			"1, 1, 2 rules, 0.2, Run 1 ▾, stale",
		},
		{"none", steps(runs.RunOpened{Number: 9}), "", "2, 2, 3 rules, 0.2, Run 2 ▾"},
		{"deleted", steps(runs.RunDeleted{Number: 2}), "", "2, 2, 3 rules, 0.2, Runs ▾"},
		{"undone, its run deleted", steps(runs.RunDeleted{Number: 1}, rules.Undone{}), "", "2, 1, 2 rules, 0.2, Runs ▾, stale"},
		{"brought back", steps(runs.RunDeleted{Number: 2}, runs.DeletionUndone{}), "", "2, 2, 3 rules, 0.2, Run 2 ▾"},
		{"deleted, not opened", steps(runs.RunDeleted{Number: 1}, runs.RunOpened{Number: 1}), "", "2, 2, 3 rules, 0.2, Run 2 ▾"},
		{"during a run", steps(training.StartAsked{At: noon}, runs.RunOpened{Number: 1}), "train rich=yes", "0, 2, 3 rules, 0.2, Run 2 ▾"},
		{
			"edits after one that failed are kept",
			steps(training.StartAsked{At: noon}, heard(started(), 9), heard(ragged, 10), edit, runs.RunOpened{Number: 1}, runs.RunOpened{Number: 2}),
			"train rich=yes, score", "2, 2, 2 rules, 0.2, Run 2 ▾",
		},
		{
			"after one that failed", steps(training.StartAsked{At: noon}, heard(started(), 9), heard(outOfMemory, 10), runs.RunOpened{Number: 1}),
			"train rich=yes", "1, 1, 2 rules, 0.1, Run 1 ▾",
		},
	})
}

// A run that fails after it began says why. The rules stay, and their run can be opened again.
func TestFailedRun(t *testing.T) {
	failed := func(why protocol.Refused, then ...state.Msg) []state.Msg {
		return append(steps(training.StartAsked{At: noon}, heard(started(), 9), heard(why, 10)), then...)
	}
	const asked, why = "train rich=yes", "why Line 3 has 4 fields. Mend the line."
	travel(t, train(withTable(), "0.1", 2), func(s state.State) any {
		return facts("run", s.Run.Number, "learnt", s.Run.Learnt(), "rules of", s.Rules.Now().Run, "why", problem(s.Run.Problem))
	}, []journey{
		{"refused", failed(ragged), asked, "rules of 1; " + why},
		{"an edit", failed(ragged, rules.RuleDeleted{Line: 0}), asked + ", score", "rules of 1; " + why},
		{
			"the engine is lost", failed(outOfMemory), asked,
			"rules of 1; why The engine stopped unexpectedly: it ran out of memory. Loaded tables are kept; start again.",
		},
		{"the run before is opened", failed(ragged, runs.RunOpened{Number: 1}), asked, "run 1; learnt; rules of 1"},
	})
}

// A new table begins a new list; rules of the one before belong to none of its runs.
func TestRunsOfAnotherTable(t *testing.T) {
	s, _ := after(train(withTable(), "0.1", 2), state.FileChosen{Name: "next.csv"}, heard(protocol.Loaded{Table: people()}, 9))
	coretest.Equal(t, s.Runs.Label(s.View()), "", "the list of another table")
	s, _ = after(train(s, "0.2", 1), rules.Undone{})
	coretest.Equal(t, shown(s), "1, 0, 2 rules, 0.2, Runs ▾", "the page")
}

// The rows that two runs predict differently are counted, and listed below the rules.
func TestRunsCompared(t *testing.T) {
	s := train(train(withTable(), "0.1", 2), "0.2", 3)
	s, requests := after(s, state.PanelToggled{Panel: state.RunsPanel}, runs.RunCompared{Number: 1, On: true},
		runs.RunCompared{Number: 2, On: true})
	asks := coretest.Of[protocol.ListRows](requests)
	if len(asks) != 1 || len(asks[0].Model.Rules) != 2 || len(asks[0].Differ.Rules) != 3 {
		t.Fatalf("asked for %s", asked(requests))
	}
	s, _ = after(s, core.RowsAsked{Of: asks[0].Selection})
	coretest.Equal(t, s.Frame.Panel, state.NoPanel, "the panel over the rows")
	if m := s.Rules.Model(); rule.Set(m.Rules).Conditions() == 0 {
		t.Error("the rules are gone")
	}
}
