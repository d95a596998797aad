package rows

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/protocol"
)

// titleID is the ID of the title, which receives the focus when the list opens.
const titleID = "rows-title"

// View lists rows of the table in pages; nil if closed.
func View(m Model, c core.View, send func(core.Msg)) app.UI {
	if !m.Open() {
		return nil
	}
	return app.Section().Class("rows").ID("rows").Aria("labelledby", titleID).Body(
		app.Div().Class("rows-head").Body(
			app.H3().ID(titleID).TabIndex(-1).Text(m.title()),
			kit.SmallButton(send, Closed{}).ID("rows-close").Body(app.Text("Close"), kit.Unseen(" the rows"))),
		kit.Some(kit.Lines("note", m.notes(c)...)...),
		app.Div().Class("rows-tools").Body(kit.Some(partChoice(m, send)), pageSize(m, send), kit.Some(allColumns(m, c, send))),
		app.P().Class("quiet").ID("rows-words").Text(m.count(c)),
		kit.Some(kit.ProblemView(m.query.Problem)),
		rowTable(m, c, send),
		kit.Some(pager(m, send)),
		files(m, send))
}

// partChoice selects training or test rows; nil without test rows.
func partChoice(m Model, send func(core.Msg)) app.UI {
	if !m.tested() {
		return nil
	}
	radio := func(id, text string, part protocol.Partition) app.UI {
		return kit.Radio(send, "side", id, text, m.Of.Part == part, PartChosen{Part: part})
	}
	return app.FieldSet().Class("sides").Body(app.Legend().Text("Subset"),
		radio("side-both", "all", protocol.AllRows),
		radio("side-train", "training set", protocol.TrainingRows),
		radio("side-held", "test set", protocol.TestRows))
}

func pageSize(m Model, send func(core.Msg)) app.UI {
	option := func(n int) app.UI {
		return app.Option().Value(strconv.Itoa(n)).Selected(n == m.size()).Text(strconv.Itoa(n))
	}
	return app.Div().Class("tool").Body(app.Label().For("rows-size").Text("Rows per page"),
		app.Select().ID("rows-size").OnChange(kit.Picked(send, func(n int) core.Msg { return SizeChosen{Size: n} })).
			Body(kit.Each(sizes, option)))
}

// allColumns shows or hides the columns that no rule uses; nil if there are none.
func allColumns(m Model, c core.View, send func(core.Msg)) app.UI {
	_, left := m.columns(c)
	if left == 0 && !m.All {
		return nil
	}
	label := "Show " + core.When(left > 0, core.Count(left)+" ") + "unused columns"
	return kit.Tick("rows-all", label, m.All, false, kit.On(send, ColumnsToggled{}))
}

// rowTable shows the current page. Its cells are text, whatever they contain.
func rowTable(m Model, c core.View, send func(core.Msg)) app.UI {
	columns := m.shown()
	heads := []string{"Row", "Actual", "Predicted", "Matching rules"}
	if m.Of.MultiClass != nil {
		heads[3] = "Matching rules for “" + m.Of.Model.Positive + "”"
	}
	if m.Of.Differ != nil {
		heads = []string{"Row", "Actual", "First model", "Second model"}
	}
	return kit.Region("rows-scroll", "The rows", app.Table().Class("row-table").ID("row-table").Body(
		app.THead().Body(
			app.Tr().Body(
				kit.Each(heads, func(name string) app.UI { return app.Th().Scope("col").Text(name) }),
				kit.Each(columns, func(name string) app.UI { return app.Th().Scope("col").Class("own").Text(name) })),
			app.Tr().Class("filters").Body(
				app.Td().ColSpan(len(heads)).Text("Filter"),
				app.Range(columns).Slice(func(i int) app.UI { return filterField(m, c, send, i, columns[i]) }))),
		app.TBody().Body(kit.Each(m.lines(), func(l line) app.UI { return rowLine(m, send, l) }))))
}

func filterField(m Model, c core.View, send func(core.Msg), i int, column string) app.UI {
	id := "filter-" + strconv.Itoa(i)
	return app.Td().Body(
		app.Label().Class("unseen").For(id).Text("Only rows in which "+column+" is"),
		kit.TextInput(send, id, m.Filters[column], func(v string) core.Msg { return FilterTyped{Column: column, Text: v} }, column).
			Spellcheck(false).Placeholder(filterHint(c, column)))
}

func rowLine(m Model, send func(core.Msg), l line) app.UI {
	class, sign := "right", app.UI(nil)
	if l.Answer != l.Truth {
		class, sign = "wrong", app.Span().Body(app.Span().Aria("hidden", "true").Text(" ✗"), kit.Unseen(" (wrong)"))
	}
	last := l.fires
	if m.Of.Differ != nil {
		last = l.Other
	}
	return app.Tr().Body(
		app.Th().Scope("row").Body(
			kit.SmallButton(send, core.RowTried{Row: l.Row}).Body(kit.Unseen("Try row "), app.Text(strconv.Itoa(l.Row))),
			kit.Some(app.If(l.Held, app.Small().Text(" test")))),
		app.Td().Text(l.Truth),
		app.Td().Class(class).Body(app.Text(l.Answer), kit.Some(sign)),
		app.Td().Text(last),
		kit.Each(l.cells, rowCell))
}

func rowCell(c cell) app.UI {
	class := "own" + core.When(c.decides, " asked")
	if c.missing {
		return app.Td().Class(class + " missing").Text("missing")
	}
	return app.Td().Class(class).Text(c.text)
}

// pager turns the pages; nil if there is only one.
func pager(m Model, send func(core.Msg)) app.UI {
	if m.pages() == 1 {
		return nil
	}
	turn := func(id, label string, to int) app.UI {
		return kit.Button(send, PageChosen{Page: to}).ID(id).Disabled(to < 0 || to >= m.pages()).Body(app.Text(label), kit.Unseen(" rows"))
	}
	return app.Div().Class("controls").Body(turn("rows-before", "Before", m.Page-1), turn("rows-next", "Next", m.Page+1),
		app.P().Class("quiet").Text("Page "+core.Count(m.Page+1)+" of "+core.Count(m.pages())))
}

// files writes the rows as CSV, and then downloads or copies them.
func files(m Model, send func(core.Msg)) app.UI {
	write := kit.Button(send, CSVAsked{}).Text("Write these rows as CSV")
	if m.Written.Complete {
		write = kit.Button(send, CSVSaved{}).Text("Download the rows (CSV)")
	}
	return app.Div().Class("some").Body(
		kit.Some(kit.ProblemView(m.Written.Problem)),
		app.Div().Class("controls").Body(
			write.ID("rows-csv").Disabled(m.Written.Wanted || m.query.Value == nil || m.query.Value.Total == 0),
			kit.Some(app.If(m.Written.Complete, kit.Button(send, CSVCopied{}).ID("rows-copy").Body(app.Text("Copy"), kit.Unseen(" the rows")))),
			app.P().Class("quiet").Text(m.written())),
		app.P().Class("quiet").Text(rowsHint))
}
