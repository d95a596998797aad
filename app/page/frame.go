package page

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/learn"
	"drnet/app/page/state"
)

// stepBar shows the progress and navigates to each part of the page. It stays on screen. Its links are buttons, because
// the fragment of the address holds the shared settings.
func stepBar(s state.State, r *Root) app.UI {
	stations := s.Stations()
	opened := s.Rules.Model() != nil
	return app.Nav().Class("steps").Aria("label", "Steps").Body(
		app.Ol().Class("step-list").Body(app.Range(stations).Slice(func(i int) app.UI {
			place := stations[i].Place
			return stepLink(r, stations[i], i+1, s.Table != nil || opened && (place == state.DataPlace || place == state.RulesPlace))
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

// foldable is a step that narrow windows collapse to one line. Wide windows always show it in full.
func foldable(s state.State, r *Root, place state.Place, number, title, words string, body ...app.UI) app.UI {
	id := string(place)
	class, label, open := "step", "Fold", "true"
	if s.Frame.Folded[place] {
		class, label, open = "step folded", "Change", "false"
	}
	return app.Section().ID(id).Class(class).Aria("labelledby", id+"-title").Body(
		app.Div().Class("step-head").Body(
			kit.StepTitle(id, number, title),
			app.P().Class("step-says").Text(words),
			kit.SmallButton(r.send, state.FoldToggled{Place: place}).Class("fold").ID(id+"-fold").
				Aria("expanded", open).Aria("controls", id+"-body").Body(app.Text(label), kit.Unseen(" "+title))),
		app.Div().ID(id+"-body").Class("step-body").Body(body...))
}

// goTo scrolls to a part of the page, expands it and focuses its title.
func (r *Root) goTo(place state.Place) {
	if r.current().Frame.Folded[place] {
		r.send(state.FoldToggled{Place: place})
	}
	r.focus(string(place) + "-title")
	r.whenDrawn(func() { scrollTo(string(place)) })
}

// scrollTo scrolls to the top of an element, if it exists.
func scrollTo(id string) { callOn(id, "scrollIntoView", map[string]any{"block": "start"}) }

// showStep scrolls to the element that a step of a lesson describes, "" for none, and focuses the title of the step.
func (r *Root) showStep(point string) {
	r.whenDrawn(func() {
		if point != "" {
			scrollTo(point)
		}
		callOn(learn.StepTitle, "focus", map[string]any{"preventScroll": true})
	})
}

// frame sets the theme of the window. At the end of a run it scrolls to the rules, unless the focus is elsewhere.
func (r *Root) frame(before, now state.State) {
	if r.drawn == nil {
		return
	}
	if before.Frame.Theme != now.Frame.Theme {
		app.Window().Call("chooseTheme", string(now.Frame.Theme))
	}
	if before.Run.Active() && now.Run.Learnt() && now.Tab == core.RulesTab {
		if at := focused(); !at.Truthy() || at.Call("matches", "body, .train *").Bool() {
			r.bring = func() { bringRules(at) }
		}
	}
}

// bringRules scrolls to the rules unless the focus moved away from the element at.
func bringRules(at app.Value) {
	now := focused()
	if !now.Truthy() || now.Equal(at) || now.Call("matches", "body").Bool() {
		scrollTo(string(state.RulesPlace))
	}
}

// focused returns the element that has the focus.
func focused() app.Value { return app.Window().Get("document").Get("activeElement") }

type themeChoice struct {
	theme state.Theme
	icon  kit.Icon
	name  string
}

var themes = []themeChoice{
	{state.SystemTheme, kit.SystemIcon, "Colours as the system has them"},
	{state.LightTheme, kit.SunIcon, "Light colours"},
	{state.DarkTheme, kit.MoonIcon, "Dark colours"},
}

// themeSwitch selects the light, dark or system theme.
func themeSwitch(s state.State, r *Root) app.UI {
	return app.Div().Class("themes").Role("group").Aria("label", "Colours").Body(kit.Each(themes, func(t themeChoice) app.UI {
		return app.Button().Type("button").Class("theme").Title(t.name).Aria("pressed", kit.Truth(s.Frame.Theme == t.theme)).
			OnClick(kit.On(r.send, state.ThemeChosen{Theme: t.theme}), string(t.theme)).Body(kit.DrawIcon(t.icon), kit.Unseen(t.name))
	}))
}

// followTheme adopts the theme selected before the program ran, which theme.js stores for the session.
func (r *Root) followTheme() {
	theme := app.Window().Get("document").Get("documentElement").Call("getAttribute", "data-theme")
	if theme.Truthy() {
		r.send(state.ThemeChosen{Theme: state.Theme(theme.String())})
	}
}
