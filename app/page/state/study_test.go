package state_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/app/training"
	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

func learnt() protocol.Trained {
	m := richModel()
	return protocol.Trained{
		Status: drnet.Finished, Steps: 1000, Model: m,
		Set: append(slices.Clone(protocol.PackedSet(m.Rules)), rule.Rule{{Feature: 0}, {Feature: 0, Not: true}}),
	}
}

func modelFile() []byte {
	file, _ := richModel().Write()
	return file
}

// read returns a state with learned rules.
func read(messages ...state.Msg) (state.State, string) {
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0), heard(learnt(), 1))
	s, requests := after(s, messages...)
	return s, asked(requests)
}

func cards(s state.State) string {
	var list []string
	for s, _ = update(s, core.SectionChosen{Section: core.RulesSection}); s.Drawing(); {
		s, _ = update(s, state.Drew{})
	}
	groups, _ := s.Rules.InSight()
	for _, g := range groups {
		if g.Name != "" {
			list = append(list, g.Name+":")
		}
		for _, c := range g.Cards {
			text := "off"
			if !c.Off {
				text = "R" + string(rune('0'+c.Number))
			}
			for _, p := range c.Phrases {
				text += " " + p.Text + ","
			}
			list = append(list, strings.TrimSuffix(text, ","))
		}
	}
	return strings.Join(list, " | ")
}

func TestEdits(t *testing.T) {
	const first, second, third = "R1 age > 40.25, city = Bern", "R2 age ≤ 30", "R3 city = Rom, 30 < age ≤ 65"
	const all, byLength = first + " | " + second + " | " + third, second + " | " + first + " | " + third
	const twoOff = first + " | off age ≤ 30 | R2 city = Rom, 30 < age ≤ 65 (edited)"
	const oneDeleted = "R1 age ≤ 30 | R2 city = Rom, 30 < age ≤ 65 (edited)"
	ready, _ := read()
	told := func(s state.State) any { return cards(s) + core.When(s.Rules.Model().Edited, " (edited)") }
	off, undone, redone, added := rules.RuleSwitched{Line: 1}, rules.Undone{}, rules.Redone{}, rules.ConditionAdded{}
	draft := func(column, condition int) state.Msg {
		return rules.DraftChosen{Draft: rules.Draft{Column: column, Condition: condition}}
	}
	city := rules.ColumnSought{Column: "city"}
	travel(t, ready, told, []journey{
		{"as learnt", nil, "", all},
		{"switched off", steps(off), "score", twoOff},
		{"undone", steps(off, undone), "score", all},
		{"undone too often", steps(undone, undone), "", all},
		{"redone", steps(off, undone, redone, redone), "score", twoOff},
		{"deleted", steps(rules.RuleDeleted{Line: 0}), "score", oneDeleted},
		{
			"a condition taken out", steps(rules.ConditionDropped{Line: 0, Column: "city"}), "score",
			"R1 age > 40.25 | " + second + " | " + third + " (edited)",
		},
		{"the only condition stays", steps(rules.ConditionDropped{Line: 1, Column: "age"}), "", all},
		{
			"a condition added", steps(rules.RuleOpened{Line: 1}, draft(1, 5), added), "score, score",
			first + " | R2 age ≤ 30, city ≠ Wien | " + third + " (edited)",
		},
		{"a rule added", steps(rules.RuleOpened{Line: rules.NewRule}, draft(2, 4), added), "score", all + " | R4 street is missing (edited)"},
		{"pinned", steps(rules.RulePinned{Line: 0, Pinned: true}, rules.RuleNoted{Line: 1, Text: " young "}), "", all},
		{"by coverage", steps(rules.SortChosen{Sort: rules.ByCoverage}), "", byLength},
		{"by precision", steps(rules.SortChosen{Sort: rules.ByPrecision}), "", third + " | " + first + " | " + second},
		{"by length", steps(rules.SortChosen{Sort: rules.ByLength}), "", byLength},
		{"found", steps(rules.RulesSought{Text: " BERN "}), "", first},
		{"with a column", steps(city), "", first + " | " + third},
		{"with a column and a text", steps(city, rules.RulesSought{Text: "65"}), "", third},
		{"with any column again", steps(city, rules.ColumnSought{}), "", all},
		{"as learnt is shown", steps(off, rules.StageChosen{Stage: core.Raw}), "score", all + " | R4 age ≤ 30 and > 30 (edited)"},
		{"trained again and back", steps(rules.RuleDeleted{Line: 0}, training.StartAsked{At: noon}, heard(stopped, 1),
			heard(started(), 2), heard(learnt(), 3), undone), "score, train rich=yes, score", oneDeleted},
	})
}

