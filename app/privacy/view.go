package privacy

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// Promise returns the privacy statement at the top of the page, a button that opens the panel.
func Promise(m Model, send func(core.Msg)) app.UI {
	return kit.PlainButton(send, "promise", PanelToggled{}).ID(opener).Title(promise).Aria("expanded", m.Open).
		Body(kit.DrawIcon(kit.ShieldIcon), app.Span().Text("Private"), app.Span().Class("promise-check").Text(" · Verify"))
}

// View returns the panel, nil if it is closed. It lists the requests of the page and the servers within reach, and how to verify both.
func View(m Model, c core.View, send func(core.Msg)) app.UI {
	if !m.Open {
		return nil
	}
	w := m.Log
	var lacks app.UI
	if lines := w.lacks(); len(lines) > 0 {
		lacks = kit.Statements("What your browser lacks", lines...)
	}
	var refused app.UI = app.P().ID("refused").Class("quiet").Text(nothingRefused)
	if lines := w.refusedInWords(); len(lines) > 0 {
		refused = app.Div().ID("refused").Body(app.P().Text("Refused so far:"), kit.Bullets(lines))
	}
	return app.Section().Class("learn-panel").ID("privacy-panel").Aria("labelledby", "privacy-title").Body(
		app.P().ID("privacy-title").Class("panel-title").Text("Check that nothing leaves this computer"),
		app.P().ID("asked").Text(w.inWords()),
		refused,
		app.Div().Class("controls").Body(
			kit.Button(send, AttemptAsked{}).ID("try-server").Disabled(w.Ready == 0).Text("Test the block: try to send a request"),
			kit.Button(send, PanelToggled{}).ID("close-privacy").Text("Close")),
		app.P().ID("tried").Role("status").Text(m.triedInWords()),
		app.Div().Class("privacy-facts").Body(
			kit.Statements("What your browser enforces", w.enforced()...),
			kit.Statements("Known limits", w.open()...),
			kit.Some(lacks),
			app.Div().Body(app.P().Class("facts-title").Text("Try it offline (airplane mode)"),
				app.Ol().Class("facts").Body(kit.Each(w.airplaneTest(), func(step string) app.UI { return app.Li().Text(step) })))),
		app.P().ID("stores").Text(storesNote),
		requestList(w, c.Address))
}

func requestList(w NetworkLog, page string) app.UI {
	return app.Details().Body(app.Summary().Text("Every request of this page: "+core.Count(len(w.Requests))),
		app.Ol().Class("facts").ID("requests").Body(kit.Each(w.Requests, func(q PageRequest) app.UI {
			return app.Li().Body(app.Text(q.fileInWords(page)+" "),
				app.Span().Class("quiet").Text("after "+moment(q.At)+", answered by "+w.answeredBy(q)))
		})),
		app.P().Class("quiet").Text(w.requestsNote()))
}

// NewVersion announces a newer version of the site; nil if there is none.
func NewVersion(m Model) app.UI {
	if !m.Log.Waits {
		return nil
	}
	return app.P().Class("note").ID("new-version").Role("status").Text(newVersion)
}

// Credits returns the credit of the method, and the version and the third-party works.
func Credits(m Model) app.UI {
	return app.Div().Class("credits").Body(
		app.P().Text(credit),
		app.Details().Body(app.Summary().Text("About"), aboutView(m.Log)))
}

func aboutView(w NetworkLog) app.UI {
	return app.Div().Class("about").ID("about-view").Body(
		app.P().ID("version").Text(w.versionInWords()),
		app.P().Text(reproducible),
		kit.Some(digestList(w)),
		app.P().Text(madeWith),
		app.Ul().Class("facts").Body(kit.Each(Dependencies, func(w Dependency) app.UI {
			return app.Li().Text(w.Name + " " + w.Version + ", " + w.License + ": " + w.For)
		})),
		app.P().Text(core.Either(w.OneFile, licensesInside, licensesNote)))
}

func digestList(w NetworkLog) app.UI {
	if len(w.Files) == 0 {
		return nil
	}
	return app.Details().Body(app.Summary().Text("The files and their SHA-256"),
		app.Ul().Class("facts").Body(kit.Each(w.Files, func(f KeptFile) app.UI {
			return app.Li().Body(app.Text(f.nameInWords()+" "), app.Span().Class("digest").Text(f.hex()))
		})))
}
