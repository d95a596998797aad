package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/network"
	"drnet/app/state"
	"drnet/engine/dataset"
)

// trainingStep shows the controls and the progress of a run.
func trainingStep(s state.State, r *Root) app.UI {
	return kit.Step("training", "3", "Training",
		controls(s, r),
		kit.Some(planView(s)),
		kit.Some(staleView(s)),
		kit.ExplainedWords(s.View(), r.send, "training", core.TermFeature, core.TermRule, core.TermGate),
		kit.Some(kit.ProblemView(s.Run.Problem)),
		r.parts.place(curvesPiece, func() app.UI { return kit.Some(startedView(s.Run), numbers(s, r), curves(s.Run)) }),
		r.parts.place(networkPiece, func() app.UI { return kit.Some(network.View(s.Network, r.view(s), r.send)) }),
		r.parts.place(livePiece, func() app.UI { return kit.Some(scrubber(s, r), liveRules(s.Run)) }),
		steerView(s, r),
	)
}

// planView summarizes the next run, or says why it cannot start; nil during a run.
func planView(s state.State) app.UI {
	p := s.PlanProblem
	switch {
	case s.Run.Active():
		return nil
	case p != nil && s.TargetProblem() == nil && p.Kind != dataset.NoUsableFeatures: // the others are shown next to their settings
		return kit.ProblemView(p)
	case s.Run.Learnt() && !s.Stale() || s.PlanInWords() == "":
		return nil
	}
	return app.P().ID("plan").Class("plan").Text(s.PlanInWords())
}

// standing describes the phase of a run and the remaining time.
func standing(run core.Run) string {
	switch run.Phase {
	case core.Preparing:
		return "Turning the columns into yes/no questions …"
	case core.Held:
		return "Paused."
	case core.Stopping:
		return "Stopping …"
	}
	if f := run.Refines; f != nil {
		return "Refining the rules …"
	}
	if left, ok := run.Left(); ok {
		return "About " + core.Span(left) + " left."
	}
	return "Training …"
}

// startedView shows the values that the engine chose.
func startedView(run core.Run) app.UI {
	b := run.Started
	if b == nil {
		return nil
	}
	text := state.StartedInWords(*b) + " Batch " + core.Count(b.Network.Batch) + "."
	if b.Asked > 0 {
		text += " The batch of " + core.Count(b.Asked) + " was more than there are rows; using " + core.Count(b.Network.Batch) + "."
	}
	return app.P().Class("quiet").Text(text)
}

// numbers shows the figures that are always displayed.
func numbers(s state.State, r *Root) app.UI {
	run, p := s.Run, s.Run.Last
	kept, ok := run.Kept()
	if !ok || run.Started == nil {
		return nil
	}
	made, all := run.Epoch()
	figures := [][2]string{{"Epoch", core.Count(made) + " of " + core.Count(all)}}
	if several := run.AtWork(); len(several) > 0 && run.Active() {
		figures = append([][2]string{{"Training", core.Numbers(several) + " of " + core.Count(p.Restarts)}}, figures...)
	}
	if p.Sets > 1 && run.Active() {
		figures = append([][2]string{{"Rules for", p.Name + " (" + core.Count(p.Set) + " of " + core.Count(p.Sets) + ")"}}, figures...)
	}
	if run.Active() {
		figures = append(figures, [2]string{"Phase", core.PhaseInWords(p.Phase)})
		if left, ok := run.Left(); ok {
			figures = append(figures, [2]string{"Time left", "about " + core.Span(left)})
		}
	} else if run.Learnt() {
		figures = append(figures, [2]string{"Ended", core.EndInShort(run.Ended)})
	}
	figures = append(figures, [2]string{"Loss", strconv.FormatFloat(p.Loss, 'f', 3, 64)},
		[2]string{"Training rows right", core.Percent(kept.Train)})
	if kept.Test != nil {
		figures = append(figures, [2]string{"Test rows right", core.Percent(*kept.Test)})
	}
	if p.Restarts > 1 && run.Active() && p.Best != nil {
		best := run.Curves[run.Best()].Last.Best
		figures = append(figures, [2]string{"Best so far", core.Percent(best.Train)})
	}
	figures = append(figures,
		[2]string{"Always one answer", core.Percent(run.Started.Majority)},
		[2]string{"Rules", core.Count(kept.Rules)},
		[2]string{"Conditions", core.Count(kept.Conditions)})
	return app.Dl().Class("numbers").Body(app.Range(figures).Slice(func(i int) app.UI {
		return app.Div().Body(
			app.Dt().Body(
				kit.Helped(s.View(), r.send, "figure-"+string(figureTerms[figures[i][0]]), figures[i][0], figureTerms[figures[i][0]])),
			app.Dd().Text(figures[i][1]))
	}))
}
