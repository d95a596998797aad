package runs

import (
	"slices"
	"sort"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// RunOpened shows the rules of a run, by its number. RunCompared adds a run to the comparison of two or removes it. RunDeleted
// removes a run from the list, and DeletionUndone brings it back.
type (
	RunOpened   struct{ Number int }
	RunCompared struct {
		Number int
		On     bool
	}
	RunDeleted     struct{ Number int }
	DeletionUndone struct{}
)

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	switch msg := msg.(type) {
	case core.RulesOpened:
		m.add(c)
	case core.TableRead:
		if !msg.Again {
			return Model{}, nil
		}
		m.readAgain()
	case RunOpened:
		return m.open(msg.Number, c)
	case RunCompared:
		m.pair.Choose(msg.Number, msg.On)
	case RunDeleted:
		return m.delete(msg.Number)
	case DeletionUndone:
		return m.undelete()
	case core.Heard:
		m.pair.Hear(msg)
	case core.Refresh:
		commands := m.follow(c)
		if two, ok := m.compared(); ok {
			commands = append(commands, m.pair.Ask(two, c)...)
		}
		return m, commands
	}
	return m, nil
}

// open shows the rules of a run, with its settings and its curves. Undo takes back its edits, and then shows the previous rules.
func (m Model) open(number int, c core.View) (Model, []core.Command) {
	i := m.index(number)
	if i < 0 || c.Run.Active() || shown(number, c) {
		return m, nil
	}
	m.List = slices.Clone(m.List)
	r := &m.List[i]
	r.Opened, r.Revision.Words = true, name(number)+" opened"
	show := core.ShowRules{Revision: r.Revision, Classes: r.MultiClass}
	if r.Model != r.Revision.Model && r.Model != nil || r.Classes != r.MultiClass && r.Classes != nil {
		show.Learned = protocol.ModelFile{Model: r.Model, MultiClass: r.Classes}
	}
	commands := []core.Command{core.SetRun{Run: r.Run}, show}
	if !r.TableChanged { // otherwise its columns may be others
		commands = append(commands, core.Configure{Setup: r.Setup})
	}
	return m, append(commands, core.Say{Text: "Opened " + name(number) + " with its settings."}, core.Focus{ID: switcherID})
}

func (m Model) delete(number int) (Model, []core.Command) {
	i := m.index(number)
	if i < 0 {
		return m, nil
	}
	r := m.List[i]
	m.deleted, m.List = &r, slices.Delete(slices.Clone(m.List), i, i+1)
	m.pair.Choose(number, false)
	return m, []core.Command{core.Say{Text: "Deleted " + name(number) + "."}, core.Focus{ID: undoID}}
}

func (m Model) undelete() (Model, []core.Command) {
	if m.deleted == nil {
		return m, nil
	}
	r := *m.deleted
	m.deleted, m.List = nil, append(slices.Clone(m.List), r)
	sort.Slice(m.List, func(i, j int) bool { return m.List[i].Number < m.List[j].Number })
	return m, []core.Command{core.Say{Text: "Restored " + name(r.Number) + "."}, core.Focus{ID: deleteID(r.Number)}}
}
