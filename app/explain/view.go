package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// View predicts one row, whose cells can be edited.
func View(m Model, c core.View, send func(core.Msg)) []app.UI {
	fields, idle := m.fields(c)
	answer, why := answerView(m, c), []app.UI(nil)
	if a := m.answer(c); a != nil {
		answer = append(answer, kit.Lines("quiet", core.Sentences(a.Notes)...)...)
		why = []app.UI{counterfactuals(a, send), nearest(a, m.query.Of().Nearest, c, send), checklists(a, c)}
	}
	unused := app.Details().Body(
		app.Summary().Text(core.Plural(len(idle), "unused column", "unused columns")+" (no effect)"),
		app.Ul().Class("names").Body(kit.Each(idle, func(name string) app.UI { return app.Li().Text(name) })))
	return []app.UI{
		kit.Some(startRow(m, c, send)),
		kit.Some(kit.Alert(m.query.Problem)),
		app.Div().Class("answer").ID("answer").Role("status").Body(answer...),
		app.Div().Class("try").Body(
			app.Div().Class("cells").Body(app.Range(fields).Slice(func(i int) app.UI { return cellView(send, fields[i], i) })),
			app.Div().Class("why").Body(kit.Some(why...))),
		kit.Some(app.If(len(idle) > 0, unused)),
	}
}

func startRow(m Model, c core.View, send func(core.Msg)) app.UI {
	if c.Table == nil {
		return app.P().Class("quiet").Text(tablelessText)
	}
	_, complaint := c.RowNumber(m.row)
	return app.Div().Class("start-row").Body(
		kit.Field("try-row", "Start from row", "1 to "+core.Count(c.Table.Rows)+findRow, complaint,
			kit.TextInput(send, "try-row", m.row, func(v string) core.Msg { return RowTyped{Text: v} }).
				Attr("inputmode", "numeric").Placeholder("1").Aria("describedby", "try-row-hint")),
		kit.Button(send, CellsRestored{}).ID("put-back").Disabled(len(m.values) == 0).
			Body(kit.DrawIcon(kit.UndoIcon), app.Text("Reset changes")))
}

// answerView shows the prediction and its reasons: the votes of a multiclass model, otherwise the matching rules and the points.
func answerView(m Model, c core.View) []app.UI {
	a := m.answer(c)
	if a == nil {
		return kit.Lines("quiet", m.pendingInWords(c))
	}
	answer := func(text string) app.UI {
		return app.P().Class("answer-line").Body(app.Text(m.rowInWords()+": "), app.Strong().Text(core.Directed(text)))
	}
	if d := a.Decision; d != nil {
		why := strings.TrimSpace(core.Curled(strings.Join(d.Why, " ")) + " " + tableInWords(d.Right, d.Truth))
		return []app.UI{
			answer(d.Answer), app.P().Class("quiet").Text(why),
			app.Ul().Class("votes").Body(kit.Each(d.Votes, func(v protocol.Vote) app.UI { return app.Li().Text(core.Curled(v.Text)) })),
		}
	}
	return slices.Concat([]app.UI{answer(a.Answer)}, kit.Lines("quiet", whyInWords(a)), scoreView(a.Score))
}

// scoreView shows the probability of a row and, unfolded, its points by line of the scorecard; nil without a scorecard.
func scoreView(s *protocol.RowScore) []app.UI {
	if s == nil {
		return nil
	}
	return []app.UI{app.Details().Class("quiet").Body(
		app.Summary().Text(core.Directed(core.Sentence(s.Brief()))),
		app.Ul().Class("names").Body(kit.Each(s.Lines, func(p protocol.RowPoint) app.UI { return app.Li().Text(core.Directed(p.String())) })))}
}

