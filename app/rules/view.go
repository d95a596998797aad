package rules

import (
	"cmp"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// Summary says how to read the rules.
func Summary(m *protocol.Model) (list []app.UI) {
	yes, no, n := app.Strong().Text(answer(m, true)), app.Strong().Text(answer(m, false)), len(m.Rules)
	switch n {
	case 0:
		return []app.UI{app.Text("Without rules, the prediction is always "), no, app.Text(".")}
	case 1:
		list = []app.UI{app.Text("Predict "), yes, app.Text(" if this rule is true, otherwise ")}
	default:
		list = []app.UI{
			app.Text("Predict "), yes, app.Text(" if "), app.Strong().Text("any"),
			app.Text(" of these " + core.Count(n) + " rules is true, otherwise "),
		}
	}
	return append(list, no, app.Text("."))
}

// View lists the rules and their stages.
func View(m Model, c core.View, send func(core.Msg)) []app.UI {
	cards, more := m.InSight()
	figure, words := m.ScoreInWords()
	var around []app.UI
	if m.Around(c.Tab) {
		around = []app.UI{
			metricsView(m, c, send), toolbar(m, send),
			app.If(m.Trouble != "", app.P().Class("problem").Role("alert").Text(m.Trouble)),
			kit.ExplainedWords(c, send, "cards", core.TermCondition, core.TermCoverage, core.TermPrecision, core.TermInterval, core.TermAlone),
		}
	}
	return []app.UI{
		scoreView("accuracy", figure, words, m.ScoreLines(c)).ID("score"),
		kit.ExplainedWords(c, send, "score", core.TermAccuracy, core.TermStages, core.TermSimplified),
		stages(m, send),
		kit.Some(around...),
		app.Ol().Class("cards").Body(kit.Each(cards, func(card Card) app.UI { return cardView(m, c, send, card) })),
		kit.Some(app.If(more > 0, moreButton(send, more)), newRule(m, send)),
	}
}

// moreButton shows some of the rules beyond the limit of the view.
func moreButton(send func(core.Msg), more int) app.HTMLButton {
	return kit.Button(send, MoreRules{}).Text("Show more: " + core.Plural(more, "rule is", "rules are") + " left")
}

// scoreView shows a score with its description, unless it is "", and further lines.
func scoreView(id, figure, words string, lines []string) app.HTMLDiv {
	score := app.If(figure != "", app.P().Body(app.Strong().Class("figure").ID(id).Text(figure), app.Text(words)))
	return app.Div().Class("score").Body(append([]app.UI{score}, kit.Lines("quiet", lines...)...)...)
}

// quiet is a sentence with an ID, nothing if it is empty.
func quiet(id, text string) app.UI {
	return app.If(text != "", app.P().Class("quiet").ID(id).Text(text))
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
	return app.Div().Class("stages").Body(
		// stays a table in the layout of narrow screens
		kit.Scrolls("What the rules were and are", app.Table().Class("stage-table").Role("table").Body(
			kit.RoledHeads("Show the rules", heads...),
			app.TBody().Role("rowgroup").Body(kit.Each(rows, func(row StageRow) app.UI { return stageRow(m, send, row, held) })),
		)),
		kit.Some(quiet("check", m.SimplifiedInWords()), quiet("refined", m.RefinedInWords())),
	)
}

func stageRow(m Model, send func(core.Msg), row StageRow, held bool) app.UI {
	id, rules := "stage-"+cmp.Or(string(row.Stage), "final"), m.Model().Rules
	cells := []string{core.Count(len(rules)), core.Count(rules.Conditions()), "…", "…"}
	if o := row.Outcome; o != nil {
		cells = []string{core.Count(o.Rules), core.Count(o.Conditions), core.Percent(o.Train.Accuracy), "–"}
		if o.Test != nil {
			cells[3] = core.Percent(o.Test.Accuracy)
		}
	}
	if !held {
		cells = cells[:3]
	}
	return app.Tr().Role("row").Body(
		app.Th().Scope("row").Role("rowheader").Body(app.Div().Class("radio").Body(
			app.Input().Type("radio").Name("stage").ID(id).Checked(row.Stage == m.Stage).Disabled(!row.Known).
				OnChange(kit.On(send, StageChosen{Stage: row.Stage}), row.Stage),
			app.Label().For(id).Text(row.Name))),
		kit.Each(cells, func(text string) app.UI { return app.Td().Role("cell").Text(text) }),
	)
}

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
	return app.Div().Class("metrics").Body(app.Details().ID("metrics").Body(
		app.Summary().Text("Precision, recall and other metrics"),
		kit.Some(quiet("weights", WeightsInWords(m.Model()))),
		kit.ExplainedWords(c, send, "metrics", core.TermRecall, core.TermConfusion),
		kit.Scrolls("Metrics", app.Table().Class("metric-table").Role("table").Body(
			app.THead().Role("rowgroup").Body(app.Tr().Role("row").Body(
				kit.Each(heads, func(name string) app.UI { return app.Th().Scope("col").Role("columnheader").Text(name) }),
				app.Th().Scope("col").Role("columnheader").Class("meaning").Text("Meaning"))),
			app.TBody().Role("rowgroup").Body(kit.Each(rows, func(row MetricRow) app.UI {
				return app.Tr().Role("row").Body(app.Th().Scope("row").Role("rowheader").Text(row.Name),
					kit.Each(row.Values, func(text string) app.UI { return app.Td().Role("cell").Text(text) }),
					app.Td().Role("cell").Class("meaning").Text(row.Meaning))
			}))))),
		app.Div().Class("confusions-beside").Body(
			kit.Each(sides, func(side Measured) app.UI { return confusionView(m.Model(), c, send, side) })),
	)
}

