package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/rule"
)

// edit handles the messages that edit the rules. After an edit, the undone edits of all classes can no longer be redone.
func (m *Model) edit(msg core.Msg, c core.View) []core.Command {
	edits := m.edits
	commands := m.editShown(msg, c)
	if m.edits > edits {
		m.eachSet(func(_ int, st *Set) { st.Revisions = st.Revisions[:min(st.At+1, len(st.Revisions))] })
	}
	return commands
}

// editShown handles the messages that edit the rules of the class that is shown.
func (m *Model) editShown(msg core.Msg, c core.View) []core.Command {
	st := &m.Set
	switch msg := msg.(type) {
	case RuleSwitched:
		words := core.Either(msg.On, " switched on", " switched off")
		return st.edit(st.called(msg.Line)+words, func(r rule.Model) (rule.Model, error) { return r.Switch(msg.Line, msg.On) })
	case RulePinned:
		words := core.Either(msg.Pinned, " pinned", " no longer pinned")
		return st.edit(st.called(msg.Line)+words, func(r rule.Model) (rule.Model, error) { return r.Pin(msg.Line, msg.Pinned) })
	case RuleNoted:
		text := strings.TrimSpace(msg.Text)
		if lines := st.lines(); msg.Line >= 0 && msg.Line < len(lines) && lines[msg.Line].Note != text {
			return st.edit("note on "+st.called(msg.Line), func(r rule.Model) (rule.Model, error) { return r.Annotate(msg.Line, text) })
		}
	case RuleDeleted:
		return append(st.edit(st.called(msg.Line)+" deleted", func(r rule.Model) (rule.Model, error) { return r.Delete(msg.Line) }),
			core.Focus{ID: "undo"})
	case RuleMoved:
		return m.moveRule(msg.Line, msg.By)
	case ConditionDropped:
		drop := func(r rule.Model) (rule.Model, error) { return r.Drop(msg.Line, msg.Column) }
		return append(st.edit(st.called(msg.Line)+": "+msg.Column+" taken out", drop), core.Focus{ID: editID(msg.Line)})
	case ConditionAdded:
		behind, _ := m.placed()
		return st.addCondition(behind)
	case BoundGrabbed:
		st.moving, st.held = 0, true
	case BoundMoved:
		st.moveBound(c, msg.Bound, func(b interval, _ float64) float64 { return msg.To + b.inset(msg.Upper) })
	case BoundNudged:
		return st.moveBound(c, msg.Bound, func(b interval, value float64) float64 {
			return value + float64(msg.Steps)*core.ScaleOf(b.column).Step
		})
	case BoundDropped:
		moved := st.moving > 0
		if st.moving, st.held = 0, false; moved {
			return []core.Command{core.Edited{Text: core.Sentence(st.Now().Words)}}
		}
	case RuleOpened:
		st.toggle(msg.Line)
	case DraftChosen:
		st.Draft = msg.Draft
	case Undone:
		return m.revisit(-1)
	case Redone:
		return m.revisit(1)
	case RevisionChosen:
		m.choose(msg.At)
	}
	return nil
}

// inspect shows a rule in the inspector, or closes the inspector if the rule is there already.
func (st *Set) inspect(line int) {
	if line == st.Selected || line != NewRule && (line < 0 || line >= len(st.Cards)) {
		line = NoRule
	}
	st.Selected, st.Editing, st.Draft, st.Trouble, st.held = line, line == NewRule, Draft{}, "", false
}

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

// called names a rule: "rule 3", or "rule at position 3" for a disabled one.
func (st Set) called(line int) string {
	if lines := st.lines(); line >= 0 && line < len(lines) && !lines[line].Off {
		if n := lines[line].Number; line >= len(st.Cards) || st.Cards[line].Off {
			return "rule " + strconv.Itoa(n)
		}
		return st.Cards[line].name()
	}
	if line >= 0 && line < len(st.Cards) {
		return st.Cards[line].position()
	}
	return Card{Line: line}.position()
}

// edit applies an edit as a new revision, which can be undone, and reports it.
func (st *Set) edit(words string, edit func(rule.Model) (rule.Model, error)) []core.Command {
	now := st.Now()
	if now.Model == nil {
		return nil
	}
	changed, err := edit(now.Model.Model)
	if err != nil {
		st.Trouble = plain(err)
		return nil
	}
	m := *now.Model
	m.Model, m.Learned.Edited = changed, nil
	now.Words, now.Problem = words, nil
	if !slices.EqualFunc(m.Rules, now.Model.Rules, slices.Equal[rule.Rule]) || len(m.Off) != len(now.Model.Off) {
		now.Scored, now.Applied, now.Kept = nil, nil, nil
	}
	if m.Encoder != now.Model.Encoder { // features have changed their indexes
		now.Set, now.Refined = nil, nil
	}
	if len(m.Lines()) < len(now.Model.Lines()) {
		st.inspect(NoRule)
	}
	now.Model = &m
	st.push(now)
	st.Stage, st.Trouble = core.Final, ""
	return []core.Command{core.Edited{Text: core.Sentence(words)}}
}

