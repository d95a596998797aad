package rows

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

func text(s string) *string { return &s }

// pickedRows are two rows of a selection of 41.
func pickedRows(columns int) protocol.RowPage {
	cells := make([]*string, columns)
	for i := range cells {
		cells[i] = text(fmt.Sprint("c", i))
	}
	cells[0] = nil
	return protocol.RowPage{Total: 41, Rows: []protocol.ListedRow{
		{Row: 3, Cells: cells, Answer: "yes", Truth: "no", Fires: []int{1, 3}},
		{Row: 9, Held: true, Cells: cells, Answer: "no", Truth: "no"},
	}}
}

// open returns a page with an open list of rows.
func open(of protocol.Selection, messages ...core.Msg) *coretest.Page[Model] {
	p := coretest.NewPage(Model{})
	p.Send(append([]core.Msg{core.RowsAsked{Of: of}}, messages...)...)
	return p
}

func TestRowsAreAskedFor(t *testing.T) {
	ruleTwo := protocol.Selection{Lines: []int{2}, Truth: "no"}
	typed := func(text string) core.Msg { return FilterTyped{Column: "age", Text: text} }
	for _, test := range []struct {
		name     string
		of       protocol.Selection
		messages []core.Msg
		requests int
		from     int // From of the last request
		filters  string
		title    string
	}{
		{"of a rule", ruleTwo, nil, 1, 0, "", "Rule 2 holds, actual “no”"},
		{"of a cell", protocol.Selection{Answer: "yes", Truth: "yes"}, nil, 1, 0, "", "Predicted “yes”, correctly"},
		{"of one rule alone", protocol.Selection{Lines: []int{3}, Alone: true}, nil, 1, 0, "", "Only rule 3 holds"},
		{"of two rules", protocol.Selection{Lines: []int{1, 3}}, nil, 1, 0, "", "Rules 1 and 3 hold"},
		{"of a rule that is off", protocol.Selection{Lines: []int{2}, Model: without(1)}, nil, 1, 0, "", "Rule at position 2 (off) holds"},
		{"of two models", protocol.Selection{Model: without(0), Differ: without(1)}, nil, 1, 0, "", "The two models disagree"},
		{"rows further down", ruleTwo, []core.Msg{pickedRows(2), Scrolled{To: 20}}, 2, 12, "", ""},
		{"rows that are drawn already", ruleTwo, []core.Msg{pickedRows(2), Scrolled{To: 7}}, 1, 0, "", ""},
		{"fewer rows than scrolled by", ruleTwo, []core.Msg{Scrolled{To: 900}, pickedRows(2)}, 2, 36, "", ""},
		{"typed while asked", ruleTwo, []core.Msg{typed(">"), typed("> 3"), pickedRows(2)}, 2, 0, "age > 3", ""},
		{"filter taken back", ruleTwo, []core.Msg{typed("> 3"), typed(""), pickedRows(2)}, 1, 0, "", ""},
		{"a column that is none", ruleTwo, []core.Msg{pickedRows(2), FilterTyped{Column: "weight", Text: "1"}}, 1, 0, "", ""},
		{
			"one side", ruleTwo,
			[]core.Msg{pickedRows(2), Scrolled{To: 20}, pickedRows(2), PartChosen{Part: protocol.TestRows}},
			3, 12, "", "",
		},
		{"stopped with something else", ruleTwo, []core.Msg{protocol.Refused{Kind: protocol.Cancelled}}, 2, 0, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := open(test.of, test.messages...)
			coretest.Equal(t, len(coretest.Requests(p.Commands)), test.requests, "the number of requests")
			lists := coretest.Of[protocol.ListRows](coretest.Requests(p.Commands))
			r := lists[len(lists)-1]
			var filters []string
			for _, f := range r.Filters {
				filters = append(filters, f.Column+" "+f.Text)
			}
			if r.From != test.from || r.Rows != 24 || strings.Join(filters, ",") != test.filters {
				t.Errorf("asked for rows %d, %d of them, with %q; want %d, 24, %q", r.From, r.Rows, filters, test.from, test.filters)
			}
			if got := p.Model.title(); test.title != "" && (got != test.title || coretest.Said(p.Commands) != test.title+".") {
				t.Errorf("title %q, said %q, want %q", got, coretest.Said(p.Commands), test.title)
			}
		})
	}
}

