package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/state"
)

// page is everything: before the first table an invitation, then the four steps.
func page(s state.State, r *Root) app.UI {
	ready := "no"
	if s.Engine == state.Ready {
		ready = "yes"
	}
	step, _ := s.Step()
	body := []app.UI{banner(s, r), learnPanels(s, r), stepBar(s, r)}
	if s.Teach.How {
		body = append(body[:2], howView(s, r))
	} else if s.Teach.Handout > 0 {
		body = append(body[:2], handoutView(s, r))
	} else if s.Table == nil && s.Study.Model() != nil {
		body = append(body, app.Main().ID("main").Class("work").Body(
			app.H1().Class("unseen").Text("Rules of "+s.Study.Now().From),
			app.Div().Class("rail").Body(modelStep(s, r)),
			app.Div().Class("centre").Body(r.parts.place(rulesPiece, func() app.UI { return rulesStep(s, r) })),
		))
	} else if s.Table == nil {
		body = append(body, app.Main().ID("main").Class("welcome").Body(welcome(s, r)...))
	} else {
		body = append(body, app.Main().ID("main").Class("work").Body(
			some(questionView(s, r)),
			app.H1().Class("unseen").Text("Rules for "+s.Table.Name),
			some(gameView(s, r)),
			app.Div().Class("rail").Body(
				r.parts.place(tablePiece, func() app.UI { return dataStep(s, r) }),
				r.parts.place(settingsPiece, func() app.UI { return settingsStep(s, r) })),
			app.Div().Class("centre").Body(
				r.parts.place(columnsPiece, func() app.UI {
					return app.Div().Class("bench").Body(previewView(s, r, s.Seen()), columnsView(s, r))
				}),
				trainingStep(s, r),
				r.parts.place(rulesPiece, func() app.UI { return rulesStep(s, r) })),
		))
	}
	body = append(body, footer(), some(coach(s, r)), app.P().Class("unseen").Role("status").Text(s.Status))
	drawn := "all"
	if s.Drawing() || r.parts.left() == now {
		drawn = "part"
	}
	return app.Div().Class("page").DataSet("engine", ready).DataSet("drawn", drawn).
		DataSet("hide", hidden(s)).DataSet("point", step.Point).
		OnDragOver(func(_ app.Context, e app.Event) { e.PreventDefault() }).
		OnDrop(func(_ app.Context, e app.Event) {
			e.PreventDefault()
			r.choose(e.Get("dataTransfer").Get("files"))
		}).
		Body(body...)
}

func banner(s state.State, r *Root) app.UI {
	var trouble app.UI
	if s.Problem != "" {
		trouble = app.P().Class("problem").Role("alert").Text(s.Problem)
	}
	return app.Header().Class("banner").Body(
		app.P().Class("name").Body(mark(), app.Text("DR-Net Lab")),
		app.P().Class("promise").Body(icon(ShieldIcon), app.Text("Your table stays on this computer.")),
		learnBar(s, r),
		themeSwitch(s, r),
		some(trouble),
	)
}

// mark is the product's sign: two conditions that become one rule.
func mark() app.UI {
	return svg("mark", 24, 24, "").Aria("hidden", "true").Body(
		path("mark-line", "M4 6H9C14 6 12 12 17 12M4 18H9C14 18 12 12 17 12"),
		path("mark-dot", "M20 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0"),
	)
}

func footer() app.UI {
	return app.Footer().Class("footer").Body(
		app.Details().Body(
			app.Summary().Body(icon(ShieldIcon), app.Text("How to check that nothing leaves this computer")),
			app.P().Text("Wait until the page has loaded, then switch the network off (aeroplane mode) and use it: everything still works. "+
				"Or open your browser's developer tools, choose Network, and train: no request appears. "+
				"Once it has loaded, the page carries a content security policy that lets it reach nobody, not even the server it came from; your browser enforces it. "+
				"The address of the page, which you can pass on, holds settings and never a name or a value of your table. "+
				"Nor does the page store anything of it on this computer, unless you tick “Keep this work on this computer”; what is kept is listed on the first screen, and can be deleted there. "+
				"What no page can close are links that you follow and WebRTC connections; this page has neither."),
		),
		app.P().Text("DR-Net Lab learns with the Decision Rules Network of Qiao, Wang and Lin (AAAI 2021)."),
	)
}

// some leaves nil views out. The others stand in an element of their own, so that those behind it keep their places:
// go-app would make them anew, and forget which of them a person had opened.
func some(views ...app.UI) app.UI {
	var present []app.UI
	for _, v := range views {
		if v != nil {
			present = append(present, v)
		}
	}
	return app.Div().Class("some").Body(present...)
}

// problemView tells what went wrong and what to do.
func problemView(p *state.Problem) app.UI {
	if p == nil {
		return nil
	}
	return app.Div().Class("problem").Role("alert").Body(app.P().Class("what").Text(p.Message), app.P().Text(p.Hint))
}

// scrolls holds a table that may be wider than its place; keys scroll it once it has the focus.
func scrolls(label string, table app.UI) app.UI {
	return app.Div().Class("stage-scroll").TabIndex(0).Role("region").Aria("label", label).Body(table)
}
