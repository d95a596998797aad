package network

import (
	"fmt"
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

// page is a page with this feature.
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
func plain(text string) string { return strings.ReplaceAll(text, hardSpace, " ") }

// drawn lists the numbers of the drawn rules with their conditions.
func drawn(p *page) string {
	f := p.Model.figure(p.View)
	if f == nil {
		return "nothing"
	}
	var words []string
	for _, n := range f.nodes {
		var texts []string
		for _, c := range n.conditions {
			texts = append(texts, fmt.Sprintf("%d%s", c.column, plain(c.text)))
		}
		words = append(words, fmt.Sprintf("R%d %s", n.number, strings.Join(texts, " ")))
	}
	return strings.Join(words, "; ")
}

// During a run the drawing changes at most once a second, and at once for a pause, a selected snapshot and the final rules.
func TestRulesInSight(t *testing.T) {
	p := watching(3)
	if got := drawn(p); got != "nothing" {
		t.Errorf("before the first snapshot %s is drawn", got)
	}
	for _, step := range []struct {
		seconds float64
		column  int
		name    string // of the drawn column
	}{{2, 0, "c0"}, {2.4, 1, "c0"}, {2.9, 2, "c0"}, {3.1, 1, "c1"}} {
		look(p, step.seconds, rule.Rule{at(step.column)})
		if got := p.Model.figure(p.View); drawn(p) != "R1 0≤ 10" || got.columns[0] != step.name {
			t.Errorf("after %g s %s of %v is drawn", step.seconds, drawn(p), got.columns)
		}
	}
	look(p, 3.2, rule.Rule{at(2), {Feature: 1, Not: true}})
	p.View.Run.Phase = core.Held
	if p.Send(core.Refresh{}); drawn(p) != "R1 0> 20 1≤ 10" {
		t.Errorf("when paused %s is drawn", drawn(p))
	}
	if p.View.Run.Sight = 240; p.Model.figure(p.View).columns[0] != "c1" {
		t.Errorf("of step 240 %s is drawn", drawn(p))
	}
	finished(p, rule.Set{{at(2)}}, 40)
	p.View.Revision = core.Revision{Model: numbered(3), Run: 9} // opened from elsewhere
	if f := p.Model.figure(p.View); f.ruleInWords(0) != "R1: IF c2 ≤ 10 THEN y = yes. It covers 40 of 100 training rows." {
		t.Errorf("after the run: %s", f.ruleInWords(0))
	}
}

// Too many conditions are not drawn, and the page says why.
func TestTooManyConditions(t *testing.T) {
	p := watching(1)
	p.View.Run.Progress(protocol.Progress{Now: &protocol.Snapshot{Conditions: 5312, Rules: [][]string{{"c0 ≤ 10"}}}}, noon)
	p.Send(core.Refresh{})
	want := "The rules have 5,312 conditions. The network is drawn when 400 or fewer are left."
	if got := p.Model.figure(p.View).undrawn(); got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
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
	if got := strings.Join(f.columns, " "); got != "c15 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10" {
		t.Errorf("the columns are %s", got)
	}
	if got, want := f.foldedColumns()+"; "+f.foldedRules(), "+4 columns; +4 rules · at most 8.0 % of rows"; got != want {
		t.Errorf("folded are %s, want %s", got, want)
	}
	if len(f.nodes) != 12 || f.nodes[0].number != 2 {
		t.Fatalf("%d rules are drawn, the first is R%d", len(f.nodes), f.nodes[0].number)
	}
	if got := f.nodes[11].conditions; len(got) != 2 || got[1].column != 12 || got[1].text != "1 condition" {
		t.Errorf("R13 has the conditions %v", got)
	}
}

// A condition is written without its column, and integers as those that meet it.
func TestRequirement(t *testing.T) {
	e := &binarize.Encoder{Columns: []binarize.EncodedColumn{
		{Name: "n", Thresholds: []float64{10.5, 20, 30}, Missable: true}, {Name: "v", Values: []string{"a", "b", "c", "d", "e"}, Rest: []string{"f", "g", "h"}},
	}}
	features, typeset := e.Features(), rule.NewTypesetter(e, func(string) bool { return true })
	named := map[string]int{}
	for i, f := range features {
		named[f.Text(false)] = i
	}
	for _, test := range []struct {
		conditions, want string
		excludes         bool
	}{
		{"n ≤ 10.5", "≤ 10", false},
		{"!n ≤ 10.5", "≥ 11 (or missing)", false},
		{"!n ≤ 10.5; !n ≤ 20", "≥ 21 (or missing)", false},
		{"!n ≤ 10.5; n ≤ 30; n ≤ 20", "is 11–20", false},
		{"!n ≤ 10.5; !n is missing", "≥ 11", false},
		{"n is missing", "is missing", false},
		{"!n is missing", "is known", false},
		{"v = b", "= b", false},
		{"!v = b", "≠ b", true},
		{"!v = a; !v = c", "is none of a, c", true},
		{"!v = a; !v = b; !v = c; !v = d", "4 of 8 values", false},
	} {
		var r rule.Rule
		for _, text := range strings.Split(test.conditions, "; ") {
			name, not := strings.CutPrefix(text, "!")
			feature, ok := named[name]
			if !ok {
				t.Fatalf("no feature %q among %v", name, named)
			}
			r = append(r, rule.Literal{Feature: feature, Not: not})
		}
		if got, excludes := requirement(r, typeset); plain(got) != test.want || excludes != test.excludes {
			t.Errorf("%s: %q, excludes %v; want %q, %v", test.conditions, got, excludes, test.want, test.excludes)
		}
	}
}

// A very long name loses its middle, never a part of its end.
func TestMiddle(t *testing.T) {
	for name, want := range map[string]string{
		strings.Repeat("ä", 40): strings.Repeat("ä", 40),
		"percent_of_installments_paid_late_within_the_last_12_months": "percent_of_installments_…_last_12_months",
	} {
		if got := middle(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

// One rule is always highlighted: the one under the pointer, else the chosen one, else the first. A pointer that leaves gives the
// highlight back to the rule with the focus.
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
		if got := p.Model.figure(p.View).highlighted(p.Model.selection, nil); got != step.want {
			t.Errorf("after %#v node %d is highlighted, want %d", step.message, got, step.want)
		}
	}
}

// Another run clears the selection, and keeps the way the network is shown.
func TestNewRun(t *testing.T) {
	p := watching(3)
	look(p, 2, rule.Rule{at(0)})
	p.Send(PaletteChosen{Name: "safe"}, PaletteChosen{Name: "none"}, TraceShown{Shown: true}, RuleChosen{Rule: 1})
	p.View.Run = core.Run{}
	p.Send(core.Refresh{})
	if m := p.Model; m.selection != (selection{}) || m.palette != 1 || !m.trace.shown || m.Seen != nil {
		t.Errorf("selection %+v, palette %d, trace %v, seen %v", m.selection, m.palette, m.trace.shown, m.Seen)
	}
}

// A traced row decides which conditions hold and which rules fire. The request holds the rules in sight as a network.
func TestTrace(t *testing.T) {
	p := watching(2)
	look(p, 2, rule.Rule{at(0), {Feature: 5, Not: true}}, rule.Rule{at(1)}, rule.Rule{at(0), {Feature: 0, Not: true}})
	if got := coretest.Requests(p.Send(TraceShown{Shown: true})); got != nil {
		t.Errorf("during training it asked %+v", got)
	}
	p.View.Run.Phase = core.Held
	asked := coretest.Of[protocol.TraceRow](coretest.Requests(p.Send(core.Refresh{})))
	if len(asked) != 1 || asked[0].Row != 1 {
		t.Fatalf("asked %+v", asked)
	}
	wrong, bits := false, map[int]bool{0: true, 5: true, 4: true}
	p.Send(core.Heard{Event: protocol.RowTraced{
		Row: 1, Pass: asked[0].Net.Pass(func(i int) bool { return bits[i] }),
		Cells: []rule.ExplainedCell{{Column: "c0", Text: "7"}, {Column: "c1", Missing: true}}, Truth: "no", Right: &wrong, Answer: "y = yes",
	}})
	f := p.Model.figure(p.View)
	row := p.Model.traced(f)
	want := "Row 1: R2 fires, so the prediction is y = yes. The label is no: the prediction is wrong."
	if got := f.rowInWords(row); got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	first := f.nodes[0]
	marks := plain(markOf(contrary(first.conditions[0], 1, row), row) + markOf(contrary(first.conditions[1], 1, row), row) +
		cellInWords(row, "c0") + " " + cellInWords(row, "c1"))
	if marks != "✓ ✗ 7 missing" || f.highlighted(p.Model.selection, row) != 1 {
		t.Errorf("R1 has the marks %s, and node %d is highlighted", marks, f.highlighted(p.Model.selection, row))
	}
	asked = coretest.Of[protocol.TraceRow](coretest.Requests(p.Send(TraceRowTyped{Text: "3"}, TraceRowTyped{Text: "none"})))
	if len(asked) != 1 || asked[0].Row != 3 || p.Model.traceRow(p.View) != 0 {
		t.Errorf("asked %+v, want row 3 alone", asked)
	}
	if look(p, 9, rule.Rule{at(1)}); p.Model.traced(p.Model.figure(p.View)) != nil {
		t.Error("the row of other rules is shown")
	}
}

// The class that a multiclass run learns now is named in the drawing.
func TestClassInTheDrawing(t *testing.T) {
	p := watching(1)
	p.View.Run.Progress(protocol.Progress{Set: 2, Sets: 3, Name: "maybe", Now: &protocol.Snapshot{Set: rule.Set{{at(0)}}}}, noon)
	p.Send(core.Refresh{})
	want := "1 column → 1 rule → OR: the network predicts y = maybe if any rule fires."
	if got := p.Model.figure(p.View).inWords(); got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}