// A subset can be chosen only if the training rows are known.
func TestSubset(t *testing.T) {
	p := open(protocol.Selection{Answer: "yes"}, pickedRows(2))
	view := func() string { return app.HTMLString(View(p.Model, p.View, func(core.Msg) {})) }
	coretest.Lacks(t, "without test rows", view(), "Subset")
	p.View.Revision.Model.Learned.Trained.Test = new(eval.Scores)
	coretest.Contains(t, "with test rows", view(), "Subset", "training set", "test set")
	p.View.Test = new(core.TestTable)
	coretest.Contains(t, "with a test table", view(), "41 rows of the training set.", "Press a row number")
	coretest.Lacks(t, "with a test table", view(), "side-both")
	p.Send(PartChosen{Part: protocol.TestRows}, pickedRows(2))
	coretest.Contains(t, "the rows of a test table", view(), "41 rows of the test set.", "Framed cells")
	coretest.Lacks(t, "the rows of a test table", view(), "Press a row number")
	p.View.Test = nil
	p.View.Revision.Foreign, p.View.Revision.Scored = true, new(protocol.Scored)
	coretest.Lacks(t, "on another table", view(), "Subset")
	p.View.Revision.Scored.Same = true
	coretest.Contains(t, "on the table of a model file", view(), "Subset")
}

// Nothing is requested while the engine is busy, nor after the list is closed.
func TestRowsAreNotAskedFor(t *testing.T) {
	p := coretest.NewPage(Model{})
	p.View.Busy = true
	p.Send(core.RowsAsked{})
	if p.View.Busy = false; len(coretest.Requests(p.Commands)) > 0 || p.Model.count(p.View) != "Searching …" {
		t.Errorf("while it trains: %v, %q", coretest.Requests(p.Commands), p.Model.count(p.View))
	}
	p.Send(Closed{})
	if want := (core.Focus{ID: "tab-rules"}); len(coretest.Requests(p.Commands)) > 0 ||
		p.Model.Open() || p.Commands[len(p.Commands)-1] != core.Command(want) {
		t.Errorf("closed: %v", p.Commands)
	}
}

// While the engine is busy, a change of the subset, filter or order hides the old rows, because they would not match it. The title of the
// list of the whole table says how many rows there are.
func TestOutdatedRows(t *testing.T) {
	const later = "Rows are listed when the engine is idle."
	filtered, sorted := FilterTyped{Column: "age", Text: "> 30"}, Sorted{Column: "age"}
	for _, test := range []struct {
		name   string
		whole  bool
		before []core.Msg
		msg    core.Msg // while the engine is busy
		words  string
		rows   int
	}{
		{"as before", false, nil, core.Refresh{}, "41 rows.", 2},
		{"another subset", false, nil, PartChosen{Part: protocol.TestRows}, later, 0},
		{"another filter", false, nil, filtered, later, 0},
		{"another order", false, nil, sorted, later, 0},
		{"further down", false, nil, Scrolled{To: 30}, later, 2},
		{"whole, as before", true, nil, core.Refresh{}, "", 2},
		{"whole, a filter", true, nil, filtered, later, 0},
		{"whole, no filter again", true, []core.Msg{filtered}, FilterTyped{Column: "age"}, later, 0},
		{"whole, an order", true, nil, sorted, later, 0},
		{"whole, no order again", true, []core.Msg{sorted, pickedRows(2), sorted}, sorted, later, 0},
		{"whole, further down", true, nil, Scrolled{To: 30}, later, 2},
	} {
		p, names := open(protocol.Selection{Answer: "yes"}, pickedRows(2)), []string{"age", "city"}
		if test.whole {
			names = []string{"rich", "age", "city"}
			p = coretest.NewPage(Model{Whole: true})
			p.View.Section, p.View.Columns = core.DataSection, func() []int { return []int{0, 1} }
			p.Send(Unfolded{}, pickedRows(2))
			p.Send(append(test.before, pickedRows(2))...)
		}
		p.View.Busy = true
		p.Send(test.msg)
		page, columns, _ := p.Model.page(p.View)
		coretest.Equal(t, p.Model.count(p.View), test.words, "%s: the count", test.name)
		coretest.Equal(t, len(page.Rows), test.rows, "%s: the number of rows", test.name)
		coretest.Equal(t, columns, names, "%s: the columns", test.name)
	}
}

