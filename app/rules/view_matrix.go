package rules

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
	"drnet/engine/protocol"
)

// pictureWidth and pictureHeight are the size of a picture in a cell, in pixels.
const pictureWidth, pictureHeight = 104, 34

// MatrixView shows the conditions of the rules by column, over the training rows.
func MatrixView(m Model, c core.View, send func(core.Msg)) []app.UI {
	x := m.Matrix()
	if len(x.Rows)+x.Hidden == 0 {
		return kit.Lines("quiet", emptyText)
	}
	return []app.UI{
		app.P().Text(matrixText),
		leastControl(m, send, x),
		kit.Some(append(kit.Lines("quiet", m.pendingInWords(c)), kit.Alert(m.Coverage.Query.Problem))...),
		matrixTable(m, x),
		kit.Some(matrixMore(m, send, x)),
		kit.Some(overlap(m, send)...),
	}
}

func leastControl(m Model, send func(core.Msg), x Matrix) app.UI {
	return app.Div().Class("least").Body(
		app.Label().For("least").Text("Min. coverage"),
		kit.Slider(send, "least", 0, x.Most, m.Coverage.Least, func(rows int) core.Msg { return LeastChosen{Rows: rows} }),
		app.Span().Text(core.Plural(m.Coverage.Least, "training row", "training rows")+
			core.When(x.Hidden > 0, " ("+core.Plural(x.Hidden, "rule", "rules")+" hidden)")))
}

// matrixTable is the matrix as an HTML table. Its cells repeat their drawings in words.
func matrixTable(m Model, x Matrix) app.UI {
	var rest app.UI
	if x.Rest != nil {
		rest = app.Tr().Class("matrix-rest").Body(
			app.Th().Scope("row").Body(app.Text("none")),
			app.Td().Body(funnel(x, x.Rest, false)),
			app.Td().ColSpan(len(x.Columns)).Text(RestInWords(x.Rest, m.Model(), m.listed())))
	}
	return kit.Region("matrix-scroll", "Rules by columns", kit.Some(
		app.P().Class("matrix-hint").Aria("hidden", "true").Text("More columns to the right →"), // the style sheet knows if there are
		app.Table().Class("matrix").ID("matrix").Body(
			app.Caption().Class("unseen").Text("What each rule asks of each column"),
			app.THead().Body(app.Tr().Body(
				app.Th().Scope("col").Body(app.Text("Rule"), app.Small().Text("train precision")),
				app.Th().Scope("col").Body(app.Text("Data flow"), app.Small().Text("rule after rule")),
				kit.Each(x.Columns, func(c MatrixColumn) app.UI {
					return app.Th().Scope("col").Class("asked-column").Body(
						app.Span().Class("column-name").Body(kit.Names(c.Name)), app.Small().Text(c.Range))
				}))),
			app.TBody().Body(kit.Each(x.Rows, func(row MatrixRow) app.UI { return matrixRow(x, row) })),
			app.TFoot().Body(rest))))
}

func matrixRow(x Matrix, row MatrixRow) app.UI {
	var right, flow app.UI
	if row.Part != nil {
		right = app.Small().Text(row.Part.precision())
	}
	if row.Flow != nil {
		flow = funnel(x, row.Flow, true)
	}
	return app.Tr().Body(
		app.Th().Scope("row").Body(app.Text(row.Name), kit.Some(right)),
		app.Td().Body(kit.Some(flow), app.Small().Text(FlowInWords(row.Flow))),
		app.Range(row.Cells).Slice(func(i int) app.UI { return cellView(x.Columns[i].Name, row.Cells[i]) }))
}

// cellView draws the conditions of a rule on a column; the text below says the same.
func cellView(column string, c MatrixCell) app.UI {
	if c.Text == "" {
		return app.Td().Class("free").Body(kit.Unseen("does not matter"))
	}
	var strip app.UI
	if c.Counts != nil {
		line := chart.Sparkline{Width: pictureWidth, Height: pictureHeight, Counts: c.Counts, Inside: c.Inside, Spans: c.Spans}
		strip = picture("strip", line.Scene())
	}
	return app.Td().Class("asks").Body(kit.Some(strip), app.Span().Class("asks-words").Body(kit.Unseen(column+" "), kit.Names(c.Text)))
}

