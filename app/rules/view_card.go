package rules

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Toolbar sorts, finds and edits the rules of the list.
func Toolbar(m Model, send func(core.Msg)) app.UI {
	button := func(id, label string, icon kit.Icon, m core.Msg) app.HTMLButton {
		return kit.SmallButton(send, m).ID(id).Body(kit.DrawIcon(icon), app.Span().Text(label))
	}
	_, undo := m.next(-1)
	_, redo := m.next(1)
	return app.Div().Class("toolbar").Body(
		app.Div().Class("tool").Body(app.Label().For("sort").Text("Sort"),
			kit.Select(send, "sort", sorts, string(m.Sort), func(v string) core.Msg { return SortChosen{Sort: Sort(v)} })),
		app.Div().Class("tool").Body(app.Label().Class("unseen").For(findID).Text("Find"),
			kit.Keyed(kit.TextInput(send, findID, m.Find, func(v string) core.Msg { return RulesSought{Text: v} }), "/").
				Spellcheck(false).Placeholder("Find")),
		kit.Some(app.If(m.Stage == core.Final, app.Div().Class("tool-acts").Body(
			kit.Keyed(button("undo", "Undo", kit.UndoIcon, Undone{}), "Control+Z").Disabled(undo == 0),
			kit.Keyed(button("redo", "Redo", kit.UndoIcon, Redone{}), "Control+Shift+Z").Disabled(redo == 0),
			button("spoken", "Sentences", kit.TextIcon, SpokenChosen{Spoken: !m.Spoken}).Title("Show the rules as sentences").
				Aria("pressed", m.Spoken),
			button("copy-rules", "Copy as text", kit.CopyIcon, RulesCopied{}),
			button("add-rule", "Add a rule", kit.AddIcon, RuleOpened{Line: NewRule}).Aria("expanded", m.Selected == NewRule)))))
}

func listHeads(m Model) []string {
	return []string{"Rule", "Precision" + core.When(len(m.Rest.Parts) > 1, " (test)"), "Coverage", "Unique"}
}

func listHead(m Model, c core.View, send func(core.Msg)) app.UI {
	names := listHeads(m)
	return app.Div().Class("list-head").Body(
		app.Span().Text(names[0]),
		kit.Helped(c, send, "list-precision", names[1], core.TermPrecision),
		kit.Helped(c, send, "list-coverage", names[2], core.TermCoverage),
		kit.Helped(c, send, "list-unique", names[3], core.TermAlone))
}

// columnChip says that only rules with a condition on a column are listed, and removes this restriction.
func columnChip(column string, send func(core.Msg)) app.UI {
	return kit.SmallButton(send, ColumnSought{}).ID(columnID).Body(
		app.Text("with "+core.Clipped(column)+" "), app.Span().Aria("hidden", "true").Text("×"), kit.Unseen(" show all rules"))
}

// groupView lists the rules of a set. In a multiclass model, a line above them shows their joint scores and selects the class.
func groupView(m Model, c core.View, send func(core.Msg), g ClassGroup) app.UI {
	var head app.UI
	if g.Name != "" {
		words := app.Text(g.Name + ": " + core.Plural(g.Rules, "rule", "rules"))
		head = kit.PlainButton(send, "rule-line class-line", SetChosen{Set: g.Set}).DataSet("set", g.Set).
			Aria("pressed", g.Set == m.Classes.At && m.Selected == NoRule).Body(lineCells("", []app.UI{words}, "", g.Whole)...)
	}
	var spoken *rule.Typesetter
	if m.Spoken {
		spoken = c.Typeset(m.at(g.Set).Model()).Spoken()
	}
	var lines []app.UI
	for i, c := range g.Cards {
		conditions := folded(m.ranked(c))
		if c.Shared.Text != "" { // a screen reader may read the line alone
			conditions = append([]app.UI{kit.Unseen(c.Shared.Marked(rule.OrMissing) + " and ")}, conditions...)
		}
		if m.Spoken {
			conditions = []app.UI{kit.Names(c.sentence(spoken, m.at(c.Set).Model()))}
			c.Says = "" // the sentence does
		} else if c.Shared.Text != "" && (i == 0 || g.Cards[i-1].Shared != c.Shared) {
			all := m.at(g.Set).Shared
			lines = append(lines, sharedLine(c.Shared, len(all)-len(apart(all, c.Shared))))
		}
		lines = append(lines, ruleLine(m, send, c, conditions))
	}
	return app.Div().Class("rule-group").Body(kit.Some(head), app.Ol().Class("rule-lines").Body(lines...))
}

