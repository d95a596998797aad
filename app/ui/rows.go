package ui

import (
	"fmt"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
	"drnet/engine/protocol"
)

// rowsButton shows the rows of a selection of the current rules.
func rowsButton(r *Root, of protocol.Selection, whole bool, body ...app.UI) app.HTMLButton {
	scope := fmt.Sprint(of.Part, of.Lines, of.Alone, "|", of.Answer, "|", of.Truth, "|", whole)
	return app.Button().Type("button").OnClick(r.on(core.RowsAsked{Of: of, Whole: whole}), scope).Body(body...)
}

// rowsView lists rows of the table in pages; nil if closed.
func rowsView(s state.State, r *Root) app.UI {
	b := s.Browse
	if !b.Open() {
		return nil
	}
	var notes []app.UI
	for _, text := range s.RowsNotes() {
		notes = append(notes, app.P().Class("note").Text(text))
	}
	return app.Section().Class("rows").ID("rows").Aria("labelledby", state.RowsHeading).Body(
		app.Div().Class("rows-head").Body(
			app.H3().ID(state.RowsHeading).TabIndex(-1).Text(s.RowsTitle()),
			app.Button().Type("button").Class("small").ID("rows-close").
				OnClick(r.then(state.RowsClosed{}, tabID(s.Tab)), s.Tab).Body(app.Text("Close"), kit.Unseen(" the rows"))),
		kit.Some(notes...),
		app.Div().Class("rows-tools").Body(kit.Some(sides(s, r)), pageSize(s, r), kit.Some(allColumns(s, r))),
		app.P().Class("quiet").ID("rows-words").Text(s.RowsInWords()),
		kit.Some(kit.ProblemView(b.Query.Problem)),
		rowTable(s, r),
		kit.Some(rowPager(s, r)),
		rowsCSV(s, r))
}

// sides selects training or test rows; nil without test rows.
func sides(s state.State, r *Root) app.UI {
	if !s.Browse.Sided() {
		return nil
	}
	radio := func(id, text string, side protocol.Partition) app.UI {
		return app.Div().Class("radio").Body(
			app.Input().Type("radio").Name("side").ID(id).Checked(s.Browse.Of.Part == side).
				OnChange(r.on(state.SideChosen{Side: side}), string(side)),
			app.Label().For(id).Text(text))
	}
	return app.FieldSet().Class("sides").Body(app.Legend().Text("Of these"),
		radio("side-both", "all", protocol.AllRows),
		radio("side-train", "training rows", protocol.TrainingRows),
		radio("side-held", "held-out rows", protocol.TestRows))
}

func pageSize(s state.State, r *Root) app.UI {
	now := strconv.Itoa(state.PageSizes[0])
	var sizes [][2]string
	for _, n := range state.PageSizes {
		if sizes = append(sizes, [2]string{strconv.Itoa(n), strconv.Itoa(n)}); n == s.Browse.Size {
			now = strconv.Itoa(n)
		}
	}
	return app.Div().Class("tool").Body(app.Label().For("rows-size").Text("Rows a page"),
		app.Select().ID("rows-size").OnChange(r.typed(func(v string) state.Msg {
			n, _ := strconv.Atoi(v)
			return state.RowsSized{Size: n}
		})).Body(kit.Options(sizes, now)...))
}

// allColumns shows or hides the columns that no rule uses; nil if there are none.
func allColumns(s state.State, r *Root) app.UI {
	_, left := s.RowColumns()
	if left == 0 && !s.Browse.All {
		return nil
	}
	label := "All columns"
	if left > 0 {
		label = "All columns: " + core.Plural(left, "is", "are") + " not shown"
	}
	return app.Div().Class("radio").Body(
		app.Input().Type("checkbox").ID("rows-all").Checked(s.Browse.All).OnChange(r.on(state.AllColumns{Wanted: !s.Browse.All}), s.Browse.All),
		app.Label().For("rows-all").Text(label))
}

