package ui

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
)

// controls starts, pauses, steps and stops a run. The first button keeps its place and with it the focus.
func controls(s state.State, r *Root) app.UI {
	run, obstacle := s.Run, s.Obstacle()
	if !run.Active() {
		label, note := "Start training", obstacle
		if obstacle == "" {
			note = s.AimInWords()
		}
		if run.Learnt() {
			label = "Train again"
		}
		return app.Div().Class("controls train").Body(
			app.Button().Type("button").Class("button primary").ID("start").Disabled(obstacle != "").
				OnClick(func(app.Context, app.Event) { r.send(state.Start{At: time.Now()}) }, "start").
				Body(kit.DrawIcon(kit.PlayIcon), app.Text(label)),
			stepButton(s, r, obstacle != ""),
			app.P().Class("quiet").Text(note))
	}
	hold := app.Button().Type("button").Class("button").ID("pause").Disabled(run.Phase != core.Training).
		OnClick(r.on(state.Pause{}), "pause").Body(kit.DrawIcon(kit.PauseIcon), app.Text("Pause"))
	if run.Phase == core.Held {
		hold = app.Button().Type("button").Class("button primary").ID("pause").OnClick(r.on(state.Resume{}), "resume").
			Body(kit.DrawIcon(kit.PlayIcon), app.Text("Resume"))
	}
	stopping := run.Phase == core.Stopping
	return app.Div().Class("controls train").Body(hold, stepButton(s, r, stopping),
		app.Button().Type("button").Class("button").ID("stop").Disabled(stopping).
			OnClick(r.on(state.Stop{}), "stop").Body(kit.DrawIcon(kit.StopIcon), app.Text("Stop and keep")),
		app.Button().Type("button").Class("button").ID("over").Disabled(stopping).
			OnClick(func(app.Context, app.Event) { r.send(state.StartOver{At: time.Now()}) }, "over").
			Body(kit.DrawIcon(kit.AgainIcon), app.Text("Start over")),
		app.P().Class("quiet").Text(standing(run)))
}

func stepButton(s state.State, r *Root, disabled bool) app.UI {
	return app.Button().Type("button").Class("button").ID("step").Disabled(disabled || s.Steerable() != "").
		Title("Make one epoch, then pause").
		OnClick(func(app.Context, app.Event) { r.send(state.StepAsked{At: time.Now()}) }, "step").
		Body(kit.DrawIcon(kit.StepIcon), app.Text("Step"))
}

// steerView sets the speed of the run, the shortcuts and the notification.
func steerView(s state.State, r *Root) app.UI {
	hint := "At a pace the training waits, so that every epoch it is shown at can be followed. What it learns is the same."
	if why := s.Steerable(); why != "" {
		hint = why
	}
	return app.Details().Class("steer").Body(
		app.Summary().Text("Speed, keys and notification"),
		kit.Field("speed", "Show the training", hint, "", app.Select().ID("speed").Disabled(s.Steerable() != "").
			Aria("describedby", "speed-hint").
			OnChange(r.typed(func(value string) state.Msg {
				epochs, _ := strconv.Atoi(value)
				return state.SpeedChosen{Epochs: epochs}
			})).Body(kit.Options(state.Speeds, strconv.Itoa(s.Speed))...)),
		app.Div().Class("radio").Body(
			app.Input().Type("checkbox").ID("keys").Checked(!s.Unkeyed).OnChange(func(ctx app.Context, _ app.Event) {
				r.send(state.KeysSwitched{On: ctx.JSSrc().Get("checked").Bool()})
			}),
			app.Label().For("keys").Body(app.Text("Keys: "), app.Kbd().Text("Space"), app.Text(" pauses and resumes, "), app.Kbd().Text("."),
				app.Text(" makes one epoch, where the focus is in no field and on no button")),
		),
		app.Div().Class("radio").Body(
			app.Input().Type("checkbox").ID("notify").Checked(s.Notifies).OnChange(r.notifies),
			app.Label().For("notify").Text("Let the browser tell me when a training has ended in a tab that I do not see"),
		),
	)
}

// staleView says that the current rules were trained with other settings.
func staleView(s state.State) app.UI {
	if s.Run.Active() || !s.Stale() {
		return nil
	}
	return app.P().ID("stale-run").Class("note").Text(s.StaleInWords())
}
