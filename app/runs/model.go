// Package runs lists the runs on the table: it opens, compares and deletes them.
package runs

import (
	"slices"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Model is the list of the runs on the table. The zero value has none.
type Model struct {
	List    []core.ListedRun // oldest first
	Last    int              // number of the newest run
	pair    core.ModelPair
	deleted *core.ListedRun // the deleted run that undo restores, nil for none
	dropped int             // number of the run that the limit removed last, 0 for none
}

// mostRuns limits the list. A run holds its model, at most mostPoints of its curves, and one snapshot of each restart: usually
// 0.1 to 0.5 MB, so that the list takes about 10 MB at most.
const mostRuns = 20

func (m Model) index(number int) int {
	return slices.IndexFunc(m.List, func(r core.ListedRun) bool { return r.Number == number })
}

// compared returns the two compared models; ok is false unless two are compared.
func (m Model) compared() (two [2]*protocol.Model, ok bool) {
	return m.pair.Of(func(number int) *protocol.Model {
		if i := m.index(number); i >= 0 {
			return m.List[i].Revision.Model
		}
		return nil
	})
}

// comparable returns the number of runs that can be compared: those that are not multiclass.
func (m Model) comparable() (n int) {
	for _, r := range m.List {
		if r.MultiClass == nil {
			n++
		}
	}
	return n
}

func outcome(r core.ListedRun) (o protocol.Outcome, ok bool) {
	if r.MultiClass != nil {
		if whole := r.MultiClass.Measured(); whole != nil {
			return whole.Overall(), true
		}
		return o, false
	}
	return r.Revision.Outcome()
}

func (m *Model) add(c core.View) {
	if c.Run.Number <= m.Last { // listed before: other rules were opened
		return
	}
	m.Last, m.dropped = c.Run.Number, 0
	m.List = append(slices.Clone(m.List), core.ListedRun{Run: c.Run.Slim(), Revision: c.Revision, MultiClass: c.Scored})
	m.trim()
}

// trim removes the oldest run that was not opened, as long as there are too many. The newest one stays.
func (m *Model) trim() {
	for n := len(m.List); n > mostRuns; n-- {
		i := max(slices.IndexFunc(m.List[:n-1], func(r core.ListedRun) bool { return !r.Opened }), 0)
		m.dropped = m.List[i].Number
		m.pair.Choose(m.dropped, false)
		m.List = slices.Delete(m.List, i, i+1)
	}
}

// Restore lists the runs of a project, oldest first, and renumbers runs whose numbers are taken. A run that ended at the same time as a
// listed one is taken for the same run. It returns the run that has number one in the project as listed, the zero value if there is none.
func (m *Model) Restore(list []core.ListedRun, one int) (found core.ListedRun) {
	m.List, m.dropped = slices.Clone(m.List), 0
	taken := m.Last
	for _, r := range list {
		at, was := slices.IndexFunc(m.List, func(l core.ListedRun) bool { return l.LastEvent.Equal(r.LastEvent) }), r.Number
		if at < 0 {
			at, m.Last = len(m.List), taken+was
			r.Number, r.Revision.Run = m.Last, m.Last
			m.List = append(m.List, r)
		}
		if was == one {
			found = m.List[at]
		}
	}
	m.trim()
	return found
}

// shown reports whether the page shows the rules of a run, and also the run itself unless another one is active.
func shown(number int, c core.View) bool {
	return c.Revision.Run == number && (c.Run.Number == number || c.Run.Active())
}

// follow stores the current rules in their run, and makes the page show that run: undo may lead to the rules of another run, and opening
// a project sets rules without a run. A failed run stays on the screen, with its problem.
func (m *Model) follow(c core.View) []core.Command {
	i := m.index(c.Revision.Run)
	if i < 0 {
		return nil
	}
	if r := m.List[i]; r.Revision.Model != c.Revision.Model || r.Revision.Scored != c.Revision.Scored || r.MultiClass != c.Scored {
		m.List = slices.Clone(m.List)
		m.List[i].Revision, m.List[i].MultiClass = c.Revision, c.Scored
	}
	if c.Run.Number == c.Revision.Run || !c.Run.Learnt() && (c.Run.Phase != core.Idle || c.Run.Problem != nil) {
		return nil
	}
	return []core.Command{core.SetRun{Run: m.List[i].Run}}
}

// readAgain notes that the file of the table was read with other options, and drops the scores on the previous reading.
func (m *Model) readAgain() {
	forget := func(r *core.ListedRun) {
		r.TableChanged, r.Revision.Scored, r.Revision.Applied, r.Revision.Problem = true, nil, nil, nil
	}
	m.List, m.pair = slices.Clone(m.List), core.ModelPair{Chosen: m.pair.Chosen}
	for i := range m.List {
		forget(&m.List[i])
	}
	if m.deleted != nil {
		m.deleted = new(*m.deleted)
		forget(m.deleted)
	}
}