// One request learns how every rule scores without each of its conditions; a rule of one condition has nothing to compare.
func TestWithoutACondition(t *testing.T) {
	s, requests := after(withTable(training.StartAsked{At: noon}, heard(started(), 0), heard(learnt(), 1)), rules.RuleSelected{Line: 0})
	if asked(requests) != "score" {
		t.Fatalf("asked for %q, want score", asked(requests))
	}
	want := rule.Set{{{Feature: 3}}, {{Feature: 1, Not: true}}, {{Feature: 2}, {Feature: 0, Not: true}}, {{Feature: 4}}}
	coretest.Equal(t, requests[0].(protocol.Score).Model.Rules, want, "the rules without a condition")
	scored := protocol.Scored{Outcome: protocol.Outcome{Train: eval.Scores{Rules: []eval.RuleScore{{Covered: 40, Right: 30}, {}, {}, {}}}}}
	s, _ = after(s, heard(scored, 2))
	words := func(s state.State, card int) (list string) {
		for i := range s.Rules.Cards[card].Phrases {
			text, outdated := s.Rules.WithoutInWords(s.Rules.Cards[card], i)
			list += text + core.When(outdated, " (outdated)") + "; "
		}
		return list
	}
	coretest.Equal(t, words(s, 0), "Without it: 75%, n = 40; Without it: no rows; ", "a rule of two columns")
	coretest.Equal(t, words(s, 1), "; ", "a rule of one condition")
	raw, _ := after(s, rules.StageChosen{Stage: core.Raw})
	coretest.Equal(t, words(raw, 0), "; ; ", "another version of the rules")
	raw, _ = after(raw, rules.StageChosen{Stage: core.Final})
	coretest.Equal(t, words(raw, 0), words(s, 0), "the version again")
	moved, _ := after(s, rules.BoundGrabbed{}, rules.BoundMoved{Bound: rules.Bound{Column: "age"}, To: 50})
	coretest.Equal(t, words(moved, 0), "Without it: 75%, n = 40 (outdated); Without it: no rows (outdated); ", "a bound that is dragged")
	fewer, _ := after(s, rules.ConditionDropped{Line: 0, Column: "city"})
	coretest.Equal(t, words(fewer, 0), "; ", "a condition less")
	_, requests = after(s, rules.RuleSelected{Line: 1})
	coretest.Equal(t, asked(requests), "", "the requests after it")
}

