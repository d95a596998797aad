package state

import (
	"io"

	"drnet/engine/setting"
)

// Connected reports that the engine has started; the page sends no more requests to its server.
type Connected struct{}

// Failed reports that the engine could not start.
type Failed struct{ Why string }

// SampleChosen loads a sample dataset, and optionally trains on it immediately.
type SampleChosen struct {
	Name  string
	Learn bool
}

// FileChosen loads a table from a file.
type FileChosen struct {
	Name string
	Size int64 // in bytes, 0 if unknown
	File io.Reader
}

// Confirmed and Declined answer the Question.
type (
	Confirmed struct{}
	Declined  struct{}
)

// Drew reports that the page is idle after drawing a part of the columns and rows.
type Drew struct{}

// PositiveChosen selects the positive class, by its position among the target's values.
type PositiveChosen struct{ Value int }

// ClassesChosen selects one of the multiclass strategies of protocol.Train.Classes; "" selects one positive class.
type ClassesChosen struct{ How string }

// SignChosen and BoundTyped set the positive class of a numeric target, such as > and 20.
type (
	SignChosen struct{ Sign string }
	BoundTyped struct{ Text string }
)

// Typed changes a setting.
type Typed struct {
	Field setting.Key
	Text  string
}

// Reset restores the default settings.
type Reset struct{}

// PresetChosen applies a preset of several settings.
type PresetChosen struct{ Place int }

// Rested reports a pause in the changes of settings. A trial can then estimate the duration of a run.
type Rested struct{}

func (Connected) msg()      {}
func (Failed) msg()         {}
func (SampleChosen) msg()   {}
func (FileChosen) msg()     {}
func (Confirmed) msg()      {}
func (Declined) msg()       {}
func (Drew) msg()           {}
func (PositiveChosen) msg() {}
func (ClassesChosen) msg()  {}
func (SignChosen) msg()     {}
func (BoundTyped) msg()     {}
func (Typed) msg()          {}
func (Reset) msg()          {}
func (PresetChosen) msg()   {}
func (Rested) msg()         {}

// Said announces a sentence to screen readers.
type Said struct{ Text string }

func (Said) msg() {}
