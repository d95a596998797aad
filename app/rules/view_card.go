package rules

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

func toolbar(m Model, send func(core.Msg)) app.UI {
	button := func(id, label string, m Msg) app.HTMLButton { return kit.SmallButton(send, m).ID(id).Text(label) }
	return app.Div().Class("toolbar").Body(
		app.Div().Class("tool").Body(app.Label().For("sort").Text("Order"),
			kit.Select(send, "sort", Sorts, string(m.Sort), func(v string) core.Msg { return SortChosen{Sort: Sort(v)} })),
		app.Div().Class("tool").Body(app.Label().For("find-rule").Text("Find"),
			kit.TextInput(send, "find-rule", m.Find, func(v string) core.Msg { return RulesSought{Text: v} }).Spellcheck(false)),
		kit.Some(app.If(m.Sort != AsInModel || m.Find != "", button("restore-order", "Restore order", OrderReset{}))),
		kit.Some(app.If(m.Stage == core.Final, app.Div().Class("tool-acts").Body(
			button("undo", "Undo", Undone{}).Disabled(m.At == 0),
			button("redo", "Redo", Redone{}).Disabled(m.At >= len(m.Revisions)-1),
			button("add-rule", "Add a rule", RuleOpened{Line: NewRule}).Aria("expanded", kit.Truth(m.Editing == NewRule))))),
		kit.Some(history(m, send)))
}

// history lists the latest revisions, the newest first; nil if there is only one.
func history(m Model, send func(core.Msg)) app.UI {
	const most = 8
	last := len(m.Revisions) - 1
	if last < 1 {
		return nil
	}
	return app.Details().Class("history").Body(
		app.Summary().Text("Revisions: "+core.Plural(last, "step", "steps")),
		app.Ol().Body(app.Range(m.Revisions[max(0, last+1-most):]).Slice(func(i int) app.UI {
			at := last - i
			b := app.Button().Type("button").Class("link").OnClick(kit.On(send, RevisionChosen{At: at}), at).Text(m.Revisions[at].Words)
			if at == m.At {
				b = b.Aria("current", "step")
			}
			return app.Li().Body(b)
		})))
}

func cardView(m Model, v core.View, send func(core.Msg), c Card) app.UI {
	editing := m.Stage == core.Final && m.Editing == c.Line
	name := "off"
	if !c.Off {
		name = fmt.Sprintf("R%d", c.Number) + core.When(c.Pinned, " ★")
	}
	body := []app.UI{
		app.Div().Class("card-name").Text(name),
		app.P().Class("conditions").Body(conditions(send, c, editing)...),
		kit.Some(cardParts(c)),
		kit.Some(cardWords(c)...),
	}
	if m.Stage == core.Final {
		body = append(body, kit.Some(cardRows(m, v, send, c)), cardActs(send, c, editing))
	}
	if editing {
		body = append(body, cardEditor(m, send, c))
	}
	return app.Li().Class("card" + core.When(c.Off, " off") + core.When(editing, " editing")).Body(body...)
}

// conditions returns the chips of a rule, with buttons to remove them in edit mode.
func conditions(send func(core.Msg), c Card, editing bool) []app.UI {
	list := []app.UI{app.Span().Class("if").Text("IF")}
	if len(c.Phrases) == 0 {
		return append(list, app.Span().Class("chip").Text(rule.Always))
	}
	and := ""
	for _, p := range c.Phrases {
		list = append(list, app.Span().Body(app.Span().Class("and").Text(and), app.Span().Class("chip").Body(app.Text(p.Text),
			app.If(editing, app.Button().Type("button").Class("drop-condition").
				OnClick(kit.On(send, ConditionDropped{Line: c.Line, Column: p.Column}), c.Line, p.Column).
				Body(app.Span().Aria("hidden", "true").Text("×"), kit.Unseen("Take out "+p.Text))))))
		and = "AND"
	}
	return list
}

// cardParts shows the scores of a rule on training and on test rows, side by side.
func cardParts(c Card) app.UI {
	return app.If(len(c.Parts) > 0, app.Div().Class("parts").Body(kit.Each(c.Parts, func(p Part) app.UI {
		return app.Div().Class("part").Body(
			app.Span().Class("part-name").Text(p.Name), bar(p), app.Span().Class("part-words").Text(p.Words()))
	})))
}

