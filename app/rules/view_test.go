package rules_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/rules"
	"drnet/engine/binarize"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

// A rule on few test rows says that these are test rows: it covers more rows in all.
func TestRemarks(t *testing.T) {
	for rows, want := range map[int]string{1: "(1 test row).", 7: "(7 test rows)."} {
		m := coretest.Model()
		few := m.Learned.Simplified.Train
		few.Rules = slices.Clone(few.Rules)
		few.Rules[0] = eval.RuleScore{Covered: rows, Right: rows}
		m.Learned.Simplified.Test = &few
		_, html := inspected(m, 0, false)
		coretest.Contains(t, want, html(), "The precision may be due to chance "+want, "n = "+core.Count(rows), "20 training, ")
	}
}

// inspected is a page with the rules of a model and one of them in the inspector, and its HTML. Whole makes the ages integers.
func inspected(m *protocol.Model, line int, whole bool) (*coretest.Page[rules.Model], func() string) {
	view := rules.New()
	view.Show(core.Revision{Model: m}, nil)
	page := coretest.NewPage(view)
	if h := page.View.Table.Columns[0].Histogram; whole {
		h.Least, h.Most, h.Counts = 16.5, 90.5, make([]int, 37)
	}
	page.Send(core.Refresh{}, rules.RuleSelected{Line: line}, rules.PartDrawn{})
	return page, func() string {
		return app.HTMLString(app.Div().Body(rules.View(page.Model, page.View, func(core.Msg) {}, app.Div())...))
	}
}

// The test accuracy of the training is not shown for a table without labels, nor before the rules are applied to it.
func TestScoreWithoutLabels(t *testing.T) {
	view := rules.New()
	view.Show(core.Revision{Model: coretest.Model(), From: "train.csv", Foreign: true}, nil)
	page := coretest.NewPage(view)
	head := func() string {
		return app.HTMLString(rules.Head(page.Model, page.View, func(core.Msg) {})) +
			app.HTMLString(app.Div().Body(rules.Report(page.Model, page.View)...))
	}
	page.Send(core.Refresh{})
	coretest.Contains(t, "before the rules are applied", head(), "Measuring …")
	coretest.Lacks(t, "before the rules are applied", head(), "test accuracy")
	page.Send(coretest.Heard(protocol.Applied{}, 1))
	coretest.Contains(t, "without labels", head(), "–", "accuracy unknown: people.csv lacks labels. The figures below are from train.csv.")
	coretest.Lacks(t, "without labels", head(), "test accuracy")
	page.View.Table = nil
	coretest.Contains(t, "without a table", head(), "accuracy")
}

// The conditions to add read as they do in the rules: with separators, and bounds of integers.
func TestDraftedConditions(t *testing.T) {
	m := coretest.Model()
	encoder := *m.Encoder
	encoder.Columns = slices.Clone(encoder.Columns)
	encoder.Columns[0].Thresholds = slices.Clone(encoder.Columns[0].Thresholds)
	encoder.Columns[0].Thresholds[len(encoder.Columns[0].Thresholds)-1] = 12_000
	m.Encoder = &encoder
	page, html := inspected(m, 0, true)
	page.Send(rules.RuleOpened{Line: 0})
	coretest.Contains(t, "the conditions", html(), "age ≤ 12,000", "age ≥ 12,001")
}

