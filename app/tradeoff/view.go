package tradeoff

import (
	"slices"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
)

// View runs the sweep of settings and cross-validates the current ones.
func View(m Model, c core.View, send func(core.Msg)) []app.UI {
	return []app.UI{
		app.P().Text(sweepLead),
		kit.ExplainedWords(c, send, "trade", core.TermTradeOff, core.TermFold),
		controls(m, c, send, Sweep, "sweep", "Run sweep"),
		kit.Some(sweepView(m, c, send)...),
		app.H3().Text("Cross-validation"),
		app.P().Text(foldsLead),
		controls(m, c, send, CrossValidation, "cross-validate", "Cross-validate (5-fold)"),
		kit.Some(foldsView(m, c)...),
	}
}

// controls is a button with its estimated duration, or its progress.
func controls(m Model, c core.View, send func(core.Msg), kind Evaluation, id, label string) app.UI {
	if m.Active() && m.kind == kind {
		return app.Div().Class("controls").Body(
			app.Progress().Max(100).Value(int(100*m.share)).Aria("label", label),
			kit.Button(send, EvaluationStopped{}).ID(id+"-stop").Disabled(m.phase == stopping).Text("Stop"),
			app.P().Class("quiet").Text(m.progressInWords()))
	}
	return app.Div().Body(
		app.Div().Class("controls").Body(
			kit.TimedButton(send, func(at time.Time) core.Msg { return EvaluationAsked{Kind: kind, At: at} }).Class("primary").ID(id).
				Disabled(obstacle(kind, c) != "" || c.Busy).Text(label),
			app.P().Class("quiet").Text(noteInWords(kind, c))),
		kit.Some(app.If(m.kind == kind, kit.ProblemView(m.problem))))
}

// sweepView shows the results of the sweep, as a chart and as a table.
func sweepView(m Model, c core.View, send func(core.Msg)) []app.UI {
	list := m.points()
	if len(list) == 0 {
		return nil
	}
	return []app.UI{
		kit.Some(kit.Note(m.staleInWords(Sweep, c))),
		app.P().ID("knee").Class("sentence").Text(m.KneeInWords()),
		app.FieldSet().Class("formats").Body(app.Legend().Text("X axis"), app.Range(axes).Slice(func(i int) app.UI {
			return kit.Radio(send, "axis", "axis-"+strconv.Itoa(i), axes[i].name, i == m.axis, axisChosen{Index: i})
		})),
		chartView(m, c, send, list), tableView(m, c, send, list), kit.Some(comparisonView(m, c, send)),
		app.P().Class("quiet").Text(sweepNote),
		kit.PictureFiles(send, "trade", pictureAsked{}, numbersAsked{}),
	}
}

// chartView draws the settings. A click on a mark opens its rules, as the button in the table does.
func chartView(m Model, c core.View, send func(core.Msg), list []point) app.UI {
	scene := m.scatter().Scene()
	behind := len(scene.Items) - len(m.references()) // the marks come last
	first := behind - len(list)
	items := kit.Items(chart.Scene{Items: scene.Items[:first]})
	for i, item := range scene.Items[first:behind] {
		class := item.Class + core.When(m.shown(i, c), " chosen") + core.When(slices.Contains(m.compared, i), " compared")
		items = append(items, kit.Path(class, item.Path).OnClick(kit.On(send, SettingOpened{Index: i}), i))
	}
	items = append(items, kit.Items(chart.Scene{Items: scene.Items[behind:]})...)
	return app.Figure().Class("trade").Body(kit.SVG("chart", scene.Width, scene.Height, m.chartInWords()).Body(items...))
}

func tableView(m Model, c core.View, send func(core.Msg), list []point) app.UI {
	return kit.Scrolls("Settings of the sweep", app.Table().Class("metric-table").ID("tried").Role("table").Body(
		kit.RoledHeads("Open", "Rules", "Conditions", "Per rule", "CV accuracy", "Train", "Test", "Setting", "Compare", ""),
		app.TBody().Role("rowgroup").Body(app.Range(list).Slice(func(i int) app.UI {
			p := list[i]
			held, remark := "–", ""
			if p.outcome.Test != nil {
				held = core.Percent(p.outcome.Test.Accuracy)
			}
			switch {
			case p.knee:
				remark = " · recommended"
			case p.front:
				remark = " · Pareto-optimal"
			}
			cells := []string{
				core.Count(p.outcome.Conditions), core.OneDecimal(p.outcome.RuleComplexity),
				core.PlusMinus(p.accuracy, p.error), core.Percent(p.outcome.Train.Accuracy), held, p.setting + remark,
			}
			label, name := openInWords(i+1, m.shown(i, c))
			return kit.RoledRow(core.Count(p.outcome.Rules), cells, compareBox(m, send, i),
				kit.Button(send, SettingOpened{Index: i}).ID("dot-"+strconv.Itoa(i)).Aria("label", name).Text(label))
		}), kit.Each(m.references(), referenceRow))))
}

