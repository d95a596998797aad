package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/export"
	"drnet/app/kit"
	"drnet/app/rows"
	"drnet/app/state"
	"drnet/app/tradeoff"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// rulesStep shows the rules of the model.
func rulesStep(s state.State, r *Root) app.UI {
	m := s.Study.Model()
	if m == nil {
		return step("rules", "4", "Rules", kit.Some(kit.ProblemView(s.Study.Problem)),
			app.P().Class("quiet").Text("The rules appear here when training has ended."))
	}
	return step("rules", "4", "Rules",
		kit.Some(append(notes(s), kit.ProblemView(s.Study.Problem), wholeView(s, r))...),
		app.P().Class("sentence").Body(summary(m)...),
		tabList(s, r),
		panel(s, core.RulesTab, func() []app.UI { return rulesTab(s, r) }),
		panel(s, core.MatrixTab, func() []app.UI { return matrixTab(s, r) }),
		panel(s, core.ExplainTab, func() []app.UI { return tryTab(s, r) }),
		panel(s, core.TradeOffTab, func() []app.UI { return tradeoff.View(s.TradeOff, r.view(s), r.send) }),
		panel(s, core.CompareTab, func() []app.UI { return contestTab(s, r) }),
		panel(s, core.ExportTab, func() []app.UI { return export.View(s.Export, s.View(), r.send) }),
		keepView(s, r),
		usedView(s),
		kit.Some(rows.View(s.Rows, s.View(), r.send)),
	)
}

// notes names the run or the table of the rules where it is not the current one.
func notes(s state.State) []app.UI {
	var list []app.UI
	for _, text := range s.StudyNotes() {
		list = append(list, app.P().Class("note").Text(text))
	}
	return list
}

// tabList is the row of tabs. Arrow keys move between them; Tab moves into the selected one.
func tabList(s state.State, r *Root) app.UI {
	keys := func(_ app.Context, e app.Event) {
		next, ok := r.current().Tab.Next(e.Get("key").String())
		if !ok {
			return
		}
		e.PreventDefault()
		r.send(core.TabChosen{Tab: next})
		r.focus(next.ID())
	}
	return app.Div().Class("tabs").Role("tablist").Aria("label", "What to do with the rules").OnKeyDown(keys).
		Body(app.Range(core.Tabs).Slice(func(i int) app.UI {
			t := core.Tabs[i]
			chosen, at := "false", -1
			if t.Tab == s.Tab {
				chosen, at = "true", 0
			}
			return app.Button().Type("button").Class("tab").Role("tab").ID(t.Tab.ID()).Aria("selected", chosen).Aria("controls", t.Tab.PanelID()).
				TabIndex(at).OnClick(r.on(core.TabChosen{Tab: t.Tab}), t.Tab).Text(t.Name)
		}))
}

// panel is the content of a tab; only the selected one is rendered.
func panel(s state.State, t core.Tab, body func() []app.UI) app.UI {
	p := app.Div().ID(t.PanelID()).Class("panel").Role("tabpanel").Aria("labelledby", t.ID())
	if s.Tab != t {
		return p.Hidden(true)
	}
	return p.Hidden(false).Body(body()...)
}

// summary says how to read the rules.
func summary(m *protocol.Model) []app.UI {
	name := func(positive bool) app.UI { return app.Strong().Text(answer(m, positive)) }
	if len(m.Rules) == 0 {
		return []app.UI{app.Text("There is no rule: the answer is always "), name(false), app.Text(".")}
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

// rulesTab lists the rules and their stages.
func rulesTab(s state.State, r *Root) []app.UI {
	st := s.Study
	cards, more := st.InSight()
	var rest app.UI
	if more > 0 {
		rest = app.Button().Type("button").Class("button").OnClick(r.on(state.MoreRules{})).
			Text("Show more: " + core.Plural(more, "rule is", "rules are") + " left")
	}
	var around []app.UI
	if st.Around(s.Tab) {
		around = []app.UI{
			metricsView(s, r), toolbar(s, r), trouble(s),
			kit.ExplainedWords(s.View(), r.send, "cards", core.TermCondition, core.TermCoverage, core.TermPrecision, core.TermInterval, core.TermAlone),
		}
	}
	return []app.UI{
		scoreView(s),
		kit.ExplainedWords(s.View(), r.send, "score", core.TermAccuracy, core.TermStages, core.TermSimplified),
		stages(s, r),
		kit.Some(around...),
		app.Ol().Class("cards").Body(app.Range(cards).Slice(func(i int) app.UI { return cardView(s, r, cards[i]) })),
		kit.Some(rest, newRule(s, r)),
		export.Downloads(r.send),
	}
}

// trouble says why an edit failed.
func trouble(s state.State) app.UI {
	if s.Study.Trouble == "" {
		return nil
	}
	return app.P().Class("problem").Role("alert").Text(s.Study.Trouble)
}

// scoreView shows the accuracy of the rules.
func scoreView(s state.State) app.UI {
	figure, words := s.ScoreInWords()
	var body []app.UI
	if figure != "" {
		body = append(body, app.P().Body(app.Strong().Class("figure").ID("accuracy").Text(figure), app.Text(words)))
	}
	for _, line := range s.ScoreLines() {
		body = append(body, app.P().Class("quiet").Text(line))
	}
	return app.Div().Class("score").ID("score").Body(body...)
}

// stages is the table of the stages of the rules. The selected stage is shown below.
func stages(s state.State, r *Root) app.UI {
	rows := s.Study.Stages()
	if len(rows) == 0 {
		return app.Div().Class("stages")
	}
	held := rows[0].Outcome.Test != nil
	heads := []string{"", "Rules", "Conditions", "Right: training"}
	if held {
		heads = append(heads, "held out")
	}
	var check, refined app.UI
	if text := s.Study.SimplifiedInWords(); text != "" {
		check = app.P().Class("quiet").ID("check").Text(text)
	}
	if text := s.Study.RefinedInWords(); text != "" {
		refined = app.P().Class("quiet").ID("refined").Text(text)
	}
	return app.Div().Class("stages").Body(
		// stays a table in the layout of narrow screens
		kit.Scrolls("What the rules were and are", app.Table().Class("stage-table").Role("table").Body(
			kit.RoledHeads("Show the rules", heads...),
			app.TBody().Role("rowgroup").Body(app.Range(rows).Slice(func(i int) app.UI { return stageRow(s, r, rows[i], held) })),
		)),
		kit.Some(check, refined),
	)
}

func stageRow(s state.State, r *Root, row state.StageRow, held bool) app.UI {
	id := "stage-" + string(row.Stage)
	if row.Stage == core.Final {
		id = "stage-final"
	}
	cells := []string{"…", "…", "…"}
	if row.Outcome == nil {
		rules := s.Study.Model().Rules
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
			app.Input().Type("radio").Name("stage").ID(id).Checked(row.Stage == s.Study.Stage).Disabled(!row.Known).
				OnChange(r.on(state.StageChosen{Stage: row.Stage}), row.Stage),
			app.Label().For(id).Text(row.Name))),
		app.Range(cells).Slice(func(i int) app.UI { return app.Td().Role("cell").Text(cells[i]) }),
	)
}
