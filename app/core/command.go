package core

import "drnet/engine/protocol"

// ID names a request to the engine. The page numbers its requests from 1; every event of a request comes back with its ID.
type ID int

// NoID is the ID of events that belong to no request, such as protocol.Silent.
const NoID ID = 0

// Command is a side effect of a message: a Request to the engine, an effect in the browser, or a change of what features share.
type Command interface{ Command() }

// Request is a request to the engine. Pause, Resume, Step, Pace and Stop carry the ID of the request that they control.
type Request struct {
	ID   ID
	Body protocol.Request
}

// Effects in the browser.
type (
	// Focus moves the keyboard focus to an element after the page is rendered.
	Focus struct{ ID string }
	// SaveFile downloads a text as a file; Kind is its media type.
	SaveFile struct {
		Name, Kind string
		Parts      []string
	}
	// CopyText copies a text to the clipboard.
	CopyText struct{ Text string }
)

// Changes of what features share.
type (
	// Say announces a sentence to screen readers.
	Say struct{ Text string }
	// Configure replaces the settings of the next run.
	Configure struct{ Setup Setup }
	// SetPlan replaces the plan of a run with the current settings.
	SetPlan struct {
		Plan    *protocol.Planned
		Problem *Problem
	}
	// ShowRules shows a model as a new revision; undoing restores the previous one.
	ShowRules struct{ Revision Revision }
	// SetRun replaces the run. RunBegan follows when it has started.
	SetRun   struct{ Run Run }
	RunBegan struct{}
	// RunEnded reports that the run is over. Result is nil if it failed. With Discarded, the result comes later: another run or
	// its repair follows. With Unscored, only the training accuracy of the rules is known, and Problem says why.
	RunEnded struct {
		Result    *protocol.Trained
		Discarded bool
		Unscored  bool
		Problem   *Problem
	}
	// Send sends a message of another feature.
	Send struct{ Msg Msg }
)

// Command implements the interface of that name.
func (Request) Command()   {}
func (Focus) Command()     {}
func (SaveFile) Command()  {}
func (CopyText) Command()  {}
func (Say) Command()       {}
func (Configure) Command() {}
func (SetPlan) Command()   {}
func (ShowRules) Command() {}
func (SetRun) Command()    {}
func (RunBegan) Command()  {}
func (RunEnded) Command()  {}
func (Send) Command()      {}
