package rules

import (
	"fmt"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// toolbar sorts, searches and undoes; nil if there is nothing to sort or undo.
func toolbar(m Model, send func(core.Msg)) app.UI {
	back := func(id, label string, possible bool, msg Msg) app.UI {
		return app.Button().Type("button").Class("small").ID(id).Disabled(!possible).OnClick(kit.On(send, msg), id).Text(label)
	}
	var restore app.UI
	if m.Sort != AsInModel || m.Find != "" {
		restore = app.Button().Type("button").Class("small").ID("restore-order").
			OnClick(kit.On(send, OrderReset{})).Text("Restore order")
	}
	var edits app.UI
	if m.Stage == core.Final {
		edits = app.Div().Class("tool-acts").Body(
			back("undo", "Undo", m.At > 0, Undone{}), back("redo", "Redo", m.At < len(m.Revisions)-1, Redone{}),
			app.Button().Type("button").Class("small").ID("add-rule").Aria("expanded", kit.Truth(m.Editing == NewRule)).
				OnClick(kit.On(send, RuleOpened{Line: NewRule}), "add").Text("Add a rule"))
	}
	return app.Div().Class("toolbar").Body(
		app.Div().Class("tool").Body(app.Label().For("sort").Text("Order"),
			app.Select().ID("sort").OnChange(kit.Typed(send, func(v string) core.Msg { return SortChosen{Sort: Sort(v)} })).
				Body(kit.Options(Sorts, string(m.Sort))...)),
		app.Div().Class("tool").Body(app.Label().For("find-rule").Text("Find"),
			app.Input().Type("text").ID("find-rule").AutoComplete(false).Spellcheck(false).Value(m.Find).
				OnInput(kit.Typed(send, func(v string) core.Msg { return RulesSought{Text: v} }))),
		kit.Some(restore), kit.Some(edits), kit.Some(history(m, send)))
}

// history lists the edits; nil if there are none.
func history(m Model, send func(core.Msg)) app.UI {
	list := m.history()
	if len(list) < 2 {
		return nil
	}
	return app.Details().Class("history").Body(
		app.Summary().Text("Revisions: "+core.Plural(len(m.Revisions)-1, "step", "steps")),
		app.Ol().Body(app.Range(list).Slice(func(i int) app.UI {
			at := list[i]
			b := app.Button().Type("button").Class("link").OnClick(kit.On(send, RevisionChosen{At: at}), at).Text(m.Revisions[at].Words)
			if at == m.At {
				b = b.Aria("current", "step")
			}
			return app.Li().Body(b)
		})))
}

// cardView shows one rule.
func cardView(m Model, v core.View, send func(core.Msg), c Card) app.UI {
	editing := m.Stage == core.Final && m.Editing == c.Line
	class := "card"
	if c.Off {
		class += " off"
	}
	if editing {
		class += " editing"
	}
	body := []app.UI{
		app.Div().Class("card-name").Text(cardName(c)),
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
	return app.Li().Class(class).Body(body...)
}

func cardName(c Card) string {
	switch {
	case c.Off:
		return "off"
	case c.Pinned:
		return fmt.Sprintf("R%d ★", c.Number)
	}
	return fmt.Sprintf("R%d", c.Number)
}

// ruleName is the name of a rule for screen readers, part of the labels of its buttons.
func ruleName(c Card) app.UI {
	if c.Off {
		return kit.Unseen(fmt.Sprintf(" the rule in place %d, which is off", c.Line+1))
	}
	return kit.Unseen(fmt.Sprintf(" rule %d", c.Number))
}

// conditions returns the chips of a rule, with buttons to remove them in edit mode.
func conditions(send func(core.Msg), c Card, editing bool) []app.UI {
	list := []app.UI{app.Span().Class("if").Text("IF")}
	if len(c.Phrases) == 0 {
		return append(list, app.Span().Class("chip").Text(rule.Always))
	}
	for i, p := range c.Phrases {
		and := ""
		if i > 0 {
			and = "AND"
		}
		chip := []app.UI{app.Text(p.Text)}
		if editing {
			chip = append(chip, app.Button().Type("button").Class("drop-condition").
				OnClick(kit.On(send, ConditionDropped{Line: c.Line, Column: p.Column}), c.Line, p.Column).
				Body(app.Span().Aria("hidden", "true").Text("×"), kit.Unseen("Take out "+p.Text)))
		}
		list = append(list, app.Span().Body(app.Span().Class("and").Text(and), app.Span().Class("chip").Body(chip...)))
	}
	return list
}

// cardParts shows the scores of a rule on training and on test rows, side by side.
func cardParts(c Card) app.UI {
	if len(c.Parts) == 0 {
		return nil
	}
	return app.Div().Class("parts").Body(app.Range(c.Parts).Slice(func(i int) app.UI {
		p := c.Parts[i]
		return app.Div().Class("part").Body(
			app.Span().Class("part-name").Text(p.Name),
			bar(p),
			app.Span().Class("part-words").Text(p.Words()))
	}))
}

// bar draws the precision of a rule with its confidence interval.
func bar(p Part) app.UI {
	const width, height, middle = 120, 12, 6
	right, wrong := width*p.Right, width
	if p.Covered == 0 {
		wrong = 0
	}
	body := []app.UI{
		kit.Path("bar-frame", fmt.Sprintf("M0 0H%dV%dH0Z", width, height)),
		kit.Path("bar-wrong", fmt.Sprintf("M0 0H%dV%dH0Z", wrong, height)),
		kit.Path("bar-right", fmt.Sprintf("M0 0H%.1fV%dH0Z", right, height)),
	}
	if p.Covered > 0 {
		low, high := width*p.Low, width*p.High
		body = append(body, kit.Path("bar-ends", fmt.Sprintf("M%.1f %dH%.1fM%.1f 2V10M%.1f 2V10", low, middle, high, low, high)))
	}
	return kit.SVG("bar", width, height, "").Aria("hidden", "true").Body(body...) // the adjacent text says the same
}

// cardWords lists further facts about a rule.
func cardWords(c Card) []app.UI {
	var list []app.UI
	if c.Covers != "" {
		list = append(list, app.P().Class("quiet").Text(c.Covers+" "+c.Adds))
	}
	for _, flag := range c.Flags {
		list = append(list, app.P().Class("flag").Text(flag))
	}
	if c.Note != "" {
		list = append(list, app.P().Class("own-note").Body(app.Strong().Text("Note: "), app.Text(c.Note)))
	}
	return list
}

// cardRows shows the rows of a rule; nil if they are unknown.
func cardRows(m Model, v core.View, send func(core.Msg), c Card) app.UI {
	now := m.Model()
	if !v.Browsable() || c.Parts == nil {
		return nil
	}
	button := func(words string, n int, of protocol.Selection) app.UI {
		of.Lines = []int{c.Line + 1}
		return kit.RowsButton(send, core.RowsAsked{Of: of}, app.Text(core.Count(n)+" "+words), kit.Unseen(" rows of"), ruleName(c)).
			Class("small").Disabled(n == 0)
	}
	return app.Div().Class("card-rows").Body(
		app.Span().Text("Show rows:"),
		button("covered", c.Covered, protocol.Selection{}),
		button("right", c.Right, protocol.Selection{Truth: now.Positive}),
		button("wrong", c.Covered-c.Right, protocol.Selection{Truth: now.Negative}),
		button("by this rule alone", c.Alone, protocol.Selection{Alone: true}))
}

// cardActs returns the buttons of a rule.
func cardActs(send func(core.Msg), c Card, editing bool) app.UI {
	on := fmt.Sprintf("on-%d", c.Line)
	pin := "Pin"
	if c.Pinned {
		pin = "Unpin"
	}
	return app.Div().Class("card-acts").Body(
		app.Span().Class("switch").Body(
			app.Input().Type("checkbox").ID(on).Checked(!c.Off).OnChange(kit.On(send, RuleSwitched{Line: c.Line, On: c.Off}), c.Line, c.Off),
			app.Label().For(on).Body(app.Text("On"), ruleName(c))),
		app.Button().Type("button").Class("small").ID(editID(c.Line)).Aria("expanded", kit.Truth(editing)).
			OnClick(kit.On(send, RuleOpened{Line: c.Line}), c.Line).Body(app.Text("Edit"), ruleName(c)),
		app.Button().Type("button").Class("small").OnClick(kit.On(send, RulePinned{Line: c.Line, Pinned: !c.Pinned}), c.Line, c.Pinned).
			Body(app.Text(pin), ruleName(c)),
		app.Button().Type("button").Class("small").OnClick(kit.On(send, LineCopied{Line: c.Line}), c.Line).
			Body(app.Text("Copy"), ruleName(c)),
		app.Button().Type("button").Class("small").OnClick(kit.On(send, RuleDeleted{Line: c.Line}), c.Line).
			Body(app.Text("Delete"), ruleName(c)),
	)
}

// cardEditor adds a condition and edits the note.
func cardEditor(m Model, send func(core.Msg), c Card) app.UI {
	return app.Div().Class("editor").Body(
		draft(m, send, "Add a condition to this rule", "Add the condition"),
		kit.Field("rule-note", "Note", "It stays with the rule and is saved in the model file.", "",
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
		if len(values) == 0 {
			return nil
		}
		id := "draft-" + string(part)
		return app.Div().Class("field").Body(app.Label().For(id).Text(name),
			app.Select().ID(id).OnChange(kit.Typed(send, func(v string) core.Msg {
				i, _ := strconv.Atoi(v)
				return DraftChosen{Part: part, Index: i}
			}), string(part)).Body(kit.Places(values, now)...))
	}
	return app.FieldSet().Class("draft").Body(app.Legend().Text(title),
		kit.Some(choose(DraftColumn, "Column", m.DraftColumns(), m.Draft.Column),
			choose(DraftRelation, "Comparison", m.DraftRelations(), m.Draft.Relation),
			choose(DraftValue, "Value", m.DraftValues(), m.Draft.Value)),
		app.Button().Type("button").Class("button").ID("add-condition").OnClick(kit.On(send, ConditionAdded{}), "condition").Text(label))
}
