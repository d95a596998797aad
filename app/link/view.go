package link

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
	"rsc.io/qr"

	"drnet/app/core"
	"drnet/app/kit"
)

// Button returns the button of the dialog.
func Button(m Model, send func(core.Msg)) app.UI {
	return kit.SmallButton(send, ShareToggled{}).ID(opener).Aria("expanded", m.Open).Text("Share")
}

// View returns the dialog with the link to these settings; nil if closed.
func View(m Model, c core.View, at Scene, send func(core.Msg)) app.UI {
	if !m.Open {
		return nil
	}
	choices := kit.Choices(nil, len(core.Lessons), func(i int) (string, string) {
		return strconv.Itoa(i), core.Either(i == 0, "none", core.Lessons[i])
	})
	lesson := kit.NumberSelect(send, "link-lesson", choices, m.lesson, func(n int) core.Msg { return LessonChosen{Lesson: n} }).
		Aria("describedby", "link-lesson-hint")
	link := c.Address + "#" + m.Shared(c.Shared, at).String()
	return app.Section().Class("learn-panel").ID("share-panel").Aria("labelledby", "share-title").Body(
		app.P().ID("share-title").Class("panel-title").Text("Share a link to this page"),
		app.P().Body(app.Code().ID("link").Class("link-text").Text(link)),
		app.Div().Class("controls").Body(
			kit.Button(send, Copied{Link: link}).Class("primary").ID("copy-link").Text("Copy"),
			kit.Button(send, CodeToggled{}).ID("link-code").Aria("expanded", m.code).Text("QR code"),
			kit.Button(send, ShareClosed{}).ID("close-share").Text("Close")),
		kit.Some(codeView(m.code, link)),
		app.P().Class("quiet").Text(contentInWords(c)),
		app.Details().Body(app.Summary().Text("For teachers"),
			app.FieldSet().Class("hide-list").Body(app.Legend().Text("Hide in the shared link"),
				kit.Each(Areas, func(a Area) app.UI {
					return kit.Tick("hide-"+a.Name, a.Words, slices.Contains(m.hide, a.Name), false, kit.On(send, AreaToggled{Name: a.Name}))
				})),
			kit.Field("link-lesson", "Lesson to start", "", "", lesson),
			kit.Tick("link-teach", core.TeachingMode, m.teach, false, kit.On(send, TeachToggled{}))))
}

// codeView draws a link as a QR code for the phones of a class, or says that it is too long for one; nil unless it is wanted.
func codeView(wanted bool, link string) app.UI {
	if !wanted {
		return nil
	}
	code, err := qr.Encode(link, qr.L)
	if err != nil {
		return kit.Note("The link is too long for a QR code.")
	}
	const margin = 4 // empty modules around a code, as its standard requires
	var dark strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&dark, "M%d %dh1v1h-1z", margin+x, margin+y)
			}
		}
	}
	size := float64(code.Size + 2*margin)
	return kit.SVG("qr", size, size, "QR code of the link").Body(kit.Path("qr-dark", dark.String()))
}

// NotesView lists the parts of a link or project that could not be used; nil if there are none.
func NotesView(m Model, send func(core.Msg)) app.UI {
	if len(m.Notes) == 0 {
		return nil
	}
	return app.Div().Class("note address-notes").Role("status").Body(
		kit.Each(m.notesInWords(), func(line string) app.UI { return app.P().Text(line) }),
		kit.SmallButton(send, NotesClosed{}).ID("close-notes").Text("Dismiss"))
}
