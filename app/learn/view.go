package learn

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/sample"
)

// MenuButton opens the list of lessons.
func MenuButton(m Model, send func(core.Msg)) app.UI {
	return kit.SmallButton(send, MenuToggled{}).ID(lessonsButton).Aria("expanded", m.Menu).Text("Learn")
}

// View lists the lessons; nil if the list is closed.
func View(m Model, c core.View, send func(core.Msg)) app.UI {
	if !m.Menu {
		return nil
	}
	next := m.Game.Next
	return app.Section().Class("learn-panel").ID("lesson-menu").Aria("label", "Lessons").Body(
		app.Ul().Class("lesson-list").Body(app.Range(Lessons()).Slice(func(i int) app.UI {
			l := Lessons()[i]
			begin := kit.Button(send, LessonBegun{Lesson: i}).ID("lesson-" + strconv.Itoa(i)).Text(l.Name)
			return lessonLine(begin, l.About, core.Count(l.Minutes)+" min",
				kit.SmallButton(send, HandoutOpened{Lesson: i + 1}).ID("handout-"+strconv.Itoa(i)).Body(
					app.Text("Handout"), kit.Unseen(" of "+l.Name)))
		}), lessonLine(kit.Button(send, ExplanationOpened{Open: true}).ID("how-it-works").Text("How it works"), "six steps", "", nil)),
		app.Div().Class("game-start").Body(
			kit.Picker(send, "game-level", "Guess the rules: level", levelNames, next.Level,
				func(i int) core.Msg { return GameChosen{i, next.Seed} }, next),
			kit.Field("game-seed", "Game number", seedHint, m.Game.complaint(),
				kit.TextInput(send, "game-seed", next.seed(), func(v string) core.Msg { return GameChosen{next.Level, v} }, next.Level).
					Attr("inputmode", "numeric").Aria("describedby", "game-seed-hint")),
			kit.Button(send, GameBegun{}).ID("game-begin").Disabled(m.Game.complaint() != "").Text("Play"),
			app.If(replaced(c) != "", app.P().Class("quiet").Text(replaced(c)))),
		kit.Tick("teach-mode", core.TeachingMode, m.Teaching, false, kit.On(send, TeachingSwitched{On: !m.Teaching})))
}

// lessonLine is a line of the list. Its button covers all of it but the handout.
func lessonLine(begin app.UI, about, time string, handout app.UI) app.UI {
	return app.Li().Body(begin, app.Span().Class("quiet").Text(time), app.Span().Class("quiet topic").Text(about), kit.Some(handout))
}

// ProjectorSwitch switches the larger text for a class on or off.
func ProjectorSwitch(m Model, send func(core.Msg)) app.UI {
	switched := ProjectorSwitched{On: !m.Projector}
	return kit.Tick("projector", "Projector: larger text and fewer controls", m.Projector, false, kit.On(send, switched))
}

// GameView shows the game if its table is loaded, otherwise nil.
func GameView(m Model, c core.View, send func(core.Msg)) app.UI {
	level, seed, ok := Playing(c)
	g := m.Game
	if !ok || g.Standing == nil {
		return nil
	}
	body := guessView(g, send)
	if g.Revealed {
		body = revealView(g.Standing)
	}
	return app.Section().Class("step game").ID("game").Aria("labelledby", "game-title").Body(
		app.Div().Class("game-head").Body(
			app.H2().ID("game-title").TabIndex(-1).Text("Guess the rules: game "+strconv.FormatUint(seed, 10)+", "+levelNames[level]),
			app.P().ID("game-score").Role("status").Text(g.scoreInWords(c)),
			app.P().ID("game-time").Role("timer").Aria("label", "Time").Text(fmt.Sprintf("%d:%02d", g.Seconds/60, g.Seconds%60))),
		kit.Some(body...))
}