// cellView is a cell of the row. Locking it excludes it from the counterfactuals.
func cellView(send func(core.Msg), f field, i int) app.UI {
	id, freeze := "cell-"+strconv.Itoa(i), "freeze-"+strconv.Itoa(i)
	var control app.UI
	if f.choices != nil {
		control = kit.NumberSelect(send, id, kit.Places(f.choices), slices.Index(f.choices, f.text),
			func(i int) core.Msg { return CellTyped{Column: f.column, Text: f.choices[i]} }, f.column, strings.Join(f.choices, "\n"))
	} else {
		input := kit.TextInput(send, id, f.text, func(v string) core.Msg { return CellTyped{Column: f.column, Text: v} }, f.column).
			Spellcheck(false).Placeholder("missing")
		if f.number {
			input = input.Attr("inputmode", "decimal")
		}
		control = input
	}
	return app.Div().Class("cell"+core.When(f.changed, " changed")).Body(
		app.Label().Class("cell-name").For(id).Body(app.Text(f.title), kit.Some(app.If(f.changed, app.Small().Text(" changed")))),
		control,
		app.Span().Class("freeze").Body(
			kit.Checkbox(send, freeze, f.locked, CellLocked{Column: f.column, Locked: !f.locked}),
			app.Label().For(freeze).Body(app.Text("Lock"), kit.Unseen(" "+f.title+" in counterfactuals"))))
}

func counterfactuals(a *protocol.Explained, send func(core.Msg)) app.UI {
	list := a.Counterfactuals.Found
	return app.Div().Class("flips").ID("flips").Body(
		app.H3().Body(app.Text("Counterfactuals → "), app.Strong().Text(core.Directed(a.Other))),
		app.Ul().Body(app.Range(list).Slice(func(i int) app.UI {
			return app.Li().Body(kit.Names(list[i].String()), kit.SmallButton(send, CounterfactualTried{Index: i}).
				Body(app.Text("Try it"), kit.Unseen(fmt.Sprintf(": change %d", i+1))))
		})),
		kit.Some(app.If(len(list) == 0, app.P().Text(core.Sentence(a.Counterfactuals.Why))),
			app.If(a.Unfinished, app.P().Class("quiet").Text(unfinishedText))))
}

// nearest shows the nearest row with the opposite prediction, or a button that searches it; nil without a table.
func nearest(a *protocol.Explained, asked bool, c core.View, send func(core.Msg)) app.UI {
	n := a.Nearest
	switch {
	case c.Table == nil:
		return nil
	case n == nil && asked:
		return app.P().Class("nearest").Text("No row of the table is predicted " + a.Other + ".")
	case n == nil:
		return app.Div().Class("nearest").Body(kit.SmallButton(send, NearestAsked{}).ID("find-nearest").
			Body(kit.DrawIcon(kit.SearchIcon), app.Text("Find the nearest row with this prediction")))
	}
	row := core.Count(n.Row)
	return app.Div().Class("nearest").ID("nearest").Body(
		app.H3().Text("Nearest row "+core.When(n.Right, "correctly ")+"predicted "+core.Directed(a.Other)+": row "+row),
		app.P().Body(kit.Names(differInWords(n, c.Revision.Model)), app.Text(" "),
			kit.SmallButton(send, core.RowTried{Row: n.Row}).Body(app.Text("Try it"), kit.Unseen(": row "+row))))
}

func checklists(a *protocol.Explained, c core.View) app.UI {
	numbers := c.MultiClass.Numbers(c.Member, len(a.Verdicts))
	return app.Div().Class("checklists").Body(app.H3().Text("Rule by rule"),
		app.Ol().Class("verdicts").Body(app.Range(a.Verdicts).Slice(func(k int) app.UI {
			v := a.Verdicts[k]
			title := core.RuleName(numbers[k]) + ": " + v.String() + core.When(k+1 == a.Miss && !a.Positive, " (nearest miss)")
			return app.Li().Class("verdict"+core.When(v.Fires, " fires")).Body(
				app.P().Class("verdict-title").Text(title), app.Ul().Body(kit.Each(v.Checks, checkLine)))
		})))
}

// checkLine shows a condition, and below it the cell, and by how much the condition fails.
func checkLine(c rule.Check) app.UI {
	class, mark, says := "check holds", "✓", "holds: "
	if !c.Holds {
		class, mark, says = "check fails", "✗", "fails: "
	}
	return app.Li().Class(class).Body(app.Span().Class("check-mark").Aria("hidden", "true").Text(mark), kit.Unseen(says),
		app.Span().Body(kit.Names(c.Text), app.Small().Body(kit.Names(" "+c.Words))))
}
