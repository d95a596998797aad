package training

import (
	"cmp"
	"strconv"
	"time"

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
	return kit.Some(snapshots(m, c, send), liveRules(c, send))
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

// Controls starts, pauses, steps and stops a run. The first button keeps its place and with it the focus.
func Controls(c core.View, send func(core.Msg)) app.UI {
	run, obstacle := c.Run, c.Obstacle()
	if !run.Active() {
		note := obstacle
		if obstacle == "" {
			note = c.AimInWords()
		}
		return app.Div().Class("controls train").Body(startButton(c, send), stepButton(c, send, obstacle != ""), app.P().Class("quiet").Text(note))
	}
	hold := kit.Button(send, PauseAsked{}).ID("pause").Disabled(run.Phase != core.Training).
		Body(kit.DrawIcon(kit.PauseIcon), app.Text("Pause"))
	if run.Phase == core.Held {
		hold = kit.Button(send, ResumeAsked{}).Class("primary").ID("pause").
			Body(kit.DrawIcon(kit.PlayIcon), app.Text("Resume"))
	}
	stopping := run.Phase == core.Stopping
	return app.Div().Class("controls train").Body(hold, stepButton(c, send, stopping),
		kit.Button(send, StopAsked{}).ID("stop").Disabled(stopping).Body(kit.DrawIcon(kit.StopIcon), app.Text("Stop and keep")),
		kit.TimedButton(send, func(at time.Time) core.Msg { return RestartAsked{At: at} }).ID("over").Disabled(stopping).
			Body(kit.DrawIcon(kit.AgainIcon), app.Text("Start over")),
		app.P().Class("quiet").Text(standing(run)))
}

// Start starts a run from another section, or says why none can start.
func Start(c core.View, send func(core.Msg)) app.UI {
	if c.Run.Active() {
		return app.P().Class("quiet").Text(standing(c.Run))
	}
	return app.Div().Class("controls").Body(startButton(c, send), app.P().Class("quiet").Text(c.Obstacle()))
}

func startButton(c core.View, send func(core.Msg)) app.UI {
	label := "Start training"
	if c.Run.Learnt() {
		label = "Train again"
	}
	return kit.TimedButton(send, func(at time.Time) core.Msg { return StartAsked{At: at} }).Class("primary").ID("start").
		Disabled(c.Obstacle() != "").Body(kit.DrawIcon(kit.PlayIcon), app.Text(label))
}

func stepButton(c core.View, send func(core.Msg), disabled bool) app.UI {
	return kit.TimedButton(send, func(at time.Time) core.Msg { return StepAsked{At: at} }).ID("step").
		Disabled(disabled || Steerable(c) != "").Title("Make one epoch, then pause").
		Body(kit.DrawIcon(kit.StepIcon), app.Text("Step"))
}

// OptionsView sets the speed of the run, the shortcuts and the notification.
func OptionsView(m Model, c core.View, send func(core.Msg), notify app.EventHandler) app.UI {
	why := Steerable(c)
	speed := func(epochs int) core.Msg { return SpeedChosen{Epochs: epochs} }
	return app.Details().Class("steer").Body(
		app.Summary().Text("Speed, keys and notification"),
		kit.Field("speed", "Show the training", cmp.Or(why, paceHint), "",
			app.Select().ID("speed").OnChange(kit.Picked(send, speed)).Disabled(why != "").Aria("describedby", "speed-hint").
				Body(kit.Options(Speeds, strconv.Itoa(m.Speed))...)),
		app.Div().Class("radio").Body(
			kit.Checkbox(send, "keys", !m.Unkeyed, KeysSwitched{On: m.Unkeyed}),
			app.Label().For("keys").Body(app.Text("Keys: "), app.Kbd().Text("Space"), app.Text(" pauses and resumes, "), app.Kbd().Text("."),
				app.Text(stepKeyNote))),
		app.P().Class("quiet").Text(controlKeysNote),
		app.Div().Class("radio").Body(
			app.Input().Type("checkbox").ID("notify").Checked(m.Notifies).OnChange(notify),
			app.Label().For("notify").Text(notifyLabel)))
}
