package state_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/data"
	"drnet/app/export"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/app/runs"
	"drnet/app/settings"
	"drnet/app/training"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// richClasses has three classes: the rules of richModel, another rule set, and none.
func richClasses() *protocol.MultiClass {
	c := &protocol.MultiClass{Schema: protocol.MultiClassSchema, Target: "rich", Encoder: richModel().Encoder}
	c.Names = []string{"yes", "some", "no"}
	for i, name := range c.Names {
		m := richModel()
		m.Encoder, m.Positive, m.Negative = c.Encoder, name, "not "+name
		if i > 0 {
			m.Rules = m.Rules[:2-i]
			o := &m.Learned.Simplified
			o.Rules, o.Conditions, o.Train.Rules = len(m.Rules), m.Rules.Conditions(), o.Train.Rules[:len(m.Rules)]
		}
		c.Members = append(c.Members, m)
	}
	c.Learned.Rows, c.Learned.Outcome = 100, outcome(0.75)
	return c
}

// richList returns richClasses as a decision list: the rule of the second class is between those of the first.
func richList() *protocol.MultiClass {
	c := richClasses()
	c.Members[0].Marks = []rule.Mark{{Place: 1}, {Place: 3}, {Place: 4}}
	c.Members[1].Marks = []rule.Mark{{Place: 2}}
	return c
}

func outcome(accuracy float64) protocol.ClassOutcome {
	scores := eval.MeasureClasses([]uint8{0, 1, 2}, []uint8{0, 1, 2}, nil, 3)
	scores.Accuracy = accuracy
	return protocol.ClassOutcome{Size: rule.Size{Rules: 4}, Train: scores}
}

func learntClasses() protocol.Trained {
	return protocol.Trained{Status: drnet.Finished, Steps: 1000, MultiClass: richClasses()}
}

func classesFile() []byte {
	file, _ := richClasses().Write()
	return file
}

func readClasses(messages ...state.Msg) (state.State, []protocol.Request) {
	return after(withTable(training.StartAsked{At: noon}, heard(started(), 0), heard(learntClasses(), 1)), messages...)
}

func TestSetsAreReadOneByOne(t *testing.T) {
	ready, _ := readClasses()
	set := func(at int) state.Msg { return rules.SetChosen{Set: at} }
	deleted, undone := rules.RuleDeleted{Line: 0}, rules.Undone{}
	travel(t, ready, func(s state.State) any {
		m, c := s.Rules.Model(), s.Rules.Classes
		other := c.Model != nil && c.Model.Members[c.At] != s.Rules.Now().File()
		return facts("rules", len(m.Rules), "for", m.Positive, "the whole has another model at the set in sight", other)
	}, []journey{
		{"as learnt", nil, "", "rules 3; for yes"},
		{"another set", steps(set(1)), "", "rules 1; for some"},
		{"a set that is not there", steps(set(3), set(-1)), "", "rules 3; for yes"},
		{"edited and left", steps(deleted, set(1)), "score", "rules 1; for some"},
		{"edited, left and back", steps(deleted, set(1), set(0)), "score", "rules 2; for yes"},
		{"undone in another set", steps(deleted, set(1), undone), "score", "rules 3; for yes"},
		{"undone", steps(deleted, set(1), set(0), undone), "score", "rules 3; for yes"},
		{"a model of its own after it", steps(heard(protocol.Refused{}, 2), training.StartAsked{At: noon}, heard(started(), 3),
			heard(learnt(), 4), undone), "train rich=yes", "rules 3; for yes"},
	})
}