// The first stage is always shown, and refined rules are distinguished from edited ones.
func TestStages(t *testing.T) {
	refined := learnt()
	outcome := refined.Model.Learned.Simplified
	outcome.Rules = 2
	refined.Model.Learned.Refined = &protocol.Refined{Outcome: outcome, Price: 0.0001}
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0), heard(protocol.Preparing{Stage: protocol.Refining}, 1),
		heard(refined, 1))
	const three = "raw, simplified, refined"
	deleted := rules.RuleDeleted{Line: 0}
	travel(t, s, func(s state.State) any {
		var names []string
		for _, row := range s.Rules.Stages() {
			names = append(names, row.Name)
		}
		return fmt.Sprintf("%s: %d rules", strings.Join(names, ", "), len(s.Rules.Cards))
	}, []journey{
		{"learned", nil, "", three + ": 3 rules"},
		{"edited", steps(deleted), "score", three + ", edited by hand: 2 rules"},
		{"edited, and refined", steps(deleted, rules.StageChosen{Stage: core.Refined}), "score", three + ", edited by hand: 3 rules"},
	})
	s, _ = after(s, deleted, rules.StageChosen{Stage: core.Refined})
	coretest.Equal(t, s.Rules.RefinedInWords(),
		"Refined on the training rows alone; minimum gain per condition and per rule: 0.01% of these rows.", "RefinedInWords()")
	losing := refined
	losing.Model = new(*refined.Model)
	losing.Model.Learned.Simplified.Train.Confusion.TruePositives++
	other, _ := after(s, heard(protocol.Refused{}, 2), training.StartAsked{At: noon}, heard(started(), 3), heard(losing, 4))
	coretest.Equal(t, other.Rules.Model() == losing.Model, true, "the rules that predict otherwise are shown")
	coretest.Equal(t, other.Rules.SimplifiedInWords(), "", "SimplifiedInWords() of rules that predict otherwise")
	const want = "Simplified 20 → 6 conditions; same predictions on all 100 rows, provably equivalent ✓"
	coretest.Equal(t, s.Rules.SimplifiedInWords(), want, "SimplifiedInWords()")
	l := &s.Rules.Model().Learned
	l.Simplified.Rules, l.Simplified.Conditions = 0, 0
	const none = "Simplified 20 → 0 conditions: the conditions of each raw rule contradict each other, so it holds for no row. " +
		"The refined rules come from the search alone."
	coretest.Equal(t, s.Rules.SimplifiedInWords(), none, "SimplifiedInWords() without a simplified rule")
}

// A rule has one number in the list, the matrix, the inspector and the exports, whatever the order of the list.
func TestRulesHaveOneNumber(t *testing.T) {
	s, _ := read(rules.RuleSwitched{Line: 0}, rules.SortChosen{Sort: rules.ByLength})
	rows, typeset, n := s.Rules.Matrix().Rows, s.View().Typeset(s.Rules.Model()), 0
	groups, _ := s.Rules.InSight()
	for _, c := range groups[0].Cards {
		if c.Off {
			continue
		}
		n++
		row, exported := rows[c.Number-1], typeset.Phrases(s.Rules.Model().Rules[c.Number-1])
		if name := "R" + core.Count(c.Number); row.Name != name || row.Number != c.Number || !slices.Equal(c.Phrases, exported) {
			t.Errorf("%s is %s in the matrix; it reads %v, and %v in exports", name, row.Name, c.Phrases, exported)
		}
	}
	coretest.Equal(t, n, 2, "the number of numbered rules")
}

// A revision keeps its scores: going back to it sends no request.
func TestScoresStayWithTheirStep(t *testing.T) {
	o := richModel().Learned.Simplified
	o.Train.Rules = o.Train.Rules[:2]
	o.Train.Accuracy = 0.5
	s, asked := read(rules.RuleSwitched{Line: 0}, heard(protocol.Scored{Outcome: o, Same: true}, 2), rules.Undone{}, rules.Redone{})
	figure, _ := s.Rules.ScoreInWords()
	coretest.Equal(t, figure+" after "+asked, "50.0% after score", "the score and the requests")
	if f := s.Rules.Now().File(); f.Learned.Edited == nil || f.Learned.Edited.Train.Accuracy != 0.5 {
		t.Error("the file does not say how the edited rules fare")
	}
	if s.Rules.Revisions[0].Model.Learned.Edited != nil {
		t.Error("the model before was changed")
	}
}

// Edited rules keep the scores of their training in the file and under “Versions” when another table is open: those on its rows
// would pass for them.
func TestScoresOnAnotherTableAreNotThoseOfTheTraining(t *testing.T) {
	o := richModel().Learned.Simplified
	o.Train.Rules = o.Train.Rules[:2]
	on := func(accuracy, id float64) state.Msg {
		o.Train.Accuracy = accuracy
		return heard(protocol.Scored{Outcome: o, Same: accuracy == 0.5}, id)
	}
	s, _ := read(rules.RuleSwitched{Line: 0}, on(0.5, 2))
	s, _ = after(s, state.FileChosen{Name: "others.csv"}, heard(protocol.Loaded{Table: people()}, 0), heard(planned(), 0),
		heard(protocol.Applied{Scores: &eval.Scores{Accuracy: 0.25}}, 2), on(0.25, 3))
	figure, words := s.Rules.ScoreInWords()
	coretest.Contains(t, "the score", figure+words, "25.0% accuracy on this table")
	stages := s.Rules.Stages()
	saved, last := s.Rules.Now().File().Learned.Edited, stages[len(stages)-1].Outcome
	if saved == nil || saved.Train.Accuracy != 0.5 || last == nil || last.Train.Accuracy != 0.5 {
		t.Errorf("the model is saved with %+v, and its versions end with %+v, want an accuracy of 0.5", saved, last)
	}
	s, _ = after(s, rules.RuleSwitched{Line: 0, On: true}, on(0.3, 4))
	if saved := s.Rules.Now().File().Learned.Edited; saved != nil {
		t.Errorf("rules edited beside another table are saved with %+v, want no scores", saved)
	}
}

