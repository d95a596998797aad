package rules

import (
	"cmp"
	"math"
	"sort"

	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// list returns the multiclass model if its rules form one decision list, where rules of other classes matter too; otherwise nil.
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

// inOrder puts the rules of a decision list in one group, in the order in which they apply; rules without a place come last.
func (m Model) inOrder(groups []ClassGroup) []ClassGroup {
	all := ClassGroup{Whole: m.Whole}
	for _, g := range groups {
		all.Rules += g.Rules
		for _, c := range g.Cards {
			c.Says = g.Name
			all.Cards = append(all.Cards, c)
		}
	}
	sort.SliceStable(all.Cards, func(i, j int) bool { return last(all.Cards[i].Place) < last(all.Cards[j].Place) })
	return []ClassGroup{all}
}

// last returns a place, behind all others for a rule without one.
func last(place int) int { return cmp.Or(place, math.MaxInt) }

// A spot is the place of a rule in a decision list.
type spot struct{ set, line, place int }

// spots returns the places of all rules of a decision list, on or off, in the order in which they apply; nil without a list.
func (m *Model) spots() (all []spot) {
	if !m.listed() {
		return nil
	}
	for i := range m.sets() {
		for k, l := range m.at(i).lines() {
			all = append(all, spot{i, k, last(l.Place)})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].place < all[j].place })
	return all
}

// placed reports whether each rule of a decision list has a place of its own, so that scores cannot change the order. Behind is the place
// after all of them, 0 if ok is false.
func (m *Model) placed() (behind int, ok bool) {
	for _, s := range m.spots() {
		if s.place < behind || s.place == math.MaxInt {
			return 0, false
		}
		behind = s.place + 1
	}
	return behind, behind > 0
}

// moveRule moves a rule of the current set up (by = -1) or down (by = 1) in the decision list: one revision of all sets that change.
// The scores before stay until the new ones are known.
func (m *Model) moveRule(line, by int) (commands []core.Command) {
	all, edits, at := m.spots(), m.edits, 0
	for at < len(all) && (all[at].set != m.Classes.At || all[at].line != line) {
		at++
	}
	to := at + by
	if at == len(all) || to < 0 || to >= len(all) {
		return nil
	}
	words := m.called(line) + core.Either(by < 0, " moved up", " moved down")
	all[at], all[to] = all[to], all[at]
	m.eachSet(func(set int, st *Set) {
		next, moved := st.Model().Model, false
		for k, s := range all {
			if s.set == set && s.place != k+1 {
				next, _ = next.Move(s.line, k+1)
				moved = true
			}
		}
		if moved {
			st.edits = edits
			commands = st.edit(words, func(rule.Model) (rule.Model, error) { return next, nil })
			now := &st.Revisions[st.At] // pushed to a list of its own
			now.Stale = now.Scored != nil
		}
	})
	m.edits = edits + 1
	return commands
}

// measureRest scores the last line of a decision list: the rows that no rule covers. The scores of all sets are up to date.
func (m *Model) measureRest() {
	w := &m.Classes
	if !m.listed() || w.Outcome == nil {
		return
	}
	if w.rest = m.at(w.Model.Default).Whole; w.outdated() || w.rest.Rows == 0 { // edited without a table
		w.rest = Card{}
		return
	}
	of, test := w.rest.of, (*eval.RuleScore)(nil)
	if of.Test != nil && w.Outcome.Test != nil {
		test = new(w.Outcome.Test.Rest(w.Model.Default, of.Test.Confusion.Side(true)))
	}
	w.rest.score(w.Outcome.Train.Rest(w.Model.Default, of.Train.Confusion.Side(true)), test)
}
