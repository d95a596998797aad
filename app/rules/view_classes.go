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
	var tables []app.UI
	if c.Tab == core.RulesTab {
		tables = []app.UI{classFigures(w), confusions(w, c, send), precedence(w, send)}
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

// classFigures is the table of precision and recall by class; nil if they are unknown.
func classFigures(w Classes) app.UI {
	if w.Outcome == nil {
		return nil
	}
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

// confusions is the confusion matrix: predictions by actual class; nil if it is unknown.
func confusions(w Classes, c core.View, send func(core.Msg)) app.UI {
	if w.Outcome == nil {
		return nil
	}
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

// setChoice selects the class whose rules are shown.
func setChoice(w Classes, send func(core.Msg)) app.UI {
	var names []string
	for i, m := range w.Model.Members {
		names = append(names, core.SetName(w.Model, i)+" ("+core.Plural(len(m.Rules), "rule", "rules")+")")
	}
	return kit.Field("set", "Rules shown", setHint, "", app.Select().ID("set").Aria("describedby", "set-hint").
		OnChange(kit.Picked(send, func(i int) core.Msg { return SetChosen{Set: i} })).Body(kit.Places(names, w.At)...))
}
