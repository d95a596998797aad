package explain

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/binarize"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// page returns the page on the tab of the what-if view, after some messages.
func page(messages ...core.Msg) *coretest.Page[Model] {
	p := coretest.NewPage(Model{})
	p.View.Tab = core.ExplainTab
	p.Send(messages...)
	return p
}

// One request is pending at a time; the newest one follows after its answer.
func TestRequests(t *testing.T) {
	p := page(CellTyped{Column: "age", Text: "4"}, CellTyped{Column: "age", Text: "45"}, CellLocked{Column: "city", Locked: true})
	if len(p.Commands) != 1 {
		t.Fatalf("asked for %v, want one explanation", p.Commands)
	}
	request := coretest.One[protocol.Explain](t, p.Requests(coretest.Heard(coretest.Explained(), 2)))
	want := protocol.Explain{
		Model: p.View.Revision.Model, Row: 1,
		Values: map[string]string{"age": "45"}, Freeze: []string{"city"}, Nearest: true,
	}
	coretest.Equal(t, request, want, "the request")
	coretest.Equal(t, coretest.Names(p.Requests(coretest.Heard(coretest.Explained(), 3))), "", "requests after the answer")
	fields, unused := p.Model.fields(p.View)
	if len(fields) != 2 || fields[0].text != "45" || !fields[0].changed || fields[1].text != "Bern" ||
		!fields[1].locked || !slices.Equal(fields[1].choices, []string{"Bern", "Rom", "Wien", ""}) ||
		!slices.Equal(unused, []string{"street"}) {
		t.Errorf("fields %+v, unused %q", fields, unused)
	}
	request = coretest.One[protocol.Explain](t, p.Requests(CounterfactualTried{}))
	coretest.Equal(t, request.Values, map[string]string{"age": "40"}, "the change")
	if !slices.Contains(p.Commands, core.Command(core.Focus{ID: core.ExplainTab.ID()})) {
		t.Error("a counterfactual that is tried does not lead to the answer")
	}
	coretest.Equal(t, coretest.Names(p.Requests(RowTyped{Text: "1201"})), "", "requests for a row that is not there")
	fields, _ = p.Model.fields(p.View)
	coretest.Equal(t, fields[0].changed, true, "the change of the row that is still shown")
	request = coretest.One[protocol.Explain](t, slices.Concat(p.Requests(coretest.Heard(coretest.Explained(), 4)),
		p.Requests(CellTyped{Column: "age", Text: "20"})))
	coretest.Equal(t, request.Row, 1, "the row of a change while no row is typed")
	p.Send(RowTyped{Text: "2"})
	fields, _ = p.Model.fields(p.View)
	coretest.Equal(t, fields[0].changed, false, "a change of another row")
}

// A row is typed as the page writes it.
func TestGroupedRow(t *testing.T) {
	p := page(core.Refresh{}, coretest.Heard(coretest.Explained(), 1))
	coretest.Equal(t, coretest.One[protocol.Explain](t, p.Requests(RowTyped{Text: "1,200"})).Row, 1200, "the row")
	for _, text := range []string{"1,201", "1201", "1.5", "x"} {
		if row, complaint := p.View.RowNumber(text); complaint == "" {
			t.Errorf("%q is row %d, want a complaint", text, row)
		}
	}
}

// The nearest row and the unused columns are described with the columns as the rules call them.
func TestNearest(t *testing.T) {
	e := coretest.Explained()
	e.Nearest = &protocol.Neighbor{Row: 1200, Cells: e.Cells, Differ: []string{"age"}}
	p := page(core.Refresh{}, coretest.Heard(e, 1))
	columns := p.View.Revision.Model.Encoder.Columns
	columns[0].Label.Alias, columns[2].Label.Alias = "years of age", "home"
	html := app.HTMLString(app.Div().Body(View(p.Model, p.View, func(core.Msg) {})...))
	coretest.Contains(t, "the view", html, "years of age is 50", "row 1,200", "<li>home</li>")
}

// If no row has the opposite prediction, the view says so instead of offering a search. With several classes, the opposite is one of them.
func TestNoneNearest(t *testing.T) {
	e := coretest.Explained()
	e.Nearest = nil
	p := page(core.Refresh{}, coretest.Heard(e, 1))
	html := app.HTMLString(app.Div().Body(View(p.Model, p.View, func(core.Msg) {})...))
	coretest.Contains(t, "the view", html, "No row of the table is predicted "+e.Other+".")
	if strings.Contains(html, "find-nearest") {
		t.Error("a button searches for what is not there")
	}
}

// The cells that a derived column is computed from can be typed, but not its own.
func TestDerivedFields(t *testing.T) {
	m := rule.Model{Target: "y", Positive: "yes", Negative: "no", Encoder: &binarize.Encoder{
		Policy: binarize.Own,
		Columns: []binarize.EncodedColumn{
			{Name: "income", Thresholds: []float64{1}},
			{Name: "age", Thresholds: []float64{1}},
			{Name: "debt", Thresholds: []float64{1}},
			{Name: "income / debt", Thresholds: []float64{3}, Derived: &binarize.Derived{Op: binarize.Ratio, Of: [2]string{"income", "debt"}}},
		},
	}, Rules: rule.Set{{{Feature: 3, Not: true}}}}
	p := page()
	p.View.Revision.Model = &protocol.Model{Model: m}
	fields, unused := p.Model.fields(p.View)
	if len(fields) != 2 || fields[0].column != "income" || fields[1].column != "debt" || !slices.Equal(unused, []string{"age"}) {
		t.Errorf("fields %+v, unused %q", fields, unused)
	}
}

