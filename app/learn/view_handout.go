package learn

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// HandoutView is a printable worksheet of a lesson: its steps, and lines for the learner's notes.
func HandoutView(m Model, send func(core.Msg)) app.UI {
	lesson := Lessons()[m.Handout-1]
	return app.Main().ID("main").Class("how handout").Body(
		app.H1().ID(handoutTitle).TabIndex(-1).Text(lesson.Name),
		app.P().Class("lead").Text("A lesson about "+lesson.About+". Find it in DR-Net Lab under “Lessons”."),
		app.P().Class("handout-name").Body(app.Span().Text("Name"), app.Span().Text("Date")),
		app.Ol().Class("handout-steps").Body(app.Range(lesson.Steps).Slice(func(i int) app.UI { return handoutStep(lesson.Steps[i], i+1) })),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button primary").ID("handout-print").
				OnClick(func(app.Context, app.Event) { app.Window().Call("print") }).Text("Print"),
			app.Button().Type("button").Class("button").ID("handout-back").
				OnClick(kit.On(send, HandoutOpened{}), "back").Text("Back to the page")))
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
