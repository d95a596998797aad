package compare

import (
	"cmp"
	"math"
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
		app.P().Body(kit.Helped(c, send, "benchmark", introduction, core.TermFold)),
		controls(m, c, send),
		kit.Some(resultView(m, c, send)...),
		learners(m, c, send),
	}
}

func learners(m Model, c core.View, send func(core.Msg)) app.UI {
	return app.FieldSet().Class("formats").Disabled(m.Active()).Body(app.Legend().Text("Compare DR-Net with"),
		kit.Each(protocol.Learners[1:], func(l protocol.Algorithm) app.UI {
			id, in := "against-"+l.Key, m.picks(l)
			return app.Div().Class("radio").Body(
				kit.Checkbox(send, id, in, LearnerPicked{Key: l.Key, In: !in}).Aria("describedby", id+"-hint"),
				app.Div().Body(app.Label().For(id).Text(l.Name), app.P().ID(id+"-hint").Class("hint").Text(m.about(l, c))))
		}))
}

func controls(m Model, c core.View, send func(core.Msg)) app.UI {
	if m.Active() {
		return app.Div().Class("controls").Body(kit.Button(send, BenchmarkStopped{}).ID("benchmark-stop").Text("Stop all"))
	}
	prevented := obstacle(c)
	return app.Div().Class("controls").Body(
		kit.TimedButton(send, func(at time.Time) core.Msg { return BenchmarkAsked{At: at} }).Class("primary").ID("benchmark").
			Disabled(prevented != "" || c.Busy).Text("Run benchmark"),
		app.P().Class("quiet").Text(cmp.Or(prevented, m.timeInWords(c))))
}

func resultView(m Model, c core.View, send func(core.Msg)) []app.UI {
	if len(m.entries) == 0 {
		return nil
	}
	other := c.OtherAim(m.setup)
	return []app.UI{
		kit.Some(app.If(other != "", app.H3().Text("Benchmark"+other)), kit.Note(m.staleInWords(c))),
		app.P().ID("benchmark-says").Class("sentence").Text(m.inWords()),
		kit.RoledTable{Label: "Results of the benchmark", Class: "result-table", ID: "learners", Unseen: "Rules"}.Body(
			[]string{"Learner", "Accuracy", "Complexity", "Per rule", "Time per fit", "Δ vs DR-Net", ""},
			kit.Each(m.entries, func(e entry) app.UI { return rowView(m, send, e) })),
		app.P().Class("quiet").Text(columnsText + weightInWords(m.setup)),
		kit.Some(app.If(len(m.drawn()) > 1, // a chart of one point compares nothing
			app.Figure().Class("trade").Body(app.FigCaption().Text(chartText),
				kit.Scatter(chartText, m.scatter().Scene(), func(_ int, mark app.HTMLElem) app.UI { return mark.Aria("hidden", "true") })),
			kit.PictureFiles(send, "benchmark", pictureAsked{}, numbersAsked{}))),
	}
}

func rowView(m Model, send func(core.Msg), e entry) app.UI {
	key, name := e.learner.Key, e.learner.Name
	var act app.UI
	switch {
	case e.status == queued || e.status == running && !m.task.Stopping:
		act = kit.SmallButton(send, learnerStopped{Key: key}).ID("stop-"+key).Body(app.Text("Stop"), kit.Unseen(" "+name))
	case e.opens():
		act = kit.SmallButton(send, rulesOpened{Key: key}).ID("open-"+key).Body(app.Text("Open"), kit.Unseen(" the rules of "+name))
	}
	return kit.RoledRow(name, m.cells(e), kit.Some(act))
}

// scatter plots the learners by complexity and accuracy. Learners without rules are drawn beyond the right end of the axis.
func (m Model) scatter() chart.Scatter {
	out := kit.AccuracyScatter("rules + conditions")
	out.XLog, out.Beyond, out.Series = true, "no rules", []chart.Points{{Class: chart.SeriesClass(0)}, {Class: chart.SeriesClass(1)}}
	for _, e := range m.drawn() {
		d := &out.Series[1]
		if e.learner.Key == protocol.DRNet {
			d = &out.Series[0]
		}
		f, size := e.result.Summary, math.Inf(1)
		if e.learner.Rules {
			size = e.result.Mean.Complexity
		}
		d.X, d.Y, d.Spread, d.Labels = append(d.X, size), append(d.Y, f.Mean.Accuracy),
			append(d.Spread, f.Error.Accuracy), append(d.Labels, e.learner.Name)
	}
	return out
}
