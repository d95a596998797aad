package explain

import (
	"fmt"
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
	var unused app.UI
	if len(idle) > 0 {
		unused = app.Details().Class("idle").Body(app.Summary().Text(core.Plural(len(idle), "unused column", "unused columns")+" (no effect)"),
			app.Ul().Class("names").Body(app.Range(idle).Slice(func(i int) app.UI { return app.Li().Text(idle[i]) })))
	}
	return []app.UI{
		kit.Some(startRow(m, c, send)),
		kit.Some(kit.ProblemView(m.query.Problem)),
		app.Div().Class("answer").ID("answer").Role("status").Body(answerView(m, c)...),
		app.Div().Class("try").Body(
			app.Div().Class("cells").Body(app.Range(fields).Slice(func(i int) app.UI { return cellView(send, fields[i], i) })),
			app.Div().Class("why").Body(kit.Some(counterfactuals(m, send), nearest(m, c, send), checklists(m.query.Value)))),
		kit.Some(unused),
	}
}

// startRow selects a row of the table to start from; nil without a table.
func startRow(m Model, c core.View, send func(core.Msg)) app.UI {
	if c.Table == nil {
		return app.P().Class("quiet").Text("No table: fill in the cells.")
	}
	return app.Div().Class("start-row").Body(
		kit.Field("try-row", "Start from row", "1 to "+core.Count(c.Table.Rows), m.complaint(c),
			app.Input().Type("text").Attr("inputmode", "numeric").ID("try-row").AutoComplete(false).Placeholder("1").
				Value(m.row).Aria("describedby", "try-row-hint").
				OnInput(kit.Typed(send, func(v string) core.Msg { return RowTyped{Text: v} }))),
		app.Button().Type("button").Class("button").ID("put-back").Disabled(len(m.values) == 0).
			OnClick(kit.On(send, CellsRestored{})).Body(kit.DrawIcon(kit.UndoIcon), app.Text("Reset changes")))
}

// answerView shows the prediction.
func answerView(m Model, c core.View) []app.UI {
	a := m.query.Value
	if a == nil {
		return []app.UI{app.P().Class("quiet").Text(m.pendingInWords(c))}
	}
	if a.Decision != nil {
		return decisionView(m, a.Decision)
	}
	list := []app.UI{app.P().Class("answer-line").Body(app.Text(m.rowInWords()+": "), app.Strong().Text(a.Answer))}
	if text := whyInWords(a); text != "" {
		list = append(list, app.P().Class("quiet").Text(text))
	}
	for _, note := range a.Notes {
		list = append(list, app.P().Class("quiet").Text(note))
	}
	return list
}

// cellView is a cell of the row. Locking it excludes it from the counterfactuals.
func cellView(send func(core.Msg), f field, i int) app.UI {
	id, freeze := "cell-"+strconv.Itoa(i), "freeze-"+strconv.Itoa(i)
	var control app.UI
	if f.choices != nil {
		now := -1
		for k, text := range f.choices {
			if text == f.text {
				now = k
			}
		}
		control = app.Select().ID(id).OnChange(kit.Typed(send, func(v string) core.Msg {
			k, _ := strconv.Atoi(v)
			return CellChosen{Column: f.column, Index: k}
		}), f.column).Body(kit.Places(f.choices, now)...)
	} else {
		input := app.Input().Type("text").ID(id).AutoComplete(false).Spellcheck(false).Placeholder("missing").Value(f.text)
		if f.number {
			input = input.Attr("inputmode", "decimal")
		}
		control = input.OnInput(kit.Typed(send, func(v string) core.Msg { return CellTyped{Column: f.column, Text: v} }), f.column)
	}
	class := "cell"
	if f.changed {
		class += " changed"
	}
	return app.Div().Class(class).Body(
		app.Label().Class("cell-name").For(id).Body(app.Text(f.column), kit.Some(changed(f))),
		control,
		app.Span().Class("freeze").Body(
			app.Input().Type("checkbox").ID(freeze).Checked(f.locked).
				OnChange(kit.On(send, CellLocked{Column: f.column, Locked: !f.locked}), f.column, f.locked),
			app.Label().For(freeze).Body(app.Text("Lock"), kit.Unseen(" "+f.column+" in counterfactuals"))))
}

