package ui

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/kit"
	"drnet/app/state"
)

// coach shows the current step of the lesson next to the page; nil without a lesson.
func coach(s state.State, r *Root) app.UI {
	step, ok := s.Step()
	if !ok {
		return nil
	}
	lesson, at := state.Lessons()[s.Teach.Lesson], s.Teach.At
	reached, last := s.StepReached(), at == len(lesson.Steps)-1
	next := "Next"
	switch {
	case last:
		next = "Finish"
	case !reached:
		next = "Skip"
	}
	class := "button"
	if reached {
		class = "button primary"
	}
	return app.Section().Class("coach").ID("coach").Aria("labelledby", "coach-title").
		OnKeyDown(func(ctx app.Context, e app.Event) {
			if e.Get("key").String() == "Escape" {
				r.step(state.LessonEnded{})(ctx, e)
			}
		}).
		Body(
			app.P().Class("quiet").Text(lesson.Name+": step "+strconv.Itoa(at+1)+" of "+strconv.Itoa(len(lesson.Steps))),
			app.H2().ID("coach-title").TabIndex(-1).Text(step.Title),
			app.P().Text(step.Text),
			kit.Some(stepAction(s, r, step, reached)),
			app.P().Class("coach-says").Role("status").Text(stepSays(s, step, reached)),
			app.Div().Class("controls").Body(
				app.Button().Type("button").Class("button").ID("step-back").Disabled(at == 0).
					OnClick(r.step(state.StepTaken{By: -1}), "back").Text("Back"),
				app.Button().Type("button").Class(class).ID("step-next").OnClick(r.step(state.StepTaken{By: 1}), "next").Text(next),
				app.Button().Type("button").Class("button").ID("step-end").OnClick(r.step(state.LessonEnded{}), "end").Text("End")))
}

// stepAction is the button that performs the step; nil if there is nothing to do.
func stepAction(s state.State, r *Root, step state.LessonStep, reached bool) app.UI {
	if step.Label == "" {
		return nil
	}
	class, note := "button primary", s.StepObstacle()
	if reached {
		class = "button"
	}
	return app.Div().Class("controls").Body(
		app.Button().Type("button").Class(class).ID("step-do").Aria("disabled", kit.Truth(note != "")). // a disabled button would lose the focus

														OnClick(func(app.Context, app.Event) { r.send(state.StepDone{At: time.Now()}) }, "do").Text(step.Label),
		app.P().Class("quiet").Text(note))
}

func stepSays(s state.State, step state.LessonStep, reached bool) string {
	if !reached || step.Says == nil {
		return ""
	}
	return step.Says(s)
}
