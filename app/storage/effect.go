package storage

import (
	"io"

	"drnet/app/core"
)

// An Effect is a command for the browser that reads or writes files or saved works. The browser answers it with one
// message. It performs effects in the order of the commands.
type Effect interface {
	core.Command
	effect()
}

type (
	// List lists the saved works. WorksListed answers it.
	List struct{}
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
		work    core.Work
	}
	// Open opens a saved work. ProjectOpened answers it.
	Open struct{ ID string }
	// Delete deletes a saved work, or all works if ID is "". WorksListed answers it.
	Delete struct{ ID string }
)

func (List) effect()     {}
func (OpenFile) effect() {}
func (Download) effect() {}
func (Save) effect()     {}
func (Open) effect()     {}
func (Delete) effect()   {}

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

func (WorksListed) msg()       {}
func (WorkSaved) msg()         {}
func (ProjectDownloaded) msg() {}
func (ProjectOpened) msg()     {}

// Restore is the command of ProjectOpened: the page loads the table of the project, and shows its model and settings.
// ProjectShown answers it.
type Restore struct{ Opened ProjectOpened }

// Command implements core.Command.
func (List) Command()     {}
func (OpenFile) Command() {}
func (Download) Command() {}
func (Save) Command()     {}
func (Open) Command()     {}
func (Delete) Command()   {}
func (Restore) Command()  {}
