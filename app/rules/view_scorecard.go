package rules

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// scorecardView shows the points of the rules and conditions, and the probability of each sum; nil without a scorecard.
func scorecardView(m Model, c core.View) app.UI {
	model := m.Model()
	if model == nil || model.Scorecard == nil || m.Stage != core.Final {
		return nil
	}
	caption, curve := probabilityCurve(model.Scorecard)
	return app.Details().ID("scorecard").Body(
		app.Summary().Text("Points and probabilities"),
		kit.Some(kit.Lines("quiet", scorecardInWords(model)...)...),
		kit.Scrolls("Points", app.Table().Class("stage-table").Role("table").Body(
			kit.RoledHeads("", "Line", "Points"),
			app.TBody().Role("rowgroup").Body(kit.Each(scoreLines(c, model), func(l [2]string) app.UI {
				return kit.RoledRow(l[0], l[1:])
			})))),
		kit.Figure("Probability by sum of points", caption, curve, app.P().Class("quiet").Text(caption)))
}

// scoreLines returns the text and the points of each line: first rules, then single conditions.
func scoreLines(c core.View, m *protocol.Model) (lines [][2]string) {
	typeset := c.Typeset(m)
	for k, r := range m.Rules {
		lines = append(lines, [2]string{"R" + strconv.Itoa(k+1) + ": " + typeset.Line(r, rule.OrMissing), signed(m.Scorecard.Points[k])})
	}
	for _, l := range m.Scorecard.Lines {
		lines = append(lines, [2]string{typeset.Line(rule.Rule{l.Literal}, rule.OrMissing), signed(l.Points)})
	}
	return lines
}

// probabilityCurve draws the fitted probability of every possible sum. The chart's axis starts at zero, the least sum may be below.
func probabilityCurve(card *rule.Scorecard) (caption string, scene chart.Scene) {
	least, most := card.Range()
	s := chart.Series{Class: "line train"}
	for sum := least; sum <= most; sum++ {
		s.X, s.Y = append(s.X, float64(sum-least)), append(s.Y, card.Fitted(sum))
	}
	caption = "From " + core.Percent(card.Fitted(least)) + " for the sum " + minus(least) + " to " + core.Percent(card.Fitted(most)) +
		" for the sum " + minus(most) + "."
	return caption, chart.Lines{
		Width: kit.ChartWidth, Height: kit.ChartHeight, XMost: float64(most - least), XName: "sum of points", YRange: [2]float64{0, 1},
		XFormat: func(v float64, _ int) string { return core.When(v == math.Trunc(v), minus(int(v)+least)) },
		YFormat: core.PercentTick, Series: []chart.Series{s}, Level: 0.5,
	}.Scene()
}
