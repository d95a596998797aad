package rows

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// titleID is the ID of the title, which receives the focus when the list opens.
const titleID = "rows-title"

// paneID is the ID of the scrolling pane. It receives the focus if the row that had it is not drawn any more.
const paneID = "rows-pane"

func rowID(row int) string { return "row-" + strconv.Itoa(row) }

// View lists the rows of a selection; nil if closed.
func View(m Model, c core.View, send func(core.Msg)) app.UI {
	if !m.Open() {
		return nil
	}
	body := append([]app.UI{
		app.Div().Class("rows-head").Body(
			app.H3().ID(titleID).TabIndex(-1).Text(m.title()),
			kit.SmallButton(send, Closed{}).ID("rows-close").Body(app.Text("Close"), kit.Unseen(" the rows"))),
		kit.Some(kit.Lines("note", m.notes(c)...)...),
		app.Div().Class("rows-tools").Body(kit.Some(partChoice(m, c, send)), kit.Some(allColumns(m, c, send))),
	}, grid(m, c, send)...)
	return app.Section().Class("rows").ID("rows").Aria("labelledby", titleID).Body(append(body, files(m, c, send))...)
}

// WholeView lists all rows of the table, or the first ones during reading.
func WholeView(m Model, c core.View, send func(core.Msg)) app.UI {
	open := m.Unfolded || c.Peek != nil
	var list []app.UI
	if open {
		list = grid(m, c, send)
	}
	return app.Details().ID("preview").Open(open).Body(
		app.Summary().Text(m.wholeTitle(c)).OnClick(func(_ app.Context, e app.Event) {
			e.PreventDefault() // Unfolded opens it
			send(Unfolded{})
		}),
		app.Div().Class("whole-rows").Body(list...))
}

// partChoice selects training or test rows; nil without test rows, or if they are unknown.
func partChoice(m Model, c core.View, send func(core.Msg)) app.UI {
	if !m.tested(c) {
		return nil
	}
	radio := func(id, text string, part protocol.Partition) app.UI {
		return kit.Radio(send, "side", id, text, m.side(c) == part, PartChosen{Part: part})
	}
	return app.FieldSet().Class("sides").Body(app.Legend().Text("Subset"),
		kit.Some(app.If(c.Test == nil, radio("side-both", "all", protocol.AllRows))),
		radio("side-train", sets[protocol.TrainingRows], protocol.TrainingRows),
		radio("side-held", sets[protocol.TestRows], protocol.TestRows))
}

// allColumns shows or hides the columns that no rule uses; nil if there are none.
func allColumns(m Model, c core.View, send func(core.Msg)) app.UI {
	_, left := m.columns(c)
	if left == 0 && !m.All {
		return nil
	}
	label := "Show " + core.When(left > 0, core.Count(left)+" ") + "unused columns"
	return kit.Tick("rows-all", label, m.All, false, kit.On(send, AllColumnsToggled{}))
}

// heads returns the heads of the first columns, which are not columns of the table.
func (m Model) heads() []string {
	switch {
	case m.Whole:
		return []string{"Row"}
	case m.Of.Differ != nil:
		return []string{"Row", "Actual", "First model", "Second model"}
	case m.Of.MultiClass != nil:
		return []string{"Row", "Actual", "Predicted", "Matching rules for “" + m.Of.Model.Positive + "”"}
	}
	return append([]string{"Row", "Actual", "Predicted", "Matching rules"}, m.probability("Probability")...)
}

// probability returns a cell of the column of probabilities; nil if that column is not shown.
func (m Model) probability(text string) []string {
	if m.Of.Likeliest == 0 {
		return nil
	}
	return []string{text}
}

// grid is the scrolling table of rows. It draws those on the screen; two empty rows, above and below, are as high as all others together.
// Cells are inserted as text, so that markup in them is not interpreted.
func grid(m Model, c core.View, send func(core.Msg)) []app.UI {
	heads := m.heads()
	page, columns, from := m.page(c)
	classes := core.Texts(len(columns), func(i int) string { return cellClass(c, columns[i]) })
	head := []app.UI{app.Tr().Body(
		kit.Each(heads, func(name string) app.UI { return app.Th().Scope("col").Text(name) }),
		app.Range(columns).Slice(func(i int) app.UI { return columnHead(m, c, send, columns[i], classes[i]) }))}
	if c.Peek == nil {
		head = append(head, app.Tr().Class("filters").Body(app.Td().ColSpan(len(heads)).Text("Filter"),
			app.Range(columns).Slice(func(i int) app.UI { return filterField(m, c, send, i, columns[i]) })))
	}
	body := app.TBody().Body(room(from, page.Total),
		app.Range(page.Rows).Slice(func(i int) app.UI {
			row := page.Rows[i]
			return app.Tr().Aria("rowindex", from+len(head)+i+1).
				Body(append(rowStart(m, c, send, row), rowCells(row.Cells, m.decides(row), columns, classes))...)
		}),
		room(page.Total-from-len(page.Rows), page.Total))
	table := app.Table().Class("row-table").ID("row-table").Aria("rowcount", page.Total+len(head))
	return []app.UI{
		app.P().Class("quiet").ID("rows-words").Text(m.count(c)),
		kit.Some(kit.Alert(m.query.Problem)),
		kit.Region("rows-scroll", "The rows", table.Body(app.THead().Body(head...), body)).ID(paneID).
			OnScroll(scrolled(m, send, page.Total), m.From, page.Total),
	}
}

