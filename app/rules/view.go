package rules

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

func sentence(m *protocol.Model) []app.UI {
	yes, no, n := app.Strong().Text(answer(m, true)), app.Strong().Text(answer(m, false)), len(m.Rules)
	when := " if any of " + core.Count(n) + " rules holds, otherwise "
	switch {
	case n == 0:
		return []app.UI{app.Text("Without rules, the prediction is always "), no, app.Text(".")}
	case m.Votes() > 1 && m.Votes() == n:
		when = " if all " + core.Plural(n, "rule", "rules") + " hold, otherwise "
	case m.Votes() > 1:
		when = " if at least " + core.Count(m.Votes()) + " of " + core.Plural(n, "rule", "rules") + " hold, otherwise "
	case n == 1:
		when = " if this rule holds, otherwise "
	}
	return []app.UI{app.Text("Predict "), yes, app.Text(when), no, app.Text(".")}
}

func classesSentence(c *protocol.MultiClass) []app.UI {
	if c.Codes != nil {
		return []app.UI{app.Text("Each digit is 1 if any of its rules holds. Predict the class with the nearest code word.")}
	}
	which := core.Either(c.Listed(), "Predict the class of the first rule that holds, or ", "Predict the class whose rule holds, or ")
	return []app.UI{app.Text(which), app.Strong().Text(c.Names[c.Default]), app.Text(" if none does.")}
}

// Head says what the rules of all classes predict, and how well.
func Head(m Model, c core.View, send func(core.Msg)) app.UI {
	id, says, advice := "accuracy", sentence(m.Model()), Better(m.Model(), m.Measured())
	figure, words := m.headScore(c)
	if m.Classes.Model != nil {
		id, advice = "whole-accuracy", ""
		says = classesSentence(m.Classes.Model)
	}
	line, note, score := app.P().Class("score").ID("score"), m.ScoreNote(c), app.UI(nil)
	if figure != "" {
		score = line.Body(app.Strong().Class("figure").ID(id).Text(figure), kit.Helped(c, send, "accuracy", words, core.TermAccuracy))
	} else if note != "" && m.Now().Problem == nil { // until the score is known, the note takes its place
		score, note = line.Body(app.Strong().Class("figure").Text("…"), app.Span().Class("helped").Text(note)), ""
	}
	return app.Div().Class("rules-head").Body(
		app.P().Class("sentence").Body(says...),
		kit.Some(score),
		kit.Some(append(kit.Lines("quiet", advice, note), balance(m, c, send))...))
}

// headScore returns the main score for the head and its description. The score of the training would pass for that of another table.
func (m Model) headScore(c core.View) (figure, words string) {
	switch p := m.Now(); {
	case c.Table == nil || p.Labeled():
		if m.Classes.Model != nil {
			return m.ClassesInWords(c)
		}
		return m.ScoreInWords()
	case p.Applied == nil:
		return "", ""
	default:
		return "–", " accuracy unknown: " + core.Shortened(c.Table.Name) + " lacks labels. The figures below are from " +
			core.Shortened(p.From) + "."
	}
}

// balance offers to train with balanced class weights if the rules find few of the positive rows; nil if they find enough.
func balance(m Model, c core.View, send func(core.Msg)) app.UI {
	model := m.Model()
	if model == nil || model.Edited || model.Learned.Balanced == nil || m.Classes.Model != nil || c.Tab != core.RulesTab {
		return nil
	}
	again := kit.TimedButton(send, func(at time.Time) core.Msg { return BalanceAsked{At: at} }).Class("small").ID("balance")
	return app.Div().Body(app.P().Class("quiet").Text(model.Learned.Balanced.Text(model.Positive)),
		app.If(c.Idle() && c.Table != nil && !m.Now().Foreign, again.Text("Train with balanced classes")))
}

// View lists the rules. The inspector next to them shows the selected rule or the quality of all rules, and a list of rows on request.
func View(m Model, c core.View, send func(core.Msg), rows app.UI) []app.UI {
	groups, more := m.InSight()
	edited := m.Model().Edited || m.Classes.Model != nil && m.Classes.Model.Edited()
	editedNote := core.When(edited, "The rules are "+rule.ByHand+" (noted in exports).") // below the list, where it moves nothing
	return []app.UI{app.Div().Class("split"+core.When(m.Classes.unmeasured, " unmeasured")).Body(
		app.Div().Class("listing").Body(
			kit.Some(kit.Lines("quiet", core.When(m.Stage != core.Final, earlierText))...),
			kit.Some(app.If(m.Trouble != "", app.P().Class("problem").Role("alert").Text(m.Trouble))),
			kit.Some(app.If(m.Column != "", columnChip(m.Column, send))),
			listHead(m, c, send),
			app.Div().Class("rule-groups").Body(
				kit.Each(groups, func(g ClassGroup) app.UI { return groupView(m, c, send, g) }), app.Ol().Class("rule-lines").Body(restLine(m))),
			kit.Some(append(kit.Lines("quiet", missingNote(groups), editedNote), app.If(more > 0, moreButton(send, more)))...)),
		kit.Some(app.If(m.around(c.Tab), inspector(m, c, send, rows))))}
}

