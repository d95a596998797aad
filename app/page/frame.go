package page

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/learn"
	"drnet/app/link"
	"drnet/app/page/state"
	"drnet/app/privacy"
	"drnet/app/rules"
	"drnet/app/settings"
)

// banner is the bar at the top: the sections, the table, and the buttons of the panels.
func banner(s state.State, r *Root) app.UI {
	var table app.UI
	if s.Table != nil {
		table = app.Button().Type("button").Class("table-button").OnClick(r.goesTo(core.DataSection)).Body(
			kit.DrawIcon(kit.FileIcon), app.Span().Class("file-name").Text(s.Table.Name))
	}
	return app.Header().Class("banner").Body(
		app.P().Class("name").Body(mark(), app.Span().Text("DR-Net Lab")),
		stepBar(s, r),
		kit.Some(table),
		privacy.Promise(s.Privacy, r.send),
		app.Nav().Class("learn").Aria("label", "Learn and share").Body(learn.MenuButton(s.Learn, r.send), link.Button(s.Link, r.send)),
		panelButton(s, r, state.MorePanel, "More"),
		kit.Some(progressLine(s)))
}

// mark is the logo: two conditions that become one rule.
func mark() app.UI {
	return kit.SVG("mark", 24, 24, "").Aria("hidden", "true").Body(
		kit.Path("mark-line", "M4 6H9C14 6 12 12 17 12M4 18H9C14 18 12 12 17 12"),
		kit.Path("mark-dot", "M20 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0"),
	)
}

// stepBar shows the progress and leads to each section. Its links are buttons: the fragment of the address holds the settings.
func stepBar(s state.State, r *Root) app.UI {
	stations := s.Stations()
	return app.Nav().Class("steps").Aria("label", "Steps").Body(
		app.Ol().Class("step-list").Body(app.Range(stations).Slice(func(i int) app.UI { return stepLink(s, r, stations[i], i+1) })))
}

var reaches = map[state.Reach]string{state.Behind: " (completed)", state.AtWork: " (current)", state.Ahead: " (upcoming)"}

func stepLink(s state.State, r *Root, at state.Station, number int) app.UI {
	var sign app.UI = app.Text(core.Count(number))
	if at.Reach == state.Behind {
		sign = kit.DrawIcon(kit.CheckIcon)
	}
	var words app.UI
	if at.Words != "" {
		words = app.Span().Class("step-words").Text(at.Words)
	}
	link := kit.Keyed(app.Button(), core.Count(number)).Type("button").Class("step-link").Disabled(!s.Reachable(at.Section)).
		OnClick(r.goesTo(at.Section), string(at.Section)).
		Body(app.Span().Class("step-sign").Aria("hidden", "true").Body(sign),
			app.Span().Class("step-name").Text(at.Section.Name()), kit.Unseen(reaches[at.Reach]), kit.Some(words))
	if at.Section == s.Section && !s.Learn.Explained {
		link = link.Aria("current", "page")
	}
	return app.Li().Class("step-" + string(at.Reach)).Body(link)
}

// progressLine shows the progress of a task at the edge of the bar; nil while the engine is idle.
func progressLine(s state.State) app.UI {
	line := app.Progress().Class("progress-line").Max(100)
	switch {
	case s.Run.Active() && s.Run.Refines == nil:
		return line.Value(s.Run.Completed(100)).Aria("label", "Progress of the training")
	case s.Run.Active():
		return line.Aria("label", "The rules are being refined")
	case s.Busy():
		return line.Aria("label", "Settings or learners are being compared")
	case s.Reading != "":
		return line.Aria("label", "The table is being read")
	}
	return nil
}

// panels shows the open panel, if there is one, and the notes about a link in the address.
func panels(s state.State, r *Root) app.UI {
	over := drawer(s, r, state.SettingsPanel, "Settings", func() []app.UI {
		return []app.UI{settingsView(s, r, false), settings.Summary(s.Settings, s.View(), r.send)}
	})
	return kit.Some(privacy.View(s.Privacy, r.view(s), r.send), learn.View(s.Learn, r.view(s), r.send),
		link.View(s.Link, r.view(s), s.Scene(), r.send), morePanel(s, r), over, link.NotesView(s.Link, r.send))
}

func panelButton(s state.State, r *Root, p state.Panel, text string) app.UI {
	return kit.SmallButton(r.send, state.PanelToggled{Panel: p}).ID(p.ButtonID()).Aria("expanded", s.Frame.Panel == p).Text(text)
}

// morePanel selects the theme, and shows keys, credits and version; nil if closed.
func morePanel(s state.State, r *Root) app.UI {
	if s.Frame.Panel != state.MorePanel {
		return nil
	}
	return app.Section().Class("learn-panel").ID("more-panel").Aria("label", "More").Body(
		themeSwitch(s, r),
		learn.ProjectorSwitch(s.Learn, r.send),
		keysView(s, r),
		privacy.Credits(s.Privacy))
}

// drawer shows one of the panels over a section, if it is open; nil otherwise.
func drawer(s state.State, r *Root, p state.Panel, label string, body func() []app.UI) app.UI {
	if s.Frame.Panel != p {
		return nil
	}
	return app.Section().Class("learn-panel drawer").ID(string(p)+"-panel").Aria("label", label).Body(
		append([]app.UI{kit.Button(r.send, state.PanelToggled{Panel: p}).ID("close-" + string(p)).Text("Close")}, body()...)...)
}

