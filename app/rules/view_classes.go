package rules

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// ClassesView shows the scores of a multiclass model and selects the displayed class.
func ClassesView(m Model, c core.View, send func(core.Msg)) app.UI {
	w := m.Classes
	if w.Model == nil {
		return nil
	}
	figure, words := m.ClassesInWords(c)
	var body []app.UI
	if figure != "" {
		body = append(body, app.P().Body(app.Strong().Class("figure").ID("whole-accuracy").Text(figure), app.Text(words)))
	}
	for _, line := range w.Explanation() {
		body = append(body, app.P().Class("quiet").Text(line))
	}
	var tables []app.UI
	if c.Tab == core.RulesTab {
		tables = []app.UI{classFigures(w), confusions(m, c, send), precedence(w, send)}
	}
	return app.Div().Class("whole").ID("whole").Body(
		app.H3().Text("All classes together"),
		app.Div().Class("score").Body(body...),
		kit.Some(tables...),
		setChoice(w, send))
}

// judged returns the test scores if there are any, otherwise the training scores, and the name of the rows.
func judged(o *protocol.ClassOutcome) (*eval.ClassScores, string) {
	if o.Test != nil {
		return o.Test, "rows kept for the test"
	}
	return &o.Train, "rows"
}

// classFigures is the table of precision and recall by class.
func classFigures(w Classes) app.UI {
	if w.Outcome == nil {
		return nil
	}
	scores, of := judged(w.Outcome)
	heads := []string{"Class", "Rules", "Rows", "Precision", "Recall", "F1"}
	return app.Div().Class("scroll").TabIndex(0).Role("region").Aria("label", "Scores of each class").Body(
		app.Table().Class("class-table").ID("class-table").Body(
			app.Caption().Text("Scores of each class on the "+of),
			kit.ColumnHeads(heads...),
			app.TBody().Body(app.Range(scores.Classes).Slice(func(i int) app.UI {
				c := scores.Classes[i]
				rules := "–"
				if w.Model.Codes == nil {
					rules = core.Count(len(w.Model.Members[i].Rules))
				}
				precision, recall := "–", "–"
				if c.Answered > 0 {
					precision = core.Percent(c.Precision)
				}
				if c.Support > 0 {
					recall = core.Percent(c.Recall)
				}
				cells := []string{rules, core.Count(c.Support), precision, recall, strconv.FormatFloat(c.F1, 'f', 3, 64)}
				return app.Tr().Body(app.Th().Scope("row").Text(w.Model.Names[i]),
					app.Range(cells).Slice(func(k int) app.UI { return app.Td().Text(cells[k]) }))
			}))))
}

// confusions is the confusion matrix: predictions by actual class.
func confusions(m Model, c core.View, send func(core.Msg)) app.UI {
	w := m.Classes
	if w.Outcome == nil {
		return nil
	}
	scores, of := judged(w.Outcome)
	side := protocol.AllRows
	if w.Outcome.Test != nil {
		side = protocol.TestRows
	}
	names := w.Model.Names
	return app.Details().Class("confusions").Body(app.Summary().Text("Predictions for each class"),
		app.Div().Class("scroll").TabIndex(0).Role("region").Aria("label", "Answers by class").Body(
			app.Table().Class("class-table").ID("confusions").Body(
				app.Caption().Text("Answers to the "+of+": a line for each true class, a column for each answer"),
				app.THead().Body(app.Tr().Body(app.Th().Scope("col").Text("True class"),
					app.Range(names).Slice(func(i int) app.UI { return app.Th().Scope("col").Text(names[i]) }))),
				app.TBody().Body(app.Range(names).Slice(func(i int) app.UI {
					return app.Tr().Body(app.Th().Scope("row").Text(names[i]),
						app.Range(scores.Confusion[i]).Slice(func(k int) app.UI {
							return confusionCell(c, send, protocol.Selection{Part: side, Truth: names[i], Answer: names[k]},
								true, i == k, scores.Confusion[i][k])
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
		return app.Div().Class("radio").Body(
			app.Input().Type("radio").Name("precedence").ID(id).Checked(byClass == value).
				OnChange(kit.On(send, PrecedenceChosen{ByClass: value}), value),
			app.Label().For(id).Text(text))
	}
	var list app.UI
	if byClass {
		list = app.Ol().Class("order").ID("class-order").Body(app.Range(c.Order).Slice(func(k int) app.UI {
			var up app.UI
			if name := c.Names[c.Order[k]]; k > 0 {
				up = app.Button().Type("button").Class("small").OnClick(kit.On(send, ClassMoved{Place: k}), k).
					Body(app.Text("Up"), kit.Unseen(": "+name))
			}
			return app.Li().Body(app.Text(c.Names[c.Order[k]]+" "), kit.Some(up))
		}))
	}
	return app.Details().Class("precedence").Body(app.Summary().Text("Where rules of several classes are true"),
		app.FieldSet().Class("field").Body(app.Legend().Text("The answer is that of"),
			radio("precedence-right", "the rule that was the most often right in training", false),
			radio("precedence-class", "the class that stands first in an order of yours", true)),
		kit.Some(list))
}

// setChoice selects the class whose rules are shown.
func setChoice(w Classes, send func(core.Msg)) app.UI {
	list := make([][2]string, len(w.Model.Members))
	for i, m := range w.Model.Members {
		list[i] = [2]string{strconv.Itoa(i), core.SetName(w.Model, i) + " (" + core.Plural(len(m.Rules), "rule", "rules") + ")"}
	}
	return kit.Field("set", "Rules shown", "The rules of one class are shown below. Each class keeps its own list of what you did.", "",
		app.Select().ID("set").Aria("describedby", "set-hint").
			OnChange(kit.Typed(send, func(value string) core.Msg {
				i, _ := strconv.Atoi(value)
				return SetChosen{Set: i}
			})).Body(kit.Options(list, strconv.Itoa(w.At))...))
}