// room is an empty row that takes the space of rows that are not drawn. Total is the number of all rows.
func room(rows, total int) app.UI {
	height := strconv.Itoa(int(float64(max(rows, 0)) * pixels(total)))
	return app.Tr().Class("room").Aria("hidden", "true").Body(app.Td().Attr("height", height))
}

// scrolled returns a handler that sends Scrolled, but only if other rows must be drawn.
func scrolled(m Model, send func(core.Msg), total int) app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		row := int(ctx.JSSrc().Get("scrollTop").Float() / pixels(total))
		if start(row) == m.From {
			ctx.PreventUpdate()
			return
		}
		send(Scrolled{To: row})
	}
}

func columnHead(m Model, c core.View, send func(core.Msg), name, class string) app.UI {
	head := app.Th().Scope("col").Class(class)
	if c.Peek != nil {
		return head.Text(name)
	}
	order := "none"
	if m.Sort == name {
		order = "ascending"
		if m.Down {
			order = "descending"
		}
	}
	return head.Aria("sort", order).Body(app.Button().Type("button").Class("sort").Text(name).
		OnClick(func(ctx app.Context, _ app.Event) {
			ctx.JSSrc().Call("closest", ".rows-scroll").Set("scrollTop", 0)
			send(Sorted{Column: name})
		}, name))
}

// cellClass returns the class of the cells of a column: the target differs, and numbers are aligned.
func cellClass(c core.View, name string) string {
	column, target := c.Named(name), c.TargetColumn()
	return "own" + core.When(column != nil && column.Kind == dataset.Numeric, " numeric") +
		core.When(target != nil && target.Name == name, " target")
}

func filterField(m Model, c core.View, send func(core.Msg), i int, column string) app.UI {
	id := "filter-" + strconv.Itoa(i)
	return app.Td().Body(
		app.Label().Class("unseen").For(id).Text("Only rows in which "+column+" is"),
		kit.TextInput(send, id, m.Filters[column], func(v string) core.Msg { return FilterTyped{Column: column, Text: v} }, column).
			Spellcheck(false).Placeholder(filterHint(c, column)))
}

// rowStart returns the first cells of a row, see heads.
func rowStart(m Model, c core.View, send func(core.Msg), row protocol.ListedRow) []app.UI {
	number := strconv.Itoa(row.Row)
	head := app.Th().Scope("row").Text(number)
	if c.Triable() && (c.Test == nil || !row.Held) { // rows of a separate test table cannot be tried
		head = head.Body(
			kit.SmallButton(send, core.RowTried{Row: row.Row}).ID(rowID(row.Row)).
				OnFocus(kit.On(send, RowFocused{Row: row.Row}), row.Row).OnBlur(kit.On(send, RowFocused{})).
				Body(kit.Unseen("Try row "), app.Text(number)),
			kit.Some(app.If(row.Held, app.Small().Text(" test"))))
	}
	if m.Whole {
		return []app.UI{head}
	}
	class, sign := "right", app.UI(nil)
	if row.Answer != row.Truth {
		class, sign = "wrong", app.Span().Body(app.Span().Aria("hidden", "true").Text(" ✗"), kit.Unseen(" (wrong)"))
	}
	last := m.firing(row)
	if m.Of.Differ != nil {
		last = row.Other
	}
	return []app.UI{
		head,
		app.Td().Text(row.Truth),
		app.Td().Class(class).Body(app.Text(row.Answer), kit.Some(sign)),
		app.Td().Text(last),
		kit.Each(m.probability(core.Percent(row.Probability)), func(text string) app.UI { return app.Td().Class("numeric").Text(text) }),
	}
}

func rowCells(cells []*string, decides map[string]bool, columns, classes []string) app.UI {
	return app.Range(cells[:min(len(cells), len(columns))]).Slice(func(i int) app.UI {
		class := classes[i] + core.When(decides[columns[i]], " asked")
		if cells[i] == nil {
			return app.Td().Class(class + " missing").Text("missing")
		}
		return app.Td().Class(class).Text(core.Clipped(*cells[i]))
	})
}

func files(m Model, c core.View, send func(core.Msg)) app.UI {
	write := kit.Button(send, CSVAsked{}).Text("Write these rows as CSV")
	if m.Written.Complete {
		write = kit.Button(send, CSVSaved{}).Text("Download the rows (CSV)")
	}
	tries := c.Triable() && (c.Test == nil || m.side(c) != protocol.TestRows) // the what-if view can show the listed rows
	return app.Div().Class("some").Body(
		kit.Some(kit.ProblemView(m.Written.Problem)),
		app.Div().Class("controls").Body(
			write.ID("rows-csv").Disabled(m.Written.Wanted || m.query.Value == nil || m.query.Value.Total == 0),
			kit.Some(app.If(m.Written.Complete, kit.Button(send, CSVCopied{}).ID("rows-copy").Body(app.Text("Copy"), kit.Unseen(" the rows")))),
			app.P().Class("quiet").Text(m.written())),
		app.P().Class("quiet").Text(core.When(tries, triedHint)+rowsHint))
}
