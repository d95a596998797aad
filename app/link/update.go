package link

import (
	"fmt"
	"slices"

	"drnet/app/core"
)

// AddressChanged passes the fragment of the page's address, ProjectRestored the settings of an opened project. NotesClosed closes
// the notes about a link. ShareToggled opens or closes the dialog, ShareClosed closes it from within. AreaToggled, LessonChosen and
// TeachToggled change the link of the dialog, CodeToggled shows it as a QR code, Copied copies it.
type (
	AddressChanged  struct{ Hash string }
	ProjectRestored struct{ Settings string }
	NotesClosed     struct{}
	ShareToggled    struct{}
	ShareClosed     struct{}
	AreaToggled     struct{ Name string }
	LessonChosen    struct{ Lesson int }
	TeachToggled    struct{}
	CodeToggled     struct{}
	Copied          struct{ Link string }
)

// Follow is the command of AddressChanged: the page shows the scene of a link, and loads its table unless it is loaded.
type Follow struct{ Link Link }

const opener = "share"

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	switch msg := msg.(type) {
	case AddressChanged:
		l, notes := Parse(msg.Hash)
		m.Hidden, m.Notes, m.waits = l.Hide, notes, nil
		if !l.Configures() {
			return m, []core.Command{Follow{l}}
		}
		m, commands := m.await(l.completed(c.Shared), "The address", c)
		return m, append(commands, Follow{l})
	case ProjectRestored:
		l, notes := ParseProject(msg.Settings)
		m.Notes = notes
		return m.await(l, "The project", c)
	case core.TableRead:
		return m.tableRead(c)
	case NotesClosed:
		m.Notes = nil
	case ShareToggled:
		m.Open, m.hide, m.lesson, m.teach = !m.Open, m.Hidden, 0, c.Teaching
	case ShareClosed:
		m.Open = false
		return m, []core.Command{core.Focus{ID: opener}}
	case AreaToggled:
		if m.hide = slices.Clone(m.hide); slices.Contains(m.hide, msg.Name) {
			m.hide = slices.DeleteFunc(m.hide, func(name string) bool { return name == msg.Name })
		} else {
			m.hide = inOrder(append(m.hide, msg.Name))
		}
	case LessonChosen:
		m.lesson = max(0, min(msg.Lesson, len(core.Lessons)-1))
	case TeachToggled:
		m.teach = !m.teach
	case CodeToggled:
		m.code = !m.code
	case Copied:
		return m, []core.Command{core.CopyText{Text: msg.Link}}
	}
	return m, nil
}

// await applies the settings of a link now, and its choices about the table once that is loaded. Where is the subject of its notes.
func (m Model) await(l Link, where string, c core.View) (Model, []core.Command) {
	m.waits, m.where = &l, where
	c.Setup.Fields = l.fields()
	commands := []core.Command{core.Configure{Setup: c.Setup}}
	if c.Table == nil || l.Loads(c.Shared) {
		return m, commands
	}
	m, more := m.tableRead(c)
	return m, append(commands, more...)
}

// tableRead applies the waiting link to the table if the link is about it.
func (m Model) tableRead(c core.View) (Model, []core.Command) {
	l := m.waits
	m.waits = nil
	if l == nil || c.Table == nil || l.Sample != c.Source.Sample || l.Sample == "" && l.Shape == "" {
		return m, nil
	}
	m.Notes = slices.Clip(m.Notes)
	if l.Shape != "" && l.Shape != Shape(c.Table) {
		m.Notes = append(m.Notes, m.where+otherShape)
		return m, nil
	}
	setup, missing := l.apply(c.Shared)
	for _, place := range missing {
		m.Notes = append(m.Notes, m.where+fmt.Sprintf(noPlace, core.Count(place)))
	}
	return m, []core.Command{core.Configure{Setup: setup}}
}

// Waiting reports whether a link waits for its table. The page does not write its address until then.
func (m Model) Waiting() bool { return m.waits != nil }

// Address returns the link to the current page.
func (m Model) Address(c core.Shared, at Scene) Link {
	l := Of(c, false)
	l.Hide, l.Scene = m.Hidden, at
	return l
}

// Shared returns the link of the dialog.
func (m Model) Shared(c core.Shared, at Scene) Link {
	l := m.Address(c, at)
	l.Hide, l.Lesson, l.Teach, l.Tour = m.hide, m.lesson, m.teach, false
	return l
}
