package storage

import (
	"errors"
	"io"
	"slices"

	"drnet/app/core"
)

// PageOpened lists the saved works. AutosaveSwitched switches autosave for the current work; AutosaveTable includes its table
// or leaves it out. ChangesRested saves the current work if autosave is on and the work has changed.
type (
	PageOpened       struct{}
	AutosaveSwitched struct{ On bool }
	AutosaveTable    struct{ On bool }
	ChangesRested    struct{}

	// WorkChosen opens a saved work. DeletionAsked asks to delete a saved work or EveryWork; the other two answer it.
	// SavedFileChosen opens a chosen file as a saved model or project.
	WorkChosen        struct{ ID string }
	DeletionAsked     struct{ ID string }
	DeletionConfirmed struct{ ID string }
	DeletionCancelled struct{}
	SavedFileChosen   struct {
		Name string
		Size int64
		File io.Reader
	}

	// DownloadAsked downloads the project, DownloadTable includes its table or leaves it out. WorkReplaced reports that another work is about
	// to be shown, ProjectShown that the project of Restore is shown, which is Waiting if no table is loaded.
	DownloadAsked struct{}
	DownloadTable struct{ On bool }
	WorkReplaced  struct{}
	ProjectShown  struct {
		Work    SavedWork
		Waiting Project
	}
)

// Answers to effects.
type (
	// WorksListed returns the saved works, newest first, and the error of the listing or the deletion.
	WorksListed struct {
		Works []SavedWork
		Err   error
	}
	// WorkSaved answers Save.
	WorkSaved struct {
		Save  Save
		Work  SavedWork
		Works []SavedWork
		Err   error
	}
	// ProjectDownloaded answers Download.
	ProjectDownloaded struct {
		Download Download
		Err      error
	}
	// ProjectOpened returns a project, either a saved work or a chosen file; for a file, Work holds only its name. File
	// is the table's file, nil without one, and Size is its length in bytes.
	ProjectOpened struct {
		Work    SavedWork
		Project *Project
		File    io.Reader
		Size    int64
		Works   []SavedWork // all saved works if this one is or was saved
		Err     error
	}
)

// IDs of elements that get the focus.
const (
	sureID  = "forget-sure"
	worksID = "works-title"
)

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	commands := m.update(msg, c)
	return m, commands
}

func (m *Model) update(msg core.Msg, c core.View) []core.Command {
	switch msg := msg.(type) {
	case PageOpened:
		return []core.Command{ListWorks{}}
	case AutosaveSwitched:
		return m.autosave(msg.On, c)
	case AutosaveTable:
		m.IncludeTable = msg.On && tableRefusal(c.Shared) == ""
		return m.save(c)
	case ChangesRested:
		return m.save(c)
	case WorkReplaced:
		if !m.Unsaved(c.Work()) {
			m.exported = c.Work()
		}
		commands := m.save(c)
		m.reset()
		m.waiting = Project{}
		return commands
	case core.TableRead:
		m.waiting = Project{}
	case core.ModelSaved:
		m.exported = c.Work()
	case DownloadTable:
		m.DownloadTable = msg.On && tableRefusal(c.Shared) == ""
	case DownloadAsked:
		if c.Revision.Model != nil {
			m.Problem = nil
			return []core.Command{Download{Project: m.project(c), Table: table(c.Shared, m.DownloadTable), work: c.Work()}}
		}
	case ProjectDownloaded:
		if m.Problem = saveProblem(msg.Err); msg.Err != nil {
			return []core.Command{core.Say{Text: m.Problem.Message}}
		}
		m.exported = msg.Download.work
	case WorkSaved:
		return m.saved(msg)
	default:
		return m.open(msg, c)
	}
	return nil
}

