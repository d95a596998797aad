package ui

import (
	"fmt"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// tryTab predicts one row, whose cells can be edited.
func tryTab(s state.State, r *Root) []app.UI {
	t := s.Try
	fields, idle := s.TryFields()
	var unused app.UI
	if len(idle) > 0 {
		unused = app.Details().Class("idle").Body(app.Summary().Text("Unused, no effect: "+core.Plural(len(idle), "column", "columns")),
			app.Ul().Class("names").Body(app.Range(idle).Slice(func(i int) app.UI { return app.Li().Text(idle[i]) })))
	}
	return []app.UI{
		kit.Some(startRow(s, r)),
		kit.Some(kit.ProblemView(t.Query.Problem)),
		app.Div().Class("answer").ID("answer").Role("status").Body(answerView(s)...),
		app.Div().Class("try").Body(
			app.Div().Class("cells").Body(app.Range(fields).Slice(func(i int) app.UI { return cellView(r, fields[i], i) })),
			app.Div().Class("why").Body(kit.Some(flips(s, r), nearest(s, r), checklists(t.Query.Value)))),
		kit.Some(unused),
	}
}

// startRow selects a row of the table to start from; nil without a table.
func startRow(s state.State, r *Root) app.UI {
	if s.Table == nil {
		return app.P().Class("quiet").Text("There is no table to take a row from: fill the cells in.")
	}
	t := s.Try
	return app.Div().Class("start-row").Body(
		kit.Field("try-row", "Start from row", "1 to "+core.Count(s.Table.Rows), s.RowComplaint(),
			app.Input().Type("text").Attr("inputmode", "numeric").ID("try-row").AutoComplete(false).Placeholder("1").
				Value(t.Row).Aria("describedby", "try-row-hint").
				OnInput(r.typed(func(v string) state.Msg { return state.RowTyped{Text: v} }))),
		app.Button().Type("button").Class("button").ID("put-back").Disabled(len(t.Values) == 0).
			OnClick(r.on(state.CellsPutBack{})).Body(kit.DrawIcon(kit.UndoIcon), app.Text("Undo the changes")))
}

// answerView shows the prediction.
func answerView(s state.State) []app.UI {
	a := s.Try.Query.Value
	if a == nil {
		return []app.UI{app.P().Class("quiet").Text(s.NoAnswerInWords())}
	}
	if a.Decision != nil {
		return decisionView(s, a.Decision)
	}
	list := []app.UI{app.P().Class("answer-line").Body(app.Text(s.RowInWords()+": "), app.Strong().Text(a.Answer))}
	if text := state.WhyInWords(a); text != "" {
		list = append(list, app.P().Class("quiet").Text(text))
	}
	for _, note := range a.Notes {
		list = append(list, app.P().Class("quiet").Text(note))
	}
	return list
}

// cellView is a cell of the row. Locking it excludes it from the counterfactuals.
func cellView(r *Root, f state.TryField, i int) app.UI {
	id, freeze := "cell-"+strconv.Itoa(i), "freeze-"+strconv.Itoa(i)
	var control app.UI
	if f.Choices != nil {
		now := -1
		for k, text := range f.Choices {
			if text == f.Text {
				now = k
			}
		}
		control = app.Select().ID(id).OnChange(r.typed(func(v string) state.Msg {
			k, _ := strconv.Atoi(v)
			return state.CellChosen{Column: f.Column, Index: k}
		}), f.Column).Body(kit.Places(f.Choices, now)...)
	} else {
		input := app.Input().Type("text").ID(id).AutoComplete(false).Spellcheck(false).Placeholder("missing").Value(f.Text)
		if f.Hint != "" {
			input = input.Attr("inputmode", "decimal")
		}
		control = input.OnInput(r.typed(func(v string) state.Msg { return state.CellTyped{Column: f.Column, Text: v} }), f.Column)
	}
	class := "cell"
	if f.Changed {
		class += " changed"
	}
	return app.Div().Class(class).Body(
		app.Label().Class("cell-name").For(id).Body(app.Text(f.Column), kit.Some(changed(f))),
		control,
		app.Span().Class("freeze").Body(
			app.Input().Type("checkbox").ID(freeze).Checked(f.Frozen).
				OnChange(r.on(state.FreezeChosen{Column: f.Column, Frozen: !f.Frozen}), f.Column, f.Frozen),
			app.Label().For(freeze).Body(app.Text("Keep"), kit.Unseen(" "+f.Column+" as it is in the changes that are proposed"))))
}

func changed(f state.TryField) app.UI {
	if !f.Changed {
		return nil
	}
	return app.Small().Text(" changed")
}

// flips lists the counterfactuals.
func flips(s state.State, r *Root) app.UI {
	a := s.Try.Query.Value
	if a == nil {
		return nil
	}
	list := a.Counterfactuals.Found
	var body []app.UI
	if len(list) == 0 {
		body = append(body, app.P().Text(state.NoFlipInWords(a)))
	}
	if a.Unfinished {
		body = append(body, app.P().Class("quiet").Text("There were too many possibilities to try them all: a smaller change may exist."))
	}
	return app.Div().Class("flips").ID("flips").Body(
		app.H3().Body(app.Text("Smallest changes for "), app.Strong().Text(a.Other)),
		app.Ul().Body(app.Range(list).Slice(func(i int) app.UI {
			return app.Li().Body(app.Span().Text(list[i].String()),
				app.Button().Type("button").Class("small").OnClick(r.on(state.FlipTried{Index: i}), i).
					Body(app.Text("Try it"), kit.Unseen(fmt.Sprintf(": change %d", i+1))))
		})),
		kit.Some(body...))
}

// nearest shows the nearest row with another prediction.
func nearest(s state.State, r *Root) app.UI {
	a := s.Try.Query.Value
	if a == nil || s.Table == nil {
		return nil
	}
	n := a.Nearest
	if n == nil {
		return app.Div().Class("nearest").Body(
			app.Button().Type("button").Class("small").ID("find-nearest").OnClick(r.on(state.NearestAsk{})).
				Body(kit.DrawIcon(kit.SearchIcon), app.Text("Find the nearest row that is answered otherwise")))
	}
	return app.Div().Class("nearest").ID("nearest").Body(
		app.H3().Text("Nearest row that is answered otherwise: row "+core.Count(n.Row)),
		app.P().Body(app.Text(state.DifferInWords(n)), app.Text(" "),
			app.Button().Type("button").Class("small").OnClick(r.on(state.RowTyped{Text: strconv.Itoa(n.Row)}), n.Row).
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
func decisionView(s state.State, d *protocol.Decision) []app.UI {
	list := []app.UI{app.P().Class("answer-line").Body(app.Text(s.RowInWords()+": "), app.Strong().Text(d.Answer))}
	why := ""
	for _, text := range d.Why {
		why += text + " "
	}
	switch {
	case d.Right != nil && *d.Right:
		why += "The table says " + d.Truth + " too."
	case d.Right != nil:
		why += "The table says " + d.Truth + " for this row."
	}
	return append(list, app.P().Class("quiet").Text(why),
		app.Ul().Class("votes").Body(app.Range(d.Votes).Slice(func(i int) app.UI { return app.Li().Text(d.Votes[i].Text) })))
}
