package network

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

type page = coretest.Page[Model]

var noon = coretest.Noon

// numbered is a model with numeric columns that have four thresholds each: features 4c to 4c+3 are of column c.
func numbered(columns int) *protocol.Model {
	e := &binarize.Encoder{}
	for j := range columns {
		e.Columns = append(e.Columns, binarize.EncodedColumn{Name: fmt.Sprintf("c%d", j), Thresholds: []float64{10, 20, 30, 40}})
	}
	return &protocol.Model{
		Schema: protocol.ModelSchema,
		Model:  rule.Model{Target: "y", Positive: "yes", Negative: "no", Encoder: e},
	}
}

// watching is a page during a run over the given number of columns.
func watching(columns int) *page {
	begin := &protocol.Started{Rows: 960, Head: numbered(columns), Network: drnet.Config{Batch: 96}}
	p := &page{View: core.View{Shared: core.Shared{
		Table: &protocol.TableSummary{Name: "people.csv", Rows: 1200},
		Run:   core.Run{Phase: core.Training, Started: begin, Resumed: noon},
	}, Busy: true}}
	p.Send(core.Refresh{})
	return p
}

// look shows a snapshot of rules.
func look(p *page, seconds float64, set ...rule.Rule) {
	p.View.Run.LastEvent = noon.Add(time.Duration(seconds * float64(time.Second)))
	now := &protocol.Snapshot{Step: int(100 * seconds), Rules: make([][]string, len(set)), Set: set}
	p.View.Run.Progress(protocol.Progress{Step: now.Step, Steps: 1000, Now: now}, p.View.Run.LastEvent)
	p.Send(core.Refresh{})
}

// finished shows the rules of a finished run, which cover the given numbers of 100 training rows.
func finished(p *page, set rule.Set, covered ...int) {
	m := *p.View.Run.Started.Head
	m.Rules = set
	m.Learned.Rows = 100
	m.Learned.Simplified.Train.Confusion.TrueNegatives = 100
	for _, n := range covered {
		m.Learned.Simplified.Train.Rules = append(m.Learned.Simplified.Train.Rules, eval.RuleScore{Covered: n})
	}
	p.View.Run.Phase, p.View.Busy, p.View.Run.Model, p.View.Revision = core.Done, false, &m, core.Revision{Model: &m}
	p.Send(core.Refresh{})
}

// at requires the first threshold of a column.
func at(column int) rule.Literal { return rule.Literal{Feature: 4 * column} }

// plain returns a text with ordinary spaces.
func plain(text string) string { return strings.ReplaceAll(text, core.HardSpace, " ") }

// drawn lists the numbers of the drawn rules with their conditions.
func drawn(p *page) string {
	f := p.Model.figure(p.View)
	if f == nil {
		return "nothing"
	}
	var words []string
	for _, n := range f.drawn {
		var texts []string
		for _, c := range n.conditions {
			texts = append(texts, fmt.Sprintf("%d%s", c.column, plain(c.text)))
		}
		words = append(words, fmt.Sprintf("R%d %s", n.number, strings.Join(texts, " ")))
	}
	return strings.Join(words, "; ")
}

// The drawing shows the rules that are listed during a run, then a selected snapshot and the final rules.
func TestRulesInSight(t *testing.T) {
	p := watching(3)
	coretest.Equal(t, drawn(p), "nothing", "drawn before the first snapshot")
	look(p, 2, rule.Rule{at(1)})
	look(p, 3.1, rule.Rule{at(2), {Feature: 1, Not: true}})
	coretest.Equal(t, drawn(p), "R1 0> 20 1≤ 10", "drawn during a run")
	p.View.Run.ShownStep = 200
	coretest.Equal(t, p.Model.figure(p.View).columns[0].name, "c1", "the column at step 200")
	finished(p, rule.Set{{at(2)}}, 40)
	p.View.Revision = core.Revision{Model: numbered(3), Run: 9} // opened from elsewhere
	const want = "R1: IF c2 ≤ 10 THEN y = yes. It covers 40 of 100 training rows."
	coretest.Equal(t, p.Model.figure(p.View).ruleInWords(0), want, "after the run")
}

// Too many conditions are not drawn, and the page says why.
func TestTooManyConditions(t *testing.T) {
	p := watching(1)
	p.View.Run.Progress(protocol.Progress{Now: &protocol.Snapshot{Conditions: 5312, Rules: [][]string{{"c0 ≤ 10"}}}}, noon)
	p.Send(core.Refresh{})
	want := "The rules have 5,312 conditions. The network is drawn when 400 or fewer are left."
	coretest.Equal(t, p.Model.figure(p.View).undrawn(), want, "the sentence")
}