func (m *Model) open(msg core.Msg, c core.View) []core.Command {
	switch msg := msg.(type) {
	case WorkChosen:
		m.Problem = nil
		return []core.Command{Open(msg)}
	case DeletionAsked:
		m.Deleting = msg.ID
		return []core.Command{core.Focus{ID: sureID}}
	case DeletionCancelled:
		m.Deleting = ""
		return []core.Command{core.Focus{ID: worksID}}
	case DeletionConfirmed:
		return m.remove(msg.ID)
	case SavedFileChosen:
		if msg.Size > MaxSaved {
			p := core.Problem{Message: core.Sentence(ErrTooLarge.Error()), Hint: "Choose another file."}
			return []core.Command{core.Send{Msg: core.ModelOpened{Name: msg.Name, Problem: &p}}}
		}
		return []core.Command{OpenFile{Name: msg.Name, File: msg.File}}
	case WorksListed:
		if msg.Err == nil {
			m.Works = msg.Works
		} else if m.Problem = saveProblem(msg.Err); errors.Is(msg.Err, ErrBlocked) && len(m.Works) == 0 { // nothing was requested yet
			m.Problem = nil
		}
	case ProjectOpened:
		return m.opened(msg)
	case ProjectShown:
		if m.Problem, m.waiting = nil, msg.Waiting; msg.Work.ID == "" {
			m.exported = c.Work()
			break
		}
		m.Autosave, m.IncludeTable, m.stored, m.storedRules = true, msg.Work.Table, msg.Work, c.Work()
		m.tried = m.content(c)
	}
	return nil
}

// autosave starts autosave for the current work, or stops it and deletes the saved copy.
func (m *Model) autosave(on bool, c core.View) []core.Command {
	if on == m.Autosave || on && c.Revision.Model == nil {
		return nil
	}
	m.Autosave, m.IncludeTable, m.Problem = on, false, nil
	if on {
		return m.save(c)
	}
	var commands []core.Command
	if m.stored.ID != "" {
		commands = append(commands, Delete{ID: m.stored.ID})
	} else if m.saving {
		m.dropped = append(slices.Clip(m.dropped), m.turn)
	}
	m.reset()
	return append(commands, core.Say{Text: "Autosave is off."})
}

func (m *Model) save(c core.View) []core.Command {
	if !m.Due(c) {
		return nil
	}
	m.saving, m.tried = true, m.content(c)
	s := Save{Project: m.project(c), Table: table(c.Shared, m.IncludeTable), Before: m.stored, Turn: m.turn, work: c.Work()}
	s.Score = max(c.Score, m.Score(s.Project.Name))
	return []core.Command{s}
}

// table returns the file of the table, nil if it is not wanted or cannot be included.
func table(c core.Shared, wanted bool) io.Reader {
	if !wanted || tableRefusal(c) != "" {
		return nil
	}
	return c.Source.File
}

func (m *Model) saved(msg WorkSaved) []core.Command {
	if msg.Works != nil {
		m.Works = msg.Works
	}
	if i := slices.Index(m.dropped, msg.Save.Turn); i >= 0 {
		m.dropped = slices.Delete(slices.Clone(m.dropped), i, i+1)
		if msg.Err == nil {
			return []core.Command{Delete{ID: msg.Work.ID}}
		}
		return nil
	}
	if msg.Save.Turn != m.turn { // another work is open
		if msg.Err == nil {
			m.exported = msg.Save.work
		}
		return nil
	}
	m.saving = false
	first := m.stored.ID == ""
	if msg.Err == nil {
		m.stored, m.Problem, m.storedRules = msg.Work, nil, msg.Save.work
		if first {
			return []core.Command{core.Say{Text: "Autosave is on: the project is saved in this browser."}}
		}
		return nil
	}
	lost := errors.Is(msg.Err, ErrGone) || errors.Is(msg.Err, ErrChanged)
	if m.Problem = saveProblem(msg.Err); first || lost {
		m.reset()
	} else {
		m.Problem.Hint = "The previous version is still saved. " + m.Problem.Hint
	}
	return []core.Command{core.Say{Text: m.Problem.Message}}
}

func (m *Model) remove(id string) []core.Command {
	if m.Deleting, m.Problem = "", nil; id == EveryWork || id == m.stored.ID {
		m.reset()
	}
	return []core.Command{Delete{ID: id}, core.Say{Text: "Deleted from this browser."}, core.Focus{ID: worksID}}
}

func (m *Model) opened(msg ProjectOpened) []core.Command {
	if msg.Works != nil {
		m.Works = msg.Works
	}
	if msg.Err == nil {
		return []core.Command{Restore{msg}}
	}
	p := openProblem(msg.Err)
	if msg.Work.ID == "" {
		return []core.Command{core.Send{Msg: core.ModelOpened{Problem: p}}}
	}
	m.Problem = p
	return []core.Command{core.Say{Text: p.Message}}
}
