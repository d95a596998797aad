package rules

import (
	"fmt"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
	"drnet/engine/protocol"
)

const (
	stripWidth, stripHeight   = 104, 34
	funnelWidth, funnelHeight = 104, 34
)

// MatrixView shows the conditions of the rules by column, over the training rows.
func MatrixView(m Model, c core.View, send func(core.Msg)) []app.UI {
	x := m.Matrix()
	if len(x.Rows)+x.Hidden == 0 {
		return []app.UI{app.P().Class("quiet").Text("No rules to show.")}
	}
	return []app.UI{
		app.P().Text("A line for each rule, a column for each column of the table that rules ask about. The bars are the " +
			"training rows, the strong ones those that the rule covers; the line below them is where its condition is true."),
		leastControl(m, send, x),
		kit.Some(matrixNotes(m, c, x)...),
		matrixTable(x, m.Model()),
		kit.Some(matrixMore(m, send, x)...),
		kit.Some(overlap(m, send)...),
	}
}

// leastControl sets the minimum coverage of the rules shown, by slider or as a number.
func leastControl(m Model, send func(core.Msg), x Matrix) app.UI {
	least, _ := strconv.Atoi(m.Coverage.Least)
	message := func(v string) core.Msg { return LeastTyped{Text: v} }
	complaint := "All rules are shown at 0."
	if text := m.LeastComplaint(); text != "" {
		complaint = text
	}
	return app.Div().Class("least").Body(
		app.Label().For("least-slider").Text("Rules that cover at least"),
		app.Input().Type("range").ID("least-slider").Min(0).Max(x.Most).Step(1).Value(least).
			Aria("describedby", "least-hint").OnInput(kit.Typed(send, message)),
		app.Label().Class("unseen").For("least").Text("Rows that a rule covers at least"),
		app.Input().Type("text").Attr("inputmode", "numeric").ID("least").AutoComplete(false).Placeholder("0").
			Value(m.Coverage.Least).Aria("describedby", "least-hint").OnInput(kit.Typed(send, message)),
		app.Span().Text("of the training rows"),
		app.Small().ID("least-hint").Class("quiet").Text(complaint))
}

func matrixNotes(m Model, c core.View, x Matrix) []app.UI {
	var list []app.UI
	note := func(text string) {
		if text != "" {
			list = append(list, app.P().Class("quiet").Text(text))
		}
	}
	note(x.HiddenInWords())
	switch {
	case m.Coverage.Query.Problem != nil:
		list = append(list, kit.ProblemView(m.Coverage.Query.Problem))
	case c.Table == nil:
		note("Load a table to show distributions.")
	case m.Covered() == nil && c.Busy:
		note("The rows are counted when the engine is idle.")
	case m.Covered() == nil:
		note("Counting …")
	}
	return list
}

// matrixTable is the matrix as an HTML table. Its cells repeat their drawings in words.
func matrixTable(x Matrix, m *protocol.Model) app.UI {
	var rest app.UI
	if x.Rest != nil {
		rest = app.Tr().Class("matrix-rest").Body(
			app.Th().Scope("row").Body(app.Text("none")),
			app.Td().Body(funnel(x, x.Rest, false)),
			app.Td().ColSpan(len(x.Columns)+1).Text(RestInWords(x.Rest, m)))
	}
	return app.Div().Class("matrix-scroll").TabIndex(0).Role("region").Aria("label", "Rules by columns").Body(
		app.Table().Class("matrix").ID("matrix").Body(
			app.Caption().Class("unseen").Text("What each rule asks of each column"),
			app.THead().Body(app.Tr().Body(
				app.Th().Scope("col").Text("Rule"),
				app.Th().Scope("col").Body(app.Text("Rows that come"), app.Small().Text("rule after rule")),
				app.Range(x.Columns).Slice(func(i int) app.UI {
					c := x.Columns[i]
					return app.Th().Scope("col").Class("asked-column").Body(app.Span().Class("column-name").Text(c.Name), app.Small().Text(c.Range))
				}),
				app.Th().Scope("col").Body(app.Text("Right where it is true"), app.Small().Text("training rows")))),
			app.TBody().Body(
				app.Range(x.Rows).Slice(func(i int) app.UI { return matrixRow(x, x.Rows[i]) })),
			app.TFoot().Body(listed(rest)...)))
}

// listed returns a view as a list, empty for nil. Parts of a table cannot contain the element of kit.Some.
func listed(v app.UI) []app.UI {
	if v == nil {
		return nil
	}
	return []app.UI{v}
}

func matrixRow(x Matrix, row MatrixRow) app.UI {
	var right []app.UI
	if row.Part != nil {
		right = []app.UI{bar(*row.Part), app.Span().Class("part-words").Text(row.Part.Words())}
	}
	var flow app.UI
	if row.Flow != nil {
		flow = funnel(x, row.Flow, true)
	}
	return app.Tr().Body(
		app.Th().Scope("row").Text("R"+strconv.Itoa(row.Number)),
		app.Td().Class("flow").Body(kit.Some(flow), app.Small().Text(FlowInWords(row.Flow))),
		app.Range(row.Cells).Slice(func(i int) app.UI { return cellView(x.Columns[i].Name, row.Cells[i]) }),
		app.Td().Class("right-cell").Body(right...))
}

