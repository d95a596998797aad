package training

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
	"drnet/engine/drnet"
)

// curves draws the accuracy, the loss and the length of the rules over the steps. With several restarts the best one is in front.
func curves(run core.Run) app.UI {
	if len(run.Curves) == 0 || len(run.Curves[run.Best()].Points) < 2 {
		return nil
	}
	best, tested := run.Curves[run.Best()], run.Started.TestRows > 0
	last := best.Points[len(best.Points)-1]
	accuracy, loss, length := overEpochs(run), overEpochs(run), overEpochs(run)
	accuracy.Series = lines(run, "train", func(p core.Point) float64 { return p.Train })
	if tested {
		accuracy.Series = append(accuracy.Series, line("line test", run, best, func(p core.Point) float64 { return p.Test }))
	}
	accuracy.YFormat, accuracy.YMost, accuracy.Level = core.PercentTick, 1, run.Started.Majority
	loss.Series = lines(run, "loss", func(p core.Point) float64 { return p.Loss })
	length.Series = append(lines(run, "conditions", func(p core.Point) float64 { return float64(p.Conditions) }),
		line("line rules", run, best, func(p core.Point) float64 { return float64(p.Rules) }))
	length.YFormat = whole
	return app.Div().Class("curves").Body(
		kit.Figure("Accuracy", accuracyInWords(run, last), accuracy.Scene(), legend(tested, len(run.Curves) > 1)),
		kit.Figure("Loss of a batch", "Loss: "+strconv.FormatFloat(last.Loss, 'f', 3, 64)+".", loss.Scene(),
			key([][2]string{{"key-or", "shaded: choosing rules"}})),
		kit.Figure("Length of the rules",
			core.Plural(last.Conditions, "condition", "conditions")+" in "+core.Plural(last.Rules, "rule", "rules")+".",
			length.Scene(), key([][2]string{{"key-conditions", "conditions"}, {"key-rules", "rules (dashed)"}})),
	)
}

func legend(tested, several bool) app.UI {
	entries := [][2]string{{"key-train", "training rows"}}
	if tested {
		entries = append(entries, [2]string{"key-test", "test rows (dashed)"})
	}
	if several {
		entries = append(entries, [2]string{"key-thin", "the other runs (thin)"})
	}
	return key(append(entries, [2]string{"key-level", "baseline (dotted)"}, [2]string{"key-best", "best kept (upright)"}))
}

func key(entries [][2]string) app.UI {
	return app.P().Class("key").Body(kit.Each(entries, func(e [2]string) app.UI { return app.Span().Class(e[0]).Text(e[1]) }))
}

// overEpochs returns the chart of a run without its lines: phases, the best checkpoint and the selected snapshot.
func overEpochs(run core.Run) chart.Lines {
	l := chart.Lines{
		Width: kit.ChartWidth, Height: kit.ChartHeight, XMost: epochs(run, run.Length()), XName: "epochs",
		XFormat: whole, Bands: bands(run),
	}
	looks := run.Looks()
	if best := run.BestLook(); best >= 0 {
		l.Rules = append(l.Rules, chart.VerticalLine{Class: "best", At: epochs(run, looks[best].Step)})
	}
	if place := run.Sighted(); run.Sight > 0 && place >= 0 {
		l.Rules = append(l.Rules, chart.VerticalLine{Class: "sight", At: epochs(run, looks[place].Step)})
	}
	return l
}

func epochs(run core.Run, steps int) float64 { return float64(steps) / float64(run.Started.Epoch()) }

// lines returns one line per restart, the best one last and therefore in front.
func lines(run core.Run, class string, of func(core.Point) float64) (series []chart.Series) {
	best := run.Best()
	for i, c := range run.Curves {
		if i != best {
			series = append(series, line("line thin "+class, run, c, of))
		}
	}
	return append(series, line("line "+class, run, run.Curves[best], of))
}

func line(class string, run core.Run, c core.Curve, of func(core.Point) float64) chart.Series {
	s := chart.Series{Class: class}
	for _, p := range c.Points {
		s.X, s.Y = append(s.X, epochs(run, p.Step)), append(s.Y, of(p))
	}
	return s
}

// whole formats a count.
func whole(v float64, decimals int) string {
	if decimals > 0 && v != math.Trunc(v) {
		return ""
	}
	return core.Count(int(v))
}

// bands marks the OR phases.
func bands(run core.Run) (list []chart.Band) {
	each, furthest := max(run.Started.Network.Alternate, 1), run.Furthest()
	for from := each; from < furthest; from += 2 * each {
		to := min(from+each, furthest)
		list = append(list, chart.Band{Class: "band " + string(drnet.PhaseOr), From: epochs(run, from), To: epochs(run, to)})
	}
	return list
}