// inspector shows the selected rule, the form for a new rule, or the quality of all rules.
func inspector(m Model, c core.View, send func(core.Msg), rows app.UI) app.UI {
	class, label, body := "inspector open", "Selected rule", []app.UI(nil)
	switch i := m.Selected; {
	case i >= 0 && i < len(m.Cards):
		body = cardView(m, c, send, m.Cards[i])
	case i == NewRule:
		label, body = "New rule", []app.UI{app.Div().Class("editor").Body(
			kit.Some(SetChoice(m.Classes, send, "Class")),
			draft(m, c, send, "The new rule begins with", "Add the rule"))}
	default:
		class, label = "inspector", "Quality"
		body = []app.UI{
			kit.Some(classesView(m, c, send)...), stages(m, c, send), metricsView(m, c, send),
			kit.Some(append([]app.UI{decisionView(m, c, send), scorecardView(m, c)}, kit.Lines("quiet", m.Provenance(c)...)...)...),
			kit.Some(history(m, send)),
		}
	}
	return app.Section().Class(class).ID("inspector").Aria("label", label).Body(kit.Some(body...), kit.Some(rows))
}

func moreButton(send func(core.Msg), more int) app.HTMLButton {
	return kit.Button(send, MoreRules{}).Text("Show more: " + core.Plural(more, "rule is", "rules are") + " left")
}

// stages is the table of the versions of the rules. Selecting a version lists its rules.
func stages(m Model, c core.View, send func(core.Msg)) app.UI {
	rows := m.Stages()
	if len(rows) == 0 {
		return app.Div().Class("stages")
	}
	check, unknown := m.SimplifiedInWords(), slices.ContainsFunc(rows, func(row StageRow) bool { return !row.Known })
	return app.Div().Class("stages").Body(
		app.H3().Body(kit.Helped(c, send, "stages", "Versions", core.TermStages)),
		kit.RoledTable{Label: "Versions of the rules", Class: "stage-table", Unseen: "Version"}.Body(
			[]string{"", "Rules", "Conditions", "Train acc.", "Test acc."},
			kit.Each(rows, func(row StageRow) app.UI { return stageRow(m, send, row) })),
		kit.Some(app.If(check != "", app.P().Class("quiet").ID("check").Body(kit.Helped(c, send, "check", check, core.TermSimplified)))),
		kit.Some(kit.Lines("quiet", core.When(unknown, unknownText))...),
	)
}

func stageRow(m Model, send func(core.Msg), row StageRow) app.UI {
	id, rules := "stage-"+cmp.Or(string(row.Stage), "final"), m.Model().Rules
	cells := []string{core.Count(len(rules)), core.Count(rules.Conditions()), "…", "…"}
	if o := row.Outcome; o != nil {
		cells = []string{core.Count(o.Rules), core.Count(o.Conditions), core.Percent(o.Train.Accuracy), "–"}
		if o.Test != nil {
			cells[3] = core.Percent(o.Test.Accuracy)
		}
	}
	return app.Tr().Role("row").Body(
		kit.RowHead().Body(app.Div().Class("radio").Body(
			kit.RadioInput(send, "stage", id, row.Stage == m.Stage, StageChosen{Stage: row.Stage}).Disabled(!row.Known),
			app.Label().For(id).Text(row.Name))),
		kit.Cells(cells))
}