// notices are the current problem with the engine and the note on a new version.
func notices(s state.State) []app.UI {
	var trouble app.UI
	if words := s.Trouble(); words != "" {
		trouble = app.P().Class(core.Either(s.Problem == "", "note", "problem")).ID("trouble").Role("alert").Text(words)
	}
	return []app.UI{trouble, privacy.NewVersion(s.Privacy)}
}

// toastView shows the toast, if there is one, in an element that screen readers watch. The end of a run is announced as the status.
func toastView(t state.Toast, r *Root) app.UI {
	label, press := "Show the rules", r.goesTo(core.RulesSection)
	if t.Undoes != nil {
		label, press = "Undo", func(app.Context, app.Event) {
			r.send(rules.Undone{})
			r.focus("redo") // the toast, whose button had the focus, closes
		}
	}
	button := app.Button().Type("button").Class("button").OnClick(press, label).Body(app.Text(label), kit.Unseen(": "+t.Text))
	role := core.Either(t.Rules, "none", "status")
	return app.Div().Class("some").Role(role).Body(app.If(t != state.Toast{},
		app.Div().Class("toast").ID("toast").Body(app.P().Text(t.Text), kit.Some(app.If(t.Rules || t.Undoes != nil, button)))))
}

// dropTarget covers the page while files are dragged over it. It always exists: browsers report no drop on an element just replaced.
func dropTarget(f state.Frame, r *Root) app.UI {
	away := func(app.Context, app.Event) { r.send(state.FilesDragged{Over: false}) }
	return app.Div().Class("drop-target").ID("drop-target").Hidden(!f.Dragged).
		OnDragLeave(away).OnMouseMove(away). // browsers report no mouse moves while files are dragged
		Body(app.P().Text("Drop to open"))
}

func (r *Root) goesTo(at core.Section) app.EventHandler {
	return func(app.Context, app.Event) { r.goTo(at) }
}

// goTo opens a section and focuses its heading.
func (r *Root) goTo(at core.Section) {
	r.send(core.SectionChosen{Section: at})
	r.focus(at.TitleID())
}

// showAnswer scrolls the text of the step of a lesson to its end, once that is rendered.
func (r *Root) showAnswer() {
	if r.drawn == nil {
		return
	}
	r.drawn(func(app.Context) {
		if e := app.Window().GetElementByID("coach"); e.Truthy() {
			e.Set("scrollTop", e.Get("scrollHeight"))
		}
	})
}

// reach unfolds the element of the lesson step once it is rendered, and scrolls to the top, because the section shows nothing else.
func (r *Root) reach(app.Context) {
	if e := app.Window().GetElementByID(r.sought); e.Truthy() {
		if folded := e.Call("querySelector", ":scope:not([open]) > summary"); folded.Truthy() {
			folded.Call("click")
		}
		app.Window().Get("document").Get("documentElement").Set("scrollTop", 0)
		r.sought = ""
	}
}

// frame applies changes of the state to the window: the theme, and the top of another section, where a lost focus goes. At the end of a run
// it opens the rules, unless the run has a problem to read or the focus is outside of the training section.
func (r *Root) frame(before, now state.State) {
	if r.drawn == nil {
		return
	}
	if before.Frame.Theme != now.Frame.Theme {
		app.Window().Call("chooseTheme", string(now.Frame.Theme))
	}
	if before.Section != now.Section || before.Table == nil && now.Table != nil {
		r.drawn(func(app.Context) {
			app.Window().Get("document").Get("documentElement").Set("scrollTop", 0)
			if at := focused(); !at.Truthy() || at.Call("matches", "body").Bool() { // the element with the focus, such as the drop zone, is gone
				r.focus(now.Section.TitleID(), map[string]any{"preventScroll": true})
			}
		})
	}
	ended := now.Frame.Toast.Rules && !before.Frame.Toast.Rules
	if ended && now.Section == core.TrainSection && now.Run.Problem == nil {
		if at := focused(); !at.Truthy() || at.Call("matches", "body, .train *, #"+core.TrainSection.TitleID()).Bool() {
			r.soon(0, func() {
				whole := r.parts.whole
				r.goTo(core.RulesSection)
				r.parts.whole = whole // the user did not ask for this section, so it may be rendered in parts
			})
		}
	}
}

func focused() app.Value { return app.Window().Get("document").Get("activeElement") }

var themes = []struct {
	theme state.Theme
	icon  kit.Icon
	name  string
}{
	{state.SystemTheme, kit.SystemIcon, "System theme"}, {state.LightTheme, kit.SunIcon, "Light"}, {state.DarkTheme, kit.MoonIcon, "Dark"},
}

func themeSwitch(s state.State, r *Root) app.UI {
	return app.Div().Class("themes").Role("group").Aria("label", "Colors").Body(app.Range(themes).Slice(func(i int) app.UI {
		t := themes[i]
		return kit.PlainButton(r.send, "theme", state.ThemeChosen{Theme: t.theme}).Title(t.name).
			Aria("pressed", s.Frame.Theme == t.theme).Body(kit.DrawIcon(t.icon), kit.Unseen(t.name))
	}))
}

// followTheme adopts the theme selected before the program ran, which theme.js stores for the session.
func (r *Root) followTheme() {
	theme := app.Window().Get("document").Get("documentElement").Call("getAttribute", "data-theme")
	if theme.Truthy() {
		r.send(state.ThemeChosen{Theme: state.Theme(theme.String())})
	}
}