// A request that crashed the engine is not repeated.
func TestNoQuestionTwiceAfterACrash(t *testing.T) {
	crash := heard(protocol.Refused{Kind: protocol.Crashed, Message: "gone"}, 2)
	for _, messages := range [][]state.Msg{
		{rules.RuleSwitched{Line: 0}, crash},
		{core.TabChosen{Tab: core.ExplainTab}, crash},
		{core.TabChosen{Tab: core.ExportTab}, crash},
	} {
		s, first := read(messages...)
		if _, again := update(s, state.Said{}); first == "" || asked(again) != "" {
			t.Errorf("asked for %q, and then for %q", first, asked(again))
		}
	}
}

func TestOpenAndApply(t *testing.T) {
	s, requests := after(state.New(), state.Connected{}, core.ModelOpened{Name: "m.json", File: modelFile()})
	if len(requests) > 0 || cards(s) == "" || s.Table != nil {
		t.Fatalf("asked for %v, cards %q", requests, cards(s))
	}
	s, requests = after(s, state.FileChosen{Name: "people.csv"}, heard(protocol.Loaded{Table: people()}, 0))
	coretest.Equal(t, asked(requests), "load people.csv, apply", "the requests")
	if l := requests[0].(protocol.Load); l.Trained == nil || !reflect.DeepEqual(l.Trained.Columns, s.Rules.Model().Learned.Columns) {
		t.Errorf("the table is read like %+v, want like that of the model", l.Trained)
	}
	s, requests = after(s, heard(planned(), 1),
		heard(protocol.Applied{Warnings: []string{"column \"city\" is odd"}, Scores: &eval.Scores{Accuracy: 0.25}}, 2))
	figure, words := s.Rules.ScoreInWords()
	coretest.Equal(t, asked(requests), "score", "the requests")
	coretest.Equal(t, figure+words, "25.0% accuracy on this table · baseline 0%", "the score")
	coretest.Contains(t, "the notes", fmt.Sprint(s.Rules.Notes(s.View())), "Column “city” is odd.")
	if s, _ = after(s, core.ModelOpened{Name: "x.json", File: []byte("{}")}); s.Rules.Problem == nil || s.Rules.Now().From != "m.json" {
		t.Error("a damaged file takes the place of the model")
	}
	s, _ = after(s, rules.TopTyped{Text: "x"}, state.FileChosen{Name: "next.csv"}, loaded(people(), 3))
	coretest.Equal(t, problem(s.Rules.Problem)+s.Rules.Deciding.Trouble, "", "the messages after another table")
}

// The rules stay when another table is read, but the older revisions do not. Otherwise a page that reads many tables
// would hold all of them in memory.
func TestAnotherTableForgetsWhatWasDone(t *testing.T) {
	s, _ := read()
	for range 5 {
		model := s.Rules.Model()
		s, _ = after(s, state.FileChosen{Name: "people.csv"}, heard(protocol.Loaded{Table: people()}, 0), heard(planned(), 0))
		if len(s.Rules.Revisions) != 1 || s.Rules.Model() != model || !s.Rules.Now().Foreign {
			t.Fatalf("after another table there are %d steps, and the rules are the same: %v", len(s.Rules.Revisions), s.Rules.Model() == model)
		}
		s, _ = after(s, training.StartAsked{At: noon}, heard(started(), 0), heard(learnt(), 1))
		if len(s.Rules.Revisions) != 2 {
			t.Fatalf("after a training there are %d steps, want 2: the rules before it can be had back", len(s.Rules.Revisions))
		}
	}
}

