package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
)

// keepView saves the current work as a project file, or in this browser.
func keepView(s state.State, r *Root) app.UI {
	k := s.Keeping
	cannot := s.Tabled()
	var with, too app.UI
	if s.Table != nil {
		with = kit.Tick("project-table", "With the table"+s.TableInWords(), k.TableToo, cannot != "", r.on(state.TableTooSwitched{On: !k.TableToo}))
	}
	if k.On && s.Table != nil {
		too = kit.Tick("keep-table", "The table too"+s.TableInWords(), k.Table, cannot != "", r.on(state.TableSwitched{On: !k.Table}))
	}
	var why app.UI
	if cannot != "" && s.Table != nil {
		why = app.P().Class("quiet").Text(cannot)
	}
	return app.Section().Class("keep").Aria("labelledby", "keep-title").Body(
		app.H3().ID("keep-title").Body(kit.Helped(s.View(), r.send, "keep", "Go on later", core.TermProject)),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button").ID("download-project").OnClick(r.on(state.ProjectAsked{}), "project").
				Body(kit.DrawIcon(kit.DownloadIcon), app.Text("Download the project")),
			kit.Some(with)),
		app.P().Class("quiet").ID("project-holds").Text(s.ProjectInWords()),
		app.Div().Class("keep-ticks").Body(
			kit.Tick("keep-work", "Keep this work on this computer", k.On, false, r.on(state.KeepSwitched{On: !k.On})),
			kit.Some(too)),
		app.P().Class("quiet").ID("keep-says").Text(s.KeepInWords()),
		kit.Some(why, kit.ProblemView(k.Problem)),
	)
}

// worksProblem shows an error of the saved works where keepView is not shown.
func worksProblem(s state.State) app.UI {
	if s.Rules.Model() != nil {
		return nil
	}
	return kit.ProblemView(s.Keeping.Problem)
}

// worksView lists the works saved in this browser; nil if there are none.
func worksView(s state.State, r *Root) app.UI {
	works := s.Keeping.Works
	if len(works) == 0 {
		return nil
	}
	return app.Section().Class("works").Aria("labelledby", "works-title").Body(
		app.H2().ID("works-title").TabIndex(-1).Text("Kept on this computer"),
		worksList(s, r))
}

// worksFolded is worksView in collapsed form.
func worksFolded(s state.State, r *Root) app.UI {
	if len(s.Keeping.Works) == 0 {
		return nil
	}
	return app.Details().Class("works").Body(app.Summary().ID("works-title").Text("Kept on this computer"), worksList(s, r))
}

func worksList(s state.State, r *Root) app.UI {
	works := s.Keeping.Works
	return app.Div().Body(
		app.Ul().Class("work-list").Body(app.Range(works).Slice(func(i int) app.UI { return workView(s, r, works[i]) })),
		forgetting(s, r, state.EveryWork, "Delete all", "", "Delete all for good ("+core.Plural(len(works), "work", "works")+")"))
}

func workView(s state.State, r *Root, w state.KeptWork) app.UI {
	which := " of " + w.When()
	return app.Li().Class("kept-work").Body(
		app.Div().Body(
			app.Strong().Class("file-name").Text(w.Name),
			app.P().Class("quiet").Text(w.InWords())),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button").OnClick(r.on(state.WorkOpened{ID: w.ID}), w.ID).
				Body(kit.DrawIcon(kit.FolderIcon), app.Text("Open"), kit.Unseen(" "+w.Name+which)),
			forgetting(s, r, w.ID, "Delete", " "+w.Name+which, "Delete it for good")))
}

// forgetting deletes a saved work after confirmation.
func forgetting(s state.State, r *Root, id, words, which, sure string) app.UI {
	if s.Keeping.Asks != id {
		return app.Div().Class("controls").Body(
			app.Button().Type("button").Class("small").OnClick(r.then(state.ForgetAsked{ID: id}, "forget-sure"), id, "ask").
				Body(kit.DrawIcon(kit.DeleteIcon), app.Text(words), kit.Unseen(which)))
	}
	return app.Div().Class("controls").Body(
		app.Button().Type("button").Class("small").ID("forget-sure").
			OnClick(r.then(state.ForgetAsked{ID: id, Sure: true}, "works-title"), id, "sure").
			Body(kit.DrawIcon(kit.DeleteIcon), app.Text(sure), kit.Unseen(which)),
		app.Button().Type("button").Class("small").OnClick(r.then(state.ForgetAsked{}, "works-title"), id, "not").Text("Leave it"))
}
