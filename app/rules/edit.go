package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/rule"
)

// edit handles the messages that edit the rules.
func (m *Model) edit(msg core.Msg) (commands []core.Command) {
	st := &m.Set
	switch msg := msg.(type) {
	case RuleSwitched:
		words := map[bool]string{true: " switched on", false: " switched off"}[msg.On]
		st.Edit(st.called(msg.Line)+words, func(r rule.Model) (rule.Model, error) { return r.Switch(msg.Line, msg.On) })
	case RulePinned:
		words := map[bool]string{true: " pinned", false: " no longer pinned"}[msg.Pinned]
		st.Edit(st.called(msg.Line)+words, func(r rule.Model) (rule.Model, error) { return r.Pin(msg.Line, msg.Pinned) })
	case RuleNoted:
		text := strings.TrimSpace(msg.Text)
		if lines := st.lines(); msg.Line >= 0 && msg.Line < len(lines) && lines[msg.Line].Note != text {
			st.Edit("note on "+st.called(msg.Line), func(r rule.Model) (rule.Model, error) { return r.Annotate(msg.Line, text) })
		}
	case RuleDeleted:
		st.Edit(st.called(msg.Line)+" deleted", func(r rule.Model) (rule.Model, error) { return r.Delete(msg.Line) })
		return []core.Command{core.Focus{ID: "undo"}}
	case ConditionDropped:
		st.Edit(st.called(msg.Line)+": "+msg.Column+" taken out", func(r rule.Model) (rule.Model, error) { return r.Drop(msg.Line, msg.Column) })
		return []core.Command{core.Focus{ID: editID(msg.Line)}}
	case ConditionAdded:
		st.addCondition()
	case RuleOpened:
		st.toggle(msg.Line)
	case DraftChosen:
		st.Draft = msg.Draft
	case Undone:
		st.goTo(st.At - 1)
	case Redone:
		st.goTo(st.At + 1)
	case RevisionChosen:
		st.goTo(msg.At)
	}
	return nil
}

// inspect shows a rule in the inspector, or none if it is there already.
func (st *Set) inspect(line int) {
	if line == st.Selected || line != NewRule && (line < 0 || line >= len(st.Cards)) {
		line = NoRule
	}
	st.Selected, st.Editing, st.Draft, st.Trouble = line, line == NewRule, Draft{}, ""
}

// toggle opens the editor of a rule, or closes it.
func (st *Set) toggle(line int) {
	opens := line != st.Selected || !st.Editing
	if line != st.Selected || line == NewRule {
		st.inspect(line)
	}
	st.Editing = opens && st.Selected != NoRule
}

func (st Set) lines() []rule.Line {
	if m := st.Model(); m != nil {
		return m.Lines()
	}
	return nil
}

// called names a rule: "rule 3", or "a rule that was off" for a disabled one.
func (st Set) called(line int) string {
	if lines := st.lines(); line >= 0 && line < len(lines) && !lines[line].Off {
		return "rule " + strconv.Itoa(lines[line].Number)
	}
	return "a rule that was off"
}

// Edit applies an edit as a new revision, which can be undone. It discards the undone revisions.
func (st *Set) Edit(words string, edit func(rule.Model) (rule.Model, error)) bool {
	now := st.Now()
	if now.Model == nil {
		return false
	}
	changed, err := edit(now.Model.Model)
	if err != nil {
		st.Trouble = plain(err)
		return false
	}
	m := *now.Model
	m.Model, m.Learned.Edited = changed, nil
	now.Words, now.Problem = words, nil
	if !slices.EqualFunc(m.Rules, now.Model.Rules, slices.Equal[rule.Rule]) || len(m.Off) != len(now.Model.Off) {
		now.Scored, now.Applied = nil, nil
	}
	if m.Encoder != now.Model.Encoder { // features have changed their indexes
		now.Set, now.Refined = nil, nil
	}
	if len(m.Lines()) < len(now.Model.Lines()) {
		st.inspect(NoRule)
	}
	now.Model = &m
	st.Revisions = append(slices.Clone(st.Revisions[:st.At+1]), now)
	st.At, st.Stage, st.Trouble = len(st.Revisions)-1, core.Final, ""
	return true
}