// rowTable shows the current page. Its cells are text, whatever they contain.
func rowTable(s state.State, r *Root) app.UI {
	b := s.Browse
	columns := b.ShownColumns()
	heads := []string{"Row", "Table says", "Answer", "True rules"}
	if b.Of.MultiClass != nil {
		heads[3] = "True rules for “" + b.Of.Model.Positive + "”"
	}
	if b.Of.Differ != nil {
		heads = []string{"Row", "Table says", "First model", "Second model"}
	}
	lines := s.RowLines()
	return app.Div().Class("rows-scroll").TabIndex(0).Role("region").Aria("label", "The rows").Body(
		app.Table().Class("row-table").ID("row-table").Body(
			app.THead().Body(
				app.Tr().Body(
					app.Range(heads).Slice(func(i int) app.UI { return app.Th().Scope("col").Text(heads[i]) }),
					app.Range(columns).Slice(func(i int) app.UI { return app.Th().Scope("col").Class("own").Text(columns[i]) })),
				app.Tr().Class("filters").Body(
					app.Td().ColSpan(len(heads)).Text("Filter"),
					app.Range(columns).Slice(func(i int) app.UI { return rowFilter(s, r, i, columns[i]) }))),
			app.TBody().Body(app.Range(lines).Slice(func(i int) app.UI { return rowLine(b, r, lines[i]) }))))
}

func rowFilter(s state.State, r *Root, i int, column string) app.UI {
	id := "filter-" + strconv.Itoa(i)
	return app.Td().Body(
		app.Label().Class("unseen").For(id).Text("Only rows in which "+column+" is"),
		app.Input().Type("text").ID(id).AutoComplete(false).Spellcheck(false).Placeholder(s.FilterHint(column)).Value(s.Browse.Filters[column]).
			OnInput(r.typed(func(v string) state.Msg { return state.RowsFiltered{Column: column, Text: v} }), column))
}

func rowLine(b state.Browse, r *Root, l state.RowLine) app.UI {
	class, sign := "right", app.UI(nil)
	if l.Wrong {
		class, sign = "wrong", app.Span().Body(app.Span().Aria("hidden", "true").Text(" ✗"), kit.Unseen(" (wrong)"))
	}
	last := l.Fires
	if b.Of.Differ != nil {
		last = l.Other
	}
	return app.Tr().Body(
		app.Th().Scope("row").Body(
			app.Button().Type("button").Class("small").OnClick(r.then(state.RowTried{Row: l.Row}, tabID(core.ExplainTab)), l.Row).
				Body(kit.Unseen("Try row "), app.Text(strconv.Itoa(l.Row))),
			kit.Some(held(l))),
		app.Td().Text(l.Truth),
		app.Td().Class(class).Body(app.Text(l.Answer), kit.Some(sign)),
		app.Td().Text(last),
		app.Range(l.Cells).Slice(func(i int) app.UI { return rowCell(l.Cells[i]) }))
}

func held(l state.RowLine) app.UI {
	if !l.Held {
		return nil
	}
	return app.Small().Text(" held out")
}

func rowCell(c state.RowCell) app.UI {
	class := "own"
	if c.Asked {
		class += " asked"
	}
	if c.Missing {
		return app.Td().Class(class + " missing").Text("missing")
	}
	return app.Td().Class(class).Text(c.Text)
}

// rowPager turns the pages; nil if there is only one.
func rowPager(s state.State, r *Root) app.UI {
	b := s.Browse
	if b.Pages() == 1 {
		return nil
	}
	turn := func(id, label string, to int) app.UI {
		return app.Button().Type("button").Class("button").ID(id).Disabled(to < 0 || to >= b.Pages()).
			OnClick(r.on(state.RowsTurned{To: to}), to).Body(app.Text(label), kit.Unseen(" rows"))
	}
	return app.Div().Class("controls").Body(turn("rows-before", "Before", b.Page-1), turn("rows-next", "Next", b.Page+1),
		app.P().Class("quiet").Text("Page "+core.Count(b.Page+1)+" of "+core.Count(b.Pages())))
}

// rowsCSV downloads the rows.
func rowsCSV(s state.State, r *Root) app.UI {
	b := s.Browse
	var copied app.UI
	label, press := "Write these rows as CSV", r.on(state.RowsWritten{})
	if b.Complete {
		label = "Download the rows (CSV)"
		press = func(app.Context, app.Event) { save("rows.csv", "text/csv", r.current().Browse.Parts...) }
		copied = app.Button().Type("button").Class("button").ID("rows-copy").
			OnClick(func(app.Context, app.Event) { r.copy(r.current().Browse.CSV()) }, "rows").
			Body(app.Text("Copy"), kit.Unseen(" the rows"))
	}
	return app.Div().Class("some").Body(
		kit.Some(kit.ProblemView(b.Unwritten)),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button").ID("rows-csv").
				Disabled(b.Writes || b.Query.Value == nil || b.Query.Value.Total == 0).OnClick(press, b.Complete).Text(label),
			kit.Some(copied),
			app.P().Class("quiet").Text(s.WritingInWords())),
		app.P().Class("quiet").
			Text("Press the number of a row to try it on the rules. A frame is around the cells that a true rule asks about. "+
				"The CSV holds these rows with all their cells."))
}
