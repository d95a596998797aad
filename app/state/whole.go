package state

import (
	"slices"

	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// Whole is a model of many classes. One of its sets of rules is in sight, as State.Study: it is read, edited and undone as a
// model of its own. The zero value has none.
type Whole struct {
	Model   *protocol.MultiClass   // with every set as it is now, nil if the rules in sight are a model by themselves
	At      int                    // the set in sight
	Outcome *protocol.ClassOutcome // how it fares, nil while that is not known
	Alone   bool                   // only the set in sight is taken away

	order    []int                // of the model as it came
	others   []Study              // the sets as they were left; that at At is void
	made     []memberKey          // what Model was made of
	measured *protocol.MultiClass // what Outcome is of, or what is asked about
}

// memberKey is what a member of the whole follows from.
type memberKey struct {
	model  *protocol.Model
	scored *protocol.Scored
}

// Separable reports whether each value of the target can have rules of its own: there are more than two, and few.
func (s State) Separable() bool { return core.Separable(s.TargetColumn()) }

// classes puts a model of many classes in sight, with its first set that has rules.
func (s *State) classes(c *protocol.MultiClass, words, from string, foreign bool) {
	tab, try, take := s.Study.Tab, s.Study.Try, s.Study.Take
	w := Whole{Model: c, order: c.Order, others: make([]Study, len(c.Members))}
	w.known(foreign)
	for i, m := range c.Members {
		st := Study{Editing: NoRule, Tab: tab, Try: try, Take: take}
		p := core.Step{Words: words, Model: m, From: from, Foreign: foreign}
		if !m.Edited {
			p.Refined = m.Rules
		}
		st.begin(p)
		w.others[i] = st
		w.made = append(w.made, memberKey{model: m})
	}
	w.At = max(slices.IndexFunc(c.Members, func(m *protocol.Model) bool { return len(m.Rules) > 0 }), 0)
	s.Study, s.Whole = w.others[w.At], w
}

// turn puts another set in sight. What is under way about the one before is asked again when it comes back.
func (s *State) turn(to int) {
	w := &s.Whole
	if w.Model == nil || to < 0 || to >= len(w.others) || to == w.At {
		return
	}
	w.others = slices.Clone(w.others)
	before := s.Study
	w.others[w.At], w.At = before, to
	s.Study = w.others[to]
	s.Study.Tab, s.Study.Editing = before.Tab, NoRule
	s.Study.Try = Try{Row: before.Try.Row, Values: before.Try.Values, Freeze: before.Try.Freeze}
	s.Study.Take = Take{Format: before.Take.Format, Columns: before.Take.Columns}
	s.Status = "The rules for " + s.Study.Model().Positive + " are in sight."
}

// at returns the study of a set.
func (s *State) at(set int) *Study {
	if set == s.Whole.At {
		return &s.Study
	}
	return &s.Whole.others[set]
}

// gather makes the whole anew if one of its sets has changed.
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

// known takes the figures of the training where they are right: nothing was changed, and no other table is asked about.
func (w *Whole) known(foreign bool) {
	if !w.asLearnt() {
		return
	}
	o, n := &w.Model.Learned.Outcome, len(w.Model.Names)
	if !complete(o.Train, n) || o.Test != nil && !complete(*o.Test, n) { // a file may say anything
		return
	}
	if w.Outcome = o; !foreign {
		w.measured = w.Model
	}
}

// complete reports whether scores are of so many classes.
func complete(s eval.ClassScores, n int) bool {
	return len(s.Classes) == n && len(s.Confusion) == n && !slices.ContainsFunc(s.Confusion, func(line []int) bool { return len(line) != n })
}

// replaced says that another table is in sight: what was measured is of the one before.
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

// unmeasured reports whether it is not known, and not asked yet, how the whole fares as it is now.
func (w Whole) unmeasured() bool { return w.Model != nil && w.measured != w.Model }

// asLearnt reports whether nothing was changed since the training.
func (w Whole) asLearnt() bool { return !w.Model.Edited() && slices.Equal(w.Model.Order, w.order) }

// reorder says which rules win where those of several classes fire: those that are more often right, or those of the class
// that stands first.
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

// whole changes the state by a message about a model of many classes, and reports whether it was one.
func (s *State) whole(m Msg) bool {
	w := &s.Whole
	switch m := m.(type) {
	case SetChosen:
		s.turn(m.Set)
	case AloneChosen:
		if w.Alone != m.Alone {
			w.Alone = m.Alone
			s.Study.Take.Query.Forget()
			s.Study.Take.forget()
		}
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

// taken returns the model of many classes if it is to be taken away as a whole, nil if the set in sight is.
func (s State) taken() *protocol.MultiClass {
	if s.Whole.Alone {
		return nil
	}
	return s.Whole.Model
}

// File returns what a model file of the rules in sight holds.
func (s State) File() protocol.File {
	if c := s.taken(); c != nil {
		return protocol.File{MultiClass: c}
	}
	return protocol.File{Model: s.Study.Now().File()}
}

// Text returns the same for people.
func (s State) Text() string {
	if c := s.taken(); c != nil {
		return c.Text()
	}
	return s.Study.Model().Text()
}

// Edited reports whether a person changed the rules that are taken away.
func (s State) Edited() bool {
	if c := s.taken(); c != nil {
		return c.Edited()
	}
	return s.Study.Model().Edited
}

// asks says which columns of the encoder the rules in sight ask about: those of all classes where there are many.
func (s State) asks() []bool {
	if s.Whole.Model == nil {
		return used(s.Study.Model())
	}
	out := make([]bool, len(s.Whole.Model.Encoder.Columns))
	for _, m := range s.Whole.Model.Members {
		for i, asked := range used(m) {
			out[i] = out[i] || asked
		}
	}
	return out
}
