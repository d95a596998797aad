package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/learn"
	"drnet/app/page/state"
)

// page returns the whole page: the bar, and below it an introduction before the first table, or one section.
func page(s state.State, r *Root) app.UI {
	ready := "no"
	if s.Engine == core.Ready {
		ready = "yes"
	}
	lesson := learn.LessonView(s.Learn, r.view(s), r.send)
	body := []app.UI{banner(s, r), panels(s, r), kit.Some(notices(s)...)}
	if s.Learn.Explained {
		body = append(body, learn.ExplanationView(s.Learn, r.send))
	} else if s.Learn.Handout > 0 {
		body = append(body, learn.HandoutView(s.Learn, r.send))
	} else if s.Section == "" && lesson != nil {
		body = append(body, app.Main().ID("main").Class("lesson-waits").Body(
			app.H1().Class("unseen").Text("Lesson"), app.P().Class("quiet").Text("The table appears here.")))
	} else if s.Section == "" {
		body = append(body, app.Main().ID("main").Class("welcome").Body(welcome(s, r)...))
	} else {
		body = append(body, app.Main().ID("main").Class("work"+core.When(!s.Export.PrintsAll, " report-only")).Body(
			app.H1().Class("unseen").Text(title(s)),
			kit.Some(questionView(s, r)), kit.Some(learn.GameView(s.Learn, r.view(s), r.send)),
			kit.Each(core.Sections, func(at core.Section) app.UI { return kit.Some(sectionView(at, s, r)) })))
	}
	body = append(body, toastView(s.Frame.Toast, r), kit.Some(lesson), app.P().Class("unseen").Role("status").Text(s.Status))
	drawn := "all"
	if s.Drawing() || r.parts.left() == now {
		drawn = "part"
	}
	view := app.Div().Class("page"+core.When(s.Learn.Projector, " projector")).DataSet("engine", ready).DataSet("drawn", drawn).
		DataSet("hide", strings.Join(s.Link.Hidden, " ")).
		OnDragOver(func(_ app.Context, e app.Event) { e.PreventDefault() }).
		OnDrop(func(_ app.Context, e app.Event) {
			e.PreventDefault()
			r.choose(e.Get("dataTransfer").Get("files"))
		}).
		Body(body...)
	if step, ok := s.Learn.Step(); ok {
		view = view.DataSet("stage", step.Place.ID) // the style sheet shows only that
	}
	return view
}

// title names what the sections are about.
func title(s state.State) string {
	if s.Table == nil {
		return "Rules of " + s.Rules.Now().From
	}
	return "Rules for " + s.Table.Name
}

var bodies = map[core.Section]func(state.State, *Root) []app.UI{
	core.DataSection: dataSection, core.SettingsSection: settingsSection, core.TrainSection: trainSection, core.RulesSection: rulesSection,
}

// sectionView draws a section if it is on the screen; nil otherwise.
func sectionView(at core.Section, s state.State, r *Root) app.UI {
	if s.Section != at {
		return nil
	}
	return app.Section().ID(string(at)).Class("section").Aria("labelledby", at.TitleID()).Body(
		append([]app.UI{app.H2().ID(at.TitleID()).Class("unseen").TabIndex(-1).Text(at.Name())}, bodies[at](s, r)...)...)
}