func metricsView(m Model, c core.View, send func(core.Msg)) app.UI {
	sides := m.Measured()
	if len(sides) == 0 {
		return app.Div().Class("metrics")
	}
	rows, heads := Metrics(m.Model(), sides), core.Texts(len(sides), func(i int) string { return sides[i].Rows })
	return app.Div().Class("metrics").Body(
		matrixToggle(m, sides, send),
		confusionView(m.Model(), c, send, m.inMatrix(sides), kit.Help(c, send, "confusion", core.TermConfusion)),
		app.Details().ID("metrics").Body(
			app.Summary().Text("Precision, recall and other metrics"),
			kit.Some(kit.Lines("quiet", WeightsInWords(m.Model()))...),
			kit.RoledTable{Class: "metric-table"}.Body(slices.Concat([]string{"Metric"}, heads, []string{"Meaning"}),
				kit.Each(rows, func(row MetricRow) app.UI {
					return app.Tr().Role("row").Body(kit.RowHead().Class("helped").Body(app.Text(row.Name),
						kit.Some(app.If(row.Name == "recall", kit.Help(c, send, "recall", core.TermRecall)))),
						kit.Cells(row.Values), kit.Meaning(row.Meaning))
				}))))
}

// matrixToggle chooses the rows of the confusion matrix, if there are several sets of them.
func matrixToggle(m Model, sides []Measured, send func(core.Msg)) app.UI {
	return kit.Some(app.If(len(sides) > 1, app.Div().Class("toggle").Role("group").Aria("label", "Rows of the confusion matrix").Body(
		kit.Each(sides, func(side Measured) app.UI {
			return kit.SmallButton(send, MatrixOf{Side: side.Side}).Aria("pressed", side.Side == m.inMatrix(sides).Side).Text(side.Rows)
		}))))
}

// confusionView is the confusion matrix, with the share of each cell among the rows of its class.
func confusionView(m *protocol.Model, v core.View, send func(core.Msg), side Measured, help app.UI) app.UI {
	c := side.Scores.Confusion
	value := map[bool]string{true: m.Positive, false: m.Negative}
	row := func(positive bool, yes, no int) app.UI {
		cell := func(is, answered bool, n int) app.UI {
			of := protocol.Selection{Part: side.Side, Truth: value[is], Answer: value[answered]}
			return confusionCell(v, send, core.RowsAsked{Of: of}, is == answered, n, yes+no)
		}
		return app.Tr().Role("row").Body(kit.RowHead().Text("actual "+answer(m, positive)), cell(positive, true, yes), cell(positive, false, no))
	}
	return app.Figure().Class("confusion").Body(
		app.FigCaption().Class("helped").Body(app.Text("Confusion matrix ("+strings.ToLower(side.Rows)+
			core.When(c.Weights != nil, ", not weighted")+")"), kit.Some(help)),
		kit.RoledTable{Class: "confusion-table", Unseen: "Actual"}.Body(
			[]string{"", "predicted " + answer(m, true), "predicted " + answer(m, false)},
			row(true, c.TruePositives, c.FalseNegatives), row(false, c.FalsePositives, c.TrueNegatives)))
}

// confusionCell is a number of rows and its share of the class, with a button that lists them. A larger share has a stronger color.
func confusionCell(c core.View, send func(core.Msg), rows core.RowsAsked, right bool, n, all int) app.UI {
	const quarters = 4
	cell, share := app.Td().Role("cell").Class(core.Either(right, "right", "wrong")), float64(n)/float64(max(all, 1))
	if cell = cell.DataSet("heat", int(math.Ceil(quarters*share))); n == 0 {
		return cell.Body(app.Span().Text(core.Count(n)))
	}
	figure, part := app.UI(app.Span().Text(core.Count(n))), app.Small().Text(core.Percent(share))
	if c.Browsable() {
		label := " rows predicted “" + rows.Of.Answer + "”, actual “" + rows.Of.Truth + "”: show them"
		figure = kit.SmallButton(send, rows).Body(app.Text(core.Count(n)), kit.Unseen(label))
	}
	return cell.Body(figure, part)
}

// classesView shows the scores of a multiclass model, above those of its current set; nil for a model of one class.
func classesView(m Model, c core.View, send func(core.Msg)) []app.UI {
	w := m.Classes
	if w.Model == nil {
		return nil
	}
	var tables []app.UI
	if w.Outcome != nil {
		tables = []app.UI{m.classFigures(), app.Details().Body(app.Summary().Text("Predictions for each class"),
			kit.Region("scroll", "Confusion matrix of the classes", m.confusions(c, send).ID("confusions")))}
	}
	list := []app.UI{
		app.Div().Class("whole").ID("whole").Body(app.H3().Text("All classes together"),
			kit.Some(tables...), kit.Some(precedence(w, send)), kit.Some(kit.Lines("quiet", w.Explanation()...)...)),
		app.H3().Text("Rules for " + core.SetName(w.Model, w.At)),
	}
	if m.listed() { // a decision list lacks the lines that select a class
		list = append(list, SetChoice(w, send, "Class"))
	}
	return append(list, kit.Lines("quiet", w.countedInWords())...)
}

