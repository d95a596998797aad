package storage

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// View saves the current work as a project file, or in this browser.
func View(m Model, c core.View, send func(core.Msg)) app.UI {
	cannot := tableRefusal(c.Shared)
	var with, too app.UI
	if c.Table != nil {
		with = kit.Tick("project-table", "Include data"+tableInWords(c.Shared), m.DownloadTable, cannot != "",
			kit.On(send, DownloadTable{On: !m.DownloadTable}))
	}
	if m.Autosave && c.Table != nil {
		too = kit.Tick("keep-table", "Include data in autosave"+tableInWords(c.Shared), m.IncludeTable, cannot != "",
			kit.On(send, AutosaveTable{On: !m.IncludeTable}))
	}
	var why app.UI
	if cannot != "" && c.Table != nil && c.Source.Sample == "" { // sample datasets are always available
		why = app.P().Class("quiet").Text(cannot)
	}
	return app.Section().Class("keep").Aria("labelledby", "keep-title").Body(
		app.H3().ID("keep-title").Body(kit.Helped(c, send, "keep", "Save project", core.TermProject)),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button").ID("download-project").OnClick(kit.On(send, DownloadAsked{}), "project").
				Body(kit.DrawIcon(kit.DownloadIcon), app.Text("Download project")),
			kit.Some(with)),
		app.P().Class("quiet").ID("project-holds").Text(projectInWords(m, c.Shared)),
		app.Div().Class("keep-ticks").Body(
			kit.Tick("keep-work", "Autosave in this browser", m.Autosave, false, kit.On(send, AutosaveSwitched{On: !m.Autosave})),
			kit.Some(too)),
		app.P().Class("quiet").ID("keep-says").Text(autosaveInWords(m, c)),
		kit.Some(why, kit.ProblemView(m.Problem)),
	)
}

// ProblemView shows an error of the saved works where View is not shown.
func ProblemView(m Model, c core.View) app.UI {
	if c.Revision.Model != nil {
		return nil
	}
	return kit.ProblemView(m.Problem)
}

// WorksView lists the works saved in this browser; nil if there are none.
func WorksView(m Model, send func(core.Msg)) app.UI {
	if len(m.Works) == 0 {
		return nil
	}
	return app.Section().Class("works").Aria("labelledby", "works-title").Body(
		app.H2().ID(worksID).TabIndex(-1).Text("Saved in this browser"),
		worksList(m, send))
}

// WorksFolded is WorksView in collapsed form.
func WorksFolded(m Model, send func(core.Msg)) app.UI {
	if len(m.Works) == 0 {
		return nil
	}
	return app.Details().Class("works").Body(app.Summary().ID(worksID).Text("Saved in this browser"), worksList(m, send))
}

func worksList(m Model, send func(core.Msg)) app.UI {
	works := m.Works
	return app.Div().Body(
		app.Ul().Class("work-list").Body(app.Range(works).Slice(func(i int) app.UI { return workView(m, works[i], send) })),
		deletion(m, send, EveryWork, "Delete all", "", "Delete all permanently ("+core.Plural(len(works), "project", "projects")+")"))
}

func workView(m Model, w SavedWork, send func(core.Msg)) app.UI {
	which := " of " + w.when()
	return app.Li().Class("kept-work").Body(
		app.Div().Body(
			app.Strong().Class("file-name").Text(w.Name),
			app.P().Class("quiet").Text(w.inWords())),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button").OnClick(kit.On(send, WorkChosen{ID: w.ID}), w.ID).
				Body(kit.DrawIcon(kit.FolderIcon), app.Text("Open"), kit.Unseen(" "+w.Name+which)),
			deletion(m, send, w.ID, "Delete", " "+w.Name+which, "Delete permanently")))
}

// deletion deletes a saved work after confirmation.
func deletion(m Model, send func(core.Msg), id, words, which, sure string) app.UI {
	if m.Deleting != id {
		return app.Div().Class("controls").Body(
			app.Button().Type("button").Class("small").OnClick(kit.On(send, DeletionAsked{ID: id}), id, "ask").
				Body(kit.DrawIcon(kit.DeleteIcon), app.Text(words), kit.Unseen(which)))
	}
	return app.Div().Class("controls").Body(
		app.Button().Type("button").Class("small").ID(sureID).
			OnClick(kit.On(send, DeletionConfirmed{ID: id}), id, "sure").
			Body(kit.DrawIcon(kit.DeleteIcon), app.Text(sure), kit.Unseen(which)),
		app.Button().Type("button").Class("small").OnClick(kit.On(send, DeletionCancelled{}), id, "not").Text("Cancel"))
}
