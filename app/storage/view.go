package storage

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// View saves the current work as a project file, or in this browser.
func View(m Model, c core.View, send func(core.Msg)) app.UI {
	cannot := tableRefusal(c.Shared)
	data := func(id, label string, on bool, toggle core.Msg) app.UI {
		return kit.Tick(id, label+tableInWords(c.Shared), on, cannot != "", kit.On(send, toggle))
	}
	with := data("project-table", "Include data", m.DownloadTable, DownloadTable{On: !m.DownloadTable})
	too := data("keep-table", "Include data in autosave", m.IncludeTable, AutosaveTable{On: !m.IncludeTable})
	why := app.If(cannot != "" && c.Table != nil && c.Source.Sample == "", // sample datasets are always available
		app.P().Class("quiet").Text(cannot))
	return app.Section().Class("keep").Aria("labelledby", "keep-title").Body(
		app.H3().ID("keep-title").Body(kit.Helped(c, send, "keep", "Save project", core.TermProject)),
		app.Div().Class("controls").Body(
			kit.Button(send, DownloadAsked{}).ID("download-project").
				Body(kit.DrawIcon(kit.DownloadIcon), app.Text("Download project")),
			kit.Some(app.If(c.Table != nil, with))),
		app.P().Class("quiet").ID("project-holds").Text(projectInWords(m, c.Shared)),
		app.Div().Class("keep-ticks").Body(
			kit.Tick("keep-work", "Autosave in this browser", m.Autosave, false, kit.On(send, AutosaveSwitched{On: !m.Autosave})),
			kit.Some(app.If(m.Autosave && c.Table != nil, too))),
		app.P().Class("quiet").ID("keep-says").Text(autosaveInWords(m, c)),
		kit.Some(why, kit.ProblemView(m.Problem)))
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
	return app.Section().Class("works").Aria("labelledby", worksID).Body(
		app.H2().ID(worksID).TabIndex(-1).Text("Saved in this browser"),
		app.Div().Body(
			app.Ul().Class("work-list").Body(kit.Each(m.Works, func(w SavedWork) app.UI { return workView(m, w, send) })),
			deletion(m, send, EveryWork, "Delete all", "", "Delete all permanently ("+core.Plural(len(m.Works), "project", "projects")+")")))
}

func workView(m Model, w SavedWork, send func(core.Msg)) app.UI {
	which := " " + w.Name + " of " + w.At.Format("2 Jan 2006, 15:04:05") // the second distinguishes works of the same name
	return app.Li().Class("kept-work").Body(
		app.Div().Body(app.Strong().Class("file-name").Text(w.Name), app.P().Class("quiet").Text(w.inWords())),
		app.Div().Class("controls").Body(
			kit.Button(send, WorkChosen{ID: w.ID}).Body(kit.DrawIcon(kit.FolderIcon), app.Text("Open"), kit.Unseen(which)),
			deletion(m, send, w.ID, "Delete", which, "Delete permanently")))
}

func deletion(m Model, send func(core.Msg), id, words, which, sure string) app.UI {
	button := func(m core.Msg, words string) app.HTMLButton {
		return kit.SmallButton(send, m).Body(kit.DrawIcon(kit.DeleteIcon), app.Text(words), kit.Unseen(which))
	}
	if m.Deleting != id {
		return app.Div().Class("controls").Body(button(DeletionAsked{ID: id}, words))
	}
	return app.Div().Class("controls").Body(button(DeletionConfirmed{ID: id}, sure).ID(sureID),
		kit.SmallButton(send, DeletionCancelled{}).Text("Cancel"))
}
