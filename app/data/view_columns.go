package data

import (
	"slices"
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
	trouble := kit.ProblemView(kindProblem(c))
	if p := c.PlanProblem; trouble == nil && p != nil && p.Kind == dataset.NoUsableFeatures {
		trouble = kit.ProblemView(p)
	}
	return app.Details().ID("columns").Class("preview columns").Open(c.Run.Phase == core.Idle).Body(
		app.Summary().Text("Columns ("+core.Count(len(c.Table.Columns))+")"),
		kit.Some(trouble), kit.Some(pager(m, c, send)),
		app.Ul().Class("profiles").Body(kit.Each(m.rendered(c), func(j int) app.UI { return profile(m, c, send, j) })))
}

// pager searches and pages the columns; nil if there are few.
func pager(m Model, c core.View, send func(core.Msg)) app.UI {
	const few = 12 // columns that need no search field
	if len(c.Table.Columns) <= few && m.Sought == "" {
		return nil
	}
	words, before, behind := m.pages(c)
	turn := func(id, label string, possible bool, by int) app.UI {
		return kit.Button(send, PageTurned{To: m.page(c) + by}).ID(id).Disabled(!possible).Text(label)
	}
	var turns []app.UI
	if before || behind {
		turns = []app.UI{turn("columns-before", "Before", before, -1), turn("columns-behind", "Next", behind, 1)}
	}
	return app.Div().Class("pager").Body(
		app.Label().For("columns-sought").Text("Find a column"),
		kit.TextInput(send, "columns-sought", m.Sought, func(value string) core.Msg { return ColumnsSought{Text: value} }).
			Spellcheck(false),
		app.P().Class("quiet").Text(words),
		kit.Some(turns...))
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
		app.Div().Class("profile-what").Body(app.Strong().Class("column-name").Text(column.Name), kindChoice(c, send, j)),
		sketch(column), facts(c, j), acts(m, c, send, j), kit.Some(edit))
}

func useBox(c core.View, send func(core.Msg), j int) app.UI {
	id, used := "use-"+strconv.Itoa(j), c.Used(j)
	return app.Label().Class("profile-use").For(id).Body(
		app.Input().Type("checkbox").ID(id).Checked(used).Disabled(j == c.Setup.Target || !c.Table.Columns[j].Kind.Usable()).
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
	for _, k := range kinds {
		values = append(values, [2]string{string(k), core.KindInShort(k)})
	}
	if !slices.Contains(kinds, kind) {
		values = append(values, [2]string{string(kind), core.KindInWords(kind)})
	}
	return app.Div().Class("profile-kind").Body(
		app.Label().Class("unseen").For(id).Text("Type of "+c.Table.Columns[j].Name),
		kit.Select(send, id, values, string(kind), func(value string) core.Msg {
			return KindChosen{Column: j, Kind: dataset.Kind(value)}
		}, j).Disabled(c.Reading != ""))
}

// sketch draws the distribution of the cells as a small chart.
func sketch(column *protocol.ColumnSummary) app.UI {
	const mostBars = 12
	bars := chart.Bars{Width: 132, Height: 40}
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
											Body(kit.Items(drawing)...)
}

// facts describes a column in words.
func facts(c core.View, j int) app.UI {
	column := &c.Table.Columns[j]
	use := featuresInWords(c, j)
	if j == c.Setup.Target {
		use = "target"
	}
	var list []app.UI
	for _, line := range []string{spread(column, c.Table.Rows), missingInWords(column, c.Table.Rows), use} {
		if line != "" {
			list = append(list, app.P().Text(line))
		}
	}
	for _, note := range notes(c, j) {
		list = append(list, app.P().Class("remark").Text(note))
	}
	return app.Div().Class("profile-facts").Body(list...)
}

// acts returns further actions on a column: predict it, require it in the rules, edit its thresholds.
func acts(m Model, c core.View, send func(core.Msg), j int) app.UI {
	column, number := &c.Table.Columns[j], strconv.Itoa(j)
	var edit app.UI = app.Span().Class("no-thresholds") // keeps the other buttons aligned
	if column.Kind == dataset.Numeric && j != c.Setup.Target {
		edit = kit.SmallButton(send, EditorToggled{Column: j}).Aria("expanded", kit.Truth(m.opened(c) == j)).Disabled(!c.Used(j)).
			Body(app.Text("Cut points"), kit.Unseen(" for "+column.Name))
	}
	must := c.Used(j) && c.Setup.Require[column.Name]
	return app.Div().Class("profile-acts").Body(
		app.Label().Class("predict").For("predict-"+number).Body(
			app.Input().Type("radio").Name("target").ID("predict-"+number).Checked(j == c.Setup.Target).
				OnChange(kit.On(send, core.TargetChosen{Column: j}), j),
			app.Text("Target"), kit.Unseen(" "+column.Name)),
		app.Label().Class("predict").For("must-"+number).Body(
			app.Input().Type("checkbox").ID("must-"+number).Checked(must).Disabled(!c.Used(j)).
				OnChange(kit.On(send, ColumnRequired{Column: j, Required: !must}), j, must),
			app.Text("Require in rules"), kit.Unseen(" "+column.Name)),
		kit.Some(edit))
}
