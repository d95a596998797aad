// Package storage saves the current work as a project: in a file, or in this browser. It describes the format of a project
// and decides when to save it; the browser executes its effects.
package storage

import (
	"errors"
	"io"
	"slices"
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// SavedWork describes a project that is saved in this browser.
type SavedWork struct {
	ID    string
	Name  string    // of its table
	At    time.Time // it was saved
	Size  int64     // in bytes
	Table bool      // it includes its table
	Score int       // the best points of a game on the table, 0 without one
}

// Model holds the state of autosave for the current work and lists the saved works. Autosave is off by default.
type Model struct {
	Autosave     bool // autosave is on for the current work
	IncludeTable bool // autosave includes the table
	Works        []SavedWork
	Deleting     string        // ID of the work whose deletion awaits confirmation, EveryWork for all, "" for none
	Problem      *core.Problem // of autosave, or of the last project download

	DownloadTable bool // a downloaded project includes the table

	stored      SavedWork // copy of the current work in this browser; the zero value for none
	turn        int       // identifies the current work in saves; increases when it changes
	saving      bool
	storedRules core.Work // the rules of stored
	exported    core.Work // the rules last exported or opened
	tried       content   // content of the newest save, even if it failed
	dropped     []int     // turns of works whose first save was running when autosave was switched off
	waiting     Project   // opened project whose table is not loaded
}

// EveryWork stands for the IDs of all saved works.
const EveryWork = "*"

// Reasons why something cannot be saved.
var (
	ErrBlocked  = errors.New("the browser blocks storage")
	ErrFull     = errors.New("the storage of the browser is full")
	ErrGone     = errors.New("it was deleted")
	ErrChanged  = errors.New("it was changed in another window")
	ErrFileGone = errors.New("the file of the table cannot be read")
)

// content identifies the content of a work. A work has changed since a save if its content differs.
type content struct {
	work     core.Work
	settings string
	table    *protocol.TableSummary
	tabled   bool
	score    int
	runs     []core.ListedRun
}

func (k content) equal(l content) bool {
	return k.work.Same(l.work) && slices.Equal(k.work.Scored, l.work.Scored) && k.settings == l.settings && k.table == l.table &&
		k.tabled == l.tabled && k.score == l.score && slices.EqualFunc(k.runs, l.runs, func(a, b core.ListedRun) bool {
		return a.Number == b.Number && a.Revision.Model == b.Revision.Model && a.MultiClass == b.MultiClass
	})
}

func (m Model) content(c core.View) content {
	return content{
		work: c.Work(), settings: c.Settings(c.Setup), table: c.Table, tabled: m.IncludeTable, score: c.Score, runs: c.Runs,
	}
}

// Due reports whether a change waits for autosave. While a table is read, nothing is saved, because the work may be replaced.
func (m Model) Due(c core.View) bool {
	return m.Autosave && !m.saving && c.Reading == "" && c.Revision.Model != nil && !m.content(c).equal(m.tried)
}

// Score returns the best score that was saved with a table, 0 for none.
func (m Model) Score(table string) (best int) {
	for _, w := range m.Works {
		if w.Name == table {
			best = max(best, w.Score)
		}
	}
	return best
}

// Unsaved reports whether closing the page loses the current rules: they were neither exported nor autosaved since a change.
func (m Model) Unsaved(w core.Work) bool {
	return len(w.Models) > 0 && !w.Same(m.exported) && !w.Same(m.storedRules)
}

// reset resets autosave, either for the current work or because another work was opened.
func (m *Model) reset() {
	*m = Model{
		Works: m.Works, Deleting: m.Deleting, Problem: m.Problem, turn: m.turn + 1, exported: m.exported, dropped: m.dropped, waiting: m.waiting,
	}
}

func (m Model) project(c core.View) Project {
	p := m.waiting
	if c.Table != nil {
		p = Project{Name: c.Source.Name, Foreign: c.Revision.Foreign, Reading: c.Source.Options, Test: c.Awaited}
		if c.Test != nil {
			p.Test = c.Test.Name
		}
	} else if p.Name != c.Revision.From {
		p.Name, p.Foreign = c.Revision.From, c.Revision.Foreign
	}
	p.Settings, p.Model, p.Run = c.Settings(c.Setup), core.FileOf(c.Revision, c.Scored), c.Revision.Run
	for _, r := range c.Runs {
		p.Runs = append(p.Runs, SavedRun{
			Number: r.Number, Settings: c.Settings(r.Setup), Ended: r.LastEvent.UTC(), Seconds: r.Took().Seconds(), Status: string(r.Run.Ended),
			Opened: r.Opened, Reread: r.TableChanged, Model: core.FileOf(r.Revision, r.MultiClass),
		})
	}
	return p
}

// An Effect reads or writes files or saved works. The browser executes effects in order, and answers each with one message.
type Effect interface{ effect() }

type (
	// ListWorks lists the saved works. WorksListed answers it.
	ListWorks struct{}
	// OpenFile reads a file that may be a model or a project. core.ModelOpened or ProjectOpened answers it.
	OpenFile struct {
		Name string
		File io.Reader
	}
	// Download saves a project as a file. ProjectDownloaded answers it.
	Download struct {
		Project Project
		Table   io.Reader // the table's file as it was opened; nil to leave it out
		work    core.Work
	}
	// Save saves a work in this browser and replaces its previous copy. WorkSaved answers it.
	Save struct {
		Project Project
		Table   io.Reader
		Before  SavedWork // the previous copy; the zero value for none
		Turn    int       // identifies the work
		Score   int       // of SavedWork
		work    core.Work
	}
	// Open opens a saved work. ProjectOpened answers it.
	Open struct{ ID string }
	// Delete deletes a saved work, or EveryWork. WorksListed answers it.
	Delete struct{ ID string }
)

func (ListWorks) effect() {}
func (OpenFile) effect()  {}
func (Download) effect()  {}
func (Save) effect()      {}
func (Open) effect()      {}
func (Delete) effect()    {}

// Restore makes the page load the table of an opened project and show its model and settings. ProjectShown answers it.
type Restore struct{ Opened ProjectOpened }
