package rules

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/protocol"
)

// metricsView shows further metrics of the rules and the confusion matrix.
func metricsView(m Model, c core.View, send func(core.Msg)) app.UI {
	sides := m.Measured()
	if len(sides) == 0 {
		return app.Div().Class("metrics")
	}
	rows := Metrics(m.Model(), sides)
	heads := []string{"Metric"}
	for _, side := range sides {
		heads = append(heads, side.Rows)
	}
	var weights app.UI
	if text := WeightsInWords(m.Model()); text != "" {
		weights = app.P().Class("quiet").ID("weights").Text(text)
	}
	return app.Div().Class("metrics").Body(app.Details().ID("metrics").Body(
		app.Summary().Text("Precision, recall and other metrics"),
		kit.Some(weights),
		kit.ExplainedWords(c, send, "metrics", core.TermRecall, core.TermConfusion),
		kit.Scrolls("Metrics", app.Table().Class("metric-table").Role("table").Body(
			app.THead().Role("rowgroup").Body(app.Tr().Role("row").Body(
				app.Range(heads).Slice(func(i int) app.UI { return app.Th().Scope("col").Role("columnheader").Text(heads[i]) }),
				app.Th().Scope("col").Role("columnheader").Class("meaning").Text("Meaning"))),
			app.TBody().Role("rowgroup").Body(app.Range(rows).Slice(func(i int) app.UI {
				row := rows[i]
				return app.Tr().Role("row").Body(app.Th().Scope("row").Role("rowheader").Text(row.Name),
					app.Range(row.Values).Slice(func(k int) app.UI { return app.Td().Role("cell").Text(row.Values[k]) }),
					app.Td().Role("cell").Class("meaning").Text(row.Meaning))
			}))))),
		app.Div().Class("confusions-beside").Body(
			app.Range(sides).Slice(func(i int) app.UI { return confusionView(m.Model(), c, send, sides[i]) })),
	)
}

// confusionCell is a number of rows, with a button that lists them if there are any.
func confusionCell(c core.View, send func(core.Msg), of protocol.Selection, whole, right bool, n int) app.UI {
	class := "wrong"
	if right {
		class = "right"
	}
	if n == 0 || !c.Browsable() {
		return app.Td().Role("cell").Class(class).Body(app.Span().Text(core.Count(n)))
	}
	return app.Td().Role("cell").Class(class).Body(kit.RowsButton(send, core.RowsAsked{Of: of, Whole: whole}, app.Text(core.Count(n)),
		kit.Unseen(" "+cellInWords(of))).Class("small"))
}

// confusionView is the confusion matrix: predicted by actual class.
func confusionView(m *protocol.Model, v core.View, send func(core.Msg), side Measured) app.UI {
	c := side.Scores.Confusion
	value := func(positive bool) string {
		if positive {
			return m.Positive
		}
		return m.Negative
	}
	cell := func(is, answered bool, n int) app.UI {
		of := protocol.Selection{Part: side.Side, Truth: value(is), Answer: value(answered)}
		return confusionCell(v, send, of, false, is == answered, n)
	}
	row := func(positive bool, yes, no int) app.UI {
		return app.Tr().Role("row").Body(app.Th().Scope("row").Role("rowheader").Text("is "+answer(m, positive)),
			cell(positive, true, yes), cell(positive, false, no))
	}
	return app.Figure().Class("confusion").Body(
		app.FigCaption().Text(side.Rows+": actual and predicted classes"),
		app.Table().Class("confusion-table").Role("table").Body(
			kit.RoledHeads("Actual", "", "answered "+answer(m, true), "answered "+answer(m, false)),
			app.TBody().Role("rowgroup").Body(row(true, c.TruePositives, c.FalseNegatives), row(false, c.FalsePositives, c.TrueNegatives))))
}

// cellInWords labels the rows of a cell of a confusion matrix: "rows are answered “yes” and are “no”".
func cellInWords(of protocol.Selection) string {
	return "rows are answered “" + of.Answer + "” and are “" + of.Truth + "”: show them"
}
