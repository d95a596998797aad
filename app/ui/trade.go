package ui

import (
	"slices"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
	"drnet/engine/chart"
)

// tradeTab runs the sweep of settings and cross-validates the current ones.
func tradeTab(s state.State, r *Root) []app.UI {
	return []app.UI{
		app.P().Text("How short can the rules be, and what does it cost? Each setting is tested on rows that its rules " +
			"have not seen, and learns a complete set of rules that you can open."),
		kit.ExplainedWords(s.View(), r.send, "trade", core.TermTradeOff, core.TermFold),
		tradeControls(s, r, state.SeveralSettings, "try-settings", "Try "+strconv.Itoa(state.Settings)+" settings"),
		kit.Some(tried(s, r)...),
		app.H3().Text("How sure is the accuracy?"),
		app.P().Text("One test on held-out rows may have been lucky. With folds, each row of the table is tested once, by " +
			"rules learnt from the others."),
		tradeControls(s, r, state.SettingsOfNow, "by-folds", "Evaluate by folds"),
		kit.Some(folded(s)...),
	}
}

// tradeControls is a button with its estimated duration, or its progress.
func tradeControls(s state.State, r *Root, kind state.TradeKind, id, label string) app.UI {
	t := s.Trade
	if t.Active() && t.Kind == kind {
		words, share := t.Progress()
		return app.Div().Class("controls").Body(
			app.Progress().Max(100).Value(int(100*share)).Aria("label", label),
			app.Button().Type("button").Class("button").ID(id+"-stop").Disabled(t.Phase == state.TradeStopping).
				OnClick(r.on(state.TradeStop{}), "stop").Text("Stop"),
			app.P().Class("quiet").Text(words))
	}
	var problem app.UI
	if t.Kind == kind {
		problem = kit.ProblemView(t.Problem)
	}
	return app.Div().Body(
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button primary").ID(id).Disabled(s.TradeObstacle(kind) != "" || s.Busy()).
				OnClick(func(app.Context, app.Event) { r.send(state.TradeAsked{Kind: kind, At: time.Now()}) }, kind).Text(label),
			app.P().Class("quiet").Text(tradeNote(s, kind))),
		kit.Some(problem))
}

func tradeNote(s state.State, kind state.TradeKind) string {
	if s.Run.Active() {
		return "Waiting for the training to end."
	}
	if obstacle := s.TradeObstacle(kind); obstacle != "" {
		return obstacle
	}
	return s.TradeTimeInWords(kind)
}

// tried shows the results of the sweep, as a chart and as a table.
func tried(s state.State, r *Root) []app.UI {
	dots := s.Dots()
	if len(dots) == 0 {
		return nil
	}
	return []app.UI{
		kit.Some(kit.Note(s.TradeStale(state.SeveralSettings))),
		app.P().ID("knee").Class("sentence").Text(s.Trade.KneeInWords()),
		axes(s, r), tradeChart(s, r, dots), tradeTable(s, dots, r), kit.Some(comparison(s, r)),
		app.P().Class("quiet").
			Text("The accuracy is the mean over folds of the training rows, with its standard error; the size is that of the " +
				"rules which open. Rows that are kept out of training took no part; the best of several looks a little better " +
				"than it is, so judge what you choose on them."),
		pictureFiles("trade", "trade-off", func() string {
			now := r.current()
			return chart.SVG("Accuracy against "+state.Axes[now.Trade.Axis].Axis, now.TradeInWords(), scatter(now).Scene())
		}, func() string { return r.current().TradeCSV() }),
	}
}

// pictureFiles downloads a chart and its data as two files of the same name. ID is the prefix of the buttons' IDs.
func pictureFiles(id, name string, picture, numbers func() string) app.UI {
	return app.Div().Class("controls").Body(
		app.Button().Type("button").Class("button").ID(id+"-svg").
			OnClick(func(app.Context, app.Event) { save(name+".svg", "image/svg+xml", picture()) }, id, "svg").
			Text("Download the picture (SVG)"),
		app.Button().Type("button").Class("button").ID(id+"-csv").
			OnClick(func(app.Context, app.Event) { save(name+".csv", "text/csv", numbers()) }, id, "csv").
			Text("Download the numbers (CSV)"))
}

func axes(s state.State, r *Root) app.UI {
	return app.FieldSet().Class("formats").Body(app.Legend().Text("Hold the accuracy against"),
		app.Range(state.Axes).Slice(func(i int) app.UI {
			id := "axis-" + strconv.Itoa(i)
			return app.Div().Class("radio").Body(
				app.Input().Type("radio").Name("axis").ID(id).Checked(i == s.Trade.Axis).OnChange(r.on(state.AxisChosen{Index: i}), i),
				app.Label().For(id).Text(state.Axes[i].Name))
		}))
}

const scatterWidth, scatterHeight = 460, 300