// The rules of all classes are one list: the latest edit is undone first, and redone last, whichever class it is of.
func TestEditsOfSeveralClassesAreUndone(t *testing.T) {
	ready, _ := readClasses()
	first, other := rules.RuleDeleted{Line: 0}, steps(rules.SetChosen{Set: 1}, rules.RuleDeleted{Line: 0})
	undone, redone := rules.Undone{}, rules.Redone{}
	travel(t, ready, func(s state.State) any {
		c := s.Rules.Classes.Model
		return fmt.Sprint(len(c.Members[0].Rules), ", ", len(c.Members[1].Rules), " rules, set ", s.Rules.Classes.At)
	}, []journey{
		{"edited", append(steps(first), other...), "score", "2, 0 rules, set 1"},
		{"undone", append(append(steps(first), other...), undone), "score", "2, 1 rules, set 1"},
		{"twice", append(append(steps(first), other...), undone, undone, undone), "score", "3, 1 rules, set 0"},
		{"redone", append(append(steps(first), other...), undone, undone, redone), "score", "2, 1 rules, set 0"},
		{"redone twice", append(append(steps(first), other...), undone, undone, redone, redone, redone), "score", "2, 0 rules, set 1"},
		{"edited after it", append(append(steps(first, undone), other...), redone), "score", "3, 0 rules, set 1"},
	})
}

// A run that is opened again has its edits, of one class or of several, and undoing takes them back.
func TestEditsOfAnOpenedRunAreUndone(t *testing.T) {
	edited := steps(rules.RuleDeleted{Line: 0}, rules.SetChosen{Set: 1}, rules.RuleDeleted{Line: 0})
	ready, _ := readClasses(append(edited, heard(protocol.Refused{}, 2), training.StartAsked{At: noon}, heard(started(), 3),
		heard(learnt(), 4), runs.RunOpened{Number: 1})...)
	travel(t, ready, func(s state.State) any {
		c := s.Rules.Classes.Model
		return fmt.Sprint(len(c.Members[0].Rules), ", ", len(c.Members[1].Rules), " rules, edited: ", c.Edited())
	}, []journey{
		{"opened", nil, "", "2, 0 rules, edited: true"},
		{"undone", steps(rules.Undone{}), "", "2, 1 rules, edited: true"},
		{"twice", steps(rules.Undone{}, rules.Undone{}, rules.Undone{}), "", "3, 1 rules, edited: false"},
		{"and redone", steps(rules.Undone{}, rules.Undone{}, rules.Redone{}), "", "2, 1 rules, edited: true"},
	})
}

// The list has the rules of all classes, numbered as in the other views; each is scored on the current table.
func TestClassesAreListedTogether(t *testing.T) {
	const two, three, some = "R2 age ≤ 30", "R3 city = Rom, 30 < age ≤ 65", "some: | R1 age > 40.25, city = Bern | no:"
	const all = "yes: | R1 age > 40.25, city = Bern | " + two + " | " + three + " | " + some
	ready, _ := readClasses()
	set := func(at int) state.Msg { return rules.SetChosen{Set: at} }
	other, none := rules.RuleSelected{Set: 1, Line: 0}, rules.RuleSelected{Line: rules.NoRule}
	travel(t, ready, func(s state.State) any {
		at := core.When(s.Rules.Selected != rules.NoRule, fmt.Sprint(", rule ", s.Rules.Selected))
		return fmt.Sprint("set ", s.Rules.Classes.At, at, ": ", cards(s))
	}, []journey{
		{"as learnt", nil, "", "set 0: " + all},
		{"a rule of another class", steps(other), "score", "set 1, rule 0: " + all},
		{"none again", steps(other, none), "score", "set 1: " + all},
		{"another class", steps(rules.RuleSelected{Line: 2}, set(2)), "score", "set 2: " + all},
		{"the class of a new rule", steps(rules.RuleOpened{Line: rules.NewRule}, set(1)), "", "set 1, rule -2: " + all},
		{"found", steps(rules.RulesSought{Text: "rom"}), "", "set 0: yes: | " + three},
		{
			"by length", steps(rules.SortChosen{Sort: rules.ByLength}), "",
			"set 0: yes: | " + two + " | R1 age > 40.25, city = Bern | " + three + " | " + some,
		},
	})
	messages := steps(core.ModelOpened{Name: "m.json", File: classesFile()})
	for range 3 {
		messages = append(messages, heard(protocol.Applied{Scores: &eval.Scores{}}, 1), heard(protocol.Scored{}, 1))
	}
	s, requests := after(withTable(), messages...)
	for _, set := range s.Rules.Work().Scored {
		if set == nil {
			t.Errorf("a class is not scored on the table: asked for %s", asked(requests))
		}
	}
}

