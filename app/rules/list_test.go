package rules_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/rules"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// decisionList returns a model of the classes “yes” and “some”, whose rules are one list, and “no” without rules.
func decisionList() *protocol.MultiClass {
	own := coretest.Model()
	c := &protocol.MultiClass{Schema: protocol.MultiClassSchema, Target: own.Target, Encoder: own.Encoder}
	c.Names, c.Default = []string{"yes", "some", "no"}, 1
	for i, places := range [][]int{{1, 3}, {2}, {}} {
		m := coretest.Model()
		m.Encoder, m.Positive, m.Negative = c.Encoder, c.Names[i], "not "+c.Names[i]
		m.Rules, m.Marks, m.Learned.Simplified = m.Rules[:len(places)], nil, scores(len(places))
		for _, place := range places {
			m.Marks = append(m.Marks, rule.Mark{Place: place})
		}
		c.Members = append(c.Members, m)
	}
	c.Learned.Rows, c.Learned.Outcome = 10, whole()
	return c
}

// scores are those of a set of n rules: each covers two rows and is right on one of them.
func scores(n int) protocol.Outcome {
	o := protocol.Outcome{Train: eval.Scores{Rules: make([]eval.RuleScore, n)}}
	for k := range o.Train.Rules {
		o.Train.Rules[k] = eval.RuleScore{Covered: 2, Right: 1}
	}
	o.Train.Confusion = eval.Confusion{TruePositives: n, FalsePositives: n, TrueNegatives: 10 - 2*n}
	return o
}