func changed(f field) app.UI {
	if !f.changed {
		return nil
	}
	return app.Small().Text(" changed")
}

// counterfactuals lists the counterfactuals.
func counterfactuals(m Model, send func(core.Msg)) app.UI {
	a := m.query.Value
	if a == nil {
		return nil
	}
	list := a.Counterfactuals.Found
	var body []app.UI
	if len(list) == 0 {
		body = append(body, app.P().Text(core.Sentence(a.Counterfactuals.Why)))
	}
	if a.Unfinished {
		body = append(body, app.P().Class("quiet").Text("The search was incomplete: a smaller change may exist."))
	}
	return app.Div().Class("flips").ID("flips").Body(
		app.H3().Body(app.Text("Counterfactuals → "), app.Strong().Text(a.Other)),
		app.Ul().Body(app.Range(list).Slice(func(i int) app.UI {
			return app.Li().Body(app.Span().Text(list[i].String()),
				app.Button().Type("button").Class("small").OnClick(kit.On(send, CounterfactualTried{Index: i}), i).
					Body(app.Text("Try it"), kit.Unseen(fmt.Sprintf(": change %d", i+1))))
		})),
		kit.Some(body...))
}

// nearest shows the nearest row with another prediction.
func nearest(m Model, c core.View, send func(core.Msg)) app.UI {
	a := m.query.Value
	if a == nil || c.Table == nil {
		return nil
	}
	n := a.Nearest
	if n == nil {
		return app.Div().Class("nearest").Body(
			app.Button().Type("button").Class("small").ID("find-nearest").OnClick(kit.On(send, NearestAsked{})).
				Body(kit.DrawIcon(kit.SearchIcon), app.Text("Find the nearest row with another prediction")))
	}
	return app.Div().Class("nearest").ID("nearest").Body(
		app.H3().Text("Nearest row with another prediction: row "+core.Count(n.Row)),
		app.P().Body(app.Text(differInWords(n)), app.Text(" "),
			app.Button().Type("button").Class("small").OnClick(kit.On(send, RowTyped{Text: strconv.Itoa(n.Row)}), n.Row).
				Body(app.Text("Try it"), kit.Unseen(": row "+strconv.Itoa(n.Row)))))
}

// checklists shows for each rule which conditions hold.
func checklists(a *protocol.Explained) app.UI {
	if a == nil {
		return nil
	}
	return app.Div().Class("checklists").Body(app.H3().Text("Rule by rule"),
		app.Ol().Class("verdicts").Body(app.Range(a.Verdicts).Slice(func(k int) app.UI {
			v := a.Verdicts[k]
			title := fmt.Sprintf("R%d: %s", k+1, v.String())
			if k+1 == a.Miss {
				title += " (nearest to firing)"
			}
			class := "verdict"
			if v.Fires {
				class += " fires"
			}
			return app.Li().Class(class).Body(app.P().Class("verdict-title").Text(title),
				app.Ul().Body(app.Range(v.Checks).Slice(func(i int) app.UI { return checkLine(v.Checks[i]) })))
		})))
}

func checkLine(c rule.Check) app.UI {
	class, mark, says := "check holds", "✓", "holds: "
	if !c.Holds {
		class, mark, says = "check fails", "✗", "fails: "
	}
	return app.Li().Class(class).Body(app.Span().Class("check-mark").Aria("hidden", "true").Text(mark), kit.Unseen(says),
		app.Span().Body(app.Span().Class("check-text").Text(c.Text), app.Small().Text(" "+c.Words)))
}

// decisionView shows the predicted class of a row, and why.
func decisionView(m Model, d *protocol.Decision) []app.UI {
	list := []app.UI{app.P().Class("answer-line").Body(app.Text(m.rowInWords()+": "), app.Strong().Text(d.Answer))}
	why := strings.TrimSpace(strings.Join(d.Why, " ") + " " + tableInWords(d.Right, d.Truth))
	return append(list, app.P().Class("quiet").Text(why),
		app.Ul().Class("votes").Body(app.Range(d.Votes).Slice(func(i int) app.UI { return app.Li().Text(d.Votes[i].Text) })))
}