// figure returns the score of all classes.
func figure(s state.State) string {
	text, _ := s.Rules.ClassesInWords(s.View())
	return text
}

// Each edit scores the model of all classes once: undo sends no request.
func TestWholeIsMeasured(t *testing.T) {
	s, _ := readClasses()
	coretest.Equal(t, figure(s), "75.0%", "the figure as learned")
	s, requests := after(s, rules.RuleDeleted{Line: 0})
	twoRules := rule.Set{{{Feature: 0}}, {{Feature: 4}, {Feature: 2}, {Feature: 0, Not: true}}}
	scored := protocol.Scored{Outcome: protocol.Outcome{Size: twoRules.Size(), Train: eval.Scores{Rules: make([]eval.RuleScore, 2)}}}
	for _, want := range []float64{0.5, 0.6} { // without the tallies of the edited set, and then with them
		score, ok := requests[len(requests)-1].(protocol.Score)
		if len(requests) != 1 || !ok || score.MultiClass != s.Rules.Classes.Model || score.Model != s.Rules.Model() {
			t.Fatalf("asked for %s, want the score of the whole in sight", asked(requests))
		}
		o := outcome(want)
		scored.Classes = &o
		s, requests = after(s, heard(scored, 2))
	}
	coretest.Equal(t, len(requests), 0, "asked for %s", asked(requests))
	if figure(s) != "60.0%" ||
		!s.Rules.Classes.Model.Edited() || s.Rules.Classes.Model.Members[0].Learned.Edited == nil {
		t.Errorf("edited the figure is %q, the whole edited %v", figure(s), s.Rules.Classes.Model.Edited())
	}
	s, requests = after(s, rules.Undone{})
	coretest.Equal(t, figure(s)+asked(requests), "75.0%", "the figure and no request, undone")
	s, requests = after(s, rules.PrecedenceChosen{ByClass: true})
	coretest.Equal(t, figure(s)+asked(requests), "score", "no figure and a request, in an order")
	s, _ = after(s, rules.ClassMoved{Place: 2})
	coretest.Equal(t, s.Rules.Classes.Model.Order, []int{0, 2, 1}, "the order")
	if saved := s.View().Scored; !saved.Edited() || saved.Learned.Edited != nil {
		t.Errorf("in another order the saved rules are edited %v with the scores %+v, want none", saved.Edited(), saved.Learned.Edited)
	}
	s, _ = after(s, heard(scored, 3), heard(scored, 4))
	coretest.Equal(t, s.View().Scored.Learned.Edited.Train.Accuracy, 0.6, "the saved accuracy, in an order")
	s, _ = after(s, rules.PrecedenceChosen{})
	coretest.Equal(t, s.View().Scored.Edited(), false, "edited, without an order")
	coretest.Equal(t, figure(s), "75.0%", "the figure without an order")
	coretest.Equal(t, s.Rules.Classes.Model.Order, nil, "the order")
}

// A bound that moves in one class is a threshold of all of them: the rules of the others stay as they are, in the file too.
func TestBoundOfAClass(t *testing.T) {
	s, _ := readClasses()
	bound := rules.Bound{Line: 0, Column: "age"}
	s, _ = after(s, rules.BoundGrabbed{}, rules.BoundMoved{Bound: bound, To: 50}, rules.BoundMoved{Bound: bound, To: 52}, rules.BoundDropped{})
	now, before := s.Rules.Classes.Model, richClasses()
	if added := len(now.Encoder.Features()) - len(before.Encoder.Features()); added != 1 {
		t.Errorf("%d thresholds are added, want that of the end of the drag", added)
	}
	for i, m := range now.Members {
		want := before.Members[i].Text(nil)
		if i == s.Rules.Classes.At {
			want = strings.Replace(want, "age > 40.25", "age > 52", 1) + "(" + rule.ByHand + ")\n"
		}
		coretest.Equal(t, m.Text(nil), want, "the rules for %s", now.Names[i])
	}
}