// A condition that a missing cell meets has a mark, which is read aloud in words and explained below the list. The list counts
// many values, and names them where it is pointed at and in the inspector; a default class that looks like a comparison is quoted.
func TestConditionsOfALine(t *testing.T) {
	const mark, note, inShort, named = ">*</span>", "* or missing: ", "job: 5 of 8 values", "job is any of b, c, d, e, f"
	const dots = ">○●●●●●○○</span>"
	many := rule.Rule{{Feature: 15, Not: true}, {Feature: 9, Not: true}}
	for _, test := range []struct {
		rule    rule.Rule
		chosen  int
		has, no []string
	}{
		{rule.Rule{{Feature: 3}}, rules.NoRule, []string{"city\u00a0=\u00a0Bern", "→ “&lt;=50K”"}, []string{mark, note}},
		{rule.Rule{{Feature: 6, Not: true}}, rules.NoRule, []string{"street\u00a0≠\u00a0a", mark, "> (or missing)<", note}, nil},
		{many, rules.NoRule, []string{inShort, dots, named}, nil},
	} {
		m := coretest.Model()
		m.Encoder.Columns = append(m.Encoder.Columns, binarize.EncodedColumn{
			Name: "job", Values: []string{"a", "b", "c", "d", "e", "f"}, Rest: []string{"g", "h"},
		})
		m.Rules, m.Negative = rule.Set{test.rule}, "<=50K"
		_, html := inspected(m, test.chosen, false)
		coretest.Contains(t, fmt.Sprint(test.rule), html(), test.has...)
		coretest.Lacks(t, fmt.Sprint(test.rule), html(), test.no...)
	}
}

// Rules that share a condition are listed below it, the most frequent one first, without repeating it. A rule of one condition
// stays whole.
func TestSharedConditions(t *testing.T) {
	m := coretest.Model()
	bern, rome, young, old := rule.Literal{Feature: 3}, rule.Literal{Feature: 4}, rule.Literal{Feature: 0}, rule.Literal{Feature: 2, Not: true}
	m.Rules = rule.Set{{young, rome}, {bern}, {old, bern}, {young, bern}, {old, rome}}
	page, html := inspected(m, rules.NoRule, false)
	page.Send(rules.SortChosen{Sort: rules.ByShared})
	check := func(what, want string) {
		list, _, _ := strings.Cut(html(), `<li class="rest-line"`)
		_, list, _ = strings.Cut(list, `class="rule-groups">`)
		list = regexp.MustCompile(`<span class="unseen">.*?</span>|<[^>]*>`).ReplaceAllString(list, " ")
		coretest.Equal(t, strings.Join(strings.Fields(list), " "), want, "%s", what)
	}
	check("the list", "age ≤ 30 and, in 2 rules: R1 city = Rom R4 city = Bern age &gt; 65 and, in 2 rules: R3 city = Bern R5 city = Rom "+
		"R2 city = Bern")
	coretest.Contains(t, "R3, heard alone", html(), `<span class="unseen">age &gt; 65 and </span>`)
	page.Send(rules.ConditionDropped{Line: 0, Column: "city"})
	check("after an edit", "city = Bern and, in 2 rules: R3 age &gt; 65 R4 age ≤ 30 R1 age ≤ 30 R2 city = Bern R5 age &gt; 65 · city = Rom")
}

// The rules of another table are said to be applied to this one only if that was possible.
func TestNotesOnRulesOfAnotherTable(t *testing.T) {
	for want, problem := range map[string]*core.Problem{
		"are applied to":          nil,
		"could not be applied to": {Message: "The table lacks column “age”."},
	} {
		view := rules.New()
		view.Show(core.Revision{Model: coretest.Model(), From: "old.csv", Foreign: true, Problem: problem}, nil)
		c := coretest.NewPage(view).View
		coretest.Equal(t, view.Notes(c)[0], "These rules are from old.csv, and "+want+" "+c.Table.Name+".", "the note")
	}
}

// On paper the list has the names of its columns, and explains the mark of conditions that a missing cell meets.
func TestReport(t *testing.T) {
	m := coretest.Model()
	m.Rules = rule.Set{{{Feature: 6, Not: true}}}
	page, _ := inspected(m, rules.NoRule, false)
	html := app.HTMLString(app.Div().Body(rules.Report(page.Model, page.View)...))
	coretest.Contains(t, "the report", regexp.MustCompile(`>\s+<`).ReplaceAllString(html, "><"), "* or missing: ",
		"<span>Rule</span><span>Precision</span><span>Coverage</span><span>Unique</span>")
}

