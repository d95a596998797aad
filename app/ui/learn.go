package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/link"
	"drnet/app/privacy"
	"drnet/app/state"
)

// learnBar opens the lessons, the explanation and the link to share.
func learnBar(s state.State, r *Root) app.UI {
	t := s.Teach
	how := "How it works"
	if t.How {
		how = "Back to the page"
	}
	return app.Nav().Class("learn").Aria("label", "Learn and share").Body(
		app.Button().Type("button").Class("small").ID("lessons").Aria("expanded", kit.Truth(t.Menu)).
			OnClick(r.on(state.MenuToggled{}), "menu").Text("Lessons"),
		app.Button().Type("button").Class("small").ID("how-it-works").
			OnClick(r.then(state.HowOpened{Open: !t.How}, howFocus(t.How)), t.How).Text(how),
		link.Button(s.Link, s.Scene(), r.send))
}

// learnPanels shows the open panels of the bar and the notes on the address.
func learnPanels(s state.State, r *Root) app.UI {
	var lessons []string
	for _, l := range state.Lessons() {
		lessons = append(lessons, l.Name)
	}
	return kit.Some(privacy.View(s.Privacy, r.view(s), r.send), menuView(s, r),
		link.View(s.Link, r.view(s), s.Scene(), lessons, r.send), link.NotesView(s.Link, r.send))
}

// howFocus returns the element to focus when the explanation opens or closes.
func howFocus(open bool) string {
	if open {
		return "how-it-works"
	}
	return "how-title"
}

// menuView lists the lessons; nil if closed.
func menuView(s state.State, r *Root) app.UI {
	if !s.Teach.Menu {
		return nil
	}
	lessons := state.Lessons()
	return app.Section().Class("learn-panel").ID("lesson-menu").Aria("label", "Lessons").Body(
		app.Ul().Class("lesson-list").Body(app.Range(lessons).Slice(func(i int) app.UI {
			l := lessons[i]
			return app.Li().Body(app.Button().Type("button").Class("button").ID("lesson-"+strconv.Itoa(i)).
				OnClick(r.step(state.LessonBegun{Lesson: i}), i).Text(l.Name),
				app.Span().Class("quiet").Text(l.About+"; "+core.Plural(len(l.Steps), "step", "steps")),
				app.Button().Type("button").Class("small").ID("handout-"+strconv.Itoa(i)).
					OnClick(r.then(state.HandoutOpened{Lesson: i + 1}, "handout-title"), i).
					Body(app.Text("Handout"), kit.Unseen(" of "+l.Name)))
		})),
		gameStart(s, r),
		app.Span().Class("switch").Body(
			app.Input().Type("checkbox").ID("teach-mode").Checked(s.Teach.Mode).OnChange(r.on(state.TeachSwitched{On: !s.Teach.Mode}), s.Teach.Mode),
			app.Label().For("teach-mode").Text("Teaching mode: the network can be changed by hand")))
}

// gameStart starts a game.
func gameStart(s state.State, r *Root) app.UI {
	g := s.Teach.Game
	text := g.Seed
	if text == "" {
		text = "1"
	}
	return app.Div().Class("game-start").Body(
		kit.Field("game-seed", "Game “find my secret rules”, number",
			"Each number is another secret. Everybody who types the same number gets the same one.", g.SeedComplaint(),
			app.Input().Type("text").Attr("inputmode", "numeric").ID("game-seed").AutoComplete(false).Value(text).
				Aria("describedby", "game-seed-hint").
				OnInput(r.typed(func(v string) state.Msg { return state.SeedTyped{Text: v} }), "seed")),
		app.Button().Type("button").Class("button").ID("game-begin").Disabled(g.SeedComplaint() != "").
			OnClick(r.then(state.GameBegun{}, "lessons"), "game").Text("Play"))
}

// step returns a handler for a message of a lesson. It scrolls to the subject of the next step and focuses its title,
// so that screen readers read it.
func (r *Root) step(m state.Msg) app.EventHandler {
	return func(app.Context, app.Event) {
		r.send(m)
		step, ok := r.current().Step()
		if !ok {
			r.focus("lessons")
			return
		}
		if r.drawn == nil {
			return
		}
		r.drawn(func(app.Context) {
			if step.Point != "" {
				scrollTo(step.Point)
			}
			if e := app.Window().GetElementByID("coach-title"); e.Truthy() {
				e.Call("focus", map[string]any{"preventScroll": true})
			}
		})
	}
}
