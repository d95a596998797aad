package training

import (
	"math"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
	"drnet/engine/drnet"
)

// curves shows one chart of the run above the slider that selects a checkpoint. The chart is empty before the second evaluation, because a
// line needs two points; in a run that ended before, the names of its lines are at the only one.
func curves(m Model, run core.Run, send func(core.Msg)) app.UI {
	var plots []app.UI
	least := core.Either(run.Active(), 2, 1)
	if len(run.Curves) > 0 && len(run.Curves[run.Best()].Points) >= least {
		plots = charts[m.Chart].draw(run)
	}
	return app.Div().Class("curves").Body(
		app.Div().Class("curves-head").Body(
			app.Div().Class("toggle").Role("group").Aria("label", "Chart").Body(app.Range(charts[:]).Slice(func(i int) app.UI {
				return kit.SmallButton(send, ChartChosen{Chart: i}).Aria("pressed", i == m.Chart).Text(charts[i].name)
			})),
			app.Div().Class("keys").Body(kit.Some(app.If(m.Chart == 0 && run.Started != nil && run.Started.TestRows > 0,
				app.P().Class("key of-interval").Text(intervalNote))), app.P().Class("key").Text(bandNote))),
		app.Div().Class("plots").Body(plots...),
		scrubber(run, send))
}

var charts = [...]struct {
	name string
	draw func(core.Run) []app.UI
}{{"Accuracy", accuracyChart}, {"Loss", lossChart}, {"Size", sizeChart}}

// accuracyChart draws the accuracy. Its axis ends at 100% and begins at 50% or the multiple of 10% below lower values, so that it rarely
// changes.
func accuracyChart(run core.Run) []app.UI {
	l, best := overEpochs(run, kit.PlotHeight), run.Curves[run.Best()]
	train, test := func(p core.RunPoint) float64 { return p.Train }, func(p core.RunPoint) float64 { return p.Test }
	l.YFormat = core.PercentTick
	if run.Last.Sets < 2 { // in a multiclass run, the curves are of one class, but the baseline is of all
		l.Level = run.Started.Majority
	}
	l.Series = others(run, train)
	main, name := train, "train"
	if run.Started.TestRows > 0 {
		l.Series = append(l.Series, testInterval(run, best), line("line second", run, best, train))
		main, name = test, "test"
	}
	l.Series = append(l.Series, line("line main", run, best, main))
	l.Series = append(l.Series, refinedLevel(run, l.XMost)...)
	least := min(run.Started.Majority, 0.5)
	for _, series := range l.Series {
		least = slices.Min(append(slices.Clip(series.Y), least))
	}
	l.YRange = [2]float64{math.Floor(10*least) / 10, 1}
	return []app.UI{plot(accuracyInWords(run), l, name)}
}

// refinedLevel returns a horizontal line at the accuracy of the refined rules, on the same rows as the main line: test rows if there are
// any. It is nil for multiclass runs and without refined rules.
func refinedLevel(run core.Run, end float64) []chart.Series {
	kept, ok := run.Kept()
	if !ok || run.Version() != core.Refined || run.Last.Sets > 1 || run.Started.TestRows > 0 && kept.Test == nil {
		return nil
	}
	y := kept.Accuracy()
	return []chart.Series{{Class: "line refined", X: []float64{0, end}, Y: []float64{y, y}}}
}

// testInterval returns the outline of the 95% interval of the test accuracy: the lower bounds from right to left, then the upper ones.
func testInterval(run core.Run, c core.RunCurve) chart.Series {
	low := line("interval", run, c, func(p core.RunPoint) float64 { return p.Interval[0] })
	high := line("interval", run, c, func(p core.RunPoint) float64 { return p.Interval[1] })
	slices.Reverse(low.X)
	slices.Reverse(low.Y)
	return chart.Series{Class: "interval", X: append(low.X, high.X...), Y: append(low.Y, high.Y...)}
}