// referenceRow is a baseline in the same table.
func referenceRow(ref reference) app.UI {
	rules := "1"
	if ref.size == 0 {
		rules = "0"
	}
	cells := []string{rules, rules + ".0", core.PlusMinus(ref.accuracy, ref.error), "–", "–", "baseline: " + ref.name, "", ""}
	return kit.RoledRow(rules, cells).Class("reference")
}

// foldsView shows the cross-validation.
func foldsView(m Model, c core.View) []app.UI {
	rows := m.spreads()
	if len(rows) == 0 {
		return nil
	}
	return []app.UI{
		kit.Some(kit.Note(m.staleInWords(CrossValidation, c))), app.P().ID("folded").Class("sentence").Text(m.foldsInWords()),
		kit.Scrolls("Metrics over the folds", app.Table().Class("metric-table").Role("table").Body(
			kit.RoledHeads("", "Metric", "Mean", "Std. deviation", "Std. error", "Meaning"),
			app.TBody().Role("rowgroup").Body(kit.Each(rows, func(row spread) app.UI {
				return app.Tr().Role("row").Body(app.Th().Scope("row").Role("rowheader").Text(row.name),
					app.Td().Role("cell").Text(row.mean), app.Td().Role("cell").Text(row.deviation),
					app.Td().Role("cell").Text(row.error), app.Td().Role("cell").Class("meaning").Text(row.meaning))
			})))),
	}
}

// compareBox selects a setting for the comparison.
func compareBox(m Model, send func(core.Msg), i int) app.UI {
	id, on := "compare-"+strconv.Itoa(i), slices.Contains(m.compared, i)
	return app.Div().Class("compare-box").Body(
		kit.Checkbox(send, id, on, SettingCompared{Index: i, On: !on}),
		app.Label().Class("unseen").For(id).Text("Compare setting "+strconv.Itoa(i+1)))
}

// comparisonView compares two settings. Before two are selected it explains how.
func comparisonView(m Model, c core.View, send func(core.Msg)) app.UI {
	two, ok := m.comparison()
	if !ok {
		return app.P().Class("quiet").ID("compare-hint").Text(compareHint)
	}
	differ, some := m.differInWords(c)
	show := kit.SmallButton(send, differingRowsAsked{}).ID("differing").
		Body(app.Text("Show rows"), kit.Unseen(" with different predictions"))
	side := func(name string, p point) app.UI {
		return app.Div().Body(app.H4().Text(name),
			app.P().Class("quiet").Text("CV accuracy "+core.PlusMinus(p.accuracy, p.error)+
				", train accuracy "+core.Percent(p.outcome.Train.Accuracy)))
	}
	return app.Section().Class("compare").ID("compare").Aria("labelledby", "compare-title").Body(
		app.H3().ID("compare-title").Text("Two settings compared"),
		app.Div().Class("compare-sides").Body(side(two.leftName, two.left), side(two.rightName, two.right)),
		app.P().ID("differ").Role("status").Body(app.Text(differ+" "), kit.Some(app.If(some, show))),
		kit.Some(ruleList("In both", two.shared), changes(two.changed)),
		app.Div().Class("compare-sides").Body(
			app.Div().Body(kit.Some(ruleList("Only in the first", two.onlyLeft))),
			app.Div().Body(kit.Some(ruleList("Only in the second", two.onlyRight)))))
}

// ruleList lists rules under a heading; nil if there are none.
func ruleList(title string, rules []string) app.UI {
	if len(rules) == 0 {
		return nil
	}
	return app.Div().Class("compare-rules").Body(app.H4().Text(title+": "+core.Plural(len(rules), "rule", "rules")),
		app.Ul().Body(kit.Each(rules, func(rule string) app.UI { return app.Li().Text(rule) })))
}

// changes lists rules on the same columns with different conditions; nil if there are none.
func changes(list []change) app.UI {
	if len(list) == 0 {
		return nil
	}
	return app.Div().Class("compare-rules").Body(
		app.H4().Text("Changed: "+core.Plural(len(list), "rule", "rules")+" on the same columns"),
		app.Table().Class("changes").Body(kit.ColumnHeads("First", "Second"), app.TBody().Body(kit.Each(list, func(c change) app.UI {
			return app.Tr().Body(app.Td().Text(c.left), app.Td().Text(c.right))
		}))))
}
