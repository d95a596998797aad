package training

import (
	"cmp"
	"fmt"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/drnet"
	"drnet/engine/setting"
)

// FiguresView shows the figures of the run and one of its charts. A run restored from a project lacks the charts.
func FiguresView(m Model, c core.View, send func(core.Msg)) app.UI {
	return kit.Some(app.Dl().Class("numbers").Body(figures(c, send)...), app.If(!c.Run.Restored(), curves(m, c.Run, send)))
}

// OtherRulesView notes that the current rules are not those of the run, or that they were edited since; otherwise nil.
func OtherRulesView(c core.View) app.UI {
	if !c.Run.Learnt() || c.Revision.Model == nil || c.OfRun() && !core.FileOf(c.Revision, c.Scored).Edited() {
		return nil
	}
	return app.P().Class("note").Text(fmt.Sprintf(core.Either(c.OfRun(), editedSince, otherRules), c.Run.Number))
}

// StartedView says which rules the curves describe, and lists the values that the engine chose for the run; nil before the run starts.
func StartedView(run core.Run) app.UI {
	b := run.Started
	if b == nil {
		return nil
	}
	batch := core.Count(b.Network.Batch)
	return app.P().Class("quiet").Text(curvesInWords(run) + core.StartedInWords(*b) + " Batch " + batch + "." +
		core.When(b.Asked > 0, " The batch of "+core.Count(b.Asked)+" was more than there are rows; using "+batch+"."))
}

// figure shows a value with its name, and a button that explains the term.
func figure(c core.View, send func(core.Msg), class, name string, term core.Term, value string) app.UI {
	return app.Div().Class(class).Body(app.Dt().Body(kit.Helped(c, send, "figure-"+term.ID, name, term)), app.Dd().Text(value))
}

// figures are the accuracy and the size of the rules, the most important one first; none before the first rules.
func figures(c core.View, send func(core.Msg)) (list []app.UI) {
	run, p := c.Run, c.Run.Last
	kept, ok := run.Kept()
	if !ok || run.Started == nil && !run.Restored() {
		return nil
	}
	add := func(class, name string, term core.Term, value string) {
		list = append(list, figure(c, send, class, name, term, value))
	}
	shown, name, term := kept.Accuracy(), "Train accuracy", core.TermTraining
	if kept.Test != nil {
		name, term = "Test accuracy", core.TermOf(setting.TestShare)
	}
	add("leading", name, term, core.Percent(shown))
	if run.Started != nil && (p.Sets < 2 || run.Learnt()) { // in a multiclass run, these rules predict one class, but the baseline is of all
		difference := core.InPoints(shown - run.Started.Majority)
		add("over-baseline", "over baseline", core.TermBaseline, core.When(shown >= run.Started.Majority, "+")+difference)
	}
	if kept.Test != nil {
		add("", "Train accuracy", core.TermTraining, core.Percent(kept.Train.Accuracy))
	}
	if p.Restarts > 1 && run.Active() && p.Best != nil {
		add("", "Best so far", core.TermAccuracy, core.Percent(run.Curves[run.Best()].Last.Best.Train))
	}
	add("", "Rules", core.TermRules, core.Count(kept.Rules))
	raw := ""
	if m := run.Model; m != nil && m.Learned.Trained.Conditions > kept.Conditions {
		raw = " (raw " + core.Count(m.Learned.Trained.Conditions) + ")"
	}
	add("", "Conditions", core.TermConditions, core.Count(kept.Conditions)+raw)
	add("", "Version", core.TermStages, string(run.Version()))
	if run.Active() && p.Step > 0 {
		add("", "Loss", core.TermLoss, core.Decimal(p.Loss, 3))
	}
	return list
}

// progress shows the epoch and the phase of an active run, or how a finished run ended; nil before the run starts.
func progress(c core.View, send func(core.Msg)) (list []app.UI) {
	run, p := c.Run, c.Run.Last
	if run.Started == nil {
		return nil
	}
	add := func(name string, term core.Term, value string) {
		list = append(list, figure(c, send, "", name, term, value))
	}
	if p.Sets > 1 && run.Active() {
		add("Rules for", core.TermClasses, p.Name+" ("+core.Count(p.Set)+" of "+core.Count(p.Sets)+")")
	}
	if several := run.AtWork(); len(several) > 0 && run.Active() {
		add("Restart", core.TermOf(setting.Effort), core.Numbers(several)+" of "+core.Count(p.Restarts))
	}
	made, all := run.Epoch()
	if run.Active() {
		add("Epoch", core.TermOf(setting.Epochs), core.Count(made)+"/"+core.Count(all))
		add("Phase", core.TermPhase, core.Either(p.Phase == drnet.PhaseOr, "selecting rules", "fitting conditions"))
	} else if run.Learnt() {
		_, end := core.EndInWords(run.Ending())
		add("Stopped", core.TermEnded, end+earlyInWords(run))
	}
	return list
}

