package link

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// Button returns the button of the dialog.
func Button(m Model, at Scene, send func(core.Msg)) app.UI {
	return app.Button().Type("button").Class("small").ID(opener).Aria("expanded", kit.Truth(m.Open)).
		OnClick(kit.On(send, ShareToggled{Teach: at.Teach}), at.Teach).Text("Share")
}

// View returns the dialog with the link to these settings; nil if closed. Lessons are the names of the lessons, the tour
// first.
func View(m Model, c core.View, at Scene, lessons []string, send func(core.Msg)) app.UI {
	if !m.Open {
		return nil
	}
	link := c.Address + "#" + m.Shared(c.Shared, at).String()
	return app.Section().Class("learn-panel").ID("share-panel").Aria("labelledby", "share-title").Body(
		app.P().ID("share-title").Class("panel-title").Text("Share a link to this page"),
		app.P().Body(app.Code().ID("link").Class("link-text").Text(link)),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button primary").ID("copy-link").OnClick(kit.On(send, Copied{Link: link}), link).Text("Copy"),
			app.Button().Type("button").Class("button").ID("close-share").OnClick(kit.On(send, ShareClosed{}), "close").Text("Close")),
		app.P().Class("quiet").Text(contentInWords(c)),
		app.Details().Body(app.Summary().Text("For teachers"),
			app.FieldSet().Class("hide-list").Body(app.Legend().Text("Hide in the shared link"),
				app.Range(Areas).Slice(func(i int) app.UI {
					a := Areas[i]
					return kit.Tick("hide-"+a.Name, a.Words, slices.Contains(m.hide, a.Name), false, kit.On(send, AreaToggled{Name: a.Name}))
				})),
			kit.Field("link-lesson", "Lesson to start", "", "", app.Select().ID("link-lesson").Aria("describedby", "link-lesson-hint").
				OnChange(kit.Typed(send, func(v string) core.Msg { n, _ := strconv.Atoi(v); return LessonChosen{Lesson: n} })).
				Body(kit.Options(lessonChoices(lessons), strconv.Itoa(m.lesson))...)),
			kit.Tick("link-teach", "Teaching mode: edit the weights of the network", m.teach, false, kit.On(send, TeachToggled{}))))
}

func lessonChoices(names []string) [][2]string {
	choices := make([][2]string, len(names))
	for i, name := range names {
		choices[i] = [2]string{strconv.Itoa(i), name}
	}
	choices[0] = [2]string{"0", "none"}
	return choices
}

// NotesView lists the parts of a link or project that could not be used; nil if there are none.
func NotesView(m Model, send func(core.Msg)) app.UI {
	if len(m.Notes) == 0 {
		return nil
	}
	const most = 5 // lines shown
	lines := slices.Clone(m.Notes[:min(len(m.Notes), most)])
	if n := len(m.Notes) - most; n > 0 {
		lines = append(lines, core.Plural(n, "more part", "more parts")+" ignored.")
	}
	return app.Div().Class("note address-notes").Role("status").Body(
		app.Range(lines).Slice(func(i int) app.UI { return app.P().Text(lines[i]) }),
		app.Button().Type("button").Class("small").ID("close-notes").OnClick(kit.On(send, NotesClosed{}), "notes").Text("Dismiss"))
}
