package training

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/setting"
)

// FiguresView shows the values that the engine chose, the figures of the run and its charts; nothing before the first run.
func FiguresView(c core.View, send func(core.Msg)) app.UI {
	var started app.UI
	if b := c.Run.Started; b != nil {
		started = app.P().Class("quiet").Text(startedInWords(b))
	}
	return kit.Some(started, numbers(c, send), curves(c.Run))
}

// LiveView shows the snapshots, and the rules during a run.
func LiveView(m Model, c core.View, send func(core.Msg)) app.UI {
	return kit.Some(snapshots(m, c, send), liveRules(c.Run))
}

// numbers shows the figures that are always displayed.
func numbers(c core.View, send func(core.Msg)) app.UI {
	run, p := c.Run, c.Run.Last
	kept, ok := run.Kept()
	if !ok || run.Started == nil {
		return nil
	}
	var figures []app.UI
	add := func(name string, term core.Term, value string) {
		figures = append(figures, app.Div().Body(
			app.Dt().Body(kit.Helped(c, send, "figure-"+string(term), name, term)), app.Dd().Text(value)))
	}
	if p.Sets > 1 && run.Active() {
		add("Rules for", core.TermClasses, p.Name+" ("+core.Count(p.Set)+" of "+core.Count(p.Sets)+")")
	}
	if several := run.AtWork(); len(several) > 0 && run.Active() {
		add("Training", core.Term(setting.Effort), core.Numbers(several)+" of "+core.Count(p.Restarts))
	}
	made, all := run.Epoch()
	add("Epoch", core.Term(setting.Epochs), core.Count(made)+" of "+core.Count(all))
	if run.Active() {
		add("Phase", core.TermPhase, core.PhaseInWords(p.Phase))
		if left, ok := run.Left(); ok {
			add("Time left", core.TermLeft, "about "+core.Span(left))
		}
	} else if run.Learnt() {
		_, end := core.EndInWords(run.Ended)
		add("Ended", core.TermEnded, end)
	}
	add("Loss", core.TermLoss, strconv.FormatFloat(p.Loss, 'f', 3, 64))
	add("Train accuracy", core.TermTraining, core.Percent(kept.Train))
	if kept.Test != nil {
		add("Test accuracy", core.Term(setting.TestShare), core.Percent(*kept.Test))
	}
	if p.Restarts > 1 && run.Active() && p.Best != nil {
		add("Best so far", core.TermAccuracy, core.Percent(run.Curves[run.Best()].Last.Best.Train))
	}
	add("Baseline", core.TermBaseline, core.Percent(run.Started.Majority))
	add("Rules", core.TermRules, core.Count(kept.Rules))
	add("Conditions", core.TermConditions, core.Count(kept.Conditions))
	return app.Dl().Class("numbers").Body(figures...)
}