func sharedLine(p rule.Phrase, rules int) app.UI {
	return app.Li().Class("shared-line").Body(app.Span().Class("rule-conditions").Body(
		kit.Names(p.Text), orMissing(p), app.Small().Text(" and, in "+core.Plural(rules, "rule", "rules")+":")))
}

func ruleLine(m Model, send func(core.Msg), c Card, conditions []app.UI) app.UI {
	class := "rule-line" + core.When(c.Off, " off") + core.When(m.Spoken, " spoken") + core.When(c.Shared.Text != "" && !m.Spoken, " shared")
	return app.Li().Body(kit.PlainButton(send, class, RuleSelected{Set: c.Set, Line: c.Line}).ID(lineID(c.Set, c.Line)).
		DataSet("rule", c.Number).Aria("pressed", c.Set == m.Classes.At && m.Selected == c.Line).Body(ruleCells(c, conditions)...))
}

// lineID returns the identifier of a line of the list, or of the button that opened the form of a new rule.
func lineID(set, line int) string {
	return core.Either(line == NewRule, "add-rule", fmt.Sprintf("line-%d-%d", set, line))
}

func ruleCells(c Card, conditions []app.UI) []app.UI {
	number := core.Either(c.Off, "off", core.RuleName(c.Number)+core.When(c.Pinned, " ★"))
	return lineCells(number, conditions, core.When(!c.Off, core.Count(c.Alone)), c) // a disabled rule does not cover rows
}

// restLine shows the default class and the rows that no rule covers; nil for code words, which lack a default class.
func restLine(m Model) app.UI {
	line := func(class string, rows Card) app.UI {
		few := "no rule holds"
		if model := m.Model(); model != nil && model.Votes() > 1 {
			few = "fewer than " + core.Count(model.Votes()) + " rules hold"
		}
		words := []app.UI{app.Text(few + " → " + rule.Quoted(class))}
		return app.Li().Class("rest-line").Body(lineCells("–", words, "", rows)...)
	}
	if c := m.Classes.Model; c != nil {
		var rest Card
		if m.listed() {
			rest = m.Classes.rest
		}
		return app.If(c.Codes == nil, line(c.Names[c.Default], rest))
	}
	return line(answer(m.Model(), false), m.Rest)
}

func inShort(phrases []rule.Phrase) (list []app.UI) {
	if len(phrases) == 0 {
		return []app.UI{app.Text(rule.Always)}
	}
	for i, p := range phrases {
		list = append(list, kit.Names(core.When(i > 0, " · ")+p.Short),
			app.If(p.Dots != "", app.Span().Class("dots").Aria("hidden", "true").Text(p.Dots)), orMissing(p))
	}
	return list
}

// folded draws conditions for one line. As many of the last ones as minor says are only counted, and long lists are cut, until the line has
// the pointer or the focus.
func folded(phrases []rule.Phrase, minor int) []app.UI {
	first, full := len(phrases)-minor, []rule.Phrase(nil)
	for i, p := range phrases {
		if i >= first || p.Short != p.Text {
			full = append(full, rule.Phrase{Short: p.Text, OrMissing: p.OrMissing})
		}
	}
	list := inShort(phrases[:first])
	if full != nil {
		list = append(list, app.Span().Class("minor").Body(app.If(minor > 0, app.Text(fmt.Sprintf(" · +%d minor", minor))),
			app.Span().Class("minor-list").Body(append([]app.UI{kit.Unseen(": ")}, inShort(full)...)...)))
	}
	return list
}

// orMissing marks a condition that also holds for a missing value.
func orMissing(p rule.Phrase) app.UI {
	return app.If(p.OrMissing, app.Sup().Body(app.Span().Aria("hidden", "true").Text(rule.MissingMark), kit.Unseen(rule.OrMissing)))
}