// next returns the set whose edit is the next to undo (by = -1), i.e. the latest, or to redo (by = 1), i.e. the earliest undone one, and
// the number of the edit. It prefers the current set if the edit changed several. The number is 0 if there is none.
func (m *Model) next(by int) (set, nth int) {
	for k := range m.sets() {
		i := (m.Classes.At + k) % m.sets()
		if n := m.at(i).nth(by); n > 0 && (nth == 0 || by*n < by*nth) {
			set, nth = i, n
		}
	}
	return set, nth
}

// nth returns the number of the edit to undo (by = -1) or to redo (by = 1) in this set; 0 if there is none.
func (st *Set) nth(by int) int {
	if at := max(st.At, st.At+by); at > 0 && at < len(st.Revisions) {
		return st.Revisions[at].Nth
	}
	return 0
}

// revisit undoes or redoes an edit of any class, and tells screen readers: the rules change far from the buttons.
func (m *Model) revisit(by int) []core.Command {
	set, nth := m.next(by)
	if nth == 0 {
		return nil
	}
	commands := m.turn(set)
	edited := m.Revisions[max(m.At, m.At+by)].Words
	m.step(by, nth)
	text := core.Either(by < 0, "Undone: ", "Redone: ") + edited
	return append(commands, core.Say{Text: text + "; " + core.Plural(len(m.Model().Rules), "rule is", "rules are") + " shown again."})
}

// step undoes (by = -1) or redoes (by = 1) an edit in all sets that it changed.
func (m *Model) step(by, nth int) {
	m.eachSet(func(_ int, st *Set) {
		if st.nth(by) == nth {
			st.goTo(st.At + by)
		}
	})
}

// choose shows a revision of the current set. In a decision list it undoes or redoes the edits of all classes, whose rules share places.
func (m *Model) choose(at int) {
	for at >= 0 && at < len(m.Revisions) && at != m.At && m.listed() {
		by := cmp.Compare(at, m.At)
		_, nth := m.next(by)
		m.step(by, nth)
	}
	m.goTo(at)
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

// addCondition adds the draft to the edited rule, or creates a rule from it at a place in the decision list.
func (st *Set) addCondition(place int) []core.Command {
	list, _ := st.DraftConditions()
	if st.Draft.Condition < 0 || st.Draft.Condition >= len(list) {
		return nil
	}
	c, line, n := list[st.Draft.Condition], st.Selected, len(st.lines())
	if line == NewRule {
		commands := st.edit("rule added", func(m rule.Model) (rule.Model, error) {
			if m, err := m.Add(n, c); err != nil || place == 0 {
				return m, err
			} else {
				return m.Move(n, place)
			}
		})
		if commands != nil {
			st.Selected = n
		}
		return commands
	}
	return st.edit(st.called(line)+": condition on "+c.Column+" added", func(m rule.Model) (rule.Model, error) { return m.Require(line, c) })
}

func editID(line int) string { return fmt.Sprintf("edit-%d", line) }

// plain returns the text of an error as a sentence without the package name.
func plain(err error) string {
	return core.Sentence(strings.TrimPrefix(strings.TrimPrefix(err.Error(), "rule: "), "protocol: "))
}

// Draft is a condition under construction: indexes into the lists of DraftColumns and DraftConditions.
type Draft struct{ Column, Condition int }

// DraftColumns lists the columns available for conditions.
func (st Set) DraftColumns() []string {
	m := st.Model()
	if m == nil {
		return nil
	}
	return core.Texts(len(m.Encoder.Columns), func(i int) string { return m.Encoder.Columns[i].Title() })
}

// DraftConditions lists the conditions on the column of the draft, also as literals: its features, and their negations.
func (st Set) DraftConditions() (list []rule.Condition, literals []rule.Literal) {
	m := st.Model()
	if m == nil {
		return nil, nil
	}
	for i, f := range m.Encoder.Features() {
		if f.Column != st.Draft.Column {
			continue
		}
		value := core.Either(f.Op == binarize.AtMost, dataset.FormatNumber(f.Threshold), f.Value)
		for _, not := range []bool{false, true} {
			list = append(list, rule.Condition{Column: f.Name, Op: f.Op, Value: value, Not: not})
			literals = append(literals, rule.Literal{Feature: i, Not: not})
		}
	}
	return list, literals
}
