package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/data"
	"drnet/app/kit"
	"drnet/app/learn"
	"drnet/app/link"
	"drnet/app/page/state"
	"drnet/app/privacy"
)

// page returns the whole page: an introduction before the first table, then the four steps.
func page(s state.State, r *Root) app.UI {
	ready := "no"
	if s.Engine == core.Ready {
		ready = "yes"
	}
	step, _ := s.Learn.Step()
	body := []app.UI{banner(s, r), panels(s, r), stepBar(s, r)}
	if s.Learn.Explained {
		body = append(body[:2], learn.ExplanationView(s.Learn, r.send))
	} else if s.Learn.Handout > 0 {
		body = append(body[:2], learn.HandoutView(s.Learn, r.send))
	} else if s.Table == nil && s.Rules.Model() != nil {
		body = append(body, app.Main().ID("main").Class("work").Body(
			app.H1().Class("unseen").Text("Rules of "+s.Rules.Now().From),
			app.Div().Class("rail").Body(modelStep(s, r)),
			app.Div().Class("centre").Body(r.parts.place(rulesPiece, func() app.UI { return rulesStep(s, r) })),
		))
	} else if s.Table == nil {
		body = append(body, app.Main().ID("main").Class("welcome").Body(welcome(s, r)...))
	} else {
		body = append(body, app.Main().ID("main").Class("work").Body(
			kit.Some(questionView(s, r)),
			app.H1().Class("unseen").Text("Rules for "+s.Table.Name),
			kit.Some(learn.GameView(s.Learn, r.view(s), r.send)),
			app.Div().Class("rail").Body(
				r.parts.place(tablePiece, func() app.UI { return dataStep(s, r) }),
				r.parts.place(settingsPiece, func() app.UI { return settingsStep(s, r) })),
			app.Div().Class("centre").Body(
				r.parts.place(columnsPiece, func() app.UI {
					c := s.View()
					return app.Div().Class("bench").Body(data.Preview(s.Data, c, r.send, data.Seen(c)), data.Columns(s.Data, c, r.send))
				}),
				trainingStep(s, r),
				r.parts.place(rulesPiece, func() app.UI { return rulesStep(s, r) })),
		))
	}
	body = append(body, privacy.Footer(s.Privacy, r.send), kit.Some(learn.LessonView(s.Learn, r.view(s), r.send)),
		app.P().Class("unseen").Role("status").Text(s.Status))
	drawn := "all"
	if s.Drawing() || r.parts.left() == now {
		drawn = "part"
	}
	return app.Div().Class("page").DataSet("engine", ready).DataSet("drawn", drawn).
		DataSet("hide", strings.Join(s.Link.Hidden, " ")).DataSet("point", step.Point).
		OnDragOver(func(_ app.Context, e app.Event) { e.PreventDefault() }).
		OnDrop(func(_ app.Context, e app.Event) {
			e.PreventDefault()
			r.choose(e.Get("dataTransfer").Get("files"))
		}).
		Body(body...)
}

// panels shows the panels that the banner opens, and the notes on the address.
func panels(s state.State, r *Root) app.UI {
	return kit.Some(privacy.View(s.Privacy, r.view(s), r.send), learn.View(s.Learn, r.send),
		link.View(s.Link, r.view(s), s.Scene(), r.send), link.NotesView(s.Link, r.send))
}

func banner(s state.State, r *Root) app.UI {
	var trouble app.UI
	if words := s.Trouble(); words != "" {
		trouble = app.P().Class("problem").Role("alert").Text(words)
	}
	return app.Header().Class("banner").Body(
		app.P().Class("name").Body(mark(), app.Text("DR-Net Lab")),
		privacy.Promise(s.Privacy, r.send),
		app.Nav().Class("learn").Aria("label", "Learn and share").Body(
			learn.MenuButton(s.Learn, r.send), learn.ExplanationButton(s.Learn, r.send), link.Button(s.Link, r.send)),
		themeSwitch(s, r),
		kit.Some(trouble, privacy.NewVersion(s.Privacy)),
	)
}

// mark is the logo: two conditions that become one rule.
func mark() app.UI {
	return kit.SVG("mark", 24, 24, "").Aria("hidden", "true").Body(
		kit.Path("mark-line", "M4 6H9C14 6 12 12 17 12M4 18H9C14 18 12 12 17 12"),
		kit.Path("mark-dot", "M20 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0"),
	)
}