func TestRowsShown(t *testing.T) {
	p := open(protocol.Selection{Answer: "yes"})
	if columns := coretest.Requests(p.Commands)[0].(protocol.ListRows).Columns; !slices.Equal(columns, []string{"age", "city"}) {
		t.Fatalf("columns %q", columns)
	}
	coretest.Equal(t, p.Model.count(p.View), "Searching …", "before the answer")
	p.Send(pickedRows(2))
	coretest.Equal(t, p.Model.count(p.View), "41 rows.", "the count")
	page, columns, from := p.Model.page(p.View)
	if from != 0 || page.Total != 41 || len(page.Rows) != 2 || !slices.Equal(columns, []string{"age", "city"}) {
		t.Errorf("rows %+v from %d, columns %q", page, from, columns)
	}
	if first, second := p.Model.decides(page.Rows[0]), p.Model.decides(page.Rows[1]); !first["age"] || !first["city"] || len(second) > 0 {
		t.Errorf("conditions of matching rules on %v, and %v without one", first, second)
	}
	p.Send(FilterTyped{Column: "age", Text: "old"}, protocol.Refused{Kind: dataset.BadFilter, Message: "no filter", Hint: "write a number"})
	if got := p.Model.query.Problem; got == nil || got.Message != "No filter." || len(p.Model.query.Value.Rows) != 2 {
		t.Errorf("a filter that is none: %v, and %d rows", got, len(p.Model.query.Value.Rows))
	}
	p.Send(FilterTyped{Column: "age", Text: "> 99"}, protocol.RowPage{})
	if got := p.Model.count(p.View); !strings.HasPrefix(got, "No row matches all filters. ") || p.Model.query.Problem != nil {
		t.Errorf("%q", got)
	}
	p.View.Revision.Model = without(0)
	if notes := p.Model.notes(p.View); len(notes) != 1 || !strings.Contains(notes[0], "changed since") {
		t.Errorf("after a change: %q", notes)
	}
}

// The head of a column sorts the rows: ascending, descending, and no longer.
func TestRowsAreSorted(t *testing.T) {
	p := open(protocol.Selection{}, pickedRows(2), Scrolled{To: 20}, pickedRows(2))
	for _, want := range []struct {
		column, sort string
		down         bool
		count        string
	}{
		{"age", "age", false, "41 rows, by age."},
		{"age", "age", true, "41 rows, by age, descending."},
		{"age", "", false, "41 rows."},
		{"age", "age", false, "41 rows, by age."},
		{"city", "city", false, "41 rows, by city."},
	} {
		p.Send(Sorted{Column: want.column}, pickedRows(2))
		lists := coretest.Of[protocol.ListRows](coretest.Requests(p.Commands))
		if r := lists[len(lists)-1]; r.Sort != want.sort || r.Down != want.down || r.From != 0 || p.Model.count(p.View) != want.count {
			t.Errorf("by %q, down %v, from %d: %q; want %+v", r.Sort, r.Down, r.From, p.Model.count(p.View), want)
		}
	}
}

// The whole table is asked for once it is open in its section, the target first.
func TestWholeTable(t *testing.T) {
	p := coretest.NewPage(Model{Whole: true})
	p.View.Section, p.View.Columns = core.DataSection, func() []int { return []int{0, 1, 2} }
	p.View.Setup.Target = 2
	if p.Send(core.Refresh{}); len(coretest.Requests(p.Commands)) > 0 || p.Model.Open() {
		t.Errorf("closed: %v", p.Commands)
	}
	p.Send(Unfolded{})
	target := p.View.Table.Columns[2].Name
	if r := coretest.Requests(p.Commands)[0].(protocol.ListRows); r.Model != nil || r.Rows != 24 || r.Columns[0] != target {
		t.Errorf("asked for %+v", r)
	}
	p.View.Section = core.RulesSection
	if p.Send(Unfolded{}); !p.Model.Open() {
		t.Error("a message of the other list closes it")
	}
	if p.Send(core.TableRead{Again: true}); !p.Model.Open() || p.Model.query.Value != nil {
		t.Error("the table is read again, and the list is closed or has rows of the one before")
	}
	if p.Send(core.TableRead{}); p.Model.Open() {
		t.Error("another table is read, and the list is open")
	}
}

