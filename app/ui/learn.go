package ui

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
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
		app.Button().Type("button").Class("small").ID("share").Aria("expanded", kit.Truth(t.Share.Open)).
			OnClick(r.on(state.ShareToggled{}), "share").Text("Share"))
}

// learnPanels shows the open panels of the bar and the notes on the address.
func learnPanels(s state.State, r *Root) app.UI {
	return kit.Some(privacy.View(s.Privacy, r.view(), r.send), menuView(s, r), shareView(s, r), addressNotes(s, r))
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

// shareView shows the link to these settings; nil if closed.
func shareView(s state.State, r *Root) app.UI {
	sh := s.Teach.Share
	if !sh.Open {
		return nil
	}
	link := r.address.base() + "#" + s.ShareLink().String()
	lessons := state.Lessons()
	choices := make([][2]string, len(lessons))
	for i, l := range lessons {
		choices[i] = [2]string{strconv.Itoa(i), l.Name}
	}
	choices[0] = [2]string{"0", "no lesson"}
	return app.Section().Class("learn-panel").ID("share-panel").Aria("labelledby", "share-title").Body(
		app.P().ID("share-title").Class("panel-title").Text("Share a link to this page"),
		app.P().Body(app.Code().ID("link").Class("link-text").Text(link)),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button primary").ID("copy-link").OnClick(func(app.Context, app.Event) {
				said := "The link is copied."
				if !copyText(r.address.base() + "#" + r.current().ShareLink().String()) {
					said = "The browser does not allow copying here; mark the link and copy it."
				}
				r.send(state.Said{Text: said})
			}, "copy").Text("Copy"),
			app.Button().Type("button").Class("button").ID("close-share").OnClick(r.then(state.ShareToggled{}, "share"), "close").Text("Close")),
		app.P().Class("quiet").Text(s.SharedInWords()),
		app.Details().Body(app.Summary().Text("For teachers"),
			app.FieldSet().Class("hide-list").Body(app.Legend().Text("The link hides"),
				app.Range(state.Areas).Slice(func(i int) app.UI {
					a := state.Areas[i]
					id, hidden := "hide-"+a.Name, slices.Contains(sh.Hide, a.Name)
					return app.Div().Class("radio").Body(
						app.Input().Type("checkbox").ID(id).Checked(hidden).OnChange(r.on(state.PartHidden{Name: a.Name, Hidden: !hidden}), a.Name, hidden),
						app.Label().For(id).Text(a.Words))
				})),
			kit.Field("link-lesson", "The link begins", "", "", app.Select().ID("link-lesson").Aria("describedby", "link-lesson-hint").
				OnChange(r.typed(func(v string) state.Msg { n, _ := strconv.Atoi(v); return state.LessonLinked{Lesson: n} })).
				Body(kit.Options(choices, strconv.Itoa(sh.Lesson))...)),
			app.Div().Class("radio").Body(
				app.Input().Type("checkbox").ID("link-teach").Checked(sh.Teach).OnChange(r.on(state.TeachLinked{Teach: !sh.Teach}), sh.Teach),
				app.Label().For("link-teach").Text("Teaching mode: the network can be changed by hand"))))
}

// base returns the address of the page without its fragment; "" outside a browser.
func (a address) base() string {
	if app.IsServer {
		return ""
	}
	return pageAddress("")
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

// hidden lists the hidden parts for the style sheet, by name.
func hidden(s state.State) string { return strings.Join(s.Teach.Hidden, " ") }