func confusionView(m *protocol.Model, v core.View, send func(core.Msg), side Measured) app.UI {
	c := side.Scores.Confusion
	value := map[bool]string{true: m.Positive, false: m.Negative}
	cell := func(is, answered bool, n int) app.UI {
		of := protocol.Selection{Part: side.Side, Truth: value[is], Answer: value[answered]}
		return confusionCell(v, send, core.RowsAsked{Of: of}, is == answered, n)
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

// confusionCell is a number of rows, with a button that lists them if there are any.
func confusionCell(c core.View, send func(core.Msg), rows core.RowsAsked, right bool, n int) app.UI {
	class := "wrong"
	if right {
		class = "right"
	}
	cell := app.Td().Role("cell").Class(class)
	if n == 0 || !c.Browsable() {
		return cell.Body(app.Span().Text(core.Count(n)))
	}
	label := " rows are answered “" + rows.Of.Answer + "” and are “" + rows.Of.Truth + "”: show them"
	return cell.Body(kit.SmallButton(send, rows).Body(app.Text(core.Count(n)), kit.Unseen(label)))
}

// ClassesView shows the scores of a multiclass model and selects the displayed class.
func ClassesView(m Model, c core.View, send func(core.Msg)) app.UI {
	w := m.Classes
	if w.Model == nil {
		return nil
	}
	figure, words := m.ClassesInWords(c)
	var tables []app.UI
	if c.Tab == core.RulesTab {
		if w.Outcome != nil {
			tables = []app.UI{classFigures(w), confusions(w, c, send)}
		}
		tables = append(tables, precedence(w, send))
	}
	return app.Div().Class("whole").ID("whole").Body(
		app.H3().Text("All classes together"),
		scoreView("whole-accuracy", figure, words, w.Explanation()),
		kit.Some(tables...),
		setChoice(w, send))
}

// judged returns the test scores if there are any, otherwise the training scores, with the rows and their name.
func judged(o *protocol.ClassOutcome) (scores *eval.ClassScores, rows protocol.Partition, name string) {
	if o.Test != nil {
		return o.Test, protocol.TestRows, "rows kept for the test"
	}
	return &o.Train, protocol.AllRows, "rows"
}

// classFigures is the table of precision and recall by class.
func classFigures(w Classes) app.UI {
	scores, _, of := judged(w.Outcome)
	return kit.Region("scroll", "Scores of each class", app.Table().Class("class-table").ID("class-table").Body(
		app.Caption().Text("Scores of each class on the "+of),
		kit.ColumnHeads("Class", "Rules", "Rows", "Precision", "Recall", "F1"),
		app.TBody().Body(app.Range(scores.Classes).Slice(func(i int) app.UI {
			c := scores.Classes[i]
			cells := []string{"–", core.Count(c.Support), "–", "–", strconv.FormatFloat(c.F1, 'f', 3, 64)}
			if w.Model.Codes == nil {
				cells[0] = core.Count(len(w.Model.Members[i].Rules))
			}
			if c.Answered > 0 {
				cells[2] = core.Percent(c.Precision)
			}
			if c.Support > 0 {
				cells[3] = core.Percent(c.Recall)
			}
			return kit.Row(w.Model.Names[i], cells...)
		}))))
}

// confusions is the confusion matrix: predictions by actual class.
func confusions(w Classes, c core.View, send func(core.Msg)) app.UI {
	scores, side, of := judged(w.Outcome)
	names := w.Model.Names
	return app.Details().Class("confusions").Body(app.Summary().Text("Predictions for each class"),
		kit.Region("scroll", "Answers by class", app.Table().Class("class-table").ID("confusions").Body(
			app.Caption().Text("Answers to the "+of+": a line for each true class, a column for each answer"),
			kit.ColumnHeads(append([]string{"True class"}, names...)...),
			app.TBody().Body(app.Range(names).Slice(func(i int) app.UI {
				return app.Tr().Body(app.Th().Scope("row").Text(names[i]),
					app.Range(scores.Confusion[i]).Slice(func(k int) app.UI {
						of := protocol.Selection{Part: side, Truth: names[i], Answer: names[k]}
						return confusionCell(c, send, core.RowsAsked{Of: of, Whole: true}, i == k, scores.Confusion[i][k])
					}))
			})))))
}

// precedence selects the winner if rules of several classes match; nil for code words.
func precedence(w Classes, send func(core.Msg)) app.UI {
	c := w.Model
	if c.Codes != nil {
		return nil
	}
	byClass := c.Order != nil
	radio := func(id, text string, value bool) app.UI {
		return kit.Radio(send, "precedence", id, text, byClass == value, PrecedenceChosen{ByClass: value})
	}
	order := app.Ol().Class("order").ID("class-order").Body(app.Range(c.Order).Slice(func(k int) app.UI {
		name := c.Names[c.Order[k]]
		up := kit.SmallButton(send, ClassMoved{Place: k}).Body(app.Text("Up"), kit.Unseen(": "+name))
		return app.Li().Body(app.Text(name+" "), kit.Some(app.If(k > 0, up)))
	}))
	return app.Details().Class("precedence").Body(app.Summary().Text("Where rules of several classes are true"),
		app.FieldSet().Class("field").Body(app.Legend().Text("The answer is that of"),
			radio("precedence-right", "the rule that was the most often right in training", false),
			radio("precedence-class", "the class that stands first in an order of yours", true)),
		kit.Some(app.If(byClass, order)))
}

func setChoice(w Classes, send func(core.Msg)) app.UI {
	var names []string
	for i, m := range w.Model.Members {
		names = append(names, core.SetName(w.Model, i)+" ("+core.Plural(len(m.Rules), "rule", "rules")+")")
	}
	return kit.Field("set", "Rules shown", setHint, "", app.Select().ID("set").Aria("describedby", "set-hint").
		OnChange(kit.Picked(send, func(i int) core.Msg { return SetChosen{Set: i} })).Body(kit.Places(names, w.At)...))
}