// The height of many rows is bounded; those of few rows are drawn in full.
func TestPixels(t *testing.T) {
	for rows, want := range map[int]float64{0: 32, 1000: 32, 250_000: 32, 1_000_000: 8} {
		coretest.Equal(t, pixels(rows), want, "pixels(%d)", rows)
	}
}

// without returns the model with a rule switched off.
func without(at int) *protocol.Model {
	m := coretest.Model()
	m.Off = []rule.Idle{{At: at, Rule: m.Rules[at]}}
	m.Rules = slices.Delete(m.Rules, at, at+1)
	return m
}

// A CSV of rows is written in parts, and restarts when other rows are selected.
func TestRowsAreWritten(t *testing.T) {
	p := open(protocol.Selection{Answer: "yes"}, pickedRows(2), CSVAsked{},
		protocol.Predicted{CSV: "a\n", Next: 50_000}, protocol.Predicted{CSV: "b\n"})
	requests := coretest.Requests(p.Commands)
	first, second := requests[1].(protocol.Predict), requests[2].(protocol.Predict)
	if first.Of == nil || first.Of.Answer != "yes" || !first.Columns || second.From != 50_000 || len(requests) != 3 {
		t.Errorf("asked for %+v", requests)
	}
	if got := p.Model.written(); coretest.Said(p.Commands) != "The rows are written." ||
		got != "41 rows are written, with all columns of the table." {
		t.Errorf("%q, %q", coretest.Said(p.Commands), got)
	}
	p.Send(CSVSaved{}, CSVCopied{})
	saved, copied := p.Commands[len(p.Commands)-2].(core.SaveFile), p.Commands[len(p.Commands)-1].(core.CopyText)
	if saved.Name != "rows.csv" || strings.Join(saved.Parts, "") != "a\nb\n" || copied.Text != "a\nb\n" {
		t.Errorf("saved %+v, copied %+v", saved, copied)
	}
	p.Send(FilterTyped{Column: "age", Text: "1"}, pickedRows(2))
	if p.Model.Written.Complete || p.Model.written() != "" {
		t.Error("another filter, and the file is still there")
	}
	p.Send(CSVAsked{}, protocol.Refused{Kind: protocol.BadSetting, Message: "no", Hint: "yes"})
	if w := p.Model.Written; w.Problem == nil || w.Problem.Message != "No." || w.Wanted {
		t.Errorf("refused: %+v", w)
	}
}

// The focus stays on a row when others replace it on the screen, and in the list once the row is not drawn any more.
func TestFocusSurvivesScrolling(t *testing.T) {
	for row, want := range map[int]string{0: "", 9: "row-9", 12: paneID} {
		p := open(protocol.Selection{}, pickedRows(2), RowFocused{Row: row})
		p.Commands = nil
		p.Send(Scrolled{To: 20}, pickedRows(2))
		got := coretest.Of[core.Focus](p.Commands)
		if want == "" && len(got) > 0 || want != "" && !slices.Equal(got, []core.Focus{{ID: want, Still: true}}) {
			t.Errorf("row %d: %+v, want %q", row, got, want)
		}
	}
}

// The most likely rows are shown with their probability.
func TestLikeliestRows(t *testing.T) {
	p := open(protocol.Selection{Likeliest: 500}, protocol.RowPage{Total: 1, Rows: []protocol.ListedRow{
		{Row: 3, Cells: []*string{nil, nil}, Answer: "yes", Truth: "no", Probability: 0.8125},
	}})
	want := "The 500 rows most likely to be " + coretest.Model().Prediction(true)
	if got := p.Model.title(); got != want || p.Model.heads()[4] != "Probability" {
		t.Errorf("%q, want %q; %q", got, want, p.Model.heads())
	}
	if r := coretest.Requests(p.Commands)[0].(protocol.ListRows); r.Likeliest != 500 {
		t.Errorf("asked for %+v", r)
	}
	html := app.HTMLString(app.Div().Body(View(p.Model, p.View, func(core.Msg) {})))
	coretest.Contains(t, "the view", html, "81.2%")
}
