package state

import (
	"slices"

	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// Whole is a model of many classes. One of its rule sets is the current State.Study, with its own edits and history.
// The zero value holds no model.
type Whole struct {
	Model   *protocol.MultiClass   // with every set as edited, nil for a model of one class
	At      int                    // index of the current set
	Outcome *protocol.ClassOutcome // scores of the model, nil until they are known

	order    []int                // of the original model
	others   []Study              // the sets as they were left; the entry at At is unused
	made     []memberKey          // the members Model was built from
	measured *protocol.MultiClass // the model that Outcome scores or that a pending request scores
}

// memberKey identifies the version of a member.
type memberKey struct {
	model  *protocol.Model
	scored *protocol.Scored
}

// Separable reports whether each class of the target can have its own rules. It needs more than two classes, but few.
func (s State) Separable() bool { return core.Separable(s.TargetColumn()) }

// classes shows a model of many classes, starting at its first set with rules.
func (s *State) classes(c *protocol.MultiClass, words, from string, foreign bool) {
	w := Whole{Model: c, order: c.Order, others: make([]Study, len(c.Members))}
	w.known(foreign)
	for i, m := range c.Members {
		st := Study{Editing: NoRule}
		p := core.Revision{Words: words, Model: m, From: from, Foreign: foreign}
		if !m.Edited {
			p.Refined = m.Rules
		}
		st.begin(p)
		w.others[i] = st
		w.made = append(w.made, memberKey{model: m})
	}
	w.At = max(slices.IndexFunc(c.Members, func(m *protocol.Model) bool { return len(m.Rules) > 0 }), 0)
	s.Study, s.Whole = w.others[w.At], w
	s.rulesOpened()
}

// turn shows another set. Pending requests for the previous set are repeated when it is shown again.
func (s *State) turn(to int) {
	w := &s.Whole
	if w.Model == nil || to < 0 || to >= len(w.others) || to == w.At {
		return
	}
	w.others = slices.Clone(w.others)
	before := s.Study
	w.others[w.At], w.At = before, to
	s.Study = w.others[to]
	s.Study.Editing = NoRule
	s.Try = Try{Row: s.Try.Row, Values: s.Try.Values, Freeze: s.Try.Freeze}
	s.pass(core.SetShown{})
	s.Status = "The rules for " + s.Study.Model().Positive + " are in sight."
}

// at returns the study of a set.
func (s *State) at(set int) *Study {
	if set == s.Whole.At {
		return &s.Study
	}
	return &s.Whole.others[set]
}

// gather rebuilds the model if one of its sets has changed.
func (s *State) gather() {
	w := &s.Whole
	if w.Model == nil {
		return
	}
	changed := false
	made := make([]memberKey, len(w.others))
	for i := range made {
		now := s.at(i).Now()
		made[i] = memberKey{now.Model, now.Scored}
		changed = changed || made[i] != w.made[i]
	}
	if !changed {
		return
	}
	c := *w.Model
	c.Members = make([]*protocol.Model, len(made))
	for i := range made {
		c.Members[i] = w.Model.Members[i]
		if made[i] != w.made[i] {
			c.Members[i] = s.at(i).Now().File()
		}
	}
	w.Model, w.made = &c, made
	s.Whole.known(s.Study.Now().Foreign)
}

// known uses the scores of the run if they are valid: neither the rules nor the table have changed.
func (w *Whole) known(foreign bool) {
	if !w.asLearnt() {
		return
	}
	o, n := &w.Model.Learned.Outcome, len(w.Model.Names)
	if !complete(o.Train, n) || o.Test != nil && !complete(*o.Test, n) { // a file can hold anything
		return
	}
	if w.Outcome = o; !foreign {
		w.measured = w.Model
	}
}

// complete reports whether scores cover n classes.
func complete(s eval.ClassScores, n int) bool {
	return len(s.Classes) == n && len(s.Confusion) == n && !slices.ContainsFunc(s.Confusion, func(line []int) bool { return len(line) != n })
}

// replaced discards scores of the previous table after another table was loaded.
func (w *Whole) replaced(again bool) {
	if w.Model == nil {
		return
	}
	w.others = slices.Clone(w.others)
	for i := range w.others {
		w.others[i].replaced(again)
	}
	if w.measured = nil; w.Model.Edited() {
		w.Outcome = nil
	}
}

// unmeasured reports whether the current model lacks both scores and a pending request for them.
func (w Whole) unmeasured() bool { return w.Model != nil && w.measured != w.Model }

// asLearnt reports whether the model is unchanged since the run.
func (w Whole) asLearnt() bool { return !w.Model.Edited() && slices.Equal(w.Model.Order, w.order) }

// reorder sets which rules win where rules of several classes fire. The order ranks the classes; nil prefers the
// rules with the higher precision.
func (s *State) reorder(order []int) {
	w := &s.Whole
	if w.Model == nil || w.Model.Codes != nil {
		return
	}
	c := *w.Model
	c.Order = order
	w.Model, w.measured, w.Outcome = &c, nil, nil
	w.known(s.Study.Now().Foreign)
}

// whole handles the messages about a model of many classes, and reports whether m is one.
func (s *State) whole(m Msg) bool {
	w := &s.Whole
	switch m := m.(type) {
	case SetChosen:
		s.turn(m.Set)
	case PrecedenceChosen:
		if w.Model == nil {
			break
		}
		var order []int
		if m.ByClass {
			for i := range w.Model.Names {
				order = append(order, i)
			}
		}
		s.reorder(order)
	case ClassMoved:
		if w.Model == nil || m.Place < 1 || m.Place >= len(w.Model.Order) {
			break
		}
		order := slices.Clone(w.Model.Order)
		order[m.Place-1], order[m.Place] = order[m.Place], order[m.Place-1]
		s.reorder(order)
		s.Status = w.Model.Names[order[m.Place-1]] + " moved up."
	case ClassesChosen:
		if s.TargetColumn() != nil && (m.How == "" || s.Separable()) {
			s.Setup.Classes, s.Setup.Proposed = m.How, false
		}
	default:
		return false
	}
	return true
}

// asks reports for each column of the encoder whether the current rules of any class use it.
func (s State) asks() []bool {
	if s.Whole.Model == nil {
		return core.UsedColumns(s.Study.Model())
	}
	return core.UsedColumns(s.Whole.Model.Members...)
}
