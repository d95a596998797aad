package state

import (
	"errors"
	"io"
	"slices"
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// KeptWork is what is kept in this browser of a work: a project file, and what to know it by.
type KeptWork struct {
	ID    string
	Name  string    // of its table
	At    time.Time // it was written
	Size  int64     // in bytes
	Table bool      // with its table
}

// Keeping is what is kept of the work in sight, and of others. Nothing is unless the person asks for it.
type Keeping struct {
	On      bool // the work in sight is kept, and what changes in it
	Table   bool // with its table
	Works   []KeptWork
	Asks    string        // ID of the work that is deleted if the person says so once more, EveryWork, or "" for none
	Problem *core.Problem // with what is kept, or with a project that was to be written

	TableToo bool // a project file that is downloaded has the table

	work    KeptWork // what is kept of the work in sight; the zero value if nothing is
	turn    int      // counts the works in sight
	busy    bool     // it is being written
	kept    version  // of its model
	tried   keepKey  // what was written last, or was to be
	dropped []int    // turns of works that are to be kept no longer, and were being written for the first time
	awaited *Project // whose table is not there
}

// EveryWork stands for all that is kept.
const EveryWork = "*"

// Why something cannot be kept.
var (
	ErrBlocked  = errors.New("the browser lets this page keep nothing")
	ErrFull     = errors.New("there is no room left")
	ErrGone     = errors.New("it was deleted")
	ErrChanged  = errors.New("it was changed in another window")
	ErrFileGone = errors.New("the file of the table cannot be read any more")
)

// WorksAsked has it looked up what is kept.
type WorksAsked struct{}

// KeepSwitched says whether the work in sight is to be kept, TableSwitched whether its table is too.
type (
	KeepSwitched  struct{ On bool }
	TableSwitched struct{ On bool }
)

// KeepTime says that there is time to write down what has changed in a work that is kept.
type KeepTime struct{}

// WorkOpened opens what is kept of a work. ForgetAsked has it deleted, or EveryWork, after it was asked once more: with Sure.
type (
	WorkOpened  struct{ ID string }
	ForgetAsked struct {
		ID   string // "" for none, after all
		Sure bool
	}
)

// SavedChosen brings a file that was chosen as one that was saved here.
type SavedChosen struct {
	Name string
	Size int64
	File io.Reader
}

// ModelSaved says that the model in sight was taken away as a file.
type ModelSaved struct{}

// ProjectAsked downloads the project, TableTooSwitched says whether its table goes with it.
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
func (ModelSaved) msg()       {}
func (ProjectAsked) msg()     {}
func (TableTooSwitched) msg() {}

// keep is update for the messages about what is kept and saved; ok is false for others.
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
	case ModelSaved:
		if s.Whole.Model == s.taken() { // and not one of its sets alone
			s.saved = s.version()
		}
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

// keepSwitched begins to keep the work in sight, or deletes what is kept of it.
func (s *State) keepSwitched(on bool) {
	k := &s.Keeping
	if on == k.On || on && s.Study.Model() == nil {
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

// anew says that nothing is kept of the work in sight, or of another one that has come.
func (k *Keeping) anew() {
	k.On, k.Table, k.TableToo, k.busy, k.work, k.kept, k.tried = false, false, false, false, KeptWork{}, version{}, keepKey{}
	k.turn++
}

// keepKey is what a kept work follows from.
type keepKey struct {
	version
	scored   []*protocol.Scored
	settings string
	table    *protocol.Table
	tabled   bool
}

func (k keepKey) equal(l keepKey) bool {
	return k.version.equal(l.version) && slices.Equal(k.scored, l.scored) && k.settings == l.settings && k.table == l.table && k.tabled == l.tabled
}

func (s State) keepKey() keepKey {
	var l Link
	s.linkSetup(&l, true)
	k := keepKey{version: s.version(), settings: l.String(), table: s.Table, tabled: s.Keeping.Table, scored: []*protocol.Scored{s.Study.Now().Scored}}
	if s.Whole.Model != nil {
		k.scored = nil
		for i := range s.Whole.others {
			k.scored = append(k.scored, s.at(i).Now().Scored)
		}
	}
	return k
}

// KeepDue reports whether the work is kept and has changed since it was written. While a table is read it is not told whose work
// it is.
func (s State) KeepDue() bool {
	k := s.Keeping
	return k.On && !k.busy && s.Reading == "" && s.Study.Model() != nil && !s.keepKey().equal(k.tried)
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
	if m.Keep.Turn != k.turn { // another work is in sight
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
	if k.Problem = keepProblem(m.Err); errors.Is(m.Err, ErrBlocked) && len(k.Works) == 0 { // nothing was asked for yet
		k.Problem = nil
	}
}
