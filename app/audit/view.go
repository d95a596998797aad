package audit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/eval"
)

// View shows the drift, the groups and the stability of the current rules. There must be some.
func View(m Model, c core.View, send func(core.Msg)) app.UI {
	return app.Div().Class("audit").Body(
		kit.Some(driftView(c, send)), kit.Some(groupsView(m, c, send)), kit.Some(stabilityView(m, c, send)))
}

// driftView lists how the table differs from the training rows; nil unless rules of two classes are applied to another table.
func driftView(c core.View, send func(core.Msg)) app.UI {
	a := c.Revision.Applied
	if a == nil || a.Drift == nil || !c.Revision.Foreign || c.MultiClass != nil {
		return nil
	}
	return app.Details().ID("drift").Open(true).Body(app.Summary().Text("Compared with the training rows"),
		kit.ExplainedWords(c, send, "drift", core.TermShift), kit.Bullets(a.Drift.Sentences()))
}

// groupsView selects columns and compares the groups of their values; nil without a table.
func groupsView(m Model, c core.View, send func(core.Msg)) app.UI {
	if c.Table == nil {
		return nil
	}
	names := []string{""}
	for _, column := range c.Table.Columns {
		if column.Kind.Usable() && column.Name != c.Revision.Model.Target {
			names = append(names, column.Name)
		}
	}
	choice := func(place int, label string) app.UI {
		labels, now := append([]string{"–"}, names[1:]...), max(slices.Index(names, m.by[place]), 0)
		return kit.Picker(send, "group-by-"+strconv.Itoa(place+1), label, labels, now, func(i int) core.Msg {
			return ColumnChosen{Place: place, Column: names[i]}
		}, strings.Join(names, "\x00"))
	}
	return app.Details().ID("groups").Open(m.chosen).Body(app.Summary().Text("By group"),
		app.P().Class("quiet").Text(groupsText),
		kit.ExplainedWords(c, send, "groups", core.TermSelection, core.TermRecall),
		app.Div().Class("controls").Body(choice(0, "Group rows by"), kit.Some(app.If(m.by[0] != "", choice(1, "and by")))),
		kit.Some(kit.Alert(m.groups.Problem)), kit.Some(comparedView(m, c)...), kit.Some(boundView(m, c, send)))
}

// comparedView shows the newest comparison of groups, that of previous rules only if the engine is free and the next one follows soon.
func comparedView(m Model, c core.View) (list []app.UI) {
	e, of := m.groups.Value, m.groups.Of()
	switch {
	case m.by[0] == "" || m.groups.Problem != nil:
		return nil
	case !c.Answers() && of != m.grouped(c):
		return kit.Lines("quiet", "The groups are compared when the engine is idle.")
	case e == nil || of.by != m.by:
		return kit.Lines("quiet", "Comparing groups …")
	}
	model := c.Revision.Model
	list = append(list, app.P().Class("quiet").Text(rowsInWords[e.Part]+
		core.When(c.MultiClass != nil, " All figures are of “"+model.Positive+"” against “"+model.Negative+"”.")))
	for _, g := range e.Groups {
		list = append(list, groupTable(g), kit.Bullets(g.Sentences), kit.Some(differenceTable(g)), kit.Some(coverageTable(g)))
	}
	return list
}

func groupTable(g eval.Groups) app.UI {
	if len(g.List) == 0 {
		return app.P().Class("quiet").Text("No row has a label.")
	}
	by := strings.Join(g.Columns, ", ")
	rows := func(group eval.Group) []string { return []string{core.Count(group.Rows)} }
	return rateTable("Groups by "+by, []string{by, "Rows"}, g.List, rows, rateInWords)
}