// Controls starts, pauses, steps and stops a run, and tells how far it is. The first button is Start, Pause or
// Resume: it is always at the same place, and so keeps the focus.
func Controls(c core.View, send func(core.Msg)) app.UI {
	run, obstacle := c.Run, c.Obstacle()
	state := app.Dl().Class("numbers").Body(progress(c, send)...)
	if !run.Active() {
		return app.Div().Class("controls train").Body(startButton(c, send), stepButton(c, send, obstacle != ""), state,
			app.P().Class("quiet").Text(cmp.Or(obstacle, c.AimInWords())))
	}
	hold := kit.Keyed(kit.Button(send, PauseAsked{}), "Space").ID("pause").Disabled(run.Phase != core.Training).
		Body(kit.DrawIcon(kit.PauseIcon), app.Text("Pause"))
	if run.Phase == core.Held {
		hold = kit.Keyed(kit.Button(send, ResumeAsked{}), "Space").Class("primary").ID("pause").
			Body(kit.DrawIcon(kit.PlayIcon), app.Text("Resume"))
	}
	stopping, words := run.Phase == core.Stopping, app.UI(app.Text(standing(run)))
	if run.Phase == core.Training && run.Refines == nil {
		words = kit.Helped(c, send, "figure-left", standing(run), core.TermLeft)
	}
	return app.Div().Class("controls train").Body(hold, stepButton(c, send, stopping),
		kit.Button(send, StopAsked{}).ID("stop").Disabled(stopping).Body(kit.DrawIcon(kit.StopIcon), app.Text("Finish now")),
		kit.TimedButton(send, func(at time.Time) core.Msg { return RestartAsked{At: at} }).ID("over").Disabled(stopping || obstacle != "").
			Body(kit.DrawIcon(kit.AgainIcon), app.Text("Restart")),
		state, app.P().Class("quiet").Body(kit.Some(words)))
}

// Start starts a run from another section, or says why none can start.
func Start(c core.View, send func(core.Msg)) app.UI {
	if c.Run.Active() {
		return app.P().Class("quiet").Text(standing(c.Run))
	}
	return app.Div().Class("controls").Body(startButton(c, send), app.P().Class("quiet").Text(c.Obstacle()))
}

func startButton(c core.View, send func(core.Msg)) app.UI {
	label := core.Either(c.Run.Learnt(), "Train again", "Start training")
	start := kit.TimedButton(send, func(at time.Time) core.Msg { return StartAsked{At: at} })
	return kit.Keyed(start, "Control+Enter").Class("primary").ID("start").Disabled(c.Obstacle() != "").
		Body(kit.DrawIcon(kit.PlayIcon), app.Text(label))
}

func stepButton(c core.View, send func(core.Msg), disabled bool) app.UI {
	return kit.TimedButton(send, func(at time.Time) core.Msg { return StepAsked{At: at} }).ID("step").
		Disabled(disabled || steerable(c) != "").Title("Make one epoch, then pause").Aria("keyshortcuts", ".").
		Body(kit.DrawIcon(kit.StepIcon), app.Text("Step"))
}

// OptionsView sets the speed of the run and the notification.
func OptionsView(m Model, c core.View, send func(core.Msg), notify app.EventHandler) app.UI {
	why := steerable(c)
	speed := func(epochs int) core.Msg { return SpeedChosen{Epochs: epochs} }
	return app.Details().Class("steer").Body(
		app.Summary().Text("Speed and notification"),
		kit.Field("speed", "Speed", cmp.Or(why, paceHint), "",
			kit.NumberSelect(send, "speed", speeds, m.Speed, speed).Disabled(why != "").Aria("describedby", "speed-hint")),
		kit.Tick("notify", notifyLabel, m.Notifies, false, notify))
}
