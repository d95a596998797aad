package ui

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
	"drnet/engine/chart"
	"drnet/engine/protocol"
)

// contestTab compares DR-Net with other learners on the same folds.
func contestTab(s state.State, r *Root) []app.UI {
	return []app.UI{
		app.P().Text("Is DR-Net better than what you know, and what does it cost here that the rules can be read? Each " +
			"learner is measured on the same folds: it answers rows that it has not seen. Those that learn rules show them."),
		kit.ExplainedWords(s.View(), r.send, "contest", core.TermFold, core.TermAccuracy),
		contestants(s, r),
		contestControls(s, r),
		kit.Some(contestResult(s, r)...),
	}
}

// contestants selects the learners of the benchmark.
func contestants(s state.State, r *Root) app.UI {
	others := protocol.Learners[1:]
	return app.FieldSet().Class("formats").Disabled(s.Contest.Active()).Body(app.Legend().Text("Compare DR-Net with"),
		app.Range(others).Slice(func(i int) app.UI {
			l, in := others[i], s.Contest.Picks(others[i])
			id, about := "against-"+l.Key, l.About
			if took := s.ContestantTime(l); took > 0 {
				about += " About " + core.Span(took+time.Second) + "."
			}
			return app.Div().Class("radio").Body(
				app.Input().Type("checkbox").ID(id).Checked(in).Aria("describedby", id+"-hint").
					OnChange(r.on(state.ContestantPicked{Key: l.Key, In: !in}), l.Key, in),
				app.Div().Body(app.Label().For(id).Text(l.Name), app.P().ID(id+"-hint").Class("hint").Text(about)))
		}))
}

func contestControls(s state.State, r *Root) app.UI {
	if s.Contest.Active() {
		return app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button").ID("contest-stop").OnClick(r.on(state.ContestStopped{}), "stop").Text("Stop all"))
	}
	obstacle := s.ContestObstacle()
	note := obstacle
	if note == "" {
		note = s.ContestTimeInWords()
	}
	return app.Div().Class("controls").Body(
		app.Button().Type("button").Class("button primary").ID("contest").Disabled(obstacle != "" || s.Busy()).
			OnClick(func(app.Context, app.Event) { r.send(state.ContestAsked{At: time.Now()}) }, "start").Text("Compare learners"),
		app.P().Class("quiet").Text(note))
}

// contestResult shows the table of the learners, its conclusions and its chart.
func contestResult(s state.State, r *Root) []app.UI {
	list := s.Contest.List
	if len(list) == 0 {
		return nil
	}
	picture := contestChart(s)
	var files app.UI
	if picture != nil {
		files = pictureFiles("contest", "learners", func() string {
			now := r.current()
			return chart.SVG("Learners compared", now.ContestInWords(), contestScatter(now).Scene())
		}, func() string { return r.current().ContestCSV() })
	}
	return []app.UI{
		kit.Some(kit.Note(s.ContestStale())),
		app.P().ID("contest-says").Class("sentence").Role("status").Text(s.ContestInWords()),
		kit.Scrolls("The learners that are compared", app.Table().Class("metric-table").ID("learners").Role("table").Body(
			kit.RoledHeads("Rules", "Learner", "Right", "Complexity", "Per rule", "Seconds", "Ahead of DR-Net", ""),
			app.TBody().Role("rowgroup").Body(app.Range(list).Slice(func(i int) app.UI { return contestRow(s, r, list[i]) })))),
		app.P().Class("quiet").
			Text("Means over five folds. Right: with the standard error. Complexity: rules and conditions together, none for " +
				"what nobody reads. Seconds: for one fold on this computer. Ahead: in percentage points with the interval in " +
				"which the true difference lies in 95 of 100 cases; the folds share training rows, which it allows for."),
		kit.Some(picture, files),
	}
}

func contestRow(s state.State, r *Root, c state.Contestant) app.UI {
	row, measured := s.Contest.Row(c)
	cells := []string{row.Accuracy, row.Complexity, row.PerRule, row.Seconds, row.Difference}
	if !measured {
		cells = []string{c.InWords(), "", "", "", ""}
	}
	key := c.Learner.Key
	var act app.UI
	switch {
	case c.Turn == state.TurnRuns || c.Turn == state.TurnWaits:
		act = app.Button().Type("button").Class("small").ID("stop-"+key).
			OnClick(r.on(state.ContestantStopped{Key: key}), key, "stop").Body(app.Text("Stop"), kit.Unseen(" "+c.Learner.Name))
	case c.Opens():
		act = app.Button().Type("button").Class("small").ID("open-"+key).
			OnClick(r.on(state.ContestantOpened{Key: key}), key, "open").
			Body(app.Text("Open"), kit.Unseen(" the rules of "+c.Learner.Name))
	}
	return app.Tr().Role("row").Body(app.Th().Scope("row").Role("rowheader").Text(c.Learner.Name),
		app.Range(cells).Slice(func(k int) app.UI { return app.Td().Role("cell").Text(cells[k]) }),
		app.Td().Role("cell").Body(kit.Some(act)))
}

// contestChart draws the learners; nil until two learners of rules are measured.
func contestChart(s state.State) app.UI {
	if drawn := s.Contest.Drawn(); len(drawn) < 2 {
		return nil
	}
	return app.Figure().Class("trade").
		Body(kit.Draw(contestScatter(s).Scene(), "Accuracy against complexity. The table has the same numbers."))
}

// contestScatter plots the learners of rules by length and accuracy, and the best of the others as a level.
func contestScatter(s state.State) chart.Scatter {
	out := kit.AccuracyScatter("rules + conditions")
	out.XLog, out.Series = true, []chart.Points{{Class: chart.SeriesClass(0)}, {Class: chart.SeriesClass(1)}}
	for _, c := range s.Contest.Drawn() {
		d := &out.Series[1]
		if c.Learner.Key == protocol.DRNet {
			d = &out.Series[0]
		}
		f := c.Result.Summary
		d.X, d.Y, d.Spread, d.Labels = append(d.X, f.Mean.Complexity), append(d.Y, f.Mean.Accuracy),
			append(d.Spread, f.Error.Accuracy), append(d.Labels, c.Learner.Name)
	}
	if best := s.Contest.Best(false); best != nil {
		out.Level, out.LevelName = best.Result.Mean.Accuracy, best.Learner.Name
	}
	return out
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
