package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/network"
	"drnet/app/settings"
	"drnet/app/state"
	"drnet/app/training"
	"drnet/engine/dataset"
)

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
	p := s.PlanProblem
	switch {
	case s.Run.Active():
		return nil
	case p != nil && settings.TargetProblem(s.Shared) == nil && p.Kind != dataset.NoUsableFeatures: // the others are shown next to their settings
		return kit.ProblemView(p)
	case s.Run.Learnt() && !s.Stale() || settings.PlanInWords(s.View()) == "":
		return nil
	}
	return app.P().ID("plan").Class("plan").Text(settings.PlanInWords(s.View()))
}
