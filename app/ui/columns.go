package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
	"drnet/engine/chart"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// columnsView shows the content of each column and lets the user change its type and use.
func columnsView(s state.State, r *Root) app.UI {
	shown := s.Profiles()
	trouble := kit.ProblemView(s.KindProblem())
	if p := s.PlanProblem; trouble == nil && p != nil && p.Kind == dataset.NoUsableFeatures {
		trouble = kit.ProblemView(p)
	}
	return app.Details().ID("columns").Class("preview columns").Open(s.Run.Phase == core.Idle).Body(
		app.Summary().Text(core.Plural(len(s.Table.Columns), "column", "columns")+": what they hold, and which are used"),
		kit.Some(trouble), kit.Some(pager(s, r)),
		app.Ul().Class("profiles").Body(app.Range(shown).Slice(func(i int) app.UI { return profile(s, r, shown[i]) })),
	)
}

const fewColumns = 12 // columns that need no search field

// pager searches and pages the columns; nil if there are few.
func pager(s state.State, r *Root) app.UI {
	if len(s.Table.Columns) <= fewColumns && s.Browser.Sought == "" {
		return nil
	}
	words, before, behind := s.Pages()
	turn := func(id, label string, possible bool, by int) app.UI {
		return app.Button().Type("button").Class("button").ID(id).Disabled(!possible).
			OnClick(r.on(state.PageTurned{To: s.Page() + by}), s.Page()+by).Text(label)
	}
	var turns []app.UI
	if before || behind {
		turns = []app.UI{turn("columns-before", "Before", before, -1), turn("columns-behind", "Next", behind, 1)}
	}
	return app.Div().Class("pager").Body(
		app.Label().For("columns-sought").Text("Find a column"),
		app.Input().Type("text").ID("columns-sought").AutoComplete(false).Spellcheck(false).Value(s.Browser.Sought).
			OnInput(r.typed(func(value string) state.Msg { return state.ColumnsSought{Text: value} })),
		app.P().Class("quiet").Text(words),
		kit.Some(turns...),
	)
}

// profile shows one column.
func profile(s state.State, r *Root, j int) app.UI {
	c := &s.Table.Columns[j]
	class := "profile"
	switch {
	case j == s.Setup.Target:
		class += " target"
	case !s.Used(j):
		class += " unused"
	}
	var editor app.UI
	if s.Opened() == j {
		editor = editorView(s, r, j)
	}
	return app.Li().Class(class).Body(
		useBox(s, r, j),
		app.Div().Class("profile-what").Body(
			app.Strong().Class("column-name").Text(c.Name),
			kindChoice(s, r, j)),
		sketch(c),
		facts(s, j),
		acts(s, r, j),
		kit.Some(editor),
	)
}

func useBox(s state.State, r *Root, j int) app.UI {
	id, used := "use-"+strconv.Itoa(j), s.Used(j)
	return app.Label().Class("profile-use").For(id).Body(
		app.Input().Type("checkbox").ID(id).Checked(used).
			Disabled(j == s.Setup.Target || !s.Table.Columns[j].Kind.Usable()).
			OnChange(r.on(state.UseChosen{Column: j, Use: !used}), j, used),
		kit.Unseen("Use "+s.Table.Columns[j].Name))
}

// kindChoice selects the type of a column. It offers an unusual type only if that type was detected.
func kindChoice(s state.State, r *Root, j int) app.UI {
	id := "kind-" + strconv.Itoa(j)
	kind, overruled := s.KindOf(j)
	var values [][2]string
	if overruled {
		values = append(values, [2]string{"", "find by itself"})
	}
	known := false
	for _, k := range state.Kinds {
		values = append(values, [2]string{string(k), core.KindInShort(k)})
		known = known || k == kind
	}
	if !known {
		values = append(values, [2]string{string(kind), core.KindInWords(kind)})
	}
	return app.Div().Class("profile-kind").Body(
		app.Label().Class("unseen").For(id).Text("Type of "+s.Table.Columns[j].Name),
		app.Select().ID(id).Disabled(s.Reading != "").
			OnChange(r.typed(func(value string) state.Msg { return state.KindChosen{Column: j, Kind: dataset.Kind(value)} }), j).
			Body(kit.Options(values, string(kind))...))
}

const sketchWidth, sketchHeight, mostBars = 132, 40, 12

// sketch draws the distribution of the cells as a small chart.
func sketch(c *protocol.ColumnSummary) app.UI {
	bars := chart.Bars{Width: sketchWidth, Height: sketchHeight}
	part := "sketch"
	if c.Histogram != nil && c.Kind == dataset.Numeric {
		bars.Counts = c.Histogram.Counts
	} else {
		part, bars.Gap = "sketch values", 0.2
		for _, v := range state.Frequent(c)[:min(len(c.Values), mostBars)] {
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
func facts(s state.State, j int) app.UI {
	c := &s.Table.Columns[j]
	lines := []string{state.Spread(c, s.Table.Rows), state.MissingInWords(c, s.Table.Rows)}
	if j == s.Setup.Target {
		lines = append(lines, "what the rules predict")
	} else {
		lines = append(lines, s.Gives(j))
	}
	notes := s.Notes(j)
	var list []app.UI
	for _, line := range lines {
		if line != "" {
			list = append(list, app.P().Text(line))
		}
	}
	for _, note := range notes {
		list = append(list, app.P().Class("remark").Text(note))
	}
	return app.Div().Class("profile-facts").Body(list...)
}

// acts returns further actions on a column: predict it, edit its thresholds.
func acts(s state.State, r *Root, j int) app.UI {
	c := &s.Table.Columns[j]
	id := "predict-" + strconv.Itoa(j)
	var edit app.UI = app.Span().Class("no-thresholds") // keeps the other buttons aligned
	if c.Kind == dataset.Numeric && j != s.Setup.Target {
		open := "false"
		if s.Opened() == j {
			open = "true"
		}
		edit = app.Button().Type("button").Class("small").Aria("expanded", open).
			Disabled(!s.Used(j)).OnClick(r.on(state.EditorToggled{Column: j}), j).
			Body(app.Text("Thresholds"), kit.Unseen(" of "+c.Name))
	}
	must := s.MustUse(j)
	return app.Div().Class("profile-acts").Body(
		app.Label().Class("predict").For(id).Body(
			app.Input().Type("radio").Name("target").ID(id).Checked(j == s.Setup.Target).
				OnChange(r.on(state.TargetChosen{Column: j}), j),
			app.Text("Predict"), kit.Unseen(" "+c.Name)),
		app.Label().Class("predict").For("must-"+strconv.Itoa(j)).Body(
			app.Input().Type("checkbox").ID("must-"+strconv.Itoa(j)).Checked(must).Disabled(!s.Used(j)).
				OnChange(r.on(state.MustChosen{Column: j, Must: !must}), j, must),
			app.Text("Must ask"), kit.Unseen(" about "+c.Name)),
		kit.Some(edit))
}
