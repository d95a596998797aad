package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/state"
	"drnet/engine/dataset"
)

// trainingStep holds the controls, and what is to be seen while the network learns.
func trainingStep(s state.State, r *Root) app.UI {
	return step("training", "3", "Training",
		controls(s, r),
		some(planView(s)),
		some(staleView(s)),
		explainedWords(s, r, "training", state.TermFeature, state.TermRule, state.TermGate),
		some(problemView(s.Run.Problem)),
		r.parts.place(curvesPiece, func() app.UI { return some(startedView(s.Run), numbers(s, r), curves(s.Run)) }),
		r.parts.place(networkPiece, func() app.UI { return some(networkView(s, r)) }),
		r.parts.place(livePiece, func() app.UI { return some(scrubber(s, r), liveRules(s.Run)) }),
		steerView(s, r),
	)
}

// planView says what a training would start with, or why it cannot start; nil while one is under way.
func planView(s state.State) app.UI {
	p := s.PlanProblem
	switch {
	case s.Run.Active():
		return nil
	case p != nil && s.TargetProblem() == nil && p.Kind != dataset.NoUsableFeatures: // those are said where they belong
		return problemView(p)
	case s.Run.Learnt() && !s.Stale() || s.PlanInWords() == "":
		return nil
	}
	return app.P().ID("plan").Class("plan").Text(s.PlanInWords())
}

// standing is what the training does, and how long it will.
func standing(run state.Run) string {
	switch run.Phase {
	case state.Preparing:
		return "Turning the columns into yes/no questions …"
	case state.Held:
		return "Paused."
	case state.Stopping:
		return "Stopping …"
	}
	if f := run.Refines; f != nil {
		return "Refining the rules …"
	}
	if left, ok := run.Left(); ok {
		return "About " + state.Span(left) + " left."
	}
	return "Training …"
}

// startedView says what the engine chose.
func startedView(run state.Run) app.UI {
	b := run.Started
	if b == nil {
		return nil
	}
	text := state.StartedInWords(*b) + " Batch " + state.Count(b.Network.Batch) + "."
	if b.Asked > 0 {
		text += " The batch of " + state.Count(b.Asked) + " was more than there are rows; using " + state.Count(b.Network.Batch) + "."
	}
	return app.P().Class("quiet").Text(text)
}

// numbers are the figures that are always in sight.
func numbers(s state.State, r *Root) app.UI {
	run, p := s.Run, s.Run.Last
	kept, ok := run.Kept()
	if !ok || run.Started == nil {
		return nil
	}
	made, all := run.Epoch()
	figures := [][2]string{{"Epoch", state.Count(made) + " of " + state.Count(all)}}
	if several := run.AtWork(); len(several) > 0 && run.Active() {
		figures = append([][2]string{{"Training", state.Numbers(several) + " of " + state.Count(p.Restarts)}}, figures...)
	}
	if p.Sets > 1 && run.Active() {
		figures = append([][2]string{{"Rules for", p.Name + " (" + state.Count(p.Set) + " of " + state.Count(p.Sets) + ")"}}, figures...)
	}
	if run.Active() {
		figures = append(figures, [2]string{"Phase", state.PhaseInWords(p.Phase)})
		if left, ok := run.Left(); ok {
			figures = append(figures, [2]string{"Time left", "about " + state.Span(left)})
		}
	} else if run.Learnt() {
		figures = append(figures, [2]string{"Ended", state.EndInShort(run.Ended)})
	}
	figures = append(figures, [2]string{"Loss", strconv.FormatFloat(p.Loss, 'f', 3, 64)},
		[2]string{"Training rows right", state.Percent(kept.Train)})
	if kept.Test != nil {
		figures = append(figures, [2]string{"Test rows right", state.Percent(*kept.Test)})
	}
	if p.Restarts > 1 && run.Active() && p.Best != nil {
		best := run.Curves[run.Best()].Last.Best
		figures = append(figures, [2]string{"Best so far", state.Percent(best.Train)})
	}
	figures = append(figures,
		[2]string{"Always one answer", state.Percent(run.Started.Majority)},
		[2]string{"Rules", state.Count(kept.Rules)},
		[2]string{"Conditions", state.Count(kept.Conditions)})
	return app.Dl().Class("numbers").Body(app.Range(figures).Slice(func(i int) app.UI {
		return app.Div().Body(app.Dt().Body(helped(s, r, "figure-"+string(figureTerms[figures[i][0]]), figures[i][0], figureTerms[figures[i][0]])), app.Dd().Text(figures[i][1]))
	}))
}