// A decision list is shown in one group, in its order; other orders show a group for each class.
func TestListIsShownInItsOrder(t *testing.T) {
	trained := protocol.Trained{Status: drnet.Finished, MultiClass: richList()}
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0), heard(trained, 1))
	const first, second = "R1 age > 40.25, city = Bern", "R2 age > 40.25, city = Bern"
	const third, fourth = "R3 age ≤ 30", "R4 city = Rom, 30 < age ≤ 65"
	travel(t, s, func(s state.State) any { return cards(s) }, []journey{
		{"as learned", nil, "", first + " | " + second + " | " + third + " | " + fourth},
		{
			"by length", steps(rules.SortChosen{Sort: rules.ByLength}), "",
			"yes: | " + third + " | " + first + " | " + fourth + " | some: | " + second + " | no:",
		},
	})
}

// An edit of a decision list scores each of its sets on the whole list once. A cancelled request is sent again.
func TestListIsScoredOnce(t *testing.T) {
	c := richList()
	s, _ := after(withTable(training.StartAsked{At: noon}, heard(started(), 0),
		heard(protocol.Trained{Status: drnet.Finished, Steps: 1000, MultiClass: c}, 1)))
	s, requests := after(s, rules.RuleDeleted{Line: 0})
	var sets []string
	for len(requests) > 0 && len(sets) < 9 {
		m := requests[len(requests)-1].(protocol.Score).Model
		if sets = append(sets, m.Positive); len(sets) == 3 {
			s, requests = after(s, heard(protocol.Refused{Kind: protocol.Cancelled}, 2))
			continue
		}
		whole := outcome(0.5)
		s, requests = after(s, heard(protocol.Scored{Classes: &whole, Outcome: protocol.Outcome{
			Size: m.Rules.Size(), Train: eval.Scores{Rules: make([]eval.RuleScore, len(m.Rules))},
		}}, 2))
	}
	coretest.Equal(t, sets, []string{"yes", "some", "no", "no"}, "the scored sets")
	saved := s.View().Scored
	for _, m := range saved.Members {
		if m.Learned.Edited == nil || m.Learned.Edited.Rules != len(m.Rules) {
			t.Errorf("the saved rules for %s have the scores %+v, want those after the edit", m.Positive, m.Learned.Edited)
		}
	}
	coretest.Equal(t, saved.Learned.Edited.Train.Accuracy, 0.5, "the saved accuracy")
	html := app.HTMLString(app.Div().Body(runs.View(s.Runs, s.View(), func(core.Msg) {})...))
	coretest.Contains(t, "the list of runs", html, "Train accuracy 50.0%", "Edited by hand")
	file, err := saved.Write()
	if err != nil {
		t.Fatal(err)
	}
	opened, _ := after(state.New(), core.ModelOpened{Name: "m.json", File: file})
	coretest.Equal(t, figure(opened), "50.0%", "the figure of the file")
	ordered, _ := after(s, rules.PrecedenceChosen{ByClass: true}, rules.ClassMoved{Place: 2})
	coretest.Equal(t, ordered.View().Scored.Order, []int{0, 2, 1}, "the saved order")
	s, _ = after(s, rules.Undone{})
	coretest.Equal(t, s.View().Scored.Learned.Edited, nil, "the saved scores, undone")
}