// cellView draws the conditions of a rule on a column; the text below says the same.
func cellView(column string, c MatrixCell) app.UI {
	if c.Text == "" {
		return app.Td().Class("free").Body(kit.Unseen("does not matter"))
	}
	var picture app.UI
	if c.Counts != nil {
		strip := chart.Sparkline{Width: stripWidth, Height: stripHeight, Counts: c.Counts, Inside: c.Inside, Spans: spans(c)}.Scene()
		picture = kit.SVG("strip", strip.Width, strip.Height, "").Aria("hidden", "true").Body(kit.Items(strip)...)
	}
	return app.Td().Class("asks").Body(kit.Some(picture), app.Span().Class("asks-words").Body(kit.Unseen(column+" "), app.Text(c.Text)))
}

func spans(c MatrixCell) [][2]float64 {
	switch {
	case c.In != nil:
		return chart.Runs(c.In)
	case !c.Known:
		return nil
	}
	return [][2]float64{{chart.Share(c.Low, c.Least, c.Most), chart.Share(c.High, c.Least, c.Most)}}
}

func funnel(x Matrix, f *protocol.Flow, leaves bool) app.UI {
	step := chart.Funnel{Width: funnelWidth, Height: funnelHeight, All: x.All, Reach: f.Reach}
	if leaves {
		step.Taken, step.Right = f.Taken, f.Right
	}
	scene := step.Scene()
	return kit.SVG("funnel", scene.Width, scene.Height, "").Aria("hidden", "true").Body(kit.Items(scene)...)
}

// matrixMore shows the columns and rules left out.
func matrixMore(m Model, send func(core.Msg), x Matrix) []app.UI {
	var list []app.UI
	if x.More > 0 {
		list = append(list, app.Button().Type("button").Class("button").ID("matrix-more").OnClick(kit.On(send, MoreRules{})).
			Text("Show more: "+core.Plural(x.More, "rule is", "rules are")+" left"))
	}
	switch {
	case x.Left > 0:
		list = append(list, app.Button().Type("button").Class("button").ID("matrix-wide").OnClick(kit.On(send, WideMatrix{Wanted: true}), true).
			Text("Show "+core.Plural(x.Left, "more column", "more columns")))
	case m.Coverage.Wide:
		list = append(list, app.Button().Type("button").Class("button").ID("matrix-wide").
			OnClick(kit.On(send, WideMatrix{}), false).Text("Show fewer columns"))
	}
	if len(list) == 0 {
		return nil
	}
	return []app.UI{app.Div().Class("controls").Body(list...)}
}

// overlap shows how many rows match several rules.
func overlap(m Model, send func(core.Msg)) []app.UI {
	times := m.Times()
	if len(times) == 0 {
		return nil
	}
	pairs, more := m.Overlaps()
	words := "No two rules are true on the same training row."
	if len(pairs) > 0 {
		words = "The pairs that share the most training rows:"
	}
	var rest app.UI
	if more > 0 {
		rest = app.P().Class("quiet").Text("and " + core.Plural(more, "more pair shares rows.", "more pairs share rows."))
	}
	return []app.UI{
		app.H3().Text("Rows that several rules cover"),
		app.Div().Class("overlap").Body(
			app.Table().Class("times").ID("times").Body(
				app.Caption().Class("unseen").Text("Training rows by how many rules are true on them"),
				kit.ColumnHeads("True", "Training rows", "Share"),
				app.TBody().Body(app.Range(times).Slice(func(i int) app.UI { return timesRow(times[i]) }))),
			app.Div().Class("pairs").Body(
				app.P().Text(words),
				app.Ul().Body(app.Range(pairs).Slice(func(i int) app.UI {
					p := pairs[i]
					return app.Li().Body(app.Span().Text(p.Words+" "),
						kit.RowsButton(send, core.RowsAsked{Of: p.Of}, app.Text("Show rows"), kit.Unseen(" of "+p.Name)).Class("small"))
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

// overlapTable shows the overlap of all pairs as a table.
func overlapTable(m Model) app.UI {
	table := m.OverlapTable()
	if table == nil {
		return nil
	}
	name := func(i int) string { return "R" + strconv.Itoa(i+1) }
	return app.Details().Class("all-pairs").Body(app.Summary().Text("All pairs as a table"),
		app.Div().Class("matrix-scroll").TabIndex(0).Role("region").Aria("label", "Training rows that two rules share").Body(
			app.Table().Class("pair-table").ID("pair-table").Body(
				app.Caption().Text("Training rows on which both rules are true; in the diagonal, those on which the rule is"),
				app.THead().Body(app.Tr().Body(app.Th().Scope("col").Text("Rule"),
					app.Range(table).Slice(func(i int) app.UI { return app.Th().Scope("col").Text(name(i)) }))),
				app.TBody().Body(app.Range(table).Slice(func(i int) app.UI {
					return app.Tr().Body(app.Th().Scope("row").Text(name(i)), app.Range(table[i]).Slice(func(k int) app.UI {
						class := "pair"
						if i == k {
							class = "own-rows"
						}
						return app.Td().Class(class).Text(core.Count(table[i][k]))
					}))
				})))))
}
