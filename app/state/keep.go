package state

import (
	"errors"
	"io"
	"slices"
	"time"

	"drnet/app/core"
	"drnet/app/link"
	"drnet/engine/protocol"
)

// KeptWork describes a project file saved in this browser.
type KeptWork struct {
	ID    string
	Name  string    // of its table
	At    time.Time // it was written
	Size  int64     // in bytes
	Table bool      // with its table
}

// Keeping holds the state of autosave for the current work and lists the saved works. Autosave is off by default.
type Keeping struct {
	On      bool // autosave is on for the current work
	Table   bool // autosave includes the table
	Works   []KeptWork
	Asks    string        // ID of the work whose deletion awaits confirmation, EveryWork for all, "" for none
	Problem *core.Problem // of autosave, or of the last project download

	TableToo bool // a downloaded project file includes the table

	work    KeptWork // saved copy of the current work; the zero value if none exists
	turn    int      // identifies the current work in saves; increases when it changes
	busy    bool     // a save is running
	kept    version  // of the saved model
	tried   keepKey  // key of the last save, whether it succeeded or not
	dropped []int    // turns of works whose first save was running when autosave was switched off
	awaited *Project // whose table is not loaded
}

// EveryWork stands for all saved works in messages.
const EveryWork = "*"

// Reasons why something cannot be saved.
var (
	ErrBlocked  = errors.New("the browser lets this page keep nothing")
	ErrFull     = errors.New("there is no room left")
	ErrGone     = errors.New("it was deleted")
	ErrChanged  = errors.New("it was changed in another window")
	ErrFileGone = errors.New("the file of the table cannot be read any more")
)

// WorksAsked lists the saved works.
type WorksAsked struct{}

// KeepSwitched switches autosave for the current work. TableSwitched includes its table or leaves it out.
type (
	KeepSwitched  struct{ On bool }
	TableSwitched struct{ On bool }
)

// KeepTime saves the current work if autosave is on and the work has changed.
type KeepTime struct{}

// WorkOpened opens a saved work. ForgetAsked asks to delete a saved work or EveryWork; with Sure, it deletes.
type (
	WorkOpened  struct{ ID string }
	ForgetAsked struct {
		ID   string // "" cancels
		Sure bool
	}
)

// SavedChosen opens a chosen file as a saved model or project.
type SavedChosen struct {
	Name string
	Size int64
	File io.Reader
}

// ProjectAsked downloads the project. TableTooSwitched includes its table or leaves it out.
type (
	ProjectAsked     struct{}
	TableTooSwitched struct{ On bool }
)

func (WorksAsked) msg()       {}
func (KeepSwitched) msg()     {}
func (TableSwitched) msg()    {}
func (KeepTime) msg()         {}
func (WorkOpened) msg()       {}
func (ForgetAsked) msg()      {}
func (SavedChosen) msg()      {}
func (ProjectAsked) msg()     {}
func (TableTooSwitched) msg() {}

// keep updates the state for messages about autosave and project files; ok is false for others.
func (s *State) keep(m Msg) (ok bool) {
	k := &s.Keeping
	switch m := m.(type) {
	case WorksAsked:
		s.do(LookUp{})
	case KeepSwitched:
		s.keepSwitched(m.On)
	case TableSwitched:
		k.Table = m.On && s.Tabled() == ""
		s.keepNow()
	case KeepTime:
		s.keepNow()
	case WorkOpened:
		k.Problem = nil
		s.do(OpenWork(m))
	case ForgetAsked:
		s.forget(m)
	case SavedChosen:
		if m.Size > MostSaved {
			s.modelOpened(ModelOpened{Name: m.Name, Problem: ErrTooLarge.Error()})
		} else {
			s.do(OpenFile{Name: m.Name, File: m.File})
		}
	case core.ModelSaved:
		s.saved = s.version()
	case ProjectAsked:
		s.download()
	case TableTooSwitched:
		k.TableToo = m.On && s.Tabled() == ""
	case WorksListed:
		s.listed(m)
	case WorkKept:
		s.workKept(m)
	case ProjectSaved:
		if k.Problem = keepProblem(m.Err); m.Err == nil {
			s.saved = m.Download.as
		} else {
			s.Status = k.Problem.Message
		}
	case ProjectOpened:
		s.projectOpened(m)
	default:
		return false
	}
	return true
}

