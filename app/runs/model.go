// Package runs lists the runs on the table: it opens, compares and deletes them.
package runs

import (
	"slices"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Model is the list of the runs on the table. The zero value has none.
type Model struct {
	list    []run // oldest first
	last    int   // number of the newest run
	pair    core.ModelPair
	deleted *run // which undoing brings back, nil for none
	dropped int  // number of the run that the limit removed last, 0 for none
}

// mostRuns limits the list. A run holds its model, at most mostPoints of its curves, and one snapshot of each restart: usually
// 0.1 to 0.5 MB, so that the list takes about 10 MB at most.
const mostRuns = 20

// run is a run with its rules as they were last shown.
type run struct {
	core.Run
	revision core.Revision
	classes  *protocol.MultiClass // nil for a model of one class
	opened   bool                 // from the list
}

// Next returns the number of the next run.
func (m Model) Next() int { return m.last + 1 }

// index returns the index of a run in the list, -1 if it is not there.
func (m Model) index(number int) int {
	return slices.IndexFunc(m.list, func(r run) bool { return r.Number == number })
}

// compared returns the two compared models; ok is false unless two are compared.
func (m Model) compared() (two [2]*protocol.Model, ok bool) {
	return m.pair.Of(func(number int) *protocol.Model {
		if i := m.index(number); i >= 0 {
			return m.list[i].revision.Model
		}
		return nil
	})
}

// outcome returns the scores of the rules; ok is false if they are unknown.
func (r run) outcome() (o protocol.Outcome, ok bool) {
	if r.classes != nil {
		return protocol.Trained{MultiClass: r.classes}.Outcome(), !r.classes.Edited()
	}
	return r.revision.Outcome()
}

// add lists the run that has just ended. Beyond the limit, the oldest one that was not opened is removed.
func (m *Model) add(c core.View) {
	if c.Run.Number <= m.last { // other rules were opened
		return
	}
	m.last, m.dropped = c.Run.Number, 0
	m.list = append(slices.Clone(m.list), run{Run: c.Run.Slim(), revision: c.Revision, classes: c.MultiClass})
	if len(m.list) > mostRuns {
		i := max(slices.IndexFunc(m.list[:mostRuns], func(r run) bool { return !r.opened }), 0)
		m.dropped = m.list[i].Number
		m.pair.Choose(m.dropped, false)
		m.list = slices.Delete(m.list, i, i+1)
	}
}

// follow keeps the current rules with their run, and shows the run of the current rules everywhere: undoing may lead to those of
// another one.
func (m *Model) follow(c core.View) []core.Command {
	i := m.index(c.Revision.Run)
	if i < 0 || !c.Run.Learnt() {
		return nil
	}
	if r := m.list[i]; r.revision.Model != c.Revision.Model || r.revision.Scored != c.Revision.Scored || r.classes != c.MultiClass {
		m.list = slices.Clone(m.list)
		m.list[i].revision, m.list[i].classes = c.Revision, c.MultiClass
	}
	if c.Run.Number == c.Revision.Run {
		return nil
	}
	return []core.Command{core.SetRun{Run: m.list[i].Run}}
}

// readAgain notes that the file of the table was read with other options: the scores on the previous reading are gone.
func (m *Model) readAgain() {
	m.list = slices.Clone(m.list)
	for i := range m.list {
		r := &m.list[i]
		r.TableChanged, r.revision.Scored, r.revision.Applied, r.revision.Problem = true, nil, nil, nil
	}
}
