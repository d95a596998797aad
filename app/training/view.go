package training

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/setting"
)

// FiguresView shows the values that the engine chose, the figures of the run and its charts; nothing before the first run.
func FiguresView(c core.View, send func(core.Msg)) app.UI {
	return kit.Some(startedView(c.Run), numbers(c, send), curves(c.Run))
}

// LiveView shows the snapshots, and the rules during a run.
func LiveView(m Model, c core.View, send func(core.Msg)) app.UI {
	return kit.Some(snapshots(m, c, send), liveRules(c.Run))
}

// standing describes the phase of a run and the remaining time.
func standing(run core.Run) string {
	switch run.Phase {
	case core.Preparing:
		return "Encoding the columns as features …"
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
	text := core.StartedInWords(*b) + " Batch " + core.Count(b.Network.Batch) + "."
	if b.Asked > 0 {
		text += " The batch of " + core.Count(b.Asked) + " was more than there are rows; using " + core.Count(b.Network.Batch) + "."
	}
	return app.P().Class("quiet").Text(text)
}

// numbers shows the figures that are always displayed.
func numbers(c core.View, send func(core.Msg)) app.UI {
	run, p := c.Run, c.Run.Last
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
		_, end := core.EndInWords(run.Ended)
		figures = append(figures, [2]string{"Ended", end})
	}
	figures = append(figures, [2]string{"Loss", strconv.FormatFloat(p.Loss, 'f', 3, 64)},
		[2]string{"Train accuracy", core.Percent(kept.Train)})
	if kept.Test != nil {
		figures = append(figures, [2]string{"Test accuracy", core.Percent(*kept.Test)})
	}
	if p.Restarts > 1 && run.Active() && p.Best != nil {
		best := run.Curves[run.Best()].Last.Best
		figures = append(figures, [2]string{"Best so far", core.Percent(best.Train)})
	}
	figures = append(figures,
		[2]string{"Baseline", core.Percent(run.Started.Majority)},
		[2]string{"Rules", core.Count(kept.Rules)},
		[2]string{"Conditions", core.Count(kept.Conditions)})
	return app.Dl().Class("numbers").Body(app.Range(figures).Slice(func(i int) app.UI {
		return app.Div().Body(
			app.Dt().Body(
				kit.Helped(c, send, "figure-"+string(figureTerms[figures[i][0]]), figures[i][0], figureTerms[figures[i][0]])),
			app.Dd().Text(figures[i][1]))
	}))
}

// figureTerms maps the figures of a run to their terms.
var figureTerms = map[string]core.Term{
	"Epoch": core.Term(setting.Epochs), "Training": core.Term(setting.Effort), "Rules for": core.TermClasses, "Phase": core.TermPhase,
	"Time left": core.TermLeft, "Ended": core.TermEnded, "Loss": core.TermLoss,
	"Train accuracy": core.TermTraining, "Test accuracy": core.Term(setting.TestShare), "Best so far": core.TermAccuracy,
	"Baseline": core.TermBaseline, "Rules": core.TermRules, "Conditions": core.TermConditions,
}
