package compare

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
	"drnet/engine/protocol"
)

// View compares DR-Net with other learners on the same folds.
func View(m Model, c core.View, send func(core.Msg)) []app.UI {
	return []app.UI{
		app.P().Text("Benchmark DR-Net against standard models on the same folds. Each learner is evaluated on rows that it " +
			"was not trained on. Rule learners also show their rules."),
		kit.ExplainedWords(c, send, "contest", core.TermFold, core.TermAccuracy),
		learners(m, c, send),
		controls(m, c, send),
		kit.Some(resultView(m, c, send)...),
	}
}

// learners selects the learners of the benchmark.
func learners(m Model, c core.View, send func(core.Msg)) app.UI {
	others := protocol.Learners[1:]
	return app.FieldSet().Class("formats").Disabled(m.Active()).Body(app.Legend().Text("Compare DR-Net with"),
		app.Range(others).Slice(func(i int) app.UI {
			l, in := others[i], m.picks(others[i])
			id, about := "against-"+l.Key, l.About
			if took := durationOf(l, c); took > 0 {
				about += " About " + core.Span(took+time.Second) + "."
			}
			return app.Div().Class("radio").Body(
				app.Input().Type("checkbox").ID(id).Checked(in).Aria("describedby", id+"-hint").
					OnChange(kit.On(send, LearnerPicked{Key: l.Key, In: !in}), l.Key, in),
				app.Div().Body(app.Label().For(id).Text(l.Name), app.P().ID(id+"-hint").Class("hint").Text(about)))
		}))
}

func controls(m Model, c core.View, send func(core.Msg)) app.UI {
	if m.Active() {
		return app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button").ID("contest-stop").OnClick(kit.On(send, BenchmarkStopped{}), "stop").Text("Stop all"))
	}
	prevented := obstacle(c)
	note := prevented
	if note == "" {
		note = m.timeInWords(c)
	}
	return app.Div().Class("controls").Body(
		app.Button().Type("button").Class("button primary").ID("contest").Disabled(prevented != "" || c.Busy).
			OnClick(kit.Made(send, func() core.Msg { return BenchmarkAsked{At: time.Now()} }), "start").Text("Run benchmark"),
		app.P().Class("quiet").Text(note))
}

// resultView shows the table of the learners, its conclusions and its chart.
func resultView(m Model, c core.View, send func(core.Msg)) []app.UI {
	if len(m.entries) == 0 {
		return nil
	}
	picture := chartView(m)
	var files app.UI
	if picture != nil {
		files = kit.PictureFiles(send, "contest", pictureAsked{}, numbersAsked{})
	}
	return []app.UI{
		kit.Some(kit.Note(m.staleInWords(c))),
		app.P().ID("contest-says").Class("sentence").Role("status").Text(m.inWords()),
		kit.Scrolls("Results of the benchmark", app.Table().Class("metric-table").ID("learners").Role("table").Body(
			kit.RoledHeads("Rules", "Learner", "Accuracy", "Complexity", "Per rule", "Seconds", "Δ vs DR-Net", ""),
			app.TBody().Role("rowgroup").Body(app.Range(m.entries).Slice(func(i int) app.UI { return rowView(m, send, m.entries[i]) })))),
		app.P().Class("quiet").
			Text("Means over five folds. Accuracy: with its standard error. Complexity: rules + conditions, of rule learners only. " +
				"Seconds: for one fit on this device. Δ: percentage points with a 95 % confidence interval, which allows for the " +
				"training rows that the folds share."),
		kit.Some(picture, files),
	}
}

func rowView(m Model, send func(core.Msg), e entry) app.UI {
	row, evaluated := m.row(e)
	cells := []string{row.accuracy, row.complexity, row.perRule, row.seconds, row.difference}
	if !evaluated {
		cells = []string{e.inWords(), "", "", "", ""}
	}
	key := e.learner.Key
	var act app.UI
	switch {
	case e.status == running || e.status == queued:
		act = app.Button().Type("button").Class("small").ID("stop-"+key).
			OnClick(kit.On(send, learnerStopped{Key: key}), key, "stop").Body(app.Text("Stop"), kit.Unseen(" "+e.learner.Name))
	case e.opens():
		act = app.Button().Type("button").Class("small").ID("open-"+key).
			OnClick(kit.On(send, rulesOpened{Key: key}), key, "open").
			Body(app.Text("Open"), kit.Unseen(" the rules of "+e.learner.Name))
	}
	return app.Tr().Role("row").Body(app.Th().Scope("row").Role("rowheader").Text(e.learner.Name),
		app.Range(cells).Slice(func(k int) app.UI { return app.Td().Role("cell").Text(cells[k]) }),
		app.Td().Role("cell").Body(kit.Some(act)))
}

// chartView draws the learners; nil until two learners of rules are measured.
func chartView(m Model) app.UI {
	if drawn := m.drawn(); len(drawn) < 2 {
		return nil
	}
	return app.Figure().Class("trade").
		Body(kit.Draw(m.scatter().Scene(), "Accuracy against complexity. The table has the same numbers."))
}

// scatter plots the learners of rules by length and accuracy, and the best of the others as a level.
func (m Model) scatter() chart.Scatter {
	out := kit.AccuracyScatter("rules + conditions")
	out.XLog, out.Series = true, []chart.Points{{Class: chart.SeriesClass(0)}, {Class: chart.SeriesClass(1)}}
	for _, e := range m.drawn() {
		d := &out.Series[1]
		if e.learner.Key == protocol.DRNet {
			d = &out.Series[0]
		}
		f := e.result.Summary
		d.X, d.Y, d.Spread, d.Labels = append(d.X, f.Mean.Complexity), append(d.Y, f.Mean.Accuracy),
			append(d.Spread, f.Error.Accuracy), append(d.Labels, e.learner.Name)
	}
	if best := m.best(false); best != nil {
		out.Level, out.LevelName = best.result.Mean.Accuracy, best.learner.Name
	}
	return out
}