// Rules of another learner are named above the list.
func TestLearnerIsNamed(t *testing.T) {
	m := coretest.Model()
	page, _ := inspected(m, rules.NoRule, false)
	head := func() string { return app.HTMLString(rules.Head(page.Model, page.View, func(core.Msg) {})) }
	coretest.Lacks(t, "DR-Net", head(), "learned by")
	m.Learned.Request.Learner = "cart"
	coretest.Contains(t, "CART", head(), "train accuracy · baseline 70.0% · learned by CART")
}

// If the rules find few of the positive rows, a note says what balanced class weights would change, and a button trains with them.
func TestBalancedClassesAreOffered(t *testing.T) {
	m := coretest.Model()
	page, _ := inspected(m, rules.NoRule, false)
	head := func() string { return app.HTMLString(rules.Head(page.Model, page.View, func(core.Msg) {})) }
	coretest.Lacks(t, "without an estimate", head(), "balanced")
	m.Learned.Balanced = &protocol.BalancedEstimate{
		Equal:    eval.Confusion{TruePositives: 30, FalseNegatives: 70, FalsePositives: 20, TrueNegatives: 880},
		Balanced: eval.Confusion{TruePositives: 75, FalseNegatives: 25, FalsePositives: 75, TrueNegatives: 825},
	}
	coretest.Contains(t, "the head", head(),
		"75% of the rows", "instead of 30%", "precision of 50% instead of 60%", "90.0% instead of 91.0%", "id=\"balance\"",
	)
	m.Learned.Balanced.Equal = eval.Confusion{FalseNegatives: 100, TrueNegatives: 900}
	coretest.Contains(t, "the head without a prediction of the class", head(), "instead of none, at a precision of 50% and an accuracy")
	commands := page.Send(rules.BalanceAsked{})
	setup := coretest.Of[core.Configure](commands)
	if len(setup) != 1 || setup[0].Setup.Fields[setting.Costs] != "balanced" || len(coretest.Of[core.Train](commands)) != 1 {
		t.Errorf("the button does %+v", commands)
	}
}

// The inspector shows the points of rules and conditions, and what a row's sum says; earlier versions of the rules have none.
func TestScorecardInSight(t *testing.T) {
	m := coretest.Model()
	_, html := inspected(m, rules.NoRule, false)
	coretest.Lacks(t, "a model without a scorecard", html(), `id="scorecard"`)
	m.Scorecard = &rule.Scorecard{
		Points: []int{2, 1, 3}, Lines: []rule.ScoreLine{{Literal: rule.Literal{Feature: 5}, Points: -2}},
		Slope: 0.5, Offset: -1, Rows: 1000, Clipped: 75,
	}
	page, html := inspected(m, rules.NoRule, false)
	coretest.Contains(t, "the view", html(),
		"R1: ", "+2", "city = Wien", "−2", "Where the two disagree, on 75 of 1,000 training rows",
		"From 11.9% for the sum −2 to 88.1% for the sum 6.",
	)
	page.Send(rules.StageChosen{Stage: core.Raw}, core.Refresh{})
	coretest.Lacks(t, "the raw rules", html(), `id="scorecard"`)
}

// One confusion matrix is shown, at first that of the test rows. A cell has its share of the rows of its class.
func TestConfusionMatrix(t *testing.T) {
	m := coretest.Model()
	m.Learned.Simplified.Train.Confusion = eval.Confusion{TruePositives: 30, FalseNegatives: 10, TrueNegatives: 5}
	test := m.Learned.Simplified.Train
	test.Confusion = eval.Confusion{TruePositives: 1, FalseNegatives: 7, TrueNegatives: 2}
	m.Learned.Simplified.Test = &test
	page, html := inspected(m, rules.NoRule, false)
	coretest.Contains(t, "at first", html(), "Confusion matrix (test)", `data-heat="1"`, "12.5%", `data-heat="4"`, "87.5%", `data-heat="0"`)
	page.Send(rules.MatrixOf{Side: protocol.TrainingRows})
	coretest.Contains(t, "of the training rows", html(), "Confusion matrix (train)", `data-heat="3"`, "75.0%", "25.0%")
}

