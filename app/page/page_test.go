package page

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/page/state"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/golden"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

var noon, heard = coretest.Noon, coretest.Heard

const friendly = "age,city,buys\n20,Bern,no\n30,Rom,no\n40,Bern,yes\n50,Wien,yes\n60,?,yes\n,Rom,no\n"

// Names and values that a page must show as text and never interpret.
const hostile = `"<script>alert(1)</script>","javascript:alert(2)",""" onload=""alert(3)"
1,"</td><img src=x onerror=alert(4)>","&lt;b&gt; 'it' ""is"" {{.}}"
2,"` + "\u202e" + `evil","😀` + "`" + `${x}"
3,"=cmd|' /C calc'!A0","&lt;b&gt; 'it' ""is"" {{.}}"
`

func read(t *testing.T, name, csv string) *dataset.Table {
	t.Helper()
	table, err := dataset.Read(context.Background(), name, strings.NewReader(csv), dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// model returns a model of two rules, without training.
func model(t *testing.T, table *dataset.Table, target string, tested bool, rules rule.Set) *protocol.Model {
	t.Helper()
	y, err := table.Target(target, "")
	if err != nil {
		t.Fatal(err)
	}
	encoder, err := binarize.Fit(table, binarize.FitRows{Rows: y.Rows}, table.Usable(y.Column), binarize.FitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	scores := eval.Scores{Accuracy: 0.75, Majority: 0.625, Confusion: eval.Confusion{TruePositives: 40, FalsePositives: 20, TrueNegatives: 20}}
	for k := range rules {
		scores.Rules = append(scores.Rules, eval.RuleScore{Covered: 50 * (1 - k), Right: 40 * (1 - k), Alone: 10 * (1 - k)})
	}
	size := rule.Size{Rules: len(rules), Conditions: rules.Conditions(), Complexity: rules.Complexity()}
	o := protocol.Outcome{Size: size, Train: scores}
	if tested {
		test := scores
		test.Accuracy, test.Majority = 0.5, 0.6
		test.Rules = slices.Clone(scores.Rules)
		for k := range test.Rules {
			test.Rules[k].Covered, test.Rules[k].Right = 5*(1-k), 4*(1-k)
		}
		o.Test = &test
	}
	return &protocol.Model{
		Schema: protocol.ModelSchema, Model: rule.Model{
			Target: target, Positive: y.Positive, Negative: y.Negative,
			Encoder: encoder, Rules: rules,
		},
		Learned: protocol.Learned{Rows: 80, Features: len(encoder.Features()), Trained: o, Simplified: o},
	}
}

func started(testRows int) protocol.Started {
	return protocol.Started{
		Rows: 80, TestRows: testRows, Dropped: 1, Unnamed: 2, Features: 12, Positive: "yes", Negative: "no", Majority: 0.6,
		Network: drnet.Config{Batch: 20, Steps: 1000, Alternate: 100}, Asked: 400,
	}
}

func planned() protocol.Planned {
	return protocol.Planned{Started: started(20), Columns: []protocol.Planning{
		{Name: "age", Features: 3, Thresholds: []float64{25, 35, 45}, Missable: true},
		{Name: "city", Features: 3, Values: 3, Notes: []string{"a note"}},
	}, Associations: []binarize.Association{
		{Name: "age", Measure: binarize.AUC, Value: 0.83}, {Name: "city", Measure: binarize.CramersV, Value: 0.97, Leak: binarize.NearlyLeak},
	}}
}

func progress(step int, test *float64) protocol.Progress {
	look := &protocol.Snapshot{
		Step: step, Train: 0.6 + float64(step)/4000, Test: test, Conditions: 3,
		Rules: [][]string{{"age ≤ 35"}, {"city = Bern", "age > 50"}},
	}
	for n := range step / 50 {
		look.Rules = append(look.Rules, []string{fmt.Sprintf("age > %d", n)})
	}
	return protocol.Progress{
		Step: step, Steps: 1000, Phase: drnet.PhaseOr, Loss: 0.7 - float64(step)/2000,
		Now: look, Best: look,
	}
}

// several is the progress of one of five restarts.
func several(restart, step int) protocol.Progress {
	p := progress(step, nil)
	p.Restart, p.Restarts = restart, 5
	return p
}

func after(s state.State, messages ...state.Msg) state.State {
	for _, m := range messages {
		if h, ok := m.(core.Heard); ok && h.ID == core.NoID {
			h.ID = coretest.Answering(s.Pending(), h.Event)
			m = h
		}
		s, _ = state.Update(s, m)
	}
	for s.Drawing() {
		s, _ = state.Update(s, state.Drew{})
	}
	return s
}

func TestPage(t *testing.T) {
	all, list := viewGoldens{}, situations(t)
	compare := func(test situation, only ...string) {
		files := all.of(test.name, whole(t, test.state), only...)
		t.Run(test.name, func(t *testing.T) {
			for path, text := range files {
				golden.Check(t, path, text)
			}
		})
	}
	only := map[string][]string{"runs compared": {"runs"}} // elsewhere it repeats the end of a run
	first := slices.IndexFunc(list, func(s situation) bool { return s.name == "welcome" })
	for _, test := range slices.Concat(list[first:], list[:first]) { // from the first screen on, so that goldens build on it
		compare(test, only[test.name]...)
	}
	for _, test := range teaching(t) {
		compare(test, "learn", "link")
	}
	all.complete(t)
}

func TestPageIsAccessible(t *testing.T) {
	for _, test := range append(situations(t), teaching(t)...) {
		t.Run(test.name, func(t *testing.T) {
			for _, view := range views(t, test.state) {
				accessible(t, view)
			}
		})
	}
}

// The report for print has every rule with all conditions, the confusion matrices and the settings, of all classes.
func TestReport(t *testing.T) {
	for name, want := range map[string][]string{
		"done": {
			"Rules for people.csv", "50.0% test accuracy", "1 age = 20", "no rule holds → no",
			"Confusion matrix (test)", "Condition penalty λ₁", "SHA-256 of the file people.csv: 0123", "Printed",
		},
		"classes learnt": {
			"Predict the class whose rule holds", "R1 size ≤ 2", "R2 size ≥ 2",
			"Confusion matrix (test set)", "Learned on kinds.csv", "Table fingerprint",
		},
	} {
		s := named(t, name)
		words := parse(t, report(s, s.View())).words()
		coretest.Contains(t, name, words, want...)
	}
}

// A page without a golden says what a table lacks, and nothing of the time left when a run is about to end.
func TestWords(t *testing.T) {
	ending := after(named(t, "training"), heard(progress(950, nil), 12))
	for _, test := range []struct {
		name  string
		state state.State
		words string
		said  bool
	}{
		{"a run about to end", ending, "About 0 s", false},
		{"one column", tabled(t, "a\n1\n2\n"), "the table has one column", true},
		{"one class", tabled(t, "a,b\nx,y\nx,y\n"), "each has one value", true},
	} {
		if words := parse(t, page(test.state, new(Root))).find("main").words(); strings.Contains(words, test.words) != test.said {
			t.Errorf("%s: %q is said: %v, want %v, in %q", test.name, test.words, !test.said, test.said, words)
		}
	}
}

// tabled returns a page with a table.
func tabled(t *testing.T, csv string) state.State {
	return after(state.New(), state.Connected{}, state.FileChosen{Name: "a.csv"},
		heard(protocol.Loaded{Table: protocol.Describe(read(t, "a.csv", csv), nil)}, 0))
}
