package learn

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// LessonView shows the current step of the lesson next to the page; nil without a lesson.
func LessonView(m Model, c core.View, send func(core.Msg)) app.UI {
	step, ok := m.Step()
	if !ok {
		return nil
	}
	lesson, at := Lessons()[m.Lesson], m.at
	reached, last := m.Reached(c), at == len(lesson.Steps)-1
	next := "Next"
	switch {
	case last:
		next = "Finish"
	case !reached:
		next = "Skip"
	}
	class, says := "button", ""
	if reached {
		class = "button primary"
	}
	if reached && step.Says != nil {
		says = step.Says(c)
	}
	return app.Section().Class("coach").ID("coach").Aria("labelledby", StepTitle).OnKeyDown(kit.Escape(send, LessonEnded{})).
		Body(
			app.P().Class("quiet").Text(lesson.Name+": step "+strconv.Itoa(at+1)+" of "+strconv.Itoa(len(lesson.Steps))),
			app.H2().ID(StepTitle).TabIndex(-1).Text(step.Title),
			app.P().Text(step.Text),
			kit.Some(stepAction(c, send, step, reached)),
			app.P().Class("coach-says").Role("status").Text(says),
			app.Div().Class("controls").Body(
				kit.Button(send, StepTaken{By: -1}).ID("step-back").Disabled(at == 0).Text("Back"),
				app.Button().Type("button").Class(class).ID("step-next").OnClick(kit.On(send, StepTaken{By: 1}), "next").Text(next),
				kit.Button(send, LessonEnded{}).ID("step-end").Text("End")))
}

// stepAction is the button that performs the step; nil if there is nothing to do.
func stepAction(c core.View, send func(core.Msg), step LessonStep, reached bool) app.UI {
	if step.Label == "" {
		return nil
	}
	class, note := "primary", Obstacle(c)
	if reached {
		class = ""
	}
	return app.Div().Class("controls").Body(
		// A disabled button would lose the focus.
		kit.TimedButton(send, func(at time.Time) core.Msg { return StepDone{At: at} }).Class(class).ID("step-do").
			Aria("disabled", kit.Truth(note != "")).Text(step.Label),
		app.P().Class("quiet").Text(note))
}

// HandoutView is a printable worksheet of a lesson: its steps, and lines for the learner's notes.
func HandoutView(m Model, send func(core.Msg)) app.UI {
	lesson := Lessons()[m.Handout-1]
	return app.Main().ID("main").Class("how handout").Body(
		app.H1().ID(handoutTitle).TabIndex(-1).Text(lesson.Name),
		app.P().Class("lead").Text(handoutLead(lesson)),
		app.P().Class("handout-name").Body(app.Span().Text("Name"), app.Span().Text("Date")),
		app.Ol().Class("handout-steps").Body(app.Range(lesson.Steps).Slice(func(i int) app.UI { return handoutStep(lesson.Steps[i], i+1) })),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button primary").ID("handout-print").
				OnClick(func(app.Context, app.Event) { app.Window().Call("print") }).Text("Print"),
			kit.Button(send, HandoutOpened{}).ID("handout-back").Text("Back to the page")))
}

func handoutStep(step LessonStep, number int) app.UI {
	body := []app.UI{app.H2().Text(strconv.Itoa(number) + ". " + step.Title), app.P().Text(step.Text)}
	if step.Label != "" {
		body = append(body, app.P().Body(app.Strong().Text("Press: "), app.Text(step.Label+".")))
	}
	if step.Says != nil {
		body = append(body, app.P().Text("What I saw:"), app.Div().Class("handout-lines").Aria("hidden", "true"))
	}
	return app.Li().Body(body...)
}