// scatter is the chart of the settings.
func scatter(s state.State) chart.Scatter {
	dots := s.Dots()
	d := chart.Points{Class: chart.SeriesClass(0), Name: "settings that were tried", Front: state.Front(dots)}
	for _, dot := range dots {
		d.X, d.Y, d.Spread = append(d.X, dot.Size), append(d.Y, dot.Accuracy), append(d.Spread, dot.Error)
	}
	series := []chart.Points{d}
	for k, ref := range s.References() {
		series = append(series, chart.Points{
			Class: chart.SeriesClass(k + 1), Name: ref.Name, X: []float64{ref.Size},
			Y: []float64{ref.Accuracy}, Spread: []float64{ref.Error},
		})
	}
	return chart.Scatter{
		Width: scatterWidth, Height: scatterHeight, XName: state.Axes[s.Trade.Axis].Axis,
		YName: "rows answered rightly", YFormat: percents, Series: series,
	}
}

// tradeChart draws the settings. A click on a mark opens its rules, as the button in the table does.
func tradeChart(s state.State, r *Root, dots []state.Dot) app.UI {
	scene := scatter(s).Scene()
	behind := len(scene.Items) - len(s.References()) // the marks come last
	first := behind - len(dots)
	list := kit.Items(chart.Scene{Items: scene.Items[:first]})
	for i, item := range scene.Items[first:behind] {
		class := item.Class
		if dots[i].InSight {
			class += " chosen"
		}
		if slices.Contains(s.Trade.Compared, i) {
			class += " compared"
		}
		list = append(list, app.Elem("path").XMLNS(kit.SVGNamespace).Attr(kit.Part, class).Attr("d", item.Path).
			OnClick(r.on(state.DotOpened{Index: i}), i))
	}
	list = append(list, kit.Items(chart.Scene{Items: scene.Items[behind:]})...)
	return app.Figure().Class("trade").Body(kit.SVG("chart", scene.Width, scene.Height, s.TradeInWords()).Body(list...))
}

func tradeTable(s state.State, dots []state.Dot, r *Root) app.UI {
	return kit.Scrolls("The settings that were tried", app.Table().Class("metric-table").ID("tried").Role("table").Body(
		kit.RoledHeads("Open", "Rules", "Conditions", "Per rule", "Right: folds", "training", "held out", "Setting", "Compare", ""),
		app.TBody().Role("rowgroup").Body(app.Range(dots).Slice(func(i int) app.UI {
			d := dots[i]
			held, remark := "–", ""
			if d.Outcome.Test != nil {
				held = core.Percent(d.Outcome.Test.Accuracy)
			}
			switch {
			case d.Knee:
				remark = " (look here first)"
			case d.Front:
				remark = " (no shorter one is as good)"
			}
			cells := []string{
				core.Count(d.Outcome.Conditions), strconv.FormatFloat(d.Outcome.RuleComplexity, 'f', 1, 64),
				state.ErrorInWords(d.Accuracy, d.Error), core.Percent(d.Outcome.Train.Accuracy), held, d.Setting + remark,
			}
			label, name := "Open", "Open the rules of setting "+strconv.Itoa(i+1)
			if d.InSight {
				label, name = "Open now", "The rules of setting "+strconv.Itoa(i+1)+" are open"
			}
			return app.Tr().Role("row").Body(
				app.Th().Scope("row").Role("rowheader").Text(core.Count(d.Outcome.Rules)),
				app.Range(cells).Slice(func(k int) app.UI { return app.Td().Role("cell").Text(cells[k]) }),
				app.Td().Role("cell").Body(compareBox(s, r, i)),
				app.Td().Role("cell").Body(app.Button().Type("button").Class("button").ID("dot-"+strconv.Itoa(i)).Aria("label", name).
					OnClick(r.on(state.DotOpened{Index: i}), i).Text(label)))
		}), app.Range(s.References()).Slice(func(i int) app.UI { return referenceRow(s.References()[i]) }))))
}

// referenceRow is a baseline in the same table.
func referenceRow(ref state.Reference) app.UI {
	rules := "1"
	if ref.Size == 0 {
		rules = "0"
	}
	cells := []string{rules, rules + ".0", state.ErrorInWords(ref.Accuracy, ref.Error), "–", "–", "for comparison: " + ref.Name, "", ""}
	return app.Tr().Class("reference").Role("row").Body(app.Th().Scope("row").Role("rowheader").Text(rules),
		app.Range(cells).Slice(func(k int) app.UI { return app.Td().Role("cell").Text(cells[k]) }))
}

// folded shows the cross-validation.
func folded(s state.State) []app.UI {
	rows := s.Trade.Spreads()
	if len(rows) == 0 {
		return nil
	}
	return []app.UI{
		kit.Some(kit.Note(s.TradeStale(state.SettingsOfNow))), app.P().ID("folded").Class("sentence").Text(s.Trade.FoldedInWords()),
		kit.Scrolls("Metrics over the folds", app.Table().Class("metric-table").Role("table").Body(
			kit.RoledHeads("", "Metric", "Mean", "Deviation", "Error", "What it says"),
			app.TBody().Role("rowgroup").Body(app.Range(rows).Slice(func(i int) app.UI {
				row := rows[i]
				return app.Tr().Role("row").Body(app.Th().Scope("row").Role("rowheader").Text(row.Name),
					app.Td().Role("cell").Text(row.Mean), app.Td().Role("cell").Text(row.Deviation),
					app.Td().Role("cell").Text(row.Error), app.Td().Role("cell").Class("meaning").Text(row.Meaning))
			})))),
	}
}