func lineCells(number string, conditions []app.UI, unique string, c Card) []app.UI {
	cells := []app.UI{app.Span().Class("rule-number").Text(number), app.Span().Class("rule-if").Body(
		app.Span().Class("rule-conditions").Body(conditions...),
		app.If(c.Says != "", app.Strong().Class("says").Text(" → "+c.Says)), // never cut, as conditions are
		app.If(c.Short != "", app.Span().Class("flag").Title(c.Short).Body(kit.DrawIcon(kit.WarningIcon), app.Text(c.Short))))}
	if len(c.Parts) == 0 || c.Rows == 0 {
		return cells
	}
	last := c.Parts[len(c.Parts)-1]
	return append(cells,
		app.Span().Class("rule-precision").Body(bar(last), app.Span().Body(kit.Unseen("precision "), app.Text(last.precision()))),
		app.Span().Class("rule-coverage").Body(kit.Unseen("covers "), app.Text(core.Percent(c.Share)),
			app.Small().Text(core.Count(c.Covered))),
		app.Span().Class("rule-unique").Body(app.If(unique != "", kit.Unseen("unique ")), app.Text(unique)))
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
			return app.Li().Body(
				kit.PlainButton(send, "link", RevisionChosen{At: at}).Aria("current", at == m.At).Text(m.Revisions[at].Words))
		})))
}

func cardView(m Model, v core.View, send func(core.Msg), c Card) []app.UI {
	editing := m.Stage == core.Final && m.Editing
	return []app.UI{app.Div().Class("card"+core.When(c.Off, " off")).Body(
		app.Div().Class("card-head").Body(app.H3().Text(c.name()+core.When(c.Pinned, " ★")),
			kit.SmallButton(send, RuleSelected{Line: NoRule}).Body(app.Text("Close"), kit.Unseen(" the rule"))),
		kit.Some(app.If(m.Stage == core.Final, cardActs(m, send, c, editing))),
		kit.Helped(v, send, "card-conditions", "Conditions", core.TermCondition),
		app.Ul().Class("conditions").Body(conditions(m, v, send, c, editing)...),
		kit.Some(app.If(editing, cardEditor(m, v, send, c))),
		kit.Some(app.If(len(c.Parts) > 0, cardParts(v, send, c))),
		kit.Some(cardWords(c)...),
		kit.Some(app.If(m.Stage == core.Final, cardRows(m, v, send, c))))}
}

// conditions returns the conditions of a rule, one for each column, with what each changes, and buttons to remove them in edit mode.
func conditions(m Model, v core.View, send func(core.Msg), c Card, editing bool) (list []app.UI) {
	if len(c.Phrases) == 0 {
		return []app.UI{app.Li().Text(rule.Always)}
	}
	for i, p := range c.Phrases {
		words := "Rules with " + core.Clipped(p.Column)
		same := kit.SmallButton(send, ColumnSought{p.Column}).Title(words).
			Body(kit.DrawIcon(kit.FilterIcon), kit.Unseen(words))
		label := fmt.Sprintf("condition-%d", i)
		drop := kit.PlainButton(send, "drop-condition", ConditionDropped{Line: c.Line, Column: p.Column}).
			Body(app.Span().Aria("hidden", "true").Text("×"), kit.Unseen("Take out "+p.Text))
		score, outdated := m.WithoutInWords(c, i)
		list = append(list, app.Li().Body(
			app.Span().ID(label).Body(kit.Names(p.Text), orMissing(p)),
			app.Small().Body(app.Span().Class(core.When(outdated, "outdated")).Text(score), app.If(editing, drop), app.If(!editing, same)),
			kit.Some(intervalView(m, v, send, c.Line, p.Column, label))))
	}
	return list
}

// cardParts shows the precision of a rule on training and on test rows, or on all rows.
func cardParts(v core.View, send func(core.Msg), c Card) app.UI {
	title, term := "Precision", core.TermPrecision
	switch {
	case len(c.Parts) > 1:
		title, term = "Precision, on test rows with 95% interval", core.TermInterval
	case c.fresh:
		title, term = "Precision, with 95% interval", core.TermInterval
	}
	return app.Div().Class("parts").Body(
		kit.Helped(v, send, "card-precision", title, term),
		kit.Each(c.Parts, func(p Part) app.UI {
			return app.Div().Class("part").Body(
				app.Span().Class("part-name").Text(p.Name), bar(p), app.Span().Class("part-words").Text(p.words()))
		}))
}

