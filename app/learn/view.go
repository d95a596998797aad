package learn

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// MenuButton opens the list of lessons.
func MenuButton(m Model, send func(core.Msg)) app.UI {
	return kit.SmallButton(send, MenuToggled{}).ID(lessonsButton).Aria("expanded", kit.Truth(m.Menu)).Text("Learn")
}

// View lists the lessons; nil if the list is closed.
func View(m Model, send func(core.Msg)) app.UI {
	if !m.Menu {
		return nil
	}
	return app.Section().Class("learn-panel").ID("lesson-menu").Aria("label", "Lessons").Body(
		app.Ul().Class("lesson-list").Body(app.Range(Lessons()).Slice(func(i int) app.UI {
			l := Lessons()[i]
			return app.Li().Body(kit.Button(send, LessonBegun{Lesson: i}).ID("lesson-"+strconv.Itoa(i)).Text(l.Name),
				app.Span().Class("quiet").Text(l.About+"; "+core.Plural(len(l.Steps), "step", "steps")),
				kit.SmallButton(send, HandoutOpened{Lesson: i + 1}).ID("handout-"+strconv.Itoa(i)).Body(
					app.Text("Handout"), kit.Unseen(" of "+l.Name)))
		})),
		kit.Button(send, ExplanationOpened{Open: true}).ID("how-it-works").Text("How it works"),
		app.Div().Class("game-start").Body(
			kit.Field("game-seed", "Guess-the-rules game, number", seedHint, m.Game.complaint(),
				kit.TextInput(send, "game-seed", m.Game.seed(), func(v string) core.Msg { return SeedTyped{Text: v} }).
					Attr("inputmode", "numeric").Aria("describedby", "game-seed-hint")),
			kit.Button(send, GameBegun{}).ID("game-begin").Disabled(m.Game.complaint() != "").Text("Play")),
		app.Span().Class("switch").Body(
			kit.Checkbox(send, "teach-mode", m.Teaching, TeachingSwitched{On: !m.Teaching}),
			app.Label().For("teach-mode").Text(core.TeachingMode)))
}

// GameView shows the game if its table is loaded, otherwise nil.
func GameView(m Model, c core.View, send func(core.Msg)) app.UI {
	seed, ok := Playing(c)
	if !ok {
		return nil
	}
	g := m.Game
	return app.Section().Class("step game").ID("game").Aria("labelledby", "game-title").Body(
		app.H2().ID("game-title").TabIndex(-1).Text("Guess the rules: game "+strconv.FormatUint(seed, 10)),
		app.P().Text(gameLead),
		kit.Field("guess", "Your guesses, one rule per line", guessHint, "",
			app.Textarea().ID("guess").Class("guess").Rows(3).Spellcheck(false).Aria("describedby", "guess-hint").Text(g.Guess).
				OnInput(kit.Typed(send, func(v string) core.Msg { return GuessTyped{Text: v} }), "guess")),
		app.Div().Class("controls").Body(
			kit.Button(send, SecretRevealed{}).Class("primary").ID("reveal").Text("Reveal the secret"),
			app.P().Class("quiet").Text(gameNote)),
		kit.Some(revealView(g.Revealed)))
}

// revealView shows the secret next to the rules found; nil before it is revealed.
func revealView(v *Reveal) app.UI {
	if v == nil {
		return nil
	}
	others := app.Div().Body(app.H3().Text("Not in the secret set"),
		app.Ul().Body(kit.Each(v.Others, func(rule string) app.UI { return app.Li().Class("rule-text").Text(rule) })))
	return app.Div().ID("secret").Class("secret").Body(
		app.P().Class("sentence").Text(v.Verdict),
		kit.Each(v.Problems, func(text string) app.UI { return app.P().Class("complaint").Text(text) }),
		app.Ol().Class("secret-rules").Body(kit.Each(v.Secret, func(u Uncovered) app.UI {
			mark := "✗ "
			if u.Found {
				mark = "✓ "
			}
			return app.Li().Body(app.P().Class("rule-text").Body(app.Span().Class("if").Text("IF "), app.Text(u.Text)),
				app.P().Body(app.Span().Aria("hidden", "true").Text(mark), app.Text(u.Words)))
		})),
		kit.Some(app.If(len(v.Others) > 0, others)))
}

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
	says := ""
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
				app.Button().Type("button").Class("button"+core.When(reached, " primary")).ID("step-next").
					OnClick(kit.On(send, StepTaken{By: 1}), "next").Text(next),
				kit.Button(send, LessonEnded{}).ID("step-end").Text("End")))
}

// stepAction is the button that performs the step; nil if there is nothing to do.
func stepAction(c core.View, send func(core.Msg), step LessonStep, reached bool) app.UI {
	if step.Label == "" {
		return nil
	}
	note := Obstacle(c)
	return app.Div().Class("controls").Body(
		// A disabled button would lose the focus.
		kit.TimedButton(send, func(at time.Time) core.Msg { return StepDone{At: at} }).Class(core.When(!reached, "primary")).ID("step-do").
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
			kit.Button(send, HandoutOpened{}).ID("handout-back").Text("Back to app")))
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