// guessView builds a guess from the fields of a condition, and lists the earlier guesses.
func guessView(g Game, send func(core.Msg)) []app.UI {
	rest, at := g.Draft[:len(g.Draft)-1], g.Draft[len(g.Draft)-1]
	column := g.secret.Columns[at.Column]
	names := core.Texts(len(g.secret.Columns), func(i int) string { return g.secret.Columns[i].Name })
	pick := func(id, label string, values []string, now int, change func(c *sample.SecretCondition, i int)) app.UI {
		return kit.Picker(send, id, label, values, now, func(i int) core.Msg {
			c := at
			change(&c, i)
			return Drafted{Rule: append(slices.Clone(rest), c)}
		}, g.Draft)
	}
	chip := func(i int) app.UI {
		without := Drafted{Rule: slices.Delete(slices.Clone(g.Draft), i, i+1)}
		return app.Span().Body(app.Text(core.When(i > 0, " AND ")), kit.SmallButton(send, without).Class("chip").Disabled(len(rest) == 0).Body(
			app.Text(g.secret.Text(g.Draft[i:i+1])), app.Span().Aria("hidden", "true").Text(" ✕"), kit.Unseen(": remove")))
	}
	return []app.UI{
		app.FieldSet().Class("guess-fields").Body(app.Legend().Text("Your next guess"),
			app.P().Class("rule-text guess").ID("guess").Body(app.Span().Class("if").Text("IF "), app.Range(g.Draft).Slice(chip)),
			pick(guessColumn, "Column", names, at.Column, func(c *sample.SecretCondition, i int) { *c = g.condition(i)[0] }),
			pick("guess-relation", "Comparison", comparisons(column), slices.Index(comparisons(column), at.Op),
				func(c *sample.SecretCondition, i int) { c.Op = comparisons(column)[i] }),
			pick("guess-value", "Value", column.Values, at.Value, func(c *sample.SecretCondition, i int) { c.Value = i })),
		app.Div().Class("controls").Body(
			kit.Button(send, Guessed{}).Class("primary").ID("guess-rule").Text("Guess this rule"),
			kit.Button(send, Drafted{Rule: append(slices.Clone(g.Draft), g.condition(len(g.Draft)%len(names))...)}).ID("guess-and").
				Text("Add another condition"),
			// A disabled button would lose the focus.
			kit.Button(send, HintAsked{}).ID("hint").Aria("disabled", g.Hints == len(g.hints())).Text("Hint"),
			kit.Button(send, SecretRevealed{}).ID("reveal").Text("Reveal the secret")),
		app.P().Class("quiet").ID("repeated").Role("status").Text(core.When(g.Repeated, repeatedGuess)),
		app.P().Class("quiet").ID("hints").Role("status").Text(
			core.When(g.Hints > 0, "The secret rules use "+strings.Join(g.hints()[:g.Hints], ", ")+".")),
		judgedView("guesses", g.Standing.Guesses, " is a secret rule.", " is not a secret rule."),
		app.P().Class("quiet").Text(gameLead),
	}
}

func revealView(v *Standing) []app.UI {
	others := app.P().Text("Not in the secret set: " + strings.Join(v.Others, "; "))
	return []app.UI{app.Div().ID(secretTitle).TabIndex(-1).Class("secret").Body(
		judgedView("secret-rules", v.Secret, " was found.", " was not found."), kit.Some(app.If(len(v.Others) > 0, others)))}
}

// judgedView lists rules with a tick or a cross, and words that say the same.
func judgedView(class string, rules []Judged, yes, no string) app.UI {
	return app.Ul().Class(class).Body(kit.Each(rules, func(r Judged) app.UI {
		sign, words := "✗ ", no
		if r.Found {
			sign, words = "✓ ", yes
		}
		return app.Li().Body(app.Span().Aria("hidden", "true").Text(sign), app.Span().Class("rule-text").Text(r.Text), app.Text(words))
	}))
}

// LessonView shows the current step of the lesson, nil without one. In a narrow window the text of a completed step is folded.
func LessonView(m Model, c core.View, send func(core.Msg)) app.UI {
	step, ok := m.Step()
	if !ok {
		return nil
	}
	lesson, reached := Lessons()[m.Lesson], m.Reached(c)
	where := fmt.Sprintf("%s · %d min · step\u00a0%d\u00a0of\u00a0%d", lesson.Name, lesson.Minutes, m.at+1, len(lesson.Steps))
	return app.Section().Class("coach"+core.When(m.Lesson == 0, " tour")).ID("coach").Aria("labelledby", StepTitle).Body(
		app.P().Class("quiet").Text(where),
		app.H2().ID(StepTitle).TabIndex(-1).Text(step.Title),
		app.Details().Class("coach-body").Open(!reached || step.Label == "").Body(
			app.Summary().Text("Text of the step"),
			app.P().Text(step.Text),
			kit.Some(app.If(len(step.Sums) > 0, kit.Bullets(step.Sums)), questionView(m, c, send, Before))),
		kit.Some(stepAction(m, c, send, step, reached)),
		app.P().Class("coach-says").Text(m.resultInWords(c)),
		kit.Some(questionView(m, c, send, After)),
		app.P().Class("coach-says").Text(step.Asks[After].answerInWords(m.chosen[After], c)),
		stepControls(m, send, reached && (step.Asks[After].Text == "" || m.chosen[After] > 0), len(lesson.Steps)-1))
}

