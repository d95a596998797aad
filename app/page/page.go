package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/audit"
	"drnet/app/compare"
	"drnet/app/core"
	"drnet/app/explain"
	"drnet/app/export"
	"drnet/app/kit"
	"drnet/app/learn"
	"drnet/app/link"
	"drnet/app/network"
	"drnet/app/page/state"
	"drnet/app/rows"
	"drnet/app/rules"
	"drnet/app/runs"
	"drnet/app/settings"
	"drnet/app/storage"
	"drnet/app/tradeoff"
	"drnet/app/training"
	"drnet/engine/dataset"
)

// page returns the whole page: the bar, and below it an introduction before the first table, or one section.
func page(s state.State, r *Root) app.UI {
	ready := core.Either(s.Ready, "yes", "no")
	lesson := learn.LessonView(s.Learn, r.view(s), r.send)
	body := []app.UI{dropTarget(s.Frame, r), banner(s, r), panels(s, r), kit.Some(notices(s)...)}
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
	drawn := core.Either(s.Drawing() || r.parts.left() == now, "part", "all")
	view := app.Div().Class("page"+core.When(s.Learn.Projector, " projector")).DataSet("engine", ready).DataSet("drawn", drawn).
		DataSet("hide", strings.Join(s.Link.Hidden, " ")).
		OnDragEnter(r.dragged).OnDragOver(r.dragged).OnDrop(r.dropped).
		Body(body...)
	if step, ok := s.Learn.Step(); ok {
		view = view.DataSet("stage", step.Place.ID) // the style sheet shows only that
	}
	return view
}

// title returns the title of the sections. It names the table or, without one, the source of the rules.
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

// settingsSection shows the settings of the run. A lesson about the settings unfolds all of them.
func settingsSection(s state.State, r *Root) []app.UI {
	lesson, _ := s.Learn.Step()
	unfolded := lesson.Place.Section == core.SettingsSection
	return []app.UI{
		settingsView(s, r, unfolded),
		app.Div().Class("beside").Body(settings.Summary(s.Settings, s.View(), r.send), next(s, r)),
	}
}

func settingsView(s state.State, r *Root, unfolded bool) app.UI {
	return r.parts.place(settingsPiece, func() app.UI {
		return app.Div().Class("settings").Body(settings.View(s.Settings, s.View(), r.send, unfolded)...)
	})
}

// next starts a run from the data or the settings. Below the data it states what the run will use.
func next(s state.State, r *Root) app.UI {
	change := app.Button().Type("button").Class("button").ID("to-settings").OnClick(r.goesTo(core.SettingsSection)).Text("Settings")
	return app.Div().Class("next").Body(
		kit.Some(planView(s)), kit.Some(app.If(s.Section == core.DataSection, change)), training.Start(s.View(), r.send))
}

func trainSection(s state.State, r *Root) []app.UI {
	c := r.view(s)
	return []app.UI{
		app.Div().Class("over").Body(training.Controls(c, r.send), panelButton(s, r, state.SettingsPanel, "Settings")),
		kit.Some(settings.StaleView(c, r.send, nil), training.OtherRulesView(c), kit.ProblemView(s.Run.Problem)),
		app.Div().Class("watch").Body(
			r.parts.place(curvesPiece, func() app.UI { return training.FiguresView(s.Training, c, r.send) }),
			r.parts.place(livePiece, func() app.UI { return training.LiveView(s.Training, c, r.send) }),
			app.Div().Class("basis").Body(kit.Some(planView(s), training.StartedView(s.Run)))),
		r.parts.place(networkPiece, func() app.UI { return kit.Some(network.View(s.Network, c, r.send)) }),
		training.OptionsView(s.Training, c, r.send, r.notifies),
	}
}

// planView summarizes the next run, or says why it cannot start; nil during a run.
func planView(s state.State) app.UI {
	p, words := s.PlanProblem, settings.PlanInWords(s.View())
	switch {
	case s.Run.Active():
		return nil
	case p != nil && settings.TargetProblem(s.Shared) == nil && p.Kind != dataset.NoUsableFeatures:
		return kit.Alert(p) // the others are shown next to their settings
	case s.Section == core.SettingsSection || s.Run.Learnt() && !s.View().Stale() || words == "":
		return nil
	}
	next := core.When(s.Section == core.TrainSection && s.Run.Learnt(), core.NextRun)
	return app.P().ID("plan").Class("plan").Text(next + words)
}

func questionView(s state.State, r *Root) app.UI {
	q := s.Question
	if q == nil {
		return nil
	}
	return app.Div().Class("question").Role("alert").Body(app.P().Text(q.Text), app.Div().Class("controls").Body(
		kit.Button(r.send, state.Confirmed{}).Class("primary").Text(q.Yes), kit.Button(r.send, state.Declined{}).Text(q.No)))
}

