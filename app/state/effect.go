package state

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
	// LookUp lists the saved works. WorksListed answers it.
	LookUp struct{}
	// OpenFile reads a file that may be a model or a project. ModelOpened or ProjectOpened answers it.
	OpenFile struct {
		Name string
		File io.Reader
	}
	// Download saves a project as a file. ProjectSaved answers it.
	Download struct {
		Project Project
		Table   io.Reader // the table's file as it was opened; nil to leave it out
		as      version
	}
	// Keep saves a work in this browser and replaces its previous copy. WorkKept answers it.
	Keep struct {
		Project Project
		Table   io.Reader
		Before  KeptWork // the previous copy; the zero value for none
		Turn    int      // repeated by WorkKept
		as      keepKey
	}
	// OpenWork opens a saved work. ProjectOpened answers it.
	OpenWork struct{ ID string }
	// Forget deletes a saved work, or all works if ID is "". WorksListed answers it.
	Forget struct{ ID string }
)

func (LookUp) effect()   {}
func (OpenFile) effect() {}
func (Download) effect() {}
func (Keep) effect()     {}
func (OpenWork) effect() {}
func (Forget) effect()   {}

type (
	// WorksListed returns the saved works, newest first, and the error of the listing or the deletion.
	WorksListed struct {
		Works []KeptWork
		Err   error
	}
	// WorkKept answers Keep.
	WorkKept struct {
		Keep  Keep
		Work  KeptWork
		Works []KeptWork
		Err   error
	}
	// ProjectSaved answers Download.
	ProjectSaved struct {
		Download Download
		Err      error
	}
	// ProjectOpened returns a project, either a saved work or a chosen file; for a file, Work holds only its name. File
	// is the table's file, nil without one, and Size is its length in bytes.
	ProjectOpened struct {
		Work    KeptWork
		Project *Project
		File    io.Reader
		Size    int64
		Works   []KeptWork // all saved works if this one is or was saved
		Err     error
	}
)

func (WorksListed) msg()   {}
func (WorkKept) msg()      {}
func (ProjectSaved) msg()  {}
func (ProjectOpened) msg() {}

// Command implements core.Command.
func (LookUp) Command()   {}
func (OpenFile) Command() {}
func (Download) Command() {}
func (Keep) Command()     {}
func (OpenWork) Command() {}
func (Forget) Command()   {}
