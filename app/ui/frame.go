package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
)

// stepBar stays on screen: it says how far a person is, and leads to each part of the page. Its links are buttons, because
// the fragment of the address belongs to what can be passed on.
func stepBar(s state.State, r *Root) app.UI {
	stations := s.Stations()
	worked := s.Table != nil || s.Study.Model() != nil
	return app.Nav().Class("steps").Aria("label", "Steps").Body(
		app.Ol().Class("step-list").Body(app.Range(stations).Slice(func(i int) app.UI {
			return stepLink(r, stations[i], i+1, worked && (s.Table != nil || stations[i].Place == state.DataPlace || stations[i].Place == state.RulesPlace))
		})))
}

var reaches = map[state.Reach]string{state.Behind: " (done)", state.AtWork: " (now)", state.Ahead: " (to come)"}

func stepLink(r *Root, at state.Station, number int, there bool) app.UI {
	var sign app.UI = app.Text(core.Count(number))
	if at.Reach == state.Behind {
		sign = kit.DrawIcon(kit.CheckIcon)
	}
	var words app.UI
	if at.Words != "" {
		words = app.Span().Class("step-words").Text(at.Words)
	}
	link := app.Button().Type("button").Class("step-link").Disabled(!there).
		OnClick(func(app.Context, app.Event) { r.goTo(at.Place) }, string(at.Place)).
		Body(app.Span().Class("step-sign").Aria("hidden", "true").Body(sign),
			app.Span().Class("step-name").Text(at.Name), kit.Unseen(reaches[at.Reach]), kit.Some(words))
	if at.Reach == state.AtWork {
		link = link.Aria("current", "step")
	}
	return app.Li().Class("step-" + string(at.Reach)).Body(link)
}

// step is one of the four numbered parts of the page.
func step(id, number, title string, body ...app.UI) app.UI {
	return app.Section().ID(id).Class("step").Aria("labelledby", id+"-title").Body(append([]app.UI{stepTitle(id, number, title)}, body...)...)
}

// stepTitle can have the focus, for the links to it.
func stepTitle(id, number, title string) app.UI {
	return app.H2().ID(id+"-title").TabIndex(-1).Body(app.Span().Class("number").Text(number), app.Text(title))
}

// foldable is a step that narrow windows show as one line when it is folded; wide ones always show it whole.
func foldable(s state.State, r *Root, place state.Place, number, title, words string, body ...app.UI) app.UI {
	id := string(place)
	class, label, open := "step", "Fold", "true"
	if s.Frame.Folded[place] {
		class, label, open = "step folded", "Change", "false"
	}
	return app.Section().ID(id).Class(class).Aria("labelledby", id+"-title").Body(
		app.Div().Class("step-head").Body(
			stepTitle(id, number, title),
			app.P().Class("step-says").Text(words),
			app.Button().Type("button").Class("small fold").ID(id+"-fold").Aria("expanded", open).Aria("controls", id+"-body").
				OnClick(r.on(state.FoldToggled{Place: place}), id).Body(app.Text(label), kit.Unseen(" "+title))),
		app.Div().ID(id+"-body").Class("step-body").Body(body...))
}

// goTo brings a part of the page into view, unfolded, and gives its title the focus.
func (r *Root) goTo(place state.Place) {
	if r.current().Frame.Folded[place] {
		r.send(state.FoldToggled{Place: place})
	}
	r.focus(string(place) + "-title")
	r.reveal(string(place))
}

// reveal scrolls to an element once the page is drawn.
func (r *Root) reveal(id string) {
	if r.drawn != nil {
		r.drawn(func(app.Context) { scrollTo(id) })
	}
}

// scrollTo brings the beginning of an element into view, if it is there.
func scrollTo(id string) {
	if e := app.Window().GetElementByID(id); e.Truthy() {
		e.Call("scrollIntoView", map[string]any{"block": "start"})
	}
}

// frame does for the window what follows from a change of the state: the theme, and at the end of a training the rules
// come into view, unless the person is busy elsewhere.
func (r *Root) frame(before, now state.State) {
	if r.drawn == nil {
		return
	}
	if before.Frame.Theme != now.Frame.Theme {
		app.Window().Call("chooseTheme", string(now.Frame.Theme))
	}
	if before.Run.Active() && now.Run.Learnt() && now.Study.Tab == state.RulesTab {
		focus := func() app.Value { return app.Window().Get("document").Get("activeElement") }
		at := focus()
		if at.Truthy() && !at.Call("matches", "body, .train *").Bool() {
			return
		}
		r.drawn(func(app.Context) {
			now := focus()
			moved := now.Truthy() && !now.Equal(at) && !now.Call("matches", "body").Bool() // by keys, meanwhile
			if !moved {
				scrollTo(string(state.RulesPlace))
			}
		})
	}
}