// Edited rules of several classes are saved with the scores of their training next to another table too, and without any once they
// are edited there.
func TestClassesKeepScoresBesideAnotherTable(t *testing.T) {
	for _, c := range []*protocol.MultiClass{richClasses(), richList()} {
		s := withTable(training.StartAsked{At: noon}, heard(started(), 0),
			heard(protocol.Trained{Status: drnet.Finished, Steps: 1000, MultiClass: c}, 1), rules.RuleDeleted{Line: 0})
		s = scoredClasses(s, 0.5)
		s, _ = after(s, state.FileChosen{Name: "others.csv"}, heard(protocol.Loaded{Table: people()}, 0), heard(planned(), 0))
		s = scoredClasses(s, 0.25)
		coretest.Contains(t, "the figure", figure(s), "25.0%")
		if saved := s.View().Scored.Learned.Edited; saved == nil || saved.Train.Accuracy != 0.5 {
			t.Errorf("beside another table the rules are saved with %+v, want an accuracy of 0.5", saved)
		}
		s, _ = after(s, rules.RuleDeleted{Line: 0})
		s = scoredClasses(s, 0.2)
		coretest.Equal(t, s.View().Scored.Learned.Edited, nil, "the saved scores, edited beside another table")
		s, _ = after(s, rules.Undone{})
		s = scoredClasses(s, 0.25)
		if saved := s.View().Scored.Learned.Edited; saved == nil || saved.Train.Accuracy != 0.5 {
			t.Errorf("undone beside another table the rules are saved with %+v, want an accuracy of 0.5", saved)
		}
	}
}

// When the table is read again, the sets of an edited decision list that were not edited themselves are scored again, too.
func TestListIsScoredAgain(t *testing.T) {
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0),
		heard(protocol.Trained{Status: drnet.Finished, Steps: 1000, MultiClass: richList()}, 1), rules.RuleDeleted{Line: 0})
	s, requests := after(scoredClasses(s, 0.5), data.KindChosen{Column: 0, Kind: dataset.Text},
		heard(protocol.Loaded{Table: people()}, 0), heard(planned(), 0))
	var scored []string
	for len(requests) > 0 && len(scored) < 9 {
		m := requests[len(requests)-1].(protocol.Score).Model
		scored = append(scored, m.Positive)
		whole := outcome(0.5)
		s, requests = after(s, heard(protocol.Scored{Classes: &whole, Same: true, Outcome: protocol.Outcome{ // as before
			Size: m.Rules.Size(), Train: eval.Scores{Rules: make([]eval.RuleScore, len(m.Rules))},
		}}, 0))
	}
	coretest.Equal(t, scored, []string{"yes", "some", "no"}, "the scored sets")
}

// While another run keeps the engine busy, an edited decision list lacks a figure: the known one is that of the rules before the edit.
func TestListIsNotScoredDuringARun(t *testing.T) {
	c := richList()
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0), heard(protocol.Trained{Status: drnet.Finished, MultiClass: c}, 1))
	s, _ = after(scoredClasses(s, 0.5), training.StartAsked{At: noon}, heard(started(), 0))
	coretest.Contains(t, "the figure of the previous rules", figure(s), "%")
	for _, line := range []int{0, 0} { // the second rule is of another class
		s, _ = after(s, rules.RuleDeleted{Line: line})
		coretest.Equal(t, figure(s), "", "the figure after an edit")
		coretest.Equal(t, s.Rules.ScoreNote(s.View()), "These rules are scored when the engine is idle.", "the note")
		s, _ = after(s, rules.SetChosen{Set: 1})
	}
}

// scoredClasses answers all requests for predictions and scores.
func scoredClasses(s state.State, accuracy float64) state.State {
	whole := outcome(accuracy)
	for range 12 {
		for _, r := range s.Pending() {
			switch r := r.Body.(type) {
			case protocol.Apply:
				s, _ = after(s, heard(protocol.Applied{Scores: &eval.Scores{Accuracy: accuracy}}, 0))
			case protocol.Score:
				s, _ = after(s, heard(protocol.Scored{Classes: &whole, Same: !s.Rules.Now().Foreign, Outcome: protocol.Outcome{
					Size: r.Model.Rules.Size(), Train: eval.Scores{Rules: make([]eval.RuleScore, len(r.Model.Rules))},
				}}, 0))
			}
		}
	}
	return s
}