// whole predicts “some” for 6 of 10 rows, 5 of them right.
func whole() protocol.ClassOutcome {
	answers, truth := []uint8{0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, []uint8{0, 0, 0, 1, 1, 1, 1, 1, 1, 2}
	return protocol.ClassOutcome{Train: eval.MeasureClasses(answers, truth, nil, 3)}
}

// listPage returns a page with the decision list, its groups, and its HTML.
func listPage(t *testing.T) (page *coretest.Page[rules.Model], listed func() string, html func() string) {
	t.Helper()
	m := rules.New()
	if !m.Learn(protocol.Trained{MultiClass: decisionList()}, "people.csv", 1, core.Setup{}) {
		t.Fatal("the list is not a valid model")
	}
	page = coretest.NewPage(m)
	page.Send(core.Refresh{}, rules.PartDrawn{})
	listed = func() string {
		var lines []string
		groups, _ := page.Model.InSight()
		for _, c := range groups[0].Cards {
			lines = append(lines, fmt.Sprintf("%d %s/%d", c.Number, c.Says, c.Line))
		}
		return strings.Join(lines, ", ")
	}
	return page, listed, func() string {
		return app.HTMLString(app.Div().Body(rules.View(page.Model, page.View, func(core.Msg) {}, app.Div())...))
	}
}

// answer answers the requests for scores until there are none.
func answer(page *coretest.Page[rules.Model]) {
	for range 9 {
		all := whole()
		page.Send(protocol.Scored{Outcome: scores(len(page.Model.Model().Rules)), Classes: &all})
	}
}

// A rule of a decision list moves past the rules of other classes. One undo takes the move back in all classes, whichever is shown.
func TestRuleMoves(t *testing.T) {
	const before = "1 yes/0, 2 some/0, 3 yes/1"
	up, down := rules.RuleMoved{Line: 1, By: -1}, rules.RuleMoved{Line: 0, By: 1}
	off := rules.RuleSwitched{Line: 0}
	for _, test := range []struct {
		name     string
		messages []core.Msg
		want     string
	}{
		{"up", []core.Msg{up}, "1 yes/0, 2 yes/1, 3 some/0"},
		{"down", []core.Msg{down}, "1 some/0, 2 yes/0, 3 yes/1"},
		{"to the end", []core.Msg{down, down}, "1 some/0, 2 yes/1, 3 yes/0"},
		{"to the start", []core.Msg{up, up}, "1 yes/1, 2 yes/0, 3 some/0"},
		{"beyond the ends", []core.Msg{rules.RuleMoved{Line: 0, By: -1}, rules.RuleMoved{Line: 1, By: 1}}, before},
		{"undone", []core.Msg{up, rules.Undone{}}, before},
		{"undone from another class", []core.Msg{up, rules.SetChosen{Set: 1}, rules.Undone{}}, before},
		{"redone", []core.Msg{up, rules.Undone{}, rules.SetChosen{Set: 1}, rules.Redone{}}, "1 yes/0, 2 yes/1, 3 some/0"},
		{"undone in the history", []core.Msg{up, rules.RevisionChosen{}}, before},
		{"redone in the history", []core.Msg{up, rules.RevisionChosen{}, rules.RevisionChosen{At: 1}}, "1 yes/0, 2 yes/1, 3 some/0"},
		{"past a rule that is off", []core.Msg{off, up, up}, "1 yes/1, 0 yes/0, 2 some/0"},
		{"with a gap", []core.Msg{rules.RuleDeleted{Line: 0}, rules.RuleMoved{Line: 0, By: -1}}, "1 yes/0, 2 some/0"},
		{"back", []core.Msg{up, rules.RuleMoved{Line: 1, By: 1}}, before},
	} {
		page, listed, _ := listPage(t)
		page.Send(rules.RuleSelected{Set: 0, Line: 0})
		page.Send(test.messages...)
		coretest.Equal(t, listed(), test.want, "%s", test.name)
	}
}

// The last line of a decision list has the rows that no rule covers: of 6 rows predicted as its class, 2 are those of a rule.
func TestLastLineOfAList(t *testing.T) {
	page, _, html := listPage(t)
	const figures = "precision 100% covers 40.0% 4"
	last := func() string {
		_, line, _ := strings.Cut(html(), "no rule holds → some")
		line, _, _ = strings.Cut(line, "</li>")
		return strings.Join(strings.Fields(regexp.MustCompile("<[^>]*>").ReplaceAllString(line, " ")), " ")
	}
	coretest.Contains(t, "the last line", last(), figures)
	page.Send(rules.RuleSwitched{Line: 0})
	coretest.Contains(t, "the last line until the list is scored", last(), figures)
	answer(page)
	coretest.Contains(t, "the last line of the edited list", last(), figures)
	page.Send(rules.StageChosen{Stage: core.Simplified})
	coretest.Lacks(t, "the last line of another version", last(), "%")
}

// Until a list is scored after an edit or an undo, its figures are marked as those before.
func TestFiguresOfAListAreMarked(t *testing.T) {
	for name, edit := range map[string]core.Msg{
		"moved": rules.RuleMoved{Line: 0, By: 1}, "off": rules.RuleSwitched{Line: 0}, "deleted": rules.RuleDeleted{Line: 0},
	} {
		page, _, html := listPage(t)
		marked := func() bool { return strings.Contains(html(), `class="split unmeasured"`) }
		coretest.Equal(t, marked(), false, "as learned, before: %s", name)
		page.Send(edit)
		coretest.Equal(t, marked(), true, "at once: %s", name)
		if saved := page.Model.Classes.Scored().Members[0].Learned.Edited; saved != nil {
			t.Errorf("%s: the rules are saved with the scores before", name)
		}
		answer(page)
		coretest.Equal(t, marked(), false, "scored: %s", name)
		page.Send(rules.Undone{})
		coretest.Equal(t, marked(), true, "undone: %s", name)
		answer(page)
		coretest.Equal(t, marked(), false, "undone and scored: %s", name)
	}
}

// The order of a list stays with its file, and undo returns to the order that was learned. A rule that is added is the last one.
func TestMovedRulesAreKept(t *testing.T) {
	page, listed, _ := listPage(t)
	up := rules.RuleMoved{Line: 1, By: -1}
	page.Send(up, up, rules.RuleOpened{Line: rules.NewRule}, rules.ConditionAdded{})
	answer(page)
	const moved = "1 yes/1, 2 yes/0, 3 some/0, 4 yes/2"
	coretest.Equal(t, listed(), moved, "the list")
	text, err := page.Model.Classes.Scored().Write()
	if err != nil {
		t.Fatal(err)
	}
	file, err := protocol.ReadFile(text)
	if err != nil {
		t.Fatal(err)
	}
	again, listed, _ := listPage(t)
	again.Model.ShowEdited(protocol.ModelFile{MultiClass: decisionList()}, core.Revision{}, file.MultiClass)
	again.Send(core.Refresh{}, rules.PartDrawn{})
	coretest.Equal(t, listed(), moved, "the list, opened again")
	again.Send(rules.Undone{})
	coretest.Equal(t, listed(), "1 yes/0, 2 some/0, 3 yes/1", "undone")
}

// The list has the present rules again once another class is chosen: an earlier version is that of one class, without places.
func TestVersionOfAClassIsLeft(t *testing.T) {
	page, listed, _ := listPage(t)
	page.Send(rules.RuleSwitched{Line: 0})
	answer(page)
	const off = "0 yes/0, 1 some/0, 2 yes/1"
	coretest.Equal(t, listed(), off, "edited")
	page.Send(rules.StageChosen{Stage: core.Refined})
	coretest.Equal(t, page.Model.Stage, core.Refined, "the version")
	page.Send(rules.SetChosen{Set: 1}, rules.PartDrawn{})
	coretest.Equal(t, listed(), off, "with another class")
}

// The matrix has the rules of a class in the order of the list, as the rows pass them.
func TestMatrixIsInTheOrderOfTheList(t *testing.T) {
	page, _, _ := listPage(t)
	page.Send(rules.RuleMoved{Line: 1, By: -1}, rules.RuleMoved{Line: 1, By: -1})
	var got []string
	for _, row := range page.Model.Matrix().Rows {
		got = append(got, fmt.Sprint(row.Name, " is rule ", row.Number, " of its class"))
	}
	coretest.Equal(t, got, []string{"R1 is rule 2 of its class", "R2 is rule 1 of its class"}, "the lines")
}
