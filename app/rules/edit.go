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
		words := " switched off"
		if msg.On {
			words = " switched on"
		}
		st.Edit(st.called(msg.Line)+words, func(r rule.Model) (rule.Model, error) { return r.Switch(msg.Line, msg.On) })
	case RulePinned:
		words := " pinned"
		if !msg.Pinned {
			words = " no longer pinned"
		}
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
		st.Draft.choose(msg)
	case Undone:
		st.goTo(st.At - 1)
	case Redone:
		st.goTo(st.At + 1)
	case RevisionChosen:
		st.goTo(msg.At)
	}
	return nil
}

// toggle opens a rule for editing, and closes the one that was open.
func (st *Set) toggle(line int) {
	open := line != st.Editing && (line == NewRule || line >= 0 && line < len(st.lines()))
	st.Editing, st.Draft, st.Trouble = NoRule, Draft{}, ""
	if open {
		st.Editing = line
	}
}

func (st Set) lines() []rule.Line {
	m := st.Model()
	if m == nil {
		return nil
	}
	return m.Lines()
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
		st.Trouble = core.Sentence(plain(err))
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
	was := len(now.Model.Lines())
	now.Model = &m
	st.Revisions = append(slices.Clone(st.Revisions[:st.At+1]), now)
	st.At, st.Stage, st.Trouble = len(st.Revisions)-1, core.Final, ""
	if lines := len(m.Lines()); lines < was {
		st.Editing = NoRule
	}
	return true
}

// goTo shows the model of a revision.
func (st *Set) goTo(at int) {
	if at < 0 || at >= len(st.Revisions) {
		return
	}
	st.At, st.Stage, st.Trouble = at, core.Final, ""
	if st.Editing >= len(st.lines()) {
		st.Editing = NoRule
	}
}

// addCondition adds the draft to the edited rule, or creates a rule from it.
func (st *Set) addCondition() {
	c, ok := st.DraftCondition()
	if !ok {
		return
	}
	line, n := st.Editing, len(st.lines())
	if line == NewRule {
		if st.Edit("rule added", func(m rule.Model) (rule.Model, error) { return m.Add(n, c) }) {
			st.Editing = n
		}
		return
	}
	st.Edit(st.called(line)+": condition on "+c.Column+" added", func(m rule.Model) (rule.Model, error) { return m.Require(line, c) })
}

// editID returns the ID of the button that opens a rule for editing.
func editID(line int) string { return fmt.Sprintf("edit-%d", line) }

// plain returns the text of an error without the package name.
func plain(err error) string {
	text := err.Error()
	for _, name := range []string{"rule: ", "protocol: "} {
		text = strings.TrimPrefix(text, name)
	}
	return text
}

// Draft is a condition under construction: indexes into the lists of DraftColumns, DraftRelations and DraftValues.
type Draft struct{ Column, Relation, Value int }

// DraftPart names a part of a Draft.
type DraftPart string

// The parts of a Draft.
const (
	DraftColumn   DraftPart = "column"
	DraftRelation DraftPart = "relation"
	DraftValue    DraftPart = "value"
)

func (d *Draft) choose(m DraftChosen) {
	switch m.Part {
	case DraftColumn:
		*d = Draft{Column: m.Index}
	case DraftRelation:
		d.Relation = m.Index
	case DraftValue:
		d.Value = m.Index
	}
}

// DraftColumns lists the columns available for conditions.
func (st Set) DraftColumns() []string {
	var names []string
	if m := st.Model(); m != nil {
		for _, c := range m.Encoder.Columns {
			names = append(names, c.Name)
		}
	}
	return names
}

// relation is the comparison of a condition.
type relation struct {
	words string
	op    binarize.Op
	not   bool
}

func relations(c *binarize.EncodedColumn) []relation {
	var list []relation
	if len(c.Thresholds) > 0 {
		list = append(list, relation{"≤", binarize.AtMost, false}, relation{">", binarize.AtMost, true})
	}
	if len(c.Values) > 0 {
		list = append(list, relation{"=", binarize.Equals, false})
		if c.Other == "" {
			list = append(list, relation{"≠", binarize.Equals, true})
		}
	}
	if len(c.Rest) > 0 {
		list = append(list, relation{"is none of the named values", binarize.Rest, false},
			relation{"is one of the named values", binarize.Rest, true})
	}
	if c.Missable {
		list = append(list, relation{"is missing", binarize.Missing, false}, relation{"is known", binarize.Missing, true})
	}
	return list
}

func (st Set) draftColumn() *binarize.EncodedColumn {
	if m := st.Model(); m != nil && st.Draft.Column >= 0 && st.Draft.Column < len(m.Encoder.Columns) {
		return &m.Encoder.Columns[st.Draft.Column]
	}
	return nil
}

// DraftRelations lists the comparisons for the column of the draft.
func (st Set) DraftRelations() []string {
	var list []string
	if c := st.draftColumn(); c != nil {
		for _, r := range relations(c) {
			list = append(list, r.words)
		}
	}
	return list
}

func (st Set) draftRelation() (r relation, ok bool) {
	c := st.draftColumn()
	if c == nil {
		return r, false
	}
	list := relations(c)
	if i := st.Draft.Relation; i >= 0 && i < len(list) {
		return list[i], true
	}
	return r, false
}

// DraftValues lists the values for the column of the draft that are features of the model. It is nil if the
// comparison needs no value.
func (st Set) DraftValues() []string {
	r, ok := st.draftRelation()
	if !ok {
		return nil
	}
	c := st.draftColumn()
	var list []string
	switch r.op {
	case binarize.AtMost:
		for _, t := range c.Thresholds {
			list = append(list, dataset.FormatNumber(t))
		}
	case binarize.Equals:
		list = slices.Clone(c.Values)
		if c.Other != "" {
			list = append(list, c.Other)
		}
	}
	return list
}

// DraftCondition returns the draft as a condition; ok is false if the draft is invalid.
func (st Set) DraftCondition() (c rule.Condition, ok bool) {
	r, ok := st.draftRelation()
	if !ok {
		return c, false
	}
	c = rule.Condition{Column: st.draftColumn().Name, Op: r.op, Not: r.not}
	if values := st.DraftValues(); len(values) > 0 {
		if st.Draft.Value < 0 || st.Draft.Value >= len(values) {
			return c, false
		}
		c.Value = values[st.Draft.Value]
	}
	return c, true
}

// mostHistory is the number of listed revisions.
const mostHistory = 8

// history lists the indexes of the latest revisions, the newest first.
func (st Set) history() []int {
	var list []int
	for i := len(st.Revisions) - 1; i >= 0 && len(list) < mostHistory; i-- {
		list = append(list, i)
	}
	return list
}