// picture draws what the text of its cell says.
func picture(class string, s chart.Scene) app.UI {
	return kit.SVG(class, s.Width, s.Height, "").Aria("hidden", "true").Body(kit.Items(s)...)
}

func funnel(x Matrix, f *protocol.Flow, leaves bool) app.UI {
	step := chart.Funnel{Width: pictureWidth, Height: pictureHeight, All: x.All, Reach: f.Reach}
	if leaves {
		step.Taken, step.Right = f.Taken, f.Right
	}
	return picture("funnel", step.Scene())
}

func matrixMore(m Model, send func(core.Msg), x Matrix) app.UI {
	label := ""
	switch {
	case x.Left > 0:
		label = "Show " + core.Plural(x.Left, "more column", "more columns")
	case m.Coverage.Wide:
		label = "Show fewer columns"
	}
	return app.If(x.More > 0 || label != "", app.Div().Class("controls").Body(
		app.If(x.More > 0, moreButton(send, x.More).ID("matrix-more")),
		app.If(label != "", kit.Button(send, WideMatrix{Wanted: x.Left > 0}).ID("matrix-wide").Text(label))))
}

// overlap shows how many rows match several rules. In a decision list each row is counted with one rule only.
func overlap(m Model, send func(core.Msg)) []app.UI {
	times := m.Times()
	if len(times) == 0 || m.list() != nil {
		return nil
	}
	pairs, more := m.Overlaps()
	words := core.Either(len(pairs) == 0, "No two rules hold for the same training row.", "The pairs that share the most training rows:")
	rest := app.If(more > 0, app.P().Class("quiet").Text("and "+core.Plural(more, "more pair shares rows.", "more pairs share rows.")))
	return []app.UI{
		app.H3().Text("Rows that several rules cover"),
		app.Div().Class("overlap").Body(
			app.Table().Class("times").ID("times").Body(
				app.Caption().Class("unseen").Text("Training rows by how many rules hold for them"),
				kit.ColumnHeads("Rules", "Training rows", "Share"),
				app.TBody().Body(kit.Each(times, timesRow))),
			app.Div().Class("pairs").Body(
				app.P().Text(words),
				app.Ul().Body(kit.Each(pairs, func(p Overlap) app.UI {
					return app.Li().Body(app.Span().Text(p.Words+" "),
						kit.SmallButton(send, core.RowsAsked{Of: p.Of}).Body(app.Text("Show rows"), kit.Unseen(" of "+p.Name)))
				})),
				kit.Some(rest, overlapTable(m)))),
	}
}

func timesRow(t TimesRow) app.UI {
	const width, height = 160, 12
	return app.Tr().Body(app.Th().Scope("row").Text(t.Words),
		app.Td().Body(kit.SVG("times-bar", width, height, "").Aria("hidden", "true").Body(
			kit.Path("bar-frame", fmt.Sprintf("M0 0H%dV%dH0Z", width, height)),
			kit.Path("times-part", fmt.Sprintf("M0 0H%.1fV%dH0Z", width*t.Share, height))),
			app.Span().Text(core.Count(t.Rows))),
		app.Td().Text(core.Percent(t.Share)))
}

func overlapTable(m Model) app.UI {
	table := m.OverlapTable()
	if table == nil {
		return nil
	}
	heads := core.Texts(len(table)+1, func(i int) string { return core.Either(i == 0, "Rule", core.RuleName(i)) })
	return app.Details().Body(app.Summary().Text("All pairs as a table"),
		kit.Region("matrix-scroll", "Training rows that two rules share", app.Table().Class("pair-table").ID("pair-table").Body(
			app.Caption().Text("Training rows for which both rules hold; in the diagonal, those for which the rule does"),
			kit.ColumnHeads(heads...),
			app.TBody().Body(app.Range(table).Slice(func(i int) app.UI {
				return app.Tr().Body(app.Th().Scope("row").Text(heads[i+1]), app.Range(table[i]).Slice(func(k int) app.UI {
					class := core.Either(i == k, "own-rows", "pair")
					return app.Td().Class(class).Text(core.Count(table[i][k]))
				}))
			})))))
}
