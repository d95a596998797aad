package page

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/network"
	"drnet/app/page/state"
	"drnet/app/settings"
	"drnet/app/training"
	"drnet/engine/dataset"
)

// settingsStep selects the target and shows the settings of the run. The first rendering shows only the target, and a lesson about
// the settings unfolds all of them.
func settingsStep(s state.State, r *Root) app.UI {
	lesson, _ := s.Learn.Step()
	c := s.View()
	targets, _ := s.Data.Shown(c)
	layout := settings.Layout{Targets: targets, Brief: s.Data.Drawn == 0, Open: lesson.Point == string(state.SettingsPlace)}
	return foldable(s, r, state.SettingsPlace, "2", "Settings", s.AimInWords(), settings.View(s.Settings, c, r.send, layout)...)
}

// usedView lists the settings that the rules were trained with, for print only.
func usedView(s state.State) app.UI {
	if !s.Rules.Around(s.Tab) {
		return app.Div().Class("used printed")
	}
	return settings.Used(s.View())
}

// trainingStep shows the controls and the progress of a run.
func trainingStep(s state.State, r *Root) app.UI {
	c := r.view(s)
	return kit.Step("training", "3", "Training",
		training.Controls(c, r.send),
		kit.Some(planView(s)),
		kit.Some(training.StaleNote(c)),
		kit.ExplainedWords(c, r.send, "training", core.TermFeature, core.TermRule, core.TermGate),
		kit.Some(kit.ProblemView(s.Run.Problem)),
		r.parts.place(curvesPiece, func() app.UI { return training.FiguresView(c, r.send) }),
		r.parts.place(networkPiece, func() app.UI { return kit.Some(network.View(s.Network, c, r.send)) }),
		r.parts.place(livePiece, func() app.UI { return training.LiveView(s.Training, c, r.send) }),
		training.OptionsView(s.Training, c, r.send, r.notifies),
	)
}

// planView summarizes the next run, or says why it cannot start; nil during a run.
func planView(s state.State) app.UI {
	p, words := s.PlanProblem, settings.PlanInWords(s.View())
	switch {
	case s.Run.Active():
		return nil
	case p != nil && settings.TargetProblem(s.Shared) == nil && p.Kind != dataset.NoUsableFeatures:
		// the others are shown next to their settings
		return kit.ProblemView(p)
	case s.Run.Learnt() && !s.Stale() || words == "":
		return nil
	}
	return app.P().ID("plan").Class("plan").Text(words)
}

// questionView asks for confirmation before something is lost; nil without a question.
func questionView(s state.State, r *Root) app.UI {
	q := s.Question
	if q == nil {
		return nil
	}
	return app.Div().Class("question").Role("alert").Body(
		app.P().Text(q.Text),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button primary").OnClick(kit.On(r.send, state.Confirmed{}), "yes").Text(q.Yes),
			app.Button().Type("button").Class("button").OnClick(kit.On(r.send, state.Declined{}), "no").Text(q.No),
		),
	)
}