// After an edit the other rules keep their figures until the new scores, unless the engine is busy: some depend on the edited rule.
func TestFiguresAfterAnEdit(t *testing.T) {
	for busy, want := range map[bool]string{false: "20 10", true: "0 0"} {
		page, _ := inspected(coretest.Model(), rules.NoRule, false)
		page.View.Busy = busy
		page.Send(rules.RuleSwitched{Line: 1})
		card := page.Model.Cards[0]
		coretest.Equal(t, fmt.Sprint(card.Covered, card.Alone), want, "covered and unique rows of another rule, busy: %v", busy)
	}
}

// Undo and Redo say which change they take back or repeat, and the rules that are shown again.
func TestUndoSpeaks(t *testing.T) {
	page, _ := inspected(coretest.Model(), 1, false)
	page.Send(rules.RuleDeleted{Line: 1})
	for _, test := range []struct {
		message core.Msg
		want    string
	}{
		{rules.Redone{}, ""}, // nothing to redo
		{rules.Undone{}, "Undone: rule 2 deleted; 3 rules are shown again."},
		{rules.Undone{}, ""},
		{rules.Redone{}, "Redone: rule 2 deleted; 2 rules are shown again."},
	} {
		coretest.Equal(t, coretest.Said(page.Send(test.message)), test.want, "after %T", test.message)
	}
}

// A disabled rule does not have unique coverage: neither its line nor its card counts the rows that only it would cover if enabled.
func TestUniqueOfARuleOff(t *testing.T) {
	page, html := inspected(coretest.Model(), 1, false)
	tags := regexp.MustCompile("<[^>]*>")
	words := func() string { return strings.Join(strings.Fields(tags.ReplaceAllString(html(), " ")), " ") }
	coretest.Contains(t, "a rule that is on", words(), "unique 30", "30 unique")
	page.Send(rules.RuleSwitched{Line: 1})
	o := page.Model.Now().Model.Learned.Simplified
	o.Train.Rules = []eval.RuleScore{o.Train.Rules[0], o.Train.Rules[2]}
	for range 2 { // without each condition, and of the rules
		page.Send(protocol.Scored{Outcome: o, Off: []eval.RuleScore{{Covered: 40, Right: 20, Alone: 33, Lost: 15, Saved: 18}}})
	}
	coretest.Contains(t, "a rule that is off", words(), "Off. It would cover 40 rows.", "40 covered")
	coretest.Lacks(t, "a rule that is off", words(), "33 unique", "unique 33")
	page.Send(rules.SortChosen{Sort: rules.ByUnique})
	coretest.Equal(t, page.Model.Order, []int{0, 2, 1}, "the order by unique coverage")
}

// The line of a rule, or the button of a new one, has the focus again after the inspector closes.
func TestFocusAfterClosing(t *testing.T) {
	page, html := inspected(coretest.Model(), rules.NoRule, false)
	coretest.Contains(t, "the list", html(), `id="line-0-1"`)
	for message, id := range map[core.Msg]string{
		rules.RuleSelected{Line: 1}:           "line-0-1",
		rules.RuleOpened{Line: rules.NewRule}: "add-rule",
	} {
		page.Send(message)
		got := coretest.Of[core.Focus](page.Send(rules.RuleSelected{Line: rules.NoRule}))
		if len(got) != 1 || got[0].ID != id {
			t.Errorf("after %+v the focus moves to %v, want %s", message, got, id)
		}
		if again := coretest.Of[core.Focus](page.Send(rules.RuleSelected{Line: rules.NoRule})); len(again) > 0 {
			t.Errorf("without a rule in the inspector the focus moves to %v", again)
		}
	}
}