// Every set of a decision list from a file is scored on the table in its list.
func TestListIsScoredOnATable(t *testing.T) {
	file, err := richList().Write()
	if err != nil {
		t.Fatal(err)
	}
	messages := steps(core.ModelOpened{Name: "m.json", File: file})
	for range 3 {
		messages = append(messages, heard(protocol.Applied{Scores: &eval.Scores{}}, 1), heard(protocol.Scored{}, 1))
	}
	_, requests := after(withTable(), messages...)
	scored := map[string]bool{}
	for _, r := range requests {
		if r, ok := r.(protocol.Score); ok {
			if scored[r.Model.Positive] = true; r.MultiClass == nil {
				t.Errorf("the rules for %s are scored alone", r.Model.Positive)
			}
		}
	}
	coretest.Equal(t, len(scored), 3, "the scored sets")
}

// An export contains the model of all classes, or the current set only.
func TestWholeIsTaken(t *testing.T) {
	s, requests := readClasses(core.TabChosen{Tab: core.ExportTab})
	if file := requests[len(requests)-1].(protocol.Export); file.MultiClass != s.Rules.Classes.Model {
		t.Error("the file is not that of the whole")
	}
	s, requests = after(s, heard(protocol.Exported{Text: "all"}, 2), export.SetsChosen{Alone: true})
	if len(requests) != 1 || requests[0].(protocol.Export).MultiClass != nil {
		t.Errorf("asked for %s; the file is not that of the set alone", asked(requests))
	}
	s, requests = after(s, heard(protocol.Exported{Text: "one"}, 2), export.SetsChosen{},
		heard(protocol.Exported{Text: "all"}, 3), export.PredictionsAsked{})
	if predict, ok := requests[len(requests)-1].(protocol.Predict); !ok || predict.MultiClass != s.Rules.Classes.Model {
		t.Errorf("asked for %s, want the predictions of the whole", asked(requests))
	}
	s, _ = after(s, heard(protocol.Predicted{CSV: "row"}, 4))
	if !s.Export.Predicted.Complete {
		t.Error("the predictions did not come")
	}
}

func TestEachValueHasRules(t *testing.T) {
	three := people()
	three.Columns[2].Values = append(three.Columns[2].Values, protocol.Value{Text: "maybe", Rows: 1})
	s, _ := after(state.New(), state.Connected{}, state.FileChosen{Name: "people.csv"},
		heard(protocol.Loaded{Table: three}, 0), core.TargetChosen{Column: 2})
	if s.Obstacle() == "" {
		t.Fatalf("the obstacle is %q", s.Obstacle())
	}
	_, requests := after(s, settings.ClassesChosen{How: protocol.ClassesCodes}, training.StartAsked{At: noon})
	train, ok := requests[len(requests)-1].(protocol.Train)
	if !ok || train.Classes != protocol.ClassesCodes || train.Positive != "" {
		t.Errorf("asked for %+v, want a training by codes", requests)
	}
	if s, _ := after(withTable(), core.TargetChosen{Column: 2}, settings.ClassesChosen{How: protocol.ClassesEach}); s.Setup.Classes != "" {
		t.Error("two values have rules of their own")
	}
}

// A file of many classes is opened, and scored on the current table.
func TestClassesAreOpened(t *testing.T) {
	s, requests := after(withTable(), core.ModelOpened{Name: "m.json", File: classesFile()})
	if s.Rules.Classes.Model == nil || asked(requests) != "apply" {
		t.Fatalf("asked for %s, want apply", asked(requests))
	}
	_, requests = after(s, heard(protocol.Applied{Scores: &eval.Scores{}}, 1))
	if score, ok := requests[0].(protocol.Score); !ok || score.MultiClass != s.Rules.Classes.Model {
		t.Errorf("asked for %s, want the score of the whole", asked(requests))
	}
	damaged := richClasses()
	damaged.Learned.Outcome.Train.Confusion = nil
	file, _ := damaged.Write()
	if s, _ := after(withTable(), core.ModelOpened{Name: "m.json", File: file}); s.Rules.Classes.Model == nil ||
		s.Rules.Classes.Outcome != nil {
		t.Error("the figures of a damaged file are shown")
	}
}