// A listed row opens in the what-if view. The list stays open until another table is loaded.
func TestRowsStayOpen(t *testing.T) {
	s, _ := read()
	tried := steps(core.RowsAsked{}, core.RowTried{Row: 3})
	travel(t, s, func(s state.State) any { return facts("tab", s.Tab, "open", s.Rows.Open()) }, []journey{
		{"a row is tried", tried, "rows, explain", "tab try; open"},
		{
			"another table", append(tried, state.FileChosen{Name: "other.csv"}, loaded(people(), 9)),
			"rows, explain, load other.csv, apply, explain", "tab try",
		},
	})
}

// measured returns the scores of a rule set, with an area under the curve.
func measured(tp, fp, tn, fn int) eval.Scores {
	area := 0.8125
	c := eval.Confusion{TruePositives: tp, FalsePositives: fp, TrueNegatives: tn, FalseNegatives: fn}
	return eval.Scores{Accuracy: c.Accuracy(), Majority: c.Majority(), Confusion: c, AUC: &area}
}

// learntWith returns the result of a run with class weights.
func learntWith(weight float64, test *eval.Scores) protocol.Trained {
	e := trained(1)
	e.Model.Positive, e.Model.Negative = "yes", "no"
	e.Model.Encoder = &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{{Name: "age", Thresholds: []float64{30}}}}
	e.Model.Rules = rule.Set{{{Feature: 0}}}
	e.Model.Learned.Rows = 100
	o := protocol.Outcome{Size: rule.Size{Rules: 1}, Train: measured(30, 10, 50, 10), Test: test}
	e.Model.Learned.Trained, e.Model.Learned.Simplified = o, o
	e.Model.Learned.Request.Network.Weight = weight
	return e
}

func TestMetrics(t *testing.T) {
	never := measured(0, 0, 9, 1)
	const counted = "In training a row that is “yes” counted "
	for _, test := range []struct {
		name  string
		e     protocol.Trained
		sides string
		rows  []string
		words string
	}{
		{
			"training rows alone", learntWith(0, nil), "[Train]",
			[]string{"accuracy [80.0%]", "precision [75.0%]", "recall [75.0%]", "F1 [0.750]", "AUC [0.812]"},
			"",
		},
		{
			"held-out rows beside them", learntWith(0, &never), "[Train Test]",
			[]string{"precision [75.0% undefined]", "balanced accuracy [79.2% 50.0%]"},
			"",
		},
		{ // (4·30 + 50)/(4·40 + 60), 9/(9 + 4)
			"weights", learntWith(4, &never), "[Train Test]",
			[]string{"weighted accuracy [77.3% 69.2%]"},
			counted + "4 times as much as another one.",
		},
		{
			"balanced", learntWith(rule.Balanced, nil), "[Train]",
			[]string{"weighted accuracy [79.2%]"},
			counted + "1.5 times as much as another one, so that both classes count as much.",
		},
		{
			"a damaged file", learntWith(4, new(eval.Scores)), "[Train Test]",
			[]string{"weighted accuracy [77.3% undefined]"},
			counted + "4 times as much as another one.",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := withTable(training.StartAsked{At: noon}, heard(started(), 1), heard(test.e, 2))
			var sides, rows []string
			for _, side := range s.Rules.Measured() {
				sides = append(sides, side.Rows)
			}
			for _, row := range rules.Metrics(s.Rules.Model(), s.Rules.Measured()) {
				rows = append(rows, fmt.Sprint(row.Name, " ", row.Values))
				if row.Meaning == "" {
					t.Errorf("%s is not explained", row.Name)
				}
			}
			coretest.Equal(t, fmt.Sprint(sides), test.sides, "the sides")
			for _, want := range test.rows {
				if !slices.Contains(rows, want) {
					t.Errorf("the figures are %q, want %q", rows, want)
				}
			}
			coretest.Equal(t, strings.Contains(fmt.Sprint(rows), "weighted accuracy"), test.words != "", "there is a weighted accuracy")
			coretest.Equal(t, rules.WeightsInWords(s.Rules.Model()), test.words, "the words")
		})
	}
}