func lossChart(run core.Run) []app.UI {
	const weight = 0.25 // of a new value in the mean
	l, best := overEpochs(run, kit.PlotHeight), run.Curves[run.Best()]
	raw := line("line raw", run, best, func(p core.RunPoint) float64 { return p.Loss })
	mean := chart.Series{Class: "line main", X: raw.X, Y: slices.Clone(raw.Y)}
	for i := range mean.Y[1:] {
		mean.Y[i+1] = mean.Y[i] + weight*(raw.Y[i+1]-mean.Y[i])
	}
	l.Series = []chart.Series{raw, mean}
	return []app.UI{plot("Loss: "+core.Decimal(best.Last.Loss, 3), l, "mean")}
}

// sizeChart draws the numbers of conditions and of rules in two charts, because there are far fewer rules than conditions.
func sizeChart(run core.Run) []app.UI {
	half := func(name string, of func(core.RunPoint) float64) app.UI {
		l, best := overEpochs(run, kit.PlotHeight/2), run.Curves[run.Best()]
		l.YFormat, l.YRange[1] = whole, 1
		l.Series = append(others(run, of), line("line main", run, best, of))
		for _, series := range l.Series {
			l.YRange[1] = slices.Max(append(slices.Clip(series.Y), l.YRange[1]))
		}
		return plot(core.Capital(name)+": "+core.Count(int(of(best.Points[len(best.Points)-1]))), l, name)
	}
	return []app.UI{
		half("conditions", func(p core.RunPoint) float64 { return float64(p.Conditions) }),
		half("rules", func(p core.RunPoint) float64 { return float64(p.Rules) }),
	}
}

// plot draws a chart with a label at the end of each line. Main is the label of the main line.
func plot(sentence string, l chart.Lines, main string) app.UI {
	return kit.Plot(sentence, l, map[string]string{
		"line main": main, "line second": "train", "line refined": "refined",
		"level": "baseline", "best": "best",
	})
}

// overEpochs returns a chart over the epochs of a run, without its lines yet: OR phases as bands, the best and the selected checkpoint.
func overEpochs(run core.Run, height float64) chart.Lines {
	l := chart.Lines{Width: kit.PlotWidth, Height: height, XMost: epochs(run, run.Length()), XFormat: whole, Bands: bands(run)}
	best, shown := run.BestPlace(), run.ShownPlace()
	for i, snapshot := range run.Snapshots() {
		if i == best || i == shown && run.ShownStep > 0 {
			l.Rules = append(l.Rules, chart.VerticalLine{Class: core.Either(i == best, "best", "sight"), At: epochs(run, snapshot.Step)})
		}
	}
	return l
}

func epochs(run core.Run, steps int) float64 { return float64(steps) / float64(run.Started.Epoch()) }

// others returns a thin line for each restart except the best one.
func others(run core.Run, of func(core.RunPoint) float64) (series []chart.Series) {
	for i, c := range run.Curves {
		if i != run.Best() {
			series = append(series, line("line thin", run, c, of))
		}
	}
	return series
}

func line(class string, run core.Run, c core.RunCurve, of func(core.RunPoint) float64) chart.Series {
	s := chart.Series{Class: class}
	for _, p := range c.Points {
		s.X, s.Y = append(s.X, epochs(run, p.Step)), append(s.Y, of(p))
	}
	return s
}

func whole(v float64, decimals int) string {
	if decimals > 0 && v != math.Trunc(v) {
		return ""
	}
	return core.Count(int(v))
}

func bands(run core.Run) (list []chart.Band) {
	each, furthest := max(run.Started.Network.Alternate, 1), run.Furthest()
	for from := each; from < furthest; from += 2 * each {
		to := min(from+each, furthest)
		list = append(list, chart.Band{Class: "band " + string(drnet.PhaseOr), From: epochs(run, from), To: epochs(run, to)})
	}
	return list
}