// stepControls has the buttons to the other steps. The one to the next step says “Skip” until the current step is done.
func stepControls(m Model, send func(core.Msg), done bool, last int) app.UI {
	next := "Skip"
	if m.at == last {
		next = "Finish"
	} else if done {
		next = "Next"
	}
	return app.Div().Class("controls").Body(
		kit.Button(send, StepTaken{By: -1}).ID("step-back").Disabled(m.at == 0).Text("Back"),
		kit.Button(send, StepTaken{By: 1}).Class(core.When(done, "primary")).ID("step-next").Text(next),
		app.If(m.at < last, kit.Button(send, LessonEnded{}).ID("step-end").Text("End")))
}

// questionView shows a question of the step with its choices. A prediction cannot be changed while the engine works and after the result;
// if none was made by then, it is not shown. The check at the end is shown once the step is completed.
func questionView(m Model, c core.View, send func(core.Msg), at int) app.UI {
	step, _ := m.Step()
	q, group, reached := step.Asks[at], [...]string{"predict", "check"}[at], m.Reached(c)
	fixed := at == Before && (reached || Obstacle(c) != "")
	if q.Text == "" || fixed && m.chosen[at] == 0 || at == After && !reached {
		return nil
	}
	choice := func(i int) app.UI {
		return kit.Radio(send, group, group+"-"+strconv.Itoa(i), q.Choices[i], m.chosen[at] == i+1, Answered{at, i + 1})
	}
	return app.FieldSet().Class("choices").Disabled(fixed).Body(app.Legend().Text(q.Text), app.Range(q.Choices).Slice(choice))
}

func stepAction(m Model, c core.View, send func(core.Msg), step LessonStep, reached bool) app.UI {
	if step.Label == "" {
		return nil
	}
	obstacle := m.obstacle(c)
	note := cmp.Or(obstacle, core.When(step.loads != "" && !reached, replaced(c)))
	return app.Div().Class("controls").Body(
		// A disabled button would lose the focus.
		kit.TimedButton(send, func(at time.Time) core.Msg { return StepDone{At: at} }).Class(core.When(!reached, "primary")).ID("step-do").
			Aria("disabled", obstacle != "").Text(step.Label),
		app.P().Class("quiet").Text(note))
}

// HandoutView is a printable worksheet of a lesson: its steps, and lines for the learner's notes.
func HandoutView(m Model, send func(core.Msg)) app.UI {
	lesson := Lessons()[m.Handout-1]
	return app.Main().ID("main").Class("how handout").Body(
		app.H1().ID(handoutTitle).TabIndex(-1).Text(lesson.Name),
		app.P().Class("lead").Text("A lesson about "+lesson.About+". Find it in DR-Net Lab under “Learn”."),
		app.P().Class("handout-name").Body(app.Span().Text("Name"), app.Span().Text("Date")),
		app.Ol().Class("handout-steps").Body(app.Range(lesson.Steps).Slice(func(i int) app.UI { return handoutStep(lesson.Steps[i], i+1) })),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button primary").ID("handout-print").
				OnClick(func(app.Context, app.Event) { app.Window().Call("print") }).Text("Print"),
			kit.Button(send, HandoutOpened{}).ID("handout-back").Text("Back to app")))
}

func handoutStep(step LessonStep, number int) app.UI {
	body := []app.UI{app.H2().Text(strconv.Itoa(number) + ". " + step.Title), app.P().Text(step.Text)}
	asks := func(q Question) {
		if q.Text != "" {
			body = append(body, app.P().Body(app.Strong().Text(q.Text+" "), app.Text("□\u00a0"+strings.Join(q.Choices, "  □\u00a0"))))
		}
	}
	asks(step.Asks[Before])
	if step.Label != "" {
		body = append(body, app.P().Body(app.Strong().Text("Press: "), app.Text(step.Label+".")))
	}
	if step.Says != nil {
		body = append(body, app.P().Text("What I saw:"), app.Div().Class("handout-lines").Aria("hidden", "true"))
	}
	asks(step.Asks[After])
	if len(step.Sums) > 0 {
		body = append(body, kit.Bullets(step.Sums))
	}
	return app.Li().Body(body...)
}
