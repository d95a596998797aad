// Package rules lists and edits the rules: their scores, versions and revisions, and the classes of a multiclass model.
package rules

import (
	"cmp"
	"reflect"
	"slices"

	"drnet/app/core"
	"drnet/engine/bitmat"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Model is the rules of the page: a rule set or, for a multiclass model, one of its sets.
type Model struct {
	Set
	Listing
	Classes  ClassSets
	Coverage CoverageView // of the matrix
	Deciding Deciding
	Without  core.Query[shortened, *protocol.Scored]
	scoring  core.Query[question, *protocol.Scored]
	applying core.Query[question, *protocol.Applied]
}

// New returns a model without rules.
func New() Model { return Model{Set: Set{Selected: NoRule}} }

type question struct {
	set     int
	at      int // the index of the revision
	model   *protocol.Model
	classes *protocol.MultiClass
}

// Learn shows the rules of a finished run, with the name of its table, its number and its settings. Ok is false if the result is invalid.
func (m *Model) Learn(e protocol.Trained, table string, run int, setup core.Setup) (ok bool) {
	p := core.Revision{Words: "learned from " + table, From: table, Run: run, Setup: &setup}
	if e.MultiClass != nil && e.MultiClass.Validate() == nil {
		m.openClasses(e.MultiClass, p)
		return true
	}
	if e.Model == nil || e.Model.Validate() != nil {
		return false
	}
	if m.leaveClasses(); len(m.Revisions) > 0 {
		p.Words = "learned again from " + table
	}
	p.Model, p.Refined, p.Notes = e.Model, e.Model.Rules, e.Notes
	if set := rule.Set(e.Set); core.Fits(set, e.Model) {
		p.Set = set
	}
	m.begin(p)
	return true
}

// OpenFile opens a model file, which is untrusted. Ok is false if it cannot be read; Problem then says why.
func (m *Model) OpenFile(name string, text []byte) (ok bool) {
	file, err := protocol.ReadFile(text)
	if err != nil {
		m.Problem = &core.Problem{Kind: protocol.BadModel, Message: plain(err), Hint: "Open a file that was downloaded here as a model."}
		return false
	}
	p := RevisionOf(file, name, name)
	p.Foreign = true
	m.Show(p, file.MultiClass)
	return true
}

// RevisionOf returns the first revision of an opened model. Name is shown in the history, and from names the source of the rules.
func RevisionOf(file protocol.ModelFile, name, from string) core.Revision {
	p := core.Revision{Words: "opened " + name, Model: file.Model, From: from}
	if file.Model != nil && !file.Model.Edited {
		p.Refined = file.Model.Rules
	}
	return p
}

// Show shows a model as a new revision. Undo restores the previous model, unless one of the two is a multiclass model.
func (m *Model) Show(p core.Revision, classes *protocol.MultiClass) {
	m.Deciding.Refused = nil
	if classes != nil {
		m.openClasses(classes, p)
		return
	}
	m.leaveClasses()
	m.begin(p)
}

// ShowEdited shows a model that was edited before, with its edits as a revision: undo restores the model as it was learned.
func (m *Model) ShowEdited(learned protocol.ModelFile, p core.Revision, classes *protocol.MultiClass) {
	edited := []*protocol.Model{p.Model}
	if classes != nil {
		edited = classes.Members
	}
	p.Model, p.Scored, p.Applied, p.Kept, p.Problem = learned.Model, nil, nil, nil, nil
	m.Show(p, learned.MultiClass)
	edits := m.edits
	for i, e := range edited {
		st := m.at(i)
		if was := st.Model(); e.Edited || e.Scorecard != was.Scorecard || !slices.Equal(e.Marks, was.Marks) {
			st.edits = edits
			st.edit("earlier edits", func(rule.Model) (rule.Model, error) { return e.Model, nil })
			if !m.listed() {
				edits = st.edits // otherwise it is one revision of all sets, since they share their places
			}
		}
	}
	if m.edits = edits + 1; classes != nil && !slices.Equal(classes.Order, m.Classes.Model.Order) {
		m.reorder(classes.Order)
	}
}

// Explain stores why the current revision lacks scores. If p is nil, the table was replaced, and the rules count as those of another one.
func (m *Model) Explain(p *core.Problem) {
	m.change(m.At, func(r *core.Revision) { r.Problem, r.Foreign = p, p == nil })
}

// TableChanged discards the scores on the previous table; again means that the same file was read again.
func (m *Model) TableChanged(again bool) {
	if !again {
		m.Problem, m.Deciding.Trouble = nil, ""
	}
	m.eachSet(func(_ int, st *Set) { st.tableChanged(again) })
	if w := &m.Classes; w.Model != nil {
		w.kept, w.keptOf = w.scored, m.Work()
		w.placed = make([]*protocol.MultiClass, len(w.placed))
		if w.measured = nil; w.Model.Edited() {
			w.Outcome = nil
		}
	}
}

// Adopt marks the rules from a source as learned from the current table. Run is the number of their run, and setup holds its settings.
func (m *Model) Adopt(from string, run int, setup *core.Setup) {
	m.eachSet(func(_ int, st *Set) {
		for i, r := range st.Revisions {
			if r.From == from && r.Foreign {
				st.change(i, func(r *core.Revision) { r.Foreign, r.Run, r.Setup = false, run, setup })
			}
		}
	})
	if m.Classes.Model != nil {
		m.Classes.known(m.Now().Foreign)
	}
}

// File returns the current rules as they are saved; it is empty without any.
func (m Model) File() protocol.ModelFile { return core.FileOf(m.Now(), m.Classes.Model) }

// Work identifies the current rules of all sets.
func (m Model) Work() (w core.Work) {
	if c := m.Classes.Model; c != nil {
		w.Order = c.Order
	}
	m.eachSet(func(_ int, st *Set) {
		if now := st.Now(); now.Model != nil {
			w.Models, w.Scored = append(w.Models, now.Model), append(w.Scored, now.Scored)
		}
	})
	return w
}

// eachSet calls a function with every set of rules, in the order of the classes.
func (m *Model) eachSet(do func(at int, st *Set)) {
	m.Classes.others = slices.Clone(m.Classes.others)
	for i := range m.sets() {
		do(i, m.at(i))
	}
}

// sets returns the number of rule sets: one, or those of a multiclass model.
func (m *Model) sets() int { return max(len(m.Classes.others), 1) }

func (m *Model) at(set int) *Set {
	if set == m.Classes.At {
		return &m.Set
	}
	return &m.Classes.others[set]
}

// ClassSets is a multiclass model. The rule set of its current class is in Model.Set. The zero value holds no model.
type ClassSets struct {
	Model   *protocol.MultiClass   // with every set as edited, nil for a model of one class
	At      int                    // index of the current set
	Outcome *protocol.ClassOutcome // scores of the model, nil until they are known

	rest     Card                   // the rows that no rule of a decision list covers
	opened   *protocol.MultiClass   // the original model
	given    []*protocol.Model      // the members Model was built from
	others   []Set                  // the sets as they were left; the entry at At is unused
	made     []version              // rules and scores that Model was built from, by set
	scored   *protocol.MultiClass   // Model with the scores after an edit, nil without any
	kept     *protocol.MultiClass   // value of scored when another table was opened
	keptOf   core.Work              // the rules of kept
	measured *protocol.MultiClass   // the model that Outcome scores on the current table
	placed   []*protocol.MultiClass // by set: the list that its rules were scored in; nil for that of the run

	outcomeOf  *protocol.MultiClass // the model that Outcome scores on any table
	unmeasured bool                 // some of the scores shown are those before an edit, or on another table
}

// Scored returns the model as it is saved: after an edit with the new scores, as far as they are known.
func (w ClassSets) Scored() *protocol.MultiClass { return cmp.Or(w.scored, w.Model) }

// moved reports whether the scores of a set are out of date because the rules of another set of a decision list have changed.
func (w *ClassSets) moved(set int) bool {
	return w.Model.Listed() && (w.Model.Edited() || w.placed[set] != nil) && w.placed[set] != w.Model
}

// outdated reports whether Outcome scores the rules as they were before an edit.
func (w ClassSets) outdated() bool {
	return w.Model != nil && w.Model.Edited() && w.outcomeOf != w.Model
}

type version struct {
	model  *protocol.Model
	scored *protocol.Scored
}

// openClasses shows a multiclass model, starting at its first set with rules. The revision says where it comes from.
func (m *Model) openClasses(c *protocol.MultiClass, source core.Revision) {
	w := ClassSets{Model: c, opened: c, given: c.Members, others: make([]Set, len(c.Members))}
	w.placed = make([]*protocol.MultiClass, len(c.Members))
	w.known(source.Foreign)
	for i, member := range c.Members {
		p := core.Revision{
			Words: source.Words, Model: member, From: source.From, Foreign: source.Foreign, Run: source.Run, Setup: source.Setup,
		}
		if !member.Edited {
			p.Refined = member.Rules
		}
		w.others[i].begin(p)
		w.made = append(w.made, version{model: member})
	}
	w.At = max(slices.IndexFunc(c.Members, func(m *protocol.Model) bool { return len(m.Rules) > 0 }), 0)
	m.Set, m.Classes = w.others[w.At], w
}

// leaveClasses prepares for a model of one class: it drops the multiclass model and its revisions, so that undo cannot return to them.
func (m *Model) leaveClasses() {
	if m.Classes.Model != nil {
		m.Classes, m.Set = ClassSets{}, Set{Selected: NoRule}
	}
}

// turn makes another set the current one, and closes the inspector. The set that is left shows its present rules again. It returns a
// message to the other features if the set has changed.
func (m *Model) turn(to int) []core.Command {
	w := &m.Classes
	if w.Model == nil || to < 0 || to >= len(w.others) || to == w.At {
		return nil
	}
	m.inspect(NoRule)
	m.Stage = core.Final
	w.others = slices.Clone(w.others)
	edits := m.edits
	w.others[w.At], w.At = m.Set, to
	m.Set = w.others[to]
	m.edits = edits
	return []core.Command{core.Send{Msg: core.SetShown{}}}
}

// gather rebuilds the multiclass model if one of its sets has changed.
func (m *Model) gather() {
	w := &m.Classes
	if w.Model == nil {
		return
	}
	made, members := make([]version, len(w.others)), slices.Clone(w.given)
	for i := range made {
		now := m.at(i).Now()
		if made[i] = (version{now.Model, now.Scored}); made[i] == w.made[i] {
			continue
		}
		// Equal scores must not make a new model: it would be scored again, without end.
		file, known := now.File(), members[i].Learned.Edited
		if _, placed := m.placed(); placed { // the saved model gets the scores
			file = now.Model
		}
		if now.Model != w.made[i].model || !reflect.DeepEqual(file.Learned.Edited, known) {
			members[i] = file
		}
	}
	same := slices.Equal(made, w.made)
	if w.made = made; !slices.Equal(members, w.given) {
		c := w.opened.With(members)
		if c.Order = w.Model.Order; slices.Equal(members, w.opened.Members) && slices.Equal(c.Order, w.opened.Order) {
			c = w.opened // with its scores
		}
		w.Model, w.given, w.scored = c, members, nil
		w.known(m.Now().Foreign)
	} else if same && (w.scored == nil || w.scored.Learned.Edited == w.Outcome) {
		return
	}
	m.score()
}

// score adds the new scores after an edit to the model that is saved. In a decision list, an edit changes the scores of all sets. While
// another table is open, the scores on the training table are kept.
func (m *Model) score() {
	w := &m.Classes
	if !w.Model.Edited() || w.Model == w.opened {
		return
	}
	if m.Now().Unsplit() {
		if w.kept != nil && m.Work().Same(w.keptOf) {
			w.scored = w.kept // undo has restored the rules that were scored on the training table
		}
		return
	}
	c := *w.Model
	c.Members, c.Learned.Edited = slices.Clone(c.Members), w.Outcome
	for i, member := range c.Members {
		if now := m.at(i).Now(); c.Listed() && now.Scored != nil && !now.Stale {
			scored := *member
			scored.Learned.Edited = &now.Scored.Outcome
			c.Members[i] = &scored
		}
	}
	w.scored = &c
}

// known uses the scores in the model, if they are complete and the order of the classes is the original one. For a foreign model they are
// scores on its own table, so that scores on the open table are still to be requested.
func (w *ClassSets) known(foreign bool) {
	o, n := w.Model.Measured(), len(w.Model.Names)
	if o == nil || !slices.Equal(w.Model.Order, w.opened.Order) {
		return
	}
	if !complete(o.Train, n) || o.Test != nil && !complete(*o.Test, n) { // a file can hold anything
		return
	}
	if w.Outcome, w.outcomeOf = o, w.Model; !foreign {
		w.measured = w.Model
	}
}

func complete(s eval.ClassScores, n int) bool {
	return len(s.Classes) == n && len(s.Confusion) == n &&
		!slices.ContainsFunc(s.Confusion, func(line []int) bool { return len(line) != n })
}

// reorder sets whose rule decides if rules of several classes hold: that of the first class in the order or, if nil, the most precise one.
func (m *Model) reorder(order []int) {
	w := &m.Classes
	if w.Model == nil || w.Model.Codes != nil {
		return
	}
	c := *w.Model
	c.Order = order
	w.Model, w.scored, w.measured, w.Outcome = &c, nil, nil, nil
	w.known(m.Now().Foreign)
	m.score()
}

// rank lets the original order of the classes decide or, if byClass is false, the precision of the rules.
func (m *Model) rank(byClass bool) {
	var order []int
	if c := m.Classes.Model; c != nil && byClass {
		order = bitmat.Indexes[int](len(c.Names))
	}
	m.reorder(order)
}

func (m *Model) moveUp(place int) []core.Command {
	w := &m.Classes
	if w.Model == nil || place < 1 || place >= len(w.Model.Order) {
		return nil
	}
	order := slices.Clone(w.Model.Order)
	order[place-1], order[place] = order[place], order[place-1]
	m.reorder(order)
	return []core.Command{core.Say{Text: w.Model.Names[order[place-1]] + " moved up."}}
}
