package rules

import (
	"math"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// decisionView shows the effects of a threshold of the probability: errors, costs, rows left to a person; nil without probabilities.
func decisionView(m Model, c core.View, send func(core.Msg)) app.UI {
	side, ok := m.probable()
	if !ok {
		return nil
	}
	model, d := m.Model(), m.Decision()
	s := side.Scores.Decide(d)
	at := side
	at.Rows += ", from " + core.Percent(d.Threshold)
	at.Scores = eval.Scores{Confusion: s.Confusion}
	return app.Details().ID("decision").Body(
		app.Summary().Text("Threshold, costs and curves"),
		kit.Some(app.P().Class("quiet").Text("Rows with at least this probability are predicted "+model.Prediction(true)+". At 50% "+
			"the predictions are those of the rules. The threshold is saved with the model and its exports, which add a column “decision”.")),
		thresholdField(send, d, s, side),
		confusionView(model, core.View{}, nil, at, nil),
		costFields(send, d, s),
		askFields(m, send, s),
		likeliestField(m, c, send, side, s),
		kit.Some(app.If(m.Deciding.Trouble != "", app.P().Class("problem").Role("alert").Text(m.Deciding.Trouble))),
		curveView(m, send, side, s))
}

func thresholdField(send func(core.Msg), d rule.Decision, s *eval.DecisionScores, side Measured) app.UI {
	words := aboveInWords(d, s, side)
	moved := func(percent int) core.Msg { return ThresholdMoved{To: float64(percent) / wholePercent} }
	return app.Div().Class("field").Body(
		app.Label().For("threshold").Text("Threshold of the probability"),
		kit.Slider(send, "threshold", 1, wholePercent, int(wholePercent*d.Threshold+0.5), moved).Aria("valuetext", words),
		app.P().ID("threshold-words").Class("quiet").Text(words))
}

func numberField(send func(core.Msg), field DecisionField, label string, d rule.Decision) app.UI {
	id, typed := string(field), func(text string) core.Msg { return DecisionTyped{Field: field, Text: text} }
	return app.Div().Class("field").Body(app.Label().For(id).Text(label),
		kit.ChangeInput(send, id, field.text(d), typed, id).Attr("inputmode", "decimal"))
}

func costFields(send func(core.Msg), d rule.Decision, s *eval.DecisionScores) app.UI {
	return app.FieldSet().Class("decision-fields").Body(
		app.Legend().Text("Costs of an error"),
		numberField(send, FalsePositiveCost, "False positive", d), numberField(send, FalseNegativeCost, "False negative", d),
		kit.Button(send, CheapestAsked{}).ID("cheapest").Disabled(!d.Costed()).Text("Cheapest threshold"),
		app.P().ID("cost-words").Class("quiet").Text(costInWords(d, s)))
}

func askFields(m Model, send func(core.Msg), s *eval.DecisionScores) app.UI {
	d, words := m.banded(), app.P().ID("ask-words").Class("quiet").Text(askInWords(m.Decision(), s))
	if m.Deciding.Refused != nil {
		words = app.P().ID("ask-words").Class("problem").Role("alert").Text(refusedInWords(m.Decision()))
	}
	return app.FieldSet().Class("decision-fields").Body(
		app.Legend().Text("Ask a person"),
		numberField(send, AskFrom, "From (%)", d), numberField(send, AskTo, "To less than (%)", d), words)
}

func likeliestField(m Model, c core.View, send func(core.Msg), side Measured, s *eval.DecisionScores) app.UI {
	list := func(id, text string, rows int) app.UI {
		of := protocol.Selection{Part: side.Side, Likeliest: rows}
		return kit.Button(send, core.RowsAsked{Of: of}).ID(id).Disabled(rows == 0 || !c.Browsable()).Text(text)
	}
	return app.FieldSet().Class("decision-fields").Body(
		app.Legend().Text("Most likely rows"),
		app.Div().Class("field").Body(app.Label().For("likeliest").Text("Number"),
			kit.ChangeInput(send, "likeliest", strconv.Itoa(m.Deciding.top()), func(text string) core.Msg { return TopTyped{Text: text} }).
				Attr("inputmode", "numeric")),
		list("list-likeliest", "List these", m.Deciding.top()), list("list-above", "List those above the threshold", s.Above))
}

// curves are the charts, in the order in which they are offered; "" is the reliability diagram.
var curves = []eval.Curve{"", eval.ROC, eval.PrecisionRecall, eval.Gain}

// curveView shows the chosen chart, with a caption that gives its main figures.
func curveView(m Model, send func(core.Msg), side Measured, s *eval.DecisionScores) app.UI {
	names := core.Texts(len(curves), func(i int) string { return curveNames[curves[i]].title })
	now := max(slices.Index(curves, m.Deciding.Curve), 0)
	curve := curves[now]
	caption := curveInWords(curve, side.Scores, s)
	list := []app.UI{
		kit.Picker(send, "curve", "Chart", names, now, func(i int) core.Msg { return CurveChosen{Curve: curves[i%len(curves)]} }),
		kit.Figure(names[now]+" ("+side.Rows+")", caption, curveScene(curve, side.Scores, s),
			app.P().Class("quiet").ID("curve-words").Text(caption)),
	}
	if curve == "" {
		list = append(list, kit.RoledTable{Label: "Reliability", Class: "stage-table", Unseen: "Probability"}.Rows(
			[]string{"", "Rows", "Mean probability", "Positive"}, reliabilityRows(side.Scores.Reliability)))
	}
	return app.Div().Class("curve").Body(list...)
}

// curveScene draws a chart. A vertical line marks the threshold, except in the reliability diagram. The dashed line is that of random
// guessing, in the reliability diagram that of perfect probabilities.
func curveScene(curve eval.Curve, scores eval.Scores, s *eval.DecisionScores) chart.Scene {
	l := chart.Lines{
		Width: kit.ChartWidth, Height: kit.ChartHeight, XMost: 1, XName: curveNames[curve].x, YRange: [2]float64{0, 1},
		XFormat: core.PercentTick, YFormat: core.PercentTick,
	}
	guess, line := chart.Series{Class: "level", X: []float64{0, 1}, Y: []float64{0, 1}}, chart.Series{Class: "line train"}
	add := func(x, y float64) { line.X, line.Y = append(line.X, x), append(line.Y, y) }
	if curve == "" {
		for _, b := range scores.Reliability {
			if b.Rows > 0 {
				add(b.Probability, float64(b.Positives)/float64(b.Rows))
			}
		}
		l.Series = []chart.Series{guess, line}
		return l.Scene()
	}
	for _, p := range curve.Points(scores.Levels) {
		add(p.X, p.Y)
	}
	if curve == eval.PrecisionRecall {
		base := s.Confusion.Share()
		guess.Y = []float64{base, base}
	}
	l.Series, l.Rules = []chart.Series{guess, line}, []chart.VerticalLine{{Class: "level", At: curve.At(s.Confusion).X}}
	return l.Scene()
}

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
		kit.RoledTable{Label: "Points", Class: "stage-table"}.Rows([]string{"Line", "Points"}, scoreLines(c, model)),
		kit.Figure("Probability by sum of points", caption, curve, app.P().Class("quiet").Text(caption)))
}

func scoreLines(c core.View, m *protocol.Model) (lines [][]string) {
	typeset := c.Typeset(m)
	for k, r := range m.Rules {
		points := signed(float64(m.Scorecard.Points[k]), 0)
		lines = append(lines, []string{core.RuleName(k+1) + ": " + typeset.Line(r, rule.OrMissing), points})
	}
	for _, l := range m.Scorecard.Lines {
		lines = append(lines, []string{typeset.Line(rule.Rule{l.Literal}, rule.OrMissing), signed(float64(l.Points), 0)})
	}
	return lines
}

// probabilityCurve draws the fitted probability of every possible sum. It shifts the sums to
// start at 0, as the x axis of a chart does; the labels show the true sums, which may be negative.
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
