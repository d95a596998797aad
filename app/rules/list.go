package rules

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// list returns the multiclass model if its rules form one decision list, otherwise nil. In such a list, the rows that a rule decides depend
// on the rules of the other classes.
func (m Model) list() *protocol.MultiClass {
	if !m.listed() {
		return nil
	}
	return m.Classes.Model
}

// listed reports whether the final rules are shown and the rules of all classes form one decision list.
func (m Model) listed() bool {
	return m.Stage == core.Final && m.Classes.Model.Listed()
}

// inOrder sorts the rules of a decision list by the order in which they apply; rules without a place come last.
func inOrder(cards []Card) []Card {
	last := func(n int) int { return cmp.Or(n, math.MaxInt) }
	sort.SliceStable(cards, func(i, j int) bool {
		a, b := cards[i], cards[j]
		return cmp.Or(cmp.Compare(last(a.Place), last(b.Place)), cmp.Compare(last(a.Number), last(b.Number))) < 0
	})
	return cards
}

// inOneGroup puts the rules of a decision list in one group, in the order in which they apply.
func (m Model) inOneGroup(groups []ClassGroup) []ClassGroup {
	all := ClassGroup{Whole: m.Whole}
	for _, g := range groups {
		all.Rules += g.Rules
		for _, c := range g.Cards {
			c.Says = g.Name
			all.Cards = append(all.Cards, c)
		}
	}
	inOrder(all.Cards)
	return []ClassGroup{all}
}

// inList returns the rules of a decision list, on or off, in the order in which they apply; nil without a list.
func (m Model) inList() (all []Card) {
	for i := range m.sets() {
		for _, c := range m.at(i).Cards {
			if c.Set = i; m.listed() {
				all = append(all, c)
			}
		}
	}
	return inOrder(all)
}

// placed reports whether each rule of a decision list has a place of its own, so that new scores cannot change the order.
func (m *Model) placed() bool {
	seen := map[int]bool{0: true}
	for i := range m.sets() {
		set := m.at(i).Model()
		for k := range set.Rules {
			if len(set.Marks) == 0 || seen[set.Marks[k].Place] {
				return false
			}
			seen[set.Marks[k].Place] = true
		}
	}
	return m.Classes.Model.Listed()
}

// positionOf returns the position of a rule of the current set among all rules of a decision list, from 1, and their number. It is 0
// without a list.
func (m Model) positionOf(line int) (position, of int) {
	cards := m.inList()
	at := slices.IndexFunc(cards, func(c Card) bool { return c.Set == m.Classes.At && c.Line == line })
	return at + 1, len(cards)
}

// behind returns the place for a new rule: after all rules of a decision list; 0, i.e. none, without a list.
func (m Model) behind() int {
	cards := m.inList()
	if n := len(cards); n > 0 && cards[n-1].Place > 0 {
		return cards[n-1].Place + 1
	}
	return 0
}

// moveRule moves a rule of the current set to a position in the decision list, from 1. This is one revision of all sets whose rules get
// another place. The scores before stay until the new ones are known.
func (m *Model) moveRule(line, position int) []core.Command {
	cards, edits := m.inList(), m.edits
	from, of := m.positionOf(line)
	if from == 0 || position < 1 || position > of || position == from {
		return nil
	}
	words := fmt.Sprintf("%s moved %s", m.called(line), core.Either(position < from, "up", "down"))
	var commands []core.Command
	m.eachSet(func(set int, st *Set) {
		now := st.Now()
		next, moved := now.Model.Model, false
		for k, c := range cards {
			place := k + 1
			switch {
			case place == from:
				place = position
			case place > from && place <= position:
				place--
			case place < from && place >= position:
				place++
			}
			if c.Set == set && c.Place != place {
				next, _ = next.Move(c.Line, place)
				moved = true
			}
		}
		if moved {
			st.edits = edits
			commands = st.edit(words, func(rule.Model) (rule.Model, error) { return next, nil })
			st.change(st.At, func(r *core.Revision) { r.Stale = r.Scored != nil })
		}
	})
	m.edits = edits + 1
	return commands
}

// measureRest scores the last line of a decision list: the rows that no rule covers. While the scores of the list or of the rules for the
// default class are unknown or out of date, it keeps the previous ones.
func (m *Model) measureRest() {
	w := &m.Classes
	if !m.listed() || w.Outcome == nil || w.outdated() || w.earlier(w.Model.Default) {
		return
	}
	now := m.at(w.Model.Default).Now()
	o, known := now.Outcome()
	if !known || now.Stale || now.Foreign && (now.Scored == nil) != (w.measured == nil) { // the scores are those on two tables
		return
	}
	var test *eval.RuleScore
	if o.Test != nil && w.Outcome.Test != nil {
		test = new(w.Outcome.Test.Rest(w.Model.Default, o.Test.Confusion.Side(true)))
	}
	w.rest = Card{of: o, Rows: rowsOf(o), fresh: now.Foreign}
	w.rest.score(w.Outcome.Train.Rest(w.Model.Default, o.Train.Confusion.Side(true)), test)
}

// outdated reports whether some of the scores shown are those before an edit.
func (m Model) outdated() bool {
	outdated := m.Classes.outdated()
	for i := range m.sets() {
		now := m.at(i).Now()
		_, known := now.Outcome()
		outdated = outdated || now.Stale || !known || m.Classes.earlier(i)
	}
	return outdated
}