// bar draws the precision of a rule with its confidence interval.
func bar(p Part) app.UI {
	const width, height, middle = 120, 12, 6
	wrong := width
	if p.Covered == 0 {
		wrong = 0
	}
	low, high := width*p.Low, width*p.High
	return kit.SVG("bar", width, height, "").Aria("hidden", "true").Body( // the adjacent text says the same
		kit.Path("bar-frame", fmt.Sprintf("M0 0H%dV%dH0Z", width, height)),
		kit.Path("bar-wrong", fmt.Sprintf("M0 0H%dV%dH0Z", wrong, height)),
		kit.Path("bar-right", fmt.Sprintf("M0 0H%.1fV%dH0Z", width*p.Right, height)),
		app.If(p.Covered > 0, kit.Path("bar-ends", fmt.Sprintf("M%.1f %dH%.1fM%.1f 2V10M%.1f 2V10", low, middle, high, low, high))))
}

func cardWords(c Card) []app.UI {
	return append(append(kit.Lines("quiet", c.Effect), kit.Lines("flag", c.Flags...)...),
		app.If(c.Note != "", app.P().Class("own-note").Body(app.Strong().Text("Note: "), app.Text(c.Note))))
}

// cardRows shows the rows of a rule; nil if they are unknown.
func cardRows(m Model, v core.View, send func(core.Msg), c Card) app.UI {
	now := m.Model()
	if !v.Browsable() || c.Parts == nil {
		return nil
	}
	button := func(words string, n int, of protocol.Selection) app.UI {
		of.Lines = []int{c.Line + 1}
		return kit.SmallButton(send, core.RowsAsked{Of: of}).Disabled(n == 0).
			Body(app.Text(core.Count(n)+" "+words), kit.Unseen(" rows of"), kit.Unseen(c.spoken()))
	}
	return app.Div().Class("card-rows").Body(
		app.Span().Text("Show rows:"),
		button("covered", c.Covered, protocol.Selection{}),
		button("right", c.Right, protocol.Selection{Truth: now.Positive}),
		button("wrong", c.Covered-c.Right, protocol.Selection{Truth: now.Negative}),
		button("by this rule alone", c.Alone, protocol.Selection{Alone: true}))
}

func cardActs(send func(core.Msg), c Card, editing bool) app.UI {
	on, pin := fmt.Sprintf("on-%d", c.Line), "Pin"
	if c.Pinned {
		pin = "Unpin"
	}
	button := func(label string, msg Msg) app.HTMLButton {
		return kit.SmallButton(send, msg).Body(app.Text(label), kit.Unseen(c.spoken()))
	}
	return app.Div().Class("card-acts").Body(
		app.Span().Class("switch").Body(
			app.Input().Type("checkbox").ID(on).Checked(!c.Off).OnChange(kit.On(send, RuleSwitched{Line: c.Line, On: c.Off}), c.Line, c.Off),
			app.Label().For(on).Body(app.Text("On"), kit.Unseen(c.spoken()))),
		button("Edit", RuleOpened{Line: c.Line}).ID(editID(c.Line)).Aria("expanded", kit.Truth(editing)),
		button(pin, RulePinned{Line: c.Line, Pinned: !c.Pinned}),
		button("Copy", LineCopied{Line: c.Line}),
		button("Delete", RuleDeleted{Line: c.Line}))
}

func cardEditor(m Model, send func(core.Msg), c Card) app.UI {
	return app.Div().Class("editor").Body(
		draft(m, send, "Add a condition to this rule", "Add the condition"),
		kit.Field("rule-note", "Note", noteHint, "",
			app.Input().Type("text").ID("rule-note").AutoComplete(false).Value(c.Note).Aria("describedby", "rule-note-hint").
				OnChange(kit.Typed(send, func(v string) core.Msg { return RuleNoted{Line: c.Line, Text: v} }), c.Line)))
}

// newRule is the form for a new rule; nil if none is being created.
func newRule(m Model, send func(core.Msg)) app.UI {
	if m.Editing != NewRule || m.Stage != core.Final {
		return nil
	}
	return app.Div().Class("editor").Body(draft(m, send, "The new rule begins with", "Add the rule"))
}

// draft selects a condition from the features of the model.
func draft(m Model, send func(core.Msg), title, label string) app.UI {
	choose := func(part DraftPart, name string, values []string, now int) app.UI {
		id := "draft-" + string(part)
		return app.If(len(values) > 0, app.Div().Class("field").Body(app.Label().For(id).Text(name),
			app.Select().ID(id).OnChange(kit.Picked(send, func(i int) core.Msg { return DraftChosen{Part: part, Index: i} }), part).
				Body(kit.Places(values, now)...)))
	}
	return app.FieldSet().Class("draft").Body(app.Legend().Text(title),
		kit.Some(choose(DraftColumn, "Column", m.DraftColumns(), m.Draft.Column),
			choose(DraftRelation, "Comparison", m.DraftRelations(), m.Draft.Relation),
			choose(DraftValue, "Value", m.DraftValues(), m.Draft.Value)),
		kit.Button(send, ConditionAdded{}).ID("add-condition").Text(label))
}