// A row of a list opens in the what-if view without the changes. Other rules keep the row, another table does not.
func TestRowTried(t *testing.T) {
	p := page(CellTyped{Column: "age", Text: "4"})
	want := []core.Command{core.Send{Msg: core.TabChosen{Tab: core.ExplainTab}}, core.Focus{ID: core.ExplainTab.ID()}}
	if got := p.Send(core.RowTried{Row: 3}); !reflect.DeepEqual(got, want) || p.Model.row != "3" || p.Model.values != nil {
		t.Errorf("commands %v, row %q", got, p.Model.row)
	}
	p.Send(core.RulesOpened{}, core.SetShown{})
	coretest.Equal(t, p.Model.row, "3", "other rules: row")
	p.Send(core.TableRead{})
	coretest.Equal(t, p.Model.row, "", "another table: row")
}

// A refused request shows the problem instead of an answer. A cancelled request is sent again.
func TestRefusals(t *testing.T) {
	p := page(core.Refresh{}, coretest.Heard(coretest.Explained(), 1), CellTyped{Column: "city", Text: "Rom"})
	again := p.Requests(coretest.Heard(protocol.Refused{Kind: protocol.Cancelled}, 2))
	if len(again) != 1 || p.Model.query.Value == nil {
		t.Errorf("cancelled: asked for %v", again)
	}
	p.Send(coretest.Heard(protocol.Refused{Kind: protocol.BadSetting, Message: "no", Hint: "yes"}, 3))
	if p.Model.query.Value != nil || p.Model.query.Problem == nil || p.Model.pendingInWords(p.View) != "No prediction." {
		t.Errorf("refused: %+v, %q", p.Model.query.Problem, p.Model.pendingInWords(p.View))
	}
}

// While the engine is busy, an answer disappears when its rules, cells or row change, and the cells disappear when the row changes.
func TestBusy(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(p *coretest.Page[Model])
		says   string
		age    string
	}{
		{"nothing", func(*coretest.Page[Model]) {}, "Row 1 of the table: <strong>rich = yes</strong>", "50"},
		{"the rules", func(p *coretest.Page[Model]) {
			edited := *p.View.Revision.Model
			edited.Rules = edited.Rules[1:]
			p.View.Revision.Model = &edited
			p.Send(core.Refresh{})
		}, "Rows are predicted when the engine is idle.", "50"},
		{"a cell", func(p *coretest.Page[Model]) { p.Send(CellTyped{"age", "20"}) }, "Rows are predicted when the engine is idle.", "20"},
		{"the row", func(p *coretest.Page[Model]) { p.Send(RowTyped{"7"}) }, "Rows are predicted when the engine is idle.", ""},
		{"the row to none", func(p *coretest.Page[Model]) { p.Send(RowTyped{"7000"}) }, "Row 1 of the table: <strong>rich = yes</strong>", "50"},
	} {
		p := page(core.Refresh{}, coretest.Heard(coretest.Explained(), 1))
		p.View.Busy = true
		test.change(p)
		html := app.HTMLString(app.Div().Body(View(p.Model, p.View, func(core.Msg) {})...))
		coretest.Contains(t, test.name, strings.Join(strings.Fields(html), " "), test.says)
		fields, _ := p.Model.fields(p.View)
		coretest.Equal(t, fields[0].text, test.age, "%s: the age", test.name)
	}
}

// The view has the points of a row with its probability, and the columns of the scorecard can be changed.
func TestScore(t *testing.T) {
	p := page()
	model := *p.View.Revision.Model
	model.Scorecard = &rule.Scorecard{
		Points: []int{1, 1, 1}, Lines: []rule.ScoreLine{{Literal: rule.Literal{Feature: 6}, Points: 2}}, Slope: 1, Offset: -1,
	}
	p.View.Revision.Model = &model
	e := coretest.Explained()
	e.Score = &protocol.RowScore{
		Of: "rich = yes", Sum: 3, Probability: 0.880797, Lines: []protocol.RowPoint{{Text: "rule 1", Points: 1}, {Text: "street = a", Points: 2}},
	}
	p.Send(core.Refresh{}, coretest.Heard(e, 1))
	html := app.HTMLString(app.Div().Body(View(p.Model, p.View, func(core.Msg) {})...))
	coretest.Contains(t, "the view", html, "Probability of rich\u00a0=\u00a0yes: 88.1%, from 3 points.", ">+1 for rule 1<",
		">+2 for street\u00a0=\u00a0a<")
	if fields, unused := p.Model.fields(p.View); len(fields) != 3 || len(unused) != 0 {
		t.Errorf("%d fields, unused %q", len(fields), unused)
	}
}
