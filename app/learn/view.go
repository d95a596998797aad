package learn

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// MenuButton opens the list of lessons.
func MenuButton(m Model, send func(core.Msg)) app.UI {
	return app.Button().Type("button").Class("small").ID(lessonsButton).Aria("expanded", kit.Truth(m.Menu)).
		OnClick(kit.On(send, MenuToggled{}), "menu").Text("Lessons")
}

// ExplanationButton opens the explanation of the method, and closes it.
func ExplanationButton(m Model, send func(core.Msg)) app.UI {
	text := "How it works"
	if m.Explained {
		text = "Back to the page"
	}
	return app.Button().Type("button").Class("small").ID(explanationButton).
		OnClick(kit.On(send, ExplanationOpened{Open: !m.Explained}), m.Explained).Text(text)
}

// View lists the lessons; nil if the list is closed.
func View(m Model, send func(core.Msg)) app.UI {
	if !m.Menu {
		return nil
	}
	return app.Section().Class("learn-panel").ID("lesson-menu").Aria("label", "Lessons").Body(
		app.Ul().Class("lesson-list").Body(app.Range(Lessons()).Slice(func(i int) app.UI {
			l := Lessons()[i]
			return app.Li().Body(app.Button().Type("button").Class("button").ID("lesson-"+strconv.Itoa(i)).
				OnClick(kit.On(send, LessonBegun{Lesson: i}), i).Text(l.Name),
				app.Span().Class("quiet").Text(l.About+"; "+core.Plural(len(l.Steps), "step", "steps")),
				app.Button().Type("button").Class("small").ID("handout-"+strconv.Itoa(i)).
					OnClick(kit.On(send, HandoutOpened{Lesson: i + 1}), i).
					Body(app.Text("Handout"), kit.Unseen(" of "+l.Name)))
		})),
		gameStart(m.Game, send),
		app.Span().Class("switch").Body(
			app.Input().Type("checkbox").ID("teach-mode").Checked(m.Teaching).OnChange(kit.On(send, TeachingSwitched{On: !m.Teaching}), m.Teaching),
			app.Label().For("teach-mode").Text(core.TeachingMode)))
}

// gameStart starts a game.
func gameStart(g Game, send func(core.Msg)) app.UI {
	return app.Div().Class("game-start").Body(
		kit.Field("game-seed", "Guess-the-rules game, number",
			seedHint, g.complaint(),
			app.Input().Type("text").Attr("inputmode", "numeric").ID("game-seed").AutoComplete(false).Value(g.seed()).
				Aria("describedby", "game-seed-hint").
				OnInput(kit.Typed(send, func(v string) core.Msg { return SeedTyped{Text: v} }), "seed")),
		app.Button().Type("button").Class("button").ID("game-begin").Disabled(g.complaint() != "").
			OnClick(kit.On(send, GameBegun{}), "game").Text("Play"))
}