func (st *Set) goTo(at int) {
	if at < 0 || at >= len(st.Revisions) {
		return
	}
	st.At, st.Stage, st.Trouble = at, core.Final, ""
	if st.Selected >= len(st.lines()) {
		st.inspect(NoRule)
	}
}

// addCondition adds the draft to the edited rule, or creates a rule from it.
func (st *Set) addCondition() {
	c, ok := st.DraftCondition()
	if !ok {
		return
	}
	line, n := st.Selected, len(st.lines())
	if line == NewRule {
		if st.Edit("rule added", func(m rule.Model) (rule.Model, error) { return m.Add(n, c) }) {
			st.Selected = n
		}
		return
	}
	st.Edit(st.called(line)+": condition on "+c.Column+" added", func(m rule.Model) (rule.Model, error) { return m.Require(line, c) })
}

// editID returns the ID of the button that opens a rule for editing.
func editID(line int) string { return fmt.Sprintf("edit-%d", line) }

// plain returns the text of an error as a sentence without the package name.
func plain(err error) string {
	return core.Sentence(strings.TrimPrefix(strings.TrimPrefix(err.Error(), "rule: "), "protocol: "))
}

// Draft is a condition under construction: indexes into the lists of DraftColumns, DraftRelations and DraftValues.
type Draft struct{ Column, Relation, Value int }

// DraftColumns lists the columns available for conditions.
func (st Set) DraftColumns() (names []string) {
	if m := st.Model(); m != nil {
		for _, c := range m.Encoder.Columns {
			names = append(names, c.Name)
		}
	}
	return names
}

// relation is the comparison of a condition.
type relation struct {
	words  string
	op     binarize.Op
	not    bool
	values []string // that are features of the model; nil if the comparison needs none
}

// relations lists the comparisons for the column of the draft.
func (st Set) relations() (list []relation) {
	m, at := st.Model(), st.Draft.Column
	if m == nil || at < 0 || at >= len(m.Encoder.Columns) {
		return nil
	}
	c := &m.Encoder.Columns[at]
	add := func(possible bool, op binarize.Op, values []string, words, opposite string) {
		if possible {
			list = append(list, relation{words, op, false, values}, relation{opposite, op, true, values})
		}
	}
	var thresholds []string
	for _, t := range c.Thresholds {
		thresholds = append(thresholds, dataset.FormatNumber(t))
	}
	add(len(c.Thresholds) > 0, binarize.AtMost, thresholds, "≤", ">")
	add(len(c.Values) > 0 && c.Other == "", binarize.Equals, c.Values, "=", "≠")
	if c.Other != "" { // "≠" would say the same as "=" with the other value
		list = append(list, relation{"=", binarize.Equals, false, append(slices.Clip(c.Values), c.Other)})
	}
	add(len(c.Rest) > 0, binarize.Rest, nil, "is none of the named values", "is one of the named values")
	add(c.Missable, binarize.Missing, nil, "is missing", "is known")
	return list
}

// DraftRelations lists the comparisons for the column of the draft as text.
func (st Set) DraftRelations() (words []string) {
	for _, r := range st.relations() {
		words = append(words, r.words)
	}
	return words
}

// relation returns the comparison of the draft; ok is false if the draft is invalid.
func (st Set) relation() (r relation, ok bool) {
	list, i := st.relations(), st.Draft.Relation
	if i < 0 || i >= len(list) {
		return r, false
	}
	return list[i], true
}

// DraftValues lists the values of the draft's column that are features of the model; nil if the comparison needs none.
func (st Set) DraftValues() []string {
	r, _ := st.relation()
	return r.values
}

// DraftCondition returns the draft as a condition; ok is false if the draft is invalid.
func (st Set) DraftCondition() (c rule.Condition, ok bool) {
	r, ok := st.relation()
	if !ok {
		return c, false
	}
	c = rule.Condition{Column: st.Model().Encoder.Columns[st.Draft.Column].Name, Op: r.op, Not: r.not}
	if len(r.values) > 0 {
		if st.Draft.Value < 0 || st.Draft.Value >= len(r.values) {
			return c, false
		}
		c.Value = r.values[st.Draft.Value]
	}
	return c, true
}