// judged returns the scores on the test rows if there are any, otherwise on all scored rows, with the partition of these rows and its name.
func (m Model) judged() (scores *eval.ClassScores, rows protocol.Partition, name string) {
	o := m.Classes.Outcome
	if o.Test != nil {
		return o.Test, protocol.TestRows, "test set"
	}
	return &o.Train, protocol.AllRows, core.Either(m.onThisTable(), "this table", "training set")
}

func (m Model) classFigures() app.UI {
	w := m.Classes
	scores, _, of := m.judged()
	both := ""
	if scores.Balanced > 0 {
		both = ": balanced accuracy " + core.Percent(scores.Balanced) + ", macro F1 " + strconv.FormatFloat(scores.MacroF1, 'f', 3, 64)
	}
	return kit.Region("scroll", "Scores of each class", app.Table().Class("class-table").ID("class-table").Body(
		app.Caption().Text("Scores of each class ("+of+")"+both),
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

func (m Model) confusions(c core.View, send func(core.Msg)) app.HTMLTable {
	scores, side, of := m.judged()
	names := m.Classes.Model.Names
	return app.Table().Class("class-table").Body(
		app.Caption().Text("Confusion matrix ("+of+"): rows are actual classes, columns are predictions"),
		kit.ColumnHeads(append([]string{"Actual"}, names...)...),
		app.TBody().Body(app.Range(names).Slice(func(i int) app.UI {
			all := 0
			for _, n := range scores.Confusion[i] {
				all += n
			}
			return app.Tr().Body(app.Th().Scope("row").Text(names[i]),
				app.Range(scores.Confusion[i]).Slice(func(k int) app.UI {
					of := protocol.Selection{Part: side, Truth: names[i], Answer: names[k]}
					return confusionCell(c, send, core.RowsAsked{Of: of, Whole: true}, i == k, scores.Confusion[i][k], all)
				}))
		})))
}

// Report returns the rules for printing: every rule of all classes, and the confusion matrices.
func Report(m Model, c core.View) []app.UI {
	const all = 1 << 20
	m.Find, m.Column, m.More, m.Drawn = "", "", all, all
	w, says := m.Classes, sentence(m.Model())
	figure, words := m.headScore(c)
	if w.Model != nil {
		says = classesSentence(w.Model)
	}
	groups, _ := m.InSight()
	heads := app.Div().Class("list-head").Body(kit.Each(listHeads(m), func(name string) app.UI { return app.Span().Text(name) }))
	list := []app.UI{app.P().Text(figure + words), app.P().Body(says...), heads, kit.Each(groups, func(g ClassGroup) app.UI {
		return app.Div().Body(kit.Some(kit.Lines("class-name", g.Name)...), app.Ol().Class("rule-lines").Body(
			kit.Each(g.Cards, func(c Card) app.UI { return app.Li().Class("rule-line").Body(ruleCells(c, inShort(c.Phrases))...) })))
	}), app.Ol().Class("rule-lines").Body(restLine(m)), kit.Some(kit.Lines("quiet", missingNote(groups))...)}
	switch {
	case w.Outcome != nil:
		return append(list, m.confusions(core.View{}, nil))
	case w.Model == nil:
		return append(list, kit.Each(m.Measured(), func(side Measured) app.UI {
			return confusionView(m.Model(), core.View{}, nil, side, nil)
		}))
	}
	return list
}

// precedence selects the winner if rules of several classes match; nil for code words and decision lists.
func precedence(w ClassSets, send func(core.Msg)) app.UI {
	c := w.Model
	if c.Codes != nil || c.Listed() {
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
	return app.Details().Body(app.Summary().Text("When rules of several classes hold"),
		app.FieldSet().Class("field").Body(app.Legend().Text("The prediction is that of"),
			radio("precedence-right", "the rule with the highest train precision", false),
			radio("precedence-class", "the first class in your order", true)),
		kit.Some(app.If(byClass, order)))
}

// SetChoice selects the current set of a multiclass model; nil for a model of one class.
func SetChoice(w ClassSets, send func(core.Msg), label string) app.UI {
	if w.Model == nil {
		return nil
	}
	names := core.Texts(len(w.Model.Members), func(i int) string {
		return core.SetName(w.Model, i) + " (" + core.Plural(len(w.Model.Members[i].Rules), "rule", "rules") + ")"
	})
	return kit.Picker(send, "set", label, names, w.At, func(i int) core.Msg { return SetChosen{Set: i} })
}
