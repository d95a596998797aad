package rules

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// NotesView names the run or the table of the rules where it is not the current one.
func NotesView(m Model, c core.View) []app.UI {
	var list []app.UI
	for _, text := range m.Notes(c) {
		list = append(list, app.P().Class("note").Text(text))
	}
	return list
}

// Summary says how to read the rules.
func Summary(m *protocol.Model) []app.UI {
	name := func(positive bool) app.UI { return app.Strong().Text(answer(m, positive)) }
	if len(m.Rules) == 0 {
		return []app.UI{app.Text("Without rules, the prediction is always "), name(false), app.Text(".")}
	}
	if len(m.Rules) == 1 {
		return []app.UI{app.Text("Predict "), name(true), app.Text(" if this rule is true, otherwise "), name(false), app.Text(".")}
	}
	return []app.UI{
		app.Text("Predict "), name(true), app.Text(" if "), app.Strong().Text("any"),
		app.Text(" of these " + core.Count(len(m.Rules)) + " rules is true, otherwise "), name(false), app.Text("."),
	}
}

// answer returns the predicted value, or a sentence if the target was a number.
func answer(m *protocol.Model, positive bool) string {
	value := m.Negative
	if positive {
		value = m.Positive
	}
	if says := m.Prediction(positive); says != rule.PredictionText(m.Target, "") && says != m.Target+" = "+value {
		return says
	}
	return value
}

// View lists the rules and their stages.
func View(m Model, c core.View, send func(core.Msg)) []app.UI {
	cards, more := m.InSight()
	var rest app.UI
	if more > 0 {
		rest = app.Button().Type("button").Class("button").OnClick(kit.On(send, MoreRules{})).
			Text("Show more: " + core.Plural(more, "rule is", "rules are") + " left")
	}
	var around []app.UI
	if m.Around(c.Tab) {
		around = []app.UI{
			metricsView(m, c, send), toolbar(m, send), trouble(m),
			kit.ExplainedWords(c, send, "cards", core.TermCondition, core.TermCoverage, core.TermPrecision, core.TermInterval, core.TermAlone),
		}
	}
	return []app.UI{
		scoreView(m, c),
		kit.ExplainedWords(c, send, "score", core.TermAccuracy, core.TermStages, core.TermSimplified),
		stages(m, send),
		kit.Some(around...),
		app.Ol().Class("cards").Body(app.Range(cards).Slice(func(i int) app.UI { return cardView(m, c, send, cards[i]) })),
		kit.Some(rest, newRule(m, send)),
	}
}

// trouble says why an edit failed.
func trouble(m Model) app.UI {
	if m.Trouble == "" {
		return nil
	}
	return app.P().Class("problem").Role("alert").Text(m.Trouble)
}

// scoreView shows the accuracy of the rules.
func scoreView(m Model, c core.View) app.UI {
	figure, words := m.ScoreInWords()
	var body []app.UI
	if figure != "" {
		body = append(body, app.P().Body(app.Strong().Class("figure").ID("accuracy").Text(figure), app.Text(words)))
	}
	for _, line := range m.ScoreLines(c) {
		body = append(body, app.P().Class("quiet").Text(line))
	}
	return app.Div().Class("score").ID("score").Body(body...)
}

// stages is the table of the stages of the rules. The selected stage is shown below.
func stages(m Model, send func(core.Msg)) app.UI {
	rows := m.Stages()
	if len(rows) == 0 {
		return app.Div().Class("stages")
	}
	held := rows[0].Outcome.Test != nil
	heads := []string{"", "Rules", "Conditions", "Right: training"}
	if held {
		heads = append(heads, "held out")
	}
	var check, refined app.UI
	if text := m.SimplifiedInWords(); text != "" {
		check = app.P().Class("quiet").ID("check").Text(text)
	}
	if text := m.RefinedInWords(); text != "" {
		refined = app.P().Class("quiet").ID("refined").Text(text)
	}
	return app.Div().Class("stages").Body(
		// stays a table in the layout of narrow screens
		kit.Scrolls("What the rules were and are", app.Table().Class("stage-table").Role("table").Body(
			kit.RoledHeads("Show the rules", heads...),
			app.TBody().Role("rowgroup").Body(app.Range(rows).Slice(func(i int) app.UI { return stageRow(m, send, rows[i], held) })),
		)),
		kit.Some(check, refined),
	)
}

func stageRow(m Model, send func(core.Msg), row StageRow, held bool) app.UI {
	id := "stage-" + string(row.Stage)
	if row.Stage == core.Final {
		id = "stage-final"
	}
	cells := []string{"…", "…", "…"}
	if row.Outcome == nil {
		rules := m.Model().Rules
		cells[0], cells[1] = core.Count(len(rules)), core.Count(rules.Conditions())
	}
	if held {
		cells = append(cells, "…")
	}
	if o := row.Outcome; o != nil {
		cells[0], cells[1], cells[2] = core.Count(o.Rules), core.Count(o.Conditions), core.Percent(o.Train.Accuracy)
		if held && o.Test != nil {
			cells[3] = core.Percent(o.Test.Accuracy)
		} else if held {
			cells[3] = "–"
		}
	}
	return app.Tr().Role("row").Body(
		app.Th().Scope("row").Role("rowheader").Body(app.Div().Class("radio").Body(
			app.Input().Type("radio").Name("stage").ID(id).Checked(row.Stage == m.Stage).Disabled(!row.Known).
				OnChange(kit.On(send, StageChosen{Stage: row.Stage}), row.Stage),
			app.Label().For(id).Text(row.Name))),
		app.Range(cells).Slice(func(i int) app.UI { return app.Td().Role("cell").Text(cells[i]) }),
	)
}
