package state

import (
	"io"

	"drnet/app/core"
)

// An Effect is done by the browser: with the files of a person, or with what is saved in this browser. It is answered by one
// message. Effects are done in the order of the commands.
type Effect interface {
	core.Command
	effect()
}

type (
	// LookUp asks what is kept. It is answered by WorksListed.
	LookUp struct{}
	// OpenFile reads a file that may be a model or a project. It is answered by ModelOpened or ProjectOpened.
	OpenFile struct {
		Name string
		File io.Reader
	}
	// Download gives the person a project file. It is answered by ProjectSaved.
	Download struct {
		Project Project
		Table   io.Reader // the file of the table, as it was given; nil without it
		as      version
	}
	// Keep writes a work down in this browser, in the place of what was kept of it before. It is answered by WorkKept.
	Keep struct {
		Project Project
		Table   io.Reader
		Before  KeptWork // what was kept of it the last time; the zero value if nothing was
		Turn    int      // WorkKept says it again
		as      keepKey
	}
	// OpenWork opens what is kept. It is answered by ProjectOpened.
	OpenWork struct{ ID string }
	// Forget deletes what is kept of a work, and of all works if ID is "". It is answered by WorksListed.
	Forget struct{ ID string }
)

func (LookUp) effect()   {}
func (OpenFile) effect() {}
func (Download) effect() {}
func (Keep) effect()     {}
func (OpenWork) effect() {}
func (Forget) effect()   {}

type (
	// WorksListed brings what is kept, the newest first, and why it could not be looked up or deleted.
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
	// ProjectOpened brings a project: one that is kept as Work, or a file that was chosen, of which Work says the name. File is
	// its table, nil without one, and Size the bytes of that.
	ProjectOpened struct {
		Work    KeptWork
		Project *Project
		File    io.Reader
		Size    int64
		Works   []KeptWork // if it is kept, or was: all that is
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
