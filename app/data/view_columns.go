package data

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// Columns shows the content of each column and lets the user change its type and use.
func Columns(m Model, c core.View, send func(core.Msg)) app.UI {
	shown := m.rendered(c)
	trouble := kit.ProblemView(kindProblem(c))
	if p := c.PlanProblem; trouble == nil && p != nil && p.Kind == dataset.NoUsableFeatures {
		trouble = kit.ProblemView(p)
	}
	return app.Details().ID("columns").Class("preview columns").Open(c.Run.Phase == core.Idle).Body(
		app.Summary().Text("Columns ("+core.Count(len(c.Table.Columns))+")"),
		kit.Some(trouble), kit.Some(pager(m, c, send)),
		app.Ul().Class("profiles").Body(app.Range(shown).Slice(func(i int) app.UI { return profile(m, c, send, shown[i]) })),
	)
}

const fewColumns = 12 // columns that need no search field

// pager searches and pages the columns; nil if there are few.
func pager(m Model, c core.View, send func(core.Msg)) app.UI {
	if len(c.Table.Columns) <= fewColumns && m.Sought == "" {
		return nil
	}
	words, before, behind := m.pages(c)
	turn := func(id, label string, possible bool, by int) app.UI {
		return app.Button().Type("button").Class("button").ID(id).Disabled(!possible).
			OnClick(kit.On(send, PageTurned{To: m.page(c) + by}), m.page(c)+by).Text(label)
	}
	var turns []app.UI
	if before || behind {
		turns = []app.UI{turn("columns-before", "Before", before, -1), turn("columns-behind", "Next", behind, 1)}
	}
	return app.Div().Class("pager").Body(
		app.Label().For("columns-sought").Text("Find a column"),
		app.Input().Type("text").ID("columns-sought").AutoComplete(false).Spellcheck(false).Value(m.Sought).
			OnInput(kit.Typed(send, func(value string) core.Msg { return ColumnsSought{Text: value} })),
		app.P().Class("quiet").Text(words),
		kit.Some(turns...),
	)
}

// profile shows one column.
func profile(m Model, c core.View, send func(core.Msg), j int) app.UI {
	column := &c.Table.Columns[j]
	class := "profile"
	switch {
	case j == c.Setup.Target:
		class += " target"
	case !c.Used(j):
		class += " unused"
	}
	var edit app.UI
	if m.opened(c) == j {
		edit = editor(c, send, j)
	}
	return app.Li().Class(class).Body(
		useBox(c, send, j),
		app.Div().Class("profile-what").Body(
			app.Strong().Class("column-name").Text(column.Name),
			kindChoice(c, send, j)),
		sketch(column),
		facts(c, j),
		acts(m, c, send, j),
		kit.Some(edit),
	)
}

func useBox(c core.View, send func(core.Msg), j int) app.UI {
	id, used := "use-"+strconv.Itoa(j), c.Used(j)
	return app.Label().Class("profile-use").For(id).Body(
		app.Input().Type("checkbox").ID(id).Checked(used).
			Disabled(j == c.Setup.Target || !c.Table.Columns[j].Kind.Usable()).
			OnChange(kit.On(send, ColumnUsed{Column: j, Use: !used}), j, used),
		kit.Unseen("Use "+c.Table.Columns[j].Name))
}

// kindChoice selects the type of a column. It offers an unusual type only if that type was detected.
func kindChoice(c core.View, send func(core.Msg), j int) app.UI {
	id := "kind-" + strconv.Itoa(j)
	kind, overruled := kindOf(c, j)
	var values [][2]string
	if overruled {
		values = append(values, [2]string{"", "detect"})
	}
	known := false
	for _, k := range kinds {
		values = append(values, [2]string{string(k), core.KindInShort(k)})
		known = known || k == kind
	}
	if !known {
		values = append(values, [2]string{string(kind), core.KindInWords(kind)})
	}
	return app.Div().Class("profile-kind").Body(
		app.Label().Class("unseen").For(id).Text("Type of "+c.Table.Columns[j].Name),
		app.Select().ID(id).Disabled(c.Reading != "").
			OnChange(kit.Typed(send, func(value string) core.Msg { return KindChosen{Column: j, Kind: dataset.Kind(value)} }), j).
			Body(kit.Options(values, string(kind))...))
}

const sketchWidth, sketchHeight, mostBars = 132, 40, 12

// sketch draws the distribution of the cells as a small chart.
func sketch(column *protocol.ColumnSummary) app.UI {
	bars := chart.Bars{Width: sketchWidth, Height: sketchHeight}
	part := "sketch"
	if column.Histogram != nil && column.Kind == dataset.Numeric {
		bars.Counts = column.Histogram.Counts
	} else {
		part, bars.Gap = "sketch values", 0.2
		for _, v := range frequent(column)[:min(len(column.Values), mostBars)] {
			bars.Counts = append(bars.Counts, v.Rows)
		}
	}
	if len(bars.Counts) == 0 {
		return app.Div().Class("no-sketch")
	}
	drawing := bars.Scene()
	return kit.SVG(part, drawing.Width, drawing.Height, "").Aria("hidden", "true"). // the adjacent text says the same
											Body(app.Range(drawing.Items).Slice(func(i int) app.UI { return kit.Path(drawing.Items[i].Class, drawing.Items[i].Path) }))
}

// facts describes a column in words.
func facts(c core.View, j int) app.UI {
	column := &c.Table.Columns[j]
	lines := []string{spread(column, c.Table.Rows), missingInWords(column, c.Table.Rows)}
	if j == c.Setup.Target {
		lines = append(lines, "target")
	} else {
		lines = append(lines, featuresInWords(c, j))
	}
	var list []app.UI
	for _, line := range lines {
		if line != "" {
			list = append(list, app.P().Text(line))
		}
	}
	for _, note := range notes(c, j) {
		list = append(list, app.P().Class("remark").Text(note))
	}
	return app.Div().Class("profile-facts").Body(list...)
}

// acts returns further actions on a column: predict it, edit its thresholds.
func acts(m Model, c core.View, send func(core.Msg), j int) app.UI {
	column := &c.Table.Columns[j]
	id := "predict-" + strconv.Itoa(j)
	var edit app.UI = app.Span().Class("no-thresholds") // keeps the other buttons aligned
	if column.Kind == dataset.Numeric && j != c.Setup.Target {
		open := "false"
		if m.opened(c) == j {
			open = "true"
		}
		edit = app.Button().Type("button").Class("small").Aria("expanded", open).
			Disabled(!c.Used(j)).OnClick(kit.On(send, EditorToggled{Column: j}), j).
			Body(app.Text("Cut points"), kit.Unseen(" for "+column.Name))
	}
	must := required(c, j)
	return app.Div().Class("profile-acts").Body(
		app.Label().Class("predict").For(id).Body(
			app.Input().Type("radio").Name("target").ID(id).Checked(j == c.Setup.Target).
				OnChange(kit.On(send, core.TargetChosen{Column: j}), j),
			app.Text("Target"), kit.Unseen(" "+column.Name)),
		app.Label().Class("predict").For("must-"+strconv.Itoa(j)).Body(
			app.Input().Type("checkbox").ID("must-"+strconv.Itoa(j)).Checked(must).Disabled(!c.Used(j)).
				OnChange(kit.On(send, ColumnRequired{Column: j, Required: !must}), j, must),
			app.Text("Require in rules"), kit.Unseen(" "+column.Name)),
		kit.Some(edit))
}

// required reports whether the rules must use a column.
func required(c core.View, j int) bool {
	column := c.Column(j)
	return column != nil && c.Used(j) && c.Setup.Require[column.Name]
}