// differenceTable compares each group with the first, which is the largest: differences and ratios of the rates. It is nil for one group.
func differenceTable(g eval.Groups) app.UI {
	if len(g.List) < 2 {
		return nil
	}
	title, by := "Differences from "+groupName(g.List[0]), strings.Join(g.Columns, ", ")
	none := func(eval.Group) []string { return nil }
	return app.Details().Body(app.Summary().Text(title),
		rateTable(title, []string{by}, g.List[1:], none, differenceInWords), app.P().Class("quiet").Text(differencesText))
}

// rateTable has a row for each group of the list, which is not empty: its name, the given cells, and its rates in words.
func rateTable(label string, heads []string, list []eval.Group, cells func(eval.Group) []string,
	words func(eval.Rate) (value, more string),
) app.UI {
	for _, r := range list[0].Rates {
		heads = append(heads, core.Capital(r.Name))
	}
	return kit.RoledTable{Label: label, Class: "stage-table group-table"}.Body(heads, kit.Each(list, func(group eval.Group) app.UI {
		var rates []app.UI
		for _, r := range group.Rates {
			value, more := words(r)
			rates = append(rates, app.Span().Body(app.Text(value+" "), app.Small().Text(more)))
		}
		return kit.RoledRow(groupName(group), cells(group), rates...)
	}))
}

// coverageTable has a row for each rule, with the share of each group that it covers; nil without rules.
func coverageTable(g eval.Groups) app.UI {
	if len(g.List) == 0 || len(g.Numbers) == 0 {
		return nil
	}
	heads, rows := []string{"Rule"}, make([][]string, len(g.Numbers))
	for k, number := range g.Numbers {
		rows[k] = []string{core.RuleName(number)}
	}
	for _, group := range g.List {
		heads = append(heads, groupName(group))
		for k, n := range group.Covered {
			rows[k] = append(rows[k], core.PercentOf(n, group.Rows))
		}
	}
	by := strings.Join(g.Columns, ", ")
	return app.Details().Body(app.Summary().Text("Coverage of each rule by "+by),
		kit.RoledTable{Label: "Coverage by " + by, Class: "stage-table"}.Rows(heads, rows))
}

// stabilityView starts learning rules again from draws of the training rows, and shows which rules come back.
func stabilityView(m Model, c core.View, send func(core.Msg)) app.UI {
	prevented := obstacle(stability, c)
	start := kit.TimedButton(send, func(at time.Time) core.Msg { return StabilityAsked{At: at} }).ID("stability-start").
		Disabled(prevented != "" || c.Busy).Text("Learn again 20 times")
	t, words := m.drawing, cmp.Or(prevented, timeInWords(c))
	if t.Active() {
		words = t.InWords(core.When(t.Of > 0, core.Count(t.Done)+" of "+core.Count(t.Of)+" draws"))
	}
	return app.Details().ID("stability").Body(app.Summary().Text("Stability"),
		app.P().Class("quiet").Text(stabilityText), kit.TaskView(t, send, "stability", "Stability", words, Stopped{}, start),
		kit.Some(kit.ProblemView(m.drawing.Problem)), kit.Some(resultView(m, c)...))
}

// resultView shows how often the rules and the columns came back; nil without a result for the current rules.
func resultView(m Model, c core.View) []app.UI {
	if m.result == nil || !core.SameRules(m.of, c.Revision.Model) || m.Active() {
		return nil
	}
	var rows [][]string
	for k, r := range m.result.Rules {
		rows = append(rows, []string{
			core.RuleName(k + 1), core.Count(r.Returned) + " of " + core.Count(m.result.Draws), strconv.FormatFloat(r.Overlap, 'f', 2, 64),
			core.Either(r.Unstable(m.result.Draws), "unstable", "stable"),
		})
	}
	return []app.UI{
		app.P().ID("stability-says").Text(m.inWords()),
		kit.RoledTable{Label: "Stability of the rules", Class: "stage-table"}.Rows(
			[]string{"Rule", "Came back", "Mean overlap", "Stable"}, rows),
		app.P().Class("quiet").Text(m.columnsInWords()),
	}
}
