package training

import (
	"cmp"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// Controls starts, pauses, steps and stops a run. The first button keeps its place and with it the focus.
func Controls(c core.View, send func(core.Msg)) app.UI {
	run, obstacle := c.Run, c.Obstacle()
	if !run.Active() {
		label, note := "Start training", obstacle
		if obstacle == "" {
			note = c.AimInWords()
		}
		if run.Learnt() {
			label = "Train again"
		}
		return app.Div().Class("controls train").Body(
			kit.TimedButton(send, func(at time.Time) core.Msg { return StartAsked{At: at} }).Class("primary").ID("start").
				Disabled(obstacle != "").Body(kit.DrawIcon(kit.PlayIcon), app.Text(label)),
			stepButton(c, send, obstacle != ""),
			app.P().Class("quiet").Text(note))
	}
	hold := kit.Button(send, PauseAsked{}).ID("pause").Disabled(run.Phase != core.Training).Body(kit.DrawIcon(kit.PauseIcon), app.Text("Pause"))
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

func stepButton(c core.View, send func(core.Msg), disabled bool) app.UI {
	return kit.TimedButton(send, func(at time.Time) core.Msg { return StepAsked{At: at} }).ID("step").
		Disabled(disabled || Steerable(c) != "").Title("Make one epoch, then pause").
		Body(kit.DrawIcon(kit.StepIcon), app.Text("Step"))
}

// OptionsView sets the speed of the run, the shortcuts and the notification.
func OptionsView(m Model, c core.View, send func(core.Msg), notify app.EventHandler) app.UI {
	why := Steerable(c)
	speed := func(value string) core.Msg {
		epochs, _ := strconv.Atoi(value)
		return SpeedChosen{Epochs: epochs}
	}
	return app.Details().Class("steer").Body(
		app.Summary().Text("Speed, keys and notification"),
		kit.Field("speed", "Show the training", cmp.Or(why, paceHint), "",
			kit.Select(send, "speed", Speeds, strconv.Itoa(m.Speed), speed).Disabled(why != "").Aria("describedby", "speed-hint")),
		app.Div().Class("radio").Body(
			app.Input().Type("checkbox").ID("keys").Checked(!m.Unkeyed).OnChange(func(ctx app.Context, _ app.Event) {
				send(KeysSwitched{On: ctx.JSSrc().Get("checked").Bool()})
			}),
			app.Label().For("keys").Body(app.Text("Keys: "), app.Kbd().Text("Space"), app.Text(" pauses and resumes, "), app.Kbd().Text("."),
				app.Text(" makes one epoch, where the focus is in no field and on no button")),
		),
		app.Div().Class("radio").Body(
			app.Input().Type("checkbox").ID("notify").Checked(m.Notifies).OnChange(notify),
			app.Label().For("notify").Text("Notify me when a run ends while this tab is hidden"),
		),
	)
}

// StaleNote says that the current rules were trained with other settings.
func StaleNote(c core.View) app.UI {
	if c.Run.Active() || !c.Stale() {
		return nil
	}
	return app.P().ID("stale-run").Class("note").Text(c.StaleInWords())
}