// The page reports requirements that the rules do not meet.
func TestUnheeded(t *testing.T) {
	e := learntWith(0, nil)
	e.Notes = []string{"2 rules have more than 3 conditions: so it is"}
	s := withTable(training.StartAsked{At: noon}, heard(started(), 1), heard(e, 2))
	coretest.Equal(t, fmt.Sprint(s.Rules.Notes(s.View())), "[2 rules have more than 3 conditions: so it is.]", "notes")
}

// The advice for rules that are not better than the baseline is about their cause: the settings, class weights, or an edit.
func TestBetter(t *testing.T) {
	const notBetter = "Not better than the baseline, which always predicts the majority class. "
	some, none := &protocol.Model{Model: rule.Model{Rules: rule.Set{{}}}}, &protocol.Model{}
	edited, weighted, reverse := new(*some), new(*some), new(*some)
	edited.Edited, weighted.Learned.Request.Network.Weight, reverse.Learned.Request.Network.Weight = true, 5, 0.2
	confusion := eval.Confusion{TruePositives: 9, FalseNegatives: 1, TrueNegatives: 12, FalsePositives: 8}
	weighted.Learned.Trained.Train.Confusion, reverse.Learned.Trained.Train.Confusion = confusion, confusion
	chosen, cleared, ranking, own, rare := new(*none), new(*none), new(*none), new(*none), new(*none)
	chosen.Learned.Refined, ranking.Learned.Refined = &protocol.Refined{Price: 0.01}, &protocol.Refined{Price: 0.01}
	own.Learned.Refined, own.Learned.Request.Refine = &protocol.Refined{Price: 0.3}, 0.3
	rare.Learned.Refined, rare.Learned.Balanced = chosen.Learned.Refined, &protocol.BalancedEstimate{}
	ranking.Scorecard = &rule.Scorecard{Lines: []rule.ScoreLine{{Points: 1}}}
	cleared.Edited = true
	for _, test := range []struct {
		name     string
		model    *protocol.Model
		accuracy float64
		want     string
	}{
		{"better", some, 0.71, ""},
		{"equal", some, 0.7, notBetter + "Train for longer, or try other columns or thresholds."},
		{"no rules", none, 0.3, "Train for longer, or with more thresholds."},
		{"no rules at a price that was chosen", chosen, 0.7, "Cross-validation on the training rows cannot tell rules from chance. " +
			"“Accurate” in Settings may keep such rules."},
		{"no rules at a price of one's own", own, 0.7, "No rule gains the minimum for its conditions."},
		{"no rules, and balanced weights proposed", rare, 0.7, "Cross-validation on the training rows cannot tell rules from chance."},
		{"no rules, but points", ranking, 0.7, "Cross-validation on the training rows cannot tell rules from chance. " +
			"“Accurate” in Settings may keep such rules. “Points and probabilities” rank the rows all the same: AUC 0.910."},
		{"edited", edited, 0.6, notBetter + "“Undo” takes an edit back."},
		{"the last rule deleted", cleared, 0.6, notBetter + "“Undo” takes an edit back."},
		{"weighted", weighted, 0.6, "Not more accurate than the baseline: the class weights trade accuracy for recall. " +
			"Balanced accuracy 75.0%, baseline 50.0%."},
		{"weighted the other way", reverse, 0.6, "Not more accurate than the baseline: the class weights trade accuracy for precision. " +
			"Balanced accuracy 75.0%, baseline 50.0%."},
	} {
		scores := eval.Scores{Accuracy: test.accuracy, Majority: 0.7, Confusion: confusion, AUC: new(0.91)}
		coretest.Equal(t, rules.Better(test.model, []rules.Measured{{Scores: scores}}), test.want, "%s", test.name)
	}
	chance := eval.Scores{Confusion: confusion, AUC: new(0.7)} // of 10 and 20 rows
	if got := rules.Better(ranking, []rules.Measured{{Scores: chance}}); strings.Contains(got, "rank") {
		t.Errorf("of an order by chance: %s", got)
	}
}