// keepSwitched starts autosave for the current work, or stops it and deletes the saved copy.
func (s *State) keepSwitched(on bool) {
	k := &s.Keeping
	if on == k.On || on && s.Rules.Model() == nil {
		return
	}
	k.On, k.Table, k.Problem = on, false, nil
	if on {
		s.keepNow()
		return
	}
	if k.work.ID != "" {
		s.do(Forget{ID: k.work.ID})
	} else if k.busy {
		k.dropped = append(slices.Clip(k.dropped), k.turn)
	}
	s.Status = "This work is no longer kept on this computer."
	k.anew()
}

// anew resets autosave, either for the current work or because another work was opened.
func (k *Keeping) anew() {
	k.On, k.Table, k.TableToo, k.busy, k.work, k.kept, k.tried = false, false, false, false, KeptWork{}, version{}, keepKey{}
	k.turn++
}

// keepKey identifies the saved content of a work; a different key means that the work has changed.
type keepKey struct {
	version
	scored   []*protocol.Scored
	settings string
	table    *protocol.TableSummary
	tabled   bool
}

func (k keepKey) equal(l keepKey) bool {
	return k.version.equal(l.version) && slices.Equal(k.scored, l.scored) && k.settings == l.settings && k.table == l.table &&
		k.tabled == l.tabled
}

func (s State) keepKey() keepKey {
	k := keepKey{
		version: s.version(), settings: link.Of(s.Shared, true).String(), table: s.Table, tabled: s.Keeping.Table,
	}
	_, k.scored = s.Rules.Versions()
	return k
}

// KeepDue reports whether autosave is on and the work has changed since the last save. While a table is read, it
// reports false: the work may be replaced.
func (s State) KeepDue() bool {
	k := s.Keeping
	return k.On && !k.busy && s.Reading == "" && s.Rules.Model() != nil && !s.keepKey().equal(k.tried)
}

func (s *State) keepNow() {
	if !s.KeepDue() {
		return
	}
	k := &s.Keeping
	k.busy, k.tried = true, s.keepKey()
	project, table := s.project(k.Table)
	s.do(Keep{Project: project, Table: table, Before: k.work, Turn: k.turn, as: k.tried})
}

func (s *State) workKept(m WorkKept) {
	k := &s.Keeping
	if m.Works != nil {
		k.Works = m.Works
	}
	if i := slices.Index(k.dropped, m.Keep.Turn); i >= 0 {
		k.dropped = slices.Delete(slices.Clone(k.dropped), i, i+1)
		if m.Err == nil {
			s.do(Forget{ID: m.Work.ID})
		}
		return
	}
	if m.Keep.Turn != k.turn { // another work is open
		if m.Err == nil {
			s.saved = m.Keep.as.version
		}
		return
	}
	k.busy = false
	first := k.work.ID == ""
	if m.Err == nil {
		k.work, k.Problem, k.kept = m.Work, nil, m.Keep.as.version
		if first {
			s.Status = "This work is kept on this computer."
		}
		return
	}
	lost := errors.Is(m.Err, ErrGone) || errors.Is(m.Err, ErrChanged)
	if k.Problem = keepProblem(m.Err); first || lost {
		k.anew()
	} else {
		k.Problem.Hint = "What was kept of this work before is still there. " + k.Problem.Hint
	}
	s.Status = k.Problem.Message
}

func (s *State) forget(m ForgetAsked) {
	k := &s.Keeping
	if k.Asks = m.ID; !m.Sure || m.ID == "" {
		return
	}
	k.Asks, k.Problem = "", nil
	if m.ID == EveryWork {
		m.ID = ""
	}
	if m.ID == "" || m.ID == k.work.ID {
		k.anew()
	}
	s.do(Forget{ID: m.ID})
	s.Status = "Deleted from this computer."
}

func (s *State) listed(m WorksListed) {
	k := &s.Keeping
	if m.Err == nil {
		k.Works = m.Works
		return
	}
	if k.Problem = keepProblem(m.Err); errors.Is(m.Err, ErrBlocked) && len(k.Works) == 0 { // nothing was requested yet
		k.Problem = nil
	}
}
