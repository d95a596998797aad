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
		app.P().Text("How short can the rules be, and how much accuracy does that cost? The sweep cross-validates each " +
			"setting, and trains a complete rule set that you can open."),
		kit.ExplainedWords(c, send, "trade", core.TermTradeOff, core.TermFold),
		controls(m, c, send, Sweep, "try-settings", "Run sweep"),
		kit.Some(sweepView(m, c, send)...),
		app.H3().Text("Cross-validation"),
		app.P().Text("The accuracy on one test set may be lucky. Cross-validation tests every row once, with rules trained on the other folds."),
		controls(m, c, send, CrossValidation, "by-folds", "Cross-validate (5-fold)"),
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
	var problem app.UI
	if m.kind == kind {
		problem = kit.ProblemView(m.problem)
	}
	return app.Div().Body(
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button primary").ID(id).Disabled(obstacle(kind, c) != "" || c.Busy).
				OnClick(kit.Made(send, func() core.Msg { return EvaluationAsked{Kind: kind, At: time.Now()} }), kind).Text(label),
			app.P().Class("quiet").Text(noteInWords(kind, c))),
		kit.Some(problem))
}

func noteInWords(kind Evaluation, c core.View) string {
	if c.Run.Active() {
		return "Waiting for the run to finish."
	}
	if text := obstacle(kind, c); text != "" {
		return text
	}
	return timeInWords(kind, c)
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
		axisChoice(m, send), chartView(m, c, send, list), tableView(m, c, send, list), kit.Some(comparisonView(m, c, send)),
		app.P().Class("quiet").
			Text("Accuracy is the mean over folds of the training set, ± its standard error. Size is that of the rules that open. " +
				"The best of several settings looks slightly better than it is: judge your choice on the test set, which took no part."),
		kit.PictureFiles(send, "trade", pictureAsked{}, numbersAsked{}),
	}
}

func axisChoice(m Model, send func(core.Msg)) app.UI {
	return app.FieldSet().Class("formats").Body(app.Legend().Text("X axis"),
		app.Range(axes).Slice(func(i int) app.UI {
			id := "axis-" + strconv.Itoa(i)
			return app.Div().Class("radio").Body(
				app.Input().Type("radio").Name("axis").ID(id).Checked(i == m.axis).OnChange(kit.On(send, axisChosen{Index: i}), i),
				app.Label().For(id).Text(axes[i].name))
		}))
}

// chartView draws the settings. A click on a mark opens its rules, as the button in the table does.
func chartView(m Model, c core.View, send func(core.Msg), list []point) app.UI {
	scene := m.scatter().Scene()
	behind := len(scene.Items) - len(m.references()) // the marks come last
	first := behind - len(list)
	items := kit.Items(chart.Scene{Items: scene.Items[:first]})
	for i, item := range scene.Items[first:behind] {
		class := item.Class
		if m.shown(i, c) {
			class += " chosen"
		}
		if slices.Contains(m.compared, i) {
			class += " compared"
		}
		items = append(items, app.Elem("path").XMLNS(kit.SVGNamespace).Attr(kit.Part, class).Attr("d", item.Path).
			OnClick(kit.On(send, SettingOpened{Index: i}), i))
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
			label, name := "Open", "Open the rules of setting "+strconv.Itoa(i+1)
			if m.shown(i, c) {
				label, name = "Shown", "The rules of setting "+strconv.Itoa(i+1)+" are shown"
			}
			return app.Tr().Role("row").Body(
				app.Th().Scope("row").Role("rowheader").Text(core.Count(p.outcome.Rules)),
				app.Range(cells).Slice(func(k int) app.UI { return app.Td().Role("cell").Text(cells[k]) }),
				app.Td().Role("cell").Body(compareBox(m, send, i)),
				app.Td().Role("cell").Body(kit.Button(send, SettingOpened{Index: i}).ID("dot-"+strconv.Itoa(i)).Aria("label", name).Text(label)))
		}), app.Range(m.references()).Slice(func(i int) app.UI { return referenceRow(m.references()[i]) }))))
}

// referenceRow is a baseline in the same table.
func referenceRow(ref reference) app.UI {
	rules := "1"
	if ref.size == 0 {
		rules = "0"
	}
	cells := []string{rules, rules + ".0", core.PlusMinus(ref.accuracy, ref.error), "–", "–", "baseline: " + ref.name, "", ""}
	return app.Tr().Class("reference").Role("row").Body(app.Th().Scope("row").Role("rowheader").Text(rules),
		app.Range(cells).Slice(func(k int) app.UI { return app.Td().Role("cell").Text(cells[k]) }))
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
			app.TBody().Role("rowgroup").Body(app.Range(rows).Slice(func(i int) app.UI {
				row := rows[i]
				return app.Tr().Role("row").Body(app.Th().Scope("row").Role("rowheader").Text(row.name),
					app.Td().Role("cell").Text(row.mean), app.Td().Role("cell").Text(row.deviation),
					app.Td().Role("cell").Text(row.error), app.Td().Role("cell").Class("meaning").Text(row.meaning))
			})))),
	}
}
