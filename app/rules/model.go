// Package rules shows and edits the rules: their cards, scores, stages and revisions, and the classes of a multiclass model.
package rules

import (
	"slices"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Model is the rules of the page: a rule set or, for a multiclass model, one of its sets.
type Model struct {
	Set
	Classes  Classes
	Coverage Coverage   // of the matrix
	asked    []question // requests without an answer
}

// New returns a model without rules.
func New() Model { return Model{Set: Set{Editing: NoRule}} }

// question is a request to score a revision.
type question struct {
	id      core.ID
	applies bool // protocol.Apply, otherwise protocol.Score
	at      int  // the index of the revision
	model   *protocol.Model
	classes *protocol.MultiClass
}

// Learn shows the rules of a finished run, which learned from a table.
func (m *Model) Learn(e protocol.Trained, table string) (ok bool) {
	words := "learnt from " + table
	if e.MultiClass != nil && e.MultiClass.Validate() == nil {
		m.openClasses(e.MultiClass, words, table, false)
		return true
	}
	if e.Model == nil || e.Model.Validate() != nil {
		return false
	}
	if m.leaveClasses(); len(m.Revisions) > 0 {
		words = "learnt again from " + table
	}
	if !core.Fits(e.Set, e.Model) {
		e.Set = nil
	}
	m.begin(core.Revision{Words: words, Model: e.Model, Set: e.Set, Refined: e.Model.Rules, Notes: e.Notes, From: table})
	return true
}

// OpenFile opens a model file, which is untrusted. Ok is false if it cannot be read; Problem then says why.
func (m *Model) OpenFile(name string, text []byte) (ok bool) {
	file, err := protocol.ReadFile(text)
	if err != nil {
		m.Problem = &core.Problem{Kind: protocol.BadModel, Message: plain(err), Hint: "Open a file that was downloaded here as a model."}
		return false
	}
	m.Open(file, name, name, true)
	return true
}

// Open shows the model of a file. From names the source of its rules; foreign means another table than the current one.
func (m *Model) Open(file protocol.ModelFile, name, from string, foreign bool) {
	words := "opened " + name
	if c := file.MultiClass; c != nil {
		m.openClasses(c, words, from, foreign)
		return
	}
	p := core.Revision{Words: words, Model: file.Model, From: from, Foreign: foreign}
	if !file.Model.Edited {
		p.Refined = file.Model.Rules
	}
	m.Show(p)
}

// Show shows a model of one class as a new revision; undoing restores the previous one, unless that was of several classes.
func (m *Model) Show(p core.Revision) {
	m.leaveClasses()
	m.begin(p)
}

// Explain stores why the scores of the current revision are unknown.
func (m *Model) Explain(p *core.Problem) {
	m.change(m.At, func(r *core.Revision) { r.Problem, r.Foreign = p, p == nil })
}

// TableChanged discards the scores on the previous table; again means that the same file was read again.
func (m *Model) TableChanged(again bool) {
	m.eachSet(func(st *Set) { st.tableChanged(again) })
	if w := &m.Classes; w.Model != nil {
		if w.measured = nil; w.Model.Edited() {
			w.Outcome = nil
		}
	}
}

// Adopt marks rules from a source as learned from the current table.
func (m *Model) Adopt(from string) {
	m.eachSet(func(st *Set) {
		for i := range st.Revisions {
			st.change(i, func(r *core.Revision) { r.Foreign = r.Foreign && r.From != from })
		}
	})
	if m.Classes.Model != nil {
		m.Classes.known(m.Now().Foreign)
	}
}

// Work identifies the current rules of all sets.
func (m Model) Work() (w core.Work) {
	if c := m.Classes.Model; c != nil {
		w.Order = c.Order
	}
	m.eachSet(func(st *Set) {
		if now := st.Now(); now.Model != nil {
			w.Models, w.Scored = append(w.Models, now.Model), append(w.Scored, now.Scored)
		}
	})
	return w
}

// eachSet calls a function with every set of rules, in the order of the classes.
func (m *Model) eachSet(do func(*Set)) {
	if m.Classes.Model == nil {
		do(&m.Set)
		return
	}
	m.Classes.others = slices.Clone(m.Classes.others)
	for i := range m.Classes.others {
		do(m.at(i))
	}
}

// at returns a set by its index.
func (m *Model) at(set int) *Set {
	if set == m.Classes.At {
		return &m.Set
	}
	return &m.Classes.others[set]
}