// The drawing has at most 12 columns and 12 rules, the most used columns first, and counts the others in a node. Rules that cover
// no row are left out; the others keep their numbers.
func TestFigureOfALargeModel(t *testing.T) {
	var set rule.Set
	covered := []int{0}
	for j := range 16 {
		set = append(set, rule.Rule{at(j), at(15)})
		covered = append(covered, 2)
	}
	set[15] = set[15][:1]
	set = append(rule.Set{{at(16)}}, set...)
	p := watching(17)
	finished(p, set, covered...)
	f := p.Model.figure(p.View)
	var names []string
	for _, c := range f.columns {
		names = append(names, c.name)
	}
	coretest.Equal(t, strings.Join(names, " "), "c15 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10", "the columns")
	coretest.Equal(t, f.foldedColumns()+"; "+f.foldedRules(), "+4 columns; +4 rules · at most 8.0% of rows", "what is folded")
	if len(f.drawn) != 12 || f.drawn[0].number != 2 {
		t.Fatalf("%d rules are drawn, the first is R%d", len(f.drawn), f.drawn[0].number)
	}
	if got := f.drawn[11].conditions; len(got) != 2 || got[1].column != 12 || got[1].text != "1 condition" {
		t.Errorf("R13 has the conditions %v", got)
	}
}

// A condition is written without its column; one that only excludes values is marked.
func TestConditions(t *testing.T) {
	e := &binarize.Encoder{Columns: []binarize.EncodedColumn{
		{Name: "n", Thresholds: []float64{10.5, 20}, Missable: true}, {Name: "v", Values: []string{"a", "b", "c", "d", "e"}},
	}}
	no := func(f int) rule.Literal { return rule.Literal{Feature: f, Not: true} }
	for _, test := range []struct {
		rule rule.Rule
		want condition
	}{
		{rule.Rule{no(0), {Feature: 1}}, condition{0, "is 11–\u206020", false, true, []string{"n"}, nil}},
		{rule.Rule{no(0)}, condition{0, "≥\u00a011 (or missing)", false, true, []string{"n"}, nil}},
		{rule.Rule{{Feature: 4}}, condition{1, "=\u00a0b", false, false, []string{"v"}, nil}},
		{rule.Rule{no(4)}, condition{1, "≠\u00a0b", true, false, []string{"v"}, nil}},
		{rule.Rule{no(3), no(5)}, condition{1, "is none of a, c", true, false, []string{"v"}, nil}},
	} {
		test.want.literals = test.rule
		got := conditions(test.rule.ByColumn(e.Features()), []int{0, 1}, e, rule.NewTypesetter(e, func(string, bool) bool { return true }))
		coretest.Equal(t, got, []condition{test.want}, "%v", test.rule)
	}
}

// A column has its distribution in the table, with the values that the highlighted rule accepts.
func TestDistributions(t *testing.T) {
	p := watching(0)
	p.View.Table, p.View.Run.Started.Head = new(coretest.Table()), coretest.Model()
	look(p, 2, rule.Rule{{Feature: 0, Not: true}, {Feature: 4}}, rule.Rule{{Feature: 0}}, rule.Rule{{Feature: 6}})
	f := p.Model.figure(p.View)
	var got []string
	for k := range f.drawn {
		for i, c := range f.conditionsOf(k) {
			got = append(got, fmt.Sprintf("%s %v %.2f", f.columns[i].name, f.columns[i].distribution.Counts(), f.spans(c)))
		}
	}
	want := []string{
		"age [300 400 300 200] [[0.18 1.00]]", "city [500 400 300] [[0.33 0.67]]", "street [] []",
		"age [300 400 300 200] [[0.00 0.18]]", "city [500 400 300] []", "street [] []",
		"age [300 400 300 200] []", "city [500 400 300] []", "street [] []",
	}
	coretest.Equal(t, got, want, "the columns and spans of each rule")
}

// A long name loses its middle, never a part of its end.
func TestParts(t *testing.T) {
	for name, want := range map[string]string{
		"": "|", "a": "|a", "äöü": "ä|öü", "NumTrades60Ever2DerogPubRec": "NumTrades60Ever2Derog|PubRec",
	} {
		first, end := parts(name)
		coretest.Equal(t, first+"|"+end, want, "the parts of %q", name)
	}
}

// One rule is always highlighted: the one under the pointer, else the chosen one, else the first. When the pointer leaves,
// the rule with the focus is highlighted again.
func TestHighlight(t *testing.T) {
	p := watching(3)
	look(p, 2, rule.Rule{at(0)}, rule.Rule{at(1)}, rule.Rule{at(2)})
	for _, step := range []struct {
		message core.Msg
		want    int
	}{
		{core.Refresh{}, 0},
		{RulePointed{Rule: 3}, 2},
		{RuleChosen{Rule: 2}, 1},
		{RulePointed{Rule: 3}, 2},
		{PointerLeft{}, 1},
		{Escaped{}, 0},
		{RuleChosen{Rule: 9}, 0},
	} {
		p.Send(step.message)
		coretest.Equal(t, p.Model.figure(p.View).highlighted(p.Model.selection, nil), step.want, "the node highlighted after %#v", step.message)
	}
}

// Another run clears the selection, but keeps the colors and the switches of the view.
func TestNewRun(t *testing.T) {
	p := watching(3)
	look(p, 2, rule.Rule{at(0)})
	p.Send(PaletteChosen{Name: "safe"}, PaletteChosen{Name: "none"}, TraceShown{Shown: true}, RuleChosen{Rule: 1})
	p.View.Run = core.Run{}
	p.Send(core.Refresh{})
	if m := p.Model; m.selection != (selection{}) || m.palette != 1 || !m.trace.shown {
		t.Errorf("selection %+v, palette %d, trace %v", m.selection, m.palette, m.trace.shown)
	}
}

