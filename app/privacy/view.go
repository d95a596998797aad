package privacy

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// Promise returns the privacy statement at the top of the page, a button that opens the panel.
func Promise(m Model, send func(core.Msg)) app.UI {
	return app.Button().Type("button").Class("promise").ID(opener).Aria("expanded", kit.Truth(m.Open)).
		OnClick(kit.On(send, PanelToggled{}), "privacy").
		Body(kit.DrawIcon(kit.ShieldIcon), app.Text("Your table stays on this computer."), app.Span().Class("promise-check").Text("Check it"))
}

// View returns the open panel, or nil. It shows the requests of the page, what the page can reach, and how to verify
// both.
func View(m Model, c core.View, send func(core.Msg)) app.UI {
	if !m.Open {
		return nil
	}
	w := m.Log
	return app.Section().Class("learn-panel").ID("privacy-panel").Aria("labelledby", "privacy-title").Body(
		app.P().ID("privacy-title").Class("panel-title").Text("Check that nothing leaves this computer"),
		app.P().ID("asked").Text(w.InWords()),
		refusedView(w),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button").ID("try-server").Disabled(w.Ready == 0).
				OnClick(kit.On(send, AttemptAsked{}), "try").Text("Let this page try to reach its server"),
			app.Button().Type("button").Class("button").ID("close-privacy").OnClick(kit.On(send, PanelClosed{}), "close").Text("Close")),
		app.P().ID("tried").Role("status").Text(m.TriedInWords()),
		app.Div().Class("privacy-facts").Body(
			kit.Statements("What your browser enforces",
				"Until it is loaded, this page reaches only the server that it came from. Once it is loaded it reaches nobody, "+
					"not even that server. Nothing in the page can take this back.",
				"The worker that reads your table and learns has a policy of its own from the start: no server at all.",
				"No name, value or file of yours can become program code or part of the page's markup.",
				"The address of the page, which you can pass on, holds settings and never a name or a value of your table."),
			kit.Statements("What no page can close",
				"A direct connection between two browsers (WebRTC). This page contains no code for one.",
				"Going to another address, which could carry something along. This page holds no link that leads away, and "+
					"where your browser asks it, it refuses to leave by itself.",
				"And the browser itself: when the page is opened it looks for a newer version of the site, which carries "+
					"nothing of yours; what extensions of the browser may read is up to them."),
			aeroplane(w)),
		app.P().ID("stores").
			Text("Nor does this page store anything of your table, your settings or your rules on this computer, unless you "+
				"tick “Autosave in this browser”; "+
				"saved works are listed on the first screen, and can be deleted there."),
		requestList(w, c.Address))
}

// refusedView lists the blocked requests.
func refusedView(w NetworkLog) app.UI {
	lines := w.RefusedInWords()
	if len(lines) == 0 {
		return app.P().ID("refused").Class("quiet").Text("Nothing tried to reach anybody else, or to leave this page.")
	}
	return app.Div().ID("refused").Body(app.P().Text("Refused so far:"), kit.Bullets(lines))
}

// aeroplane describes the offline test.
func aeroplane(w NetworkLog) app.UI {
	steps := []string{
		"Open this page, and switch the network off: aeroplane mode, or pull the cable. " + w.NetworkInWords(),
		"Drop your table, learn, read the rules, save what you need. Everything works, also a reload.",
		"Close the page before you switch the network on again. A closed page sends nothing.",
	}
	return app.Div().Body(app.P().Class("facts-title").Text("The aeroplane test, which needs no trust"),
		app.Ol().Class("facts").Body(app.Range(steps).Slice(func(i int) app.UI { return app.Li().Text(steps[i]) })))
}

// requestList lists every request of the page.
func requestList(w NetworkLog, page string) app.UI {
	return app.Details().Body(app.Summary().Text("Every request of this page: "+core.Count(len(w.Requests))),
		app.Ol().Class("facts").ID("requests").Body(app.Range(w.Requests).Slice(func(i int) app.UI {
			q := w.Requests[i]
			return app.Li().Body(app.Text(q.FileInWords(page)+" "),
				app.Span().Class("quiet").Text("after "+q.AtInWords()+", answered by "+q.FromInWords()))
		})),
		app.P().Class("quiet").
			Text("The service worker, which keeps the site for use without a network, asks for each of these files once more "+
				"when it is new. Your browser's developer tools show the same list under Network."))
}

// NewVersion announces a newer version of the site; nil if there is none.
func NewVersion(m Model) app.UI {
	if !m.Log.Waits {
		return nil
	}
	return app.P().Class("note").ID("new-version").Role("status").
		Text("A new version of DR-Net Lab is here. It starts when you reload this page, once no other tab shows it; save your rules first.")
}