func bar(p Part) app.UI {
	const width, height, middle = 120, 12, 6
	low, high := width*p.Low, width*p.High
	return kit.SVG("bar", width, height, "").Aria("hidden", "true").Body( // the adjacent text says the same
		kit.Path("bar-frame", fmt.Sprintf("M0 0H%dV%dH0Z", width, height)),
		kit.Path("bar-wrong", fmt.Sprintf("M0 0H%dV%dH0Z", width*min(p.Covered, 1), height)),
		kit.Path("bar-right", fmt.Sprintf("M0 0H%.1fV%dH0Z", width*p.Right, height)),
		app.If(p.High > 0, kit.Path("bar-ends", fmt.Sprintf("M%.1f %dH%.1fM%.1f 2V10M%.1f 2V10", low, middle, high, low, high))))
}

func cardWords(c Card) []app.UI {
	return append(kit.Lines("quiet", c.Effect),
		kit.Each(c.Flags, func(text string) app.UI {
			return app.P().Class("flag").Body(kit.DrawIcon(kit.WarningIcon), app.Text(text))
		}),
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
		return cardButton(send, c, core.Count(n)+" "+words, core.RowsAsked{Of: of}).Disabled(n == 0)
	}
	return app.Div().Class("card-rows").Body(
		app.Span().Text("Show rows"),
		button("covered", c.Covered, protocol.Selection{}),
		button("correct", c.Right, protocol.Selection{Truth: now.Positive}),
		button("wrong", c.Covered-c.Right, protocol.Selection{Truth: now.Negative}),
		app.If(!c.Off, button("unique", c.Alone, protocol.Selection{Alone: true})))
}

// cardButton is a button about a rule, which screen readers name.
func cardButton(send func(core.Msg), c Card, label string, msg core.Msg) app.HTMLButton {
	return kit.SmallButton(send, msg).Body(app.Text(label), kit.Unseen(" "+c.name()))
}

func cardActs(m Model, send func(core.Msg), c Card, editing bool) app.UI {
	on, pin := fmt.Sprintf("on-%d", c.Line), core.Either(c.Pinned, "Unpin", "Pin")
	act := func(label string, m core.Msg) app.HTMLButton { return cardButton(send, c, label, m) }
	acts := []app.UI{
		app.Span().Class("switch").Body(
			kit.Keyed(kit.Checkbox(send, on, !c.Off, RuleSwitched{Line: c.Line, On: c.Off}), "X"),
			app.Label().For(on).Body(app.Text("On"), kit.Unseen(" "+c.name()))),
		kit.Keyed(act("Edit", RuleOpened{Line: c.Line}), "E").ID(editID(c.Line)).Aria("expanded", editing),
		act(pin, RulePinned{Line: c.Line, Pinned: !c.Pinned}),
		act("Copy", LineCopied{Line: c.Line}),
		act("Delete", RuleDeleted{Line: c.Line}),
	}
	if m.listed() {
		acts = append(acts, act("Up", RuleMoved{c.Line, -1}), act("Down", RuleMoved{c.Line, 1}))
	}
	return app.Div().Class("card-acts").Body(acts...)
}

func cardEditor(m Model, v core.View, send func(core.Msg), c Card) app.UI {
	return app.Div().Class("editor").Body(
		draft(m, v, send, "Add a condition to this rule", "Add the condition"),
		kit.Field("rule-note", "Note", noteHint, "",
			kit.ChangeInput(send, "rule-note", c.Note, func(v string) core.Msg { return RuleNoted{Line: c.Line, Text: v} }, c.Line).
				Aria("describedby", "rule-note-hint")))
}

func draft(m Model, c core.View, send func(core.Msg), title, label string) app.UI {
	d, typeset := m.Draft, c.Typeset(m.Model()) // conditions read as in the rules
	_, literals := m.DraftConditions()
	conditions := core.Texts(len(literals), func(i int) string { return typeset.Line(rule.Rule{literals[i]}, rule.OrMissing) })
	choose := func(id, name string, values []string, now int, chosen func(i int) Draft) app.UI {
		return kit.Picker(send, id, name, values, now, func(i int) core.Msg { return DraftChosen{Draft: chosen(i)} }, d)
	}
	return app.FieldSet().Class("draft").Body(app.Legend().Text(title),
		choose("draft-column", "Column", m.DraftColumns(), d.Column, func(i int) Draft { return Draft{Column: i} }),
		choose("draft-condition", "Condition", conditions, d.Condition, func(i int) Draft { return Draft{d.Column, i} }),
		kit.Button(send, ConditionAdded{}).ID("add-condition").Text(label))
}