// A traced row decides which conditions hold and which rules fire. The request is about the displayed rules.
func TestTrace(t *testing.T) {
	p := watching(2)
	look(p, 2, rule.Rule{at(0), {Feature: 5, Not: true}}, rule.Rule{at(1)})
	if got := p.Requests(TraceShown{Shown: true}); got != nil {
		t.Errorf("during training it asked %+v", got)
	}
	p.View.Run.Phase = core.Held
	asked := coretest.Of[protocol.Explain](p.Requests(core.Refresh{}))
	if len(asked) != 1 || asked[0].Row != 1 || len(asked[0].Model.Rules) != 2 {
		t.Fatalf("asked %+v", asked)
	}
	p.Send(core.Heard{Event: protocol.Explained{
		Row: 1, Cells: []rule.ExplainedCell{{Column: "c0", Alias: "income", Text: "7000", Shown: "7,000"}, {Column: "c1", Missing: true}},
		Truth: "no", Right: new(false), Answer: "y = yes",
		Verdicts: []rule.Verdict{{Failed: 1, Checks: []rule.Check{{Column: "c0", Holds: true}, {Column: "c1"}}}, {Fires: true}},
	}})
	f := p.Model.figure(p.View)
	row := p.Model.traced(f)
	want := "Row 1: R2 holds, so the prediction is y = yes. The label is no: the prediction is wrong."
	coretest.Equal(t, f.rowInWords(row), want, "the sentence")
	first := f.drawn[0]
	kinds := []int{first.kind(first.conditions[0], row), first.kind(first.conditions[1], row)}
	if got := cellInWords(row, "income") + cellInWords(row, "c1"); got != "7,000missing" || !slices.Equal(kinds, []int{1, 0}) {
		t.Errorf("R1 has the cells %s and the conditions %v", got, kinds)
	}
	coretest.Equal(t, f.highlighted(p.Model.selection, row), 1, "the node highlighted by the row")
	asked = coretest.Of[protocol.Explain](p.Requests(core.TableRead{Again: true}))
	if p.Model.traced(f) != nil || len(asked) != 1 {
		t.Errorf("after another reading the row is shown, or asked %+v", asked)
	}
	p.Send(protocol.Explained{})
	asked = coretest.Of[protocol.Explain](p.Requests(TraceRowTyped{Text: "3"}, TraceRowTyped{Text: "none"}))
	if len(asked) != 1 || asked[0].Row != 3 {
		t.Errorf("asked %+v, want row 3 alone", asked)
	}
	if look(p, 9, rule.Rule{at(1)}); p.Model.traced(p.Model.figure(p.View)) != nil {
		t.Error("the row of other rules is shown")
	}
}

// A multiclass run draws the class that it learns now. Then all classes are drawn, each with its first rules: at most 12 in all. Of
// a model with codes or more classes, the current one is drawn.
func TestClassesInTheDrawing(t *testing.T) {
	p := watching(1)
	p.View.Run.Progress(protocol.Progress{Set: 2, Sets: 3, Name: "maybe", Now: &protocol.Snapshot{Set: rule.Set{{at(0)}}}}, noon)
	p.Send(core.Refresh{})
	want := "1 column → 1 rule → OR: the network predicts y = maybe if any rule holds."
	if f := p.Model.figure(p.View); f.inWords() != want || f.class != "maybe" {
		t.Errorf("of %s it says %q, want %q", f.class, f.inWords(), want)
	}
	for _, test := range []struct {
		name    string
		classes int
		codes   []string
		rules   int // of each class
		want    string
	}{
		{"three", 3, nil, 2, "6 rules of 3 classes and 0 more"},
		{"most rules are of one class each", 5, nil, 4, "12 rules of 5 classes and 8 more"},
		{"too many", 13, nil, 1, "1 rules of 1 classes and 0 more"},
		{"codes", 3, []string{"00", "01", "10"}, 2, "2 rules of 1 classes and 0 more"},
	} {
		all := &protocol.MultiClass{Classes: rule.Classes{Codes: test.codes}}
		for i := range test.classes {
			m := numbered(1)
			m.Positive, m.Rules = fmt.Sprint("v", i), slices.Repeat(rule.Set{{at(0)}}, test.rules)
			all.Members = append(all.Members, m)
		}
		p.View.Run.Phase, p.View.Run.Classes, p.View.MultiClass, p.View.Member = core.Done, all, all, 1
		p.View.Revision = core.Revision{Model: all.Members[1]}
		f := p.Model.figure(p.View)
		got := fmt.Sprintf("%d rules of %d classes and %d more", len(f.drawn), len(f.answers), f.more)
		if got != test.want || f.drawn[0].number != 1 || (len(f.answers) == 1) != (f.class != "") {
			t.Errorf("%s: %s, want %s; %q is named", test.name, got, test.want, f.class)
		}
	}
}