func rulesSection(s state.State, r *Root) []app.UI {
	listed := drawer(s, r, state.RunsPanel, "Runs", func() []app.UI { return []app.UI{kit.Some(runs.View(s.Runs, s.View(), r.send)...)} })
	return []app.UI{
		kit.Some(settings.StaleView(s.View(), r.send, training.Start(s.View(), r.send)), listed),
		r.parts.place(rulesPiece, func() app.UI { return kit.Some(rulesViews(s, r)...) }),
		r.parts.place(reportPiece, func() app.UI { return kit.Some(report(s, r.view(s))) }),
	}
}

// report is the part that is printed, unless the user prints everything; nil without rules. The date of printing is filled in later.
func report(s state.State, c core.View) app.UI {
	if s.Rules.Model() == nil {
		return nil
	}
	from := ""
	if s.Table != nil && s.Table.Digest != "" {
		from = "SHA-256 of the file " + s.Table.Name + ": " + s.Table.Digest + ". "
	} else if s.Table != nil {
		from = "Table fingerprint, of the number of rows and the types of the columns: " + link.Shape(s.Table) + ". "
	}
	return app.Article().Class("report printed").Body(app.H3().Text(title(s)),
		app.P().Class("quiet").Body(app.Text(from+"Printed "), app.Span().ID(printedAt)),
		kit.Some(rules.Report(s.Rules, c)...), kit.Some(settings.Used(c)))
}

func rulesViews(s state.State, r *Root) []app.UI {
	m, c := s.Rules, r.view(s)
	model := m.Model()
	if model == nil {
		return []app.UI{
			kit.Some(kit.Alert(m.Problem)),
			app.Ol().Class("awaited").Aria("hidden", "true").Body(app.Li(), app.Li(), app.Li()),
			app.P().Class("quiet").Text("The rules appear here when training has ended."), training.Start(c, r.send),
		}
	}
	var switcher app.UI
	if label := s.Runs.Label(c); label != "" {
		switcher = panelButton(s, r, state.RunsPanel, label)
	}
	listed := rows.View(s.Rows, c, r.send) // next to the rules, or below another tab
	var tools, below app.UI
	if s.Tab == core.RulesTab {
		tools = rules.Toolbar(m, r.send)
		if m.Selected == rules.NoRule { // below the quality of all rules
			listed = kit.Some(audit.View(s.Audit, c, r.send), listed)
		}
	} else {
		tools, below = rules.SetChoice(m.Classes, r.send, "Rules shown"), listed
	}
	var files, around []app.UI // drawn after the rules, which would push them down
	if !m.Drawing(s.Tab) {
		files, around = []app.UI{export.Downloads(r.send)}, []app.UI{storage.View(s.Storage, c, r.send), kit.Some(below)}
	}
	return []app.UI{
		kit.Some(append(kit.Lines("note", m.Notes(c)...), kit.Alert(m.Problem))...),
		rules.Head(m, c, r.send),
		app.Div().Class("rules-bar").Body(tabList(s, r), kit.Some(switcher, tools)),
		panel(s, core.RulesTab, func() []app.UI { return append(rules.View(m, c, r.send, listed), kit.Some(files...)) }),
		panel(s, core.MatrixTab, func() []app.UI { return rules.MatrixView(m, c, r.send) }),
		panel(s, core.ExplainTab, func() []app.UI { return explain.View(s.Explain, c, r.send) }),
		panel(s, core.TradeOffTab, func() []app.UI { return tradeoff.View(s.TradeOff, c, r.send) }),
		panel(s, core.CompareTab, func() []app.UI { return compare.View(s.Compare, c, r.send) }),
		panel(s, core.ExportTab, func() []app.UI { return export.View(s.Export, c, r.send) }),
		kit.Some(around...),
	}
}

// tabList is the row of tabs. Arrow keys move between them; Tab moves into the selected one.
func tabList(s state.State, r *Root) app.UI {
	keys := func(_ app.Context, e app.Event) {
		next, ok := r.current().Tab.Next(e.Get("key").String())
		if !ok {
			return
		}
		e.PreventDefault()
		r.send(core.TabChosen{Tab: next})
		r.focus(next.ID())
	}
	return app.Div().Class("tabs").Role("tablist").Aria("label", "What to do with the rules").OnKeyDown(keys).
		Body(kit.Each(core.Tabs, func(t core.Tab) app.UI {
			selected := t == s.Tab
			return kit.PlainButton(r.send, "tab", core.TabChosen{Tab: t}).Role("tab").ID(t.ID()).Aria("selected", selected).
				Aria("controls", t.PanelID()).TabIndex(core.Either(selected, 0, -1)).Text(t.Title())
		}))
}

// panel is the content of a tab; only the selected one is rendered.
func panel(s state.State, t core.Tab, body func() []app.UI) app.UI {
	p := app.Div().ID(t.PanelID()).Class("panel").Role("tabpanel").Aria("labelledby", t.ID()).Hidden(s.Tab != t)
	if s.Tab == t {
		p = p.Body(body()...)
	}
	return p
}
