package state

import (
	"io"
	"time"

	"drnet/engine/protocol"
)

// Connected says that the engine has started and the page will fetch nothing more.
type Connected struct{}

// Failed says that the engine could not be started.
type Failed struct{ Why string }

// SampleChosen asks for a built-in table.
type SampleChosen struct{ Name string }

// FileChosen asks for a table from a file.
type FileChosen struct {
	Name string
	File io.Reader
}

// TargetChosen names the column to predict, by its position.
type TargetChosen struct{ Column int }

// PositiveChosen names the value that rules describe, by its position among the target's values.
type PositiveChosen struct{ Value int }

// Typed changes a setting.
type Typed struct {
	Field Field
	Text  string
}

// CutTyped changes the thresholds of one column: a count, or the thresholds themselves between semicolons or spaces.
type CutTyped struct {
	Column int
	Text   string
}

// Reset puts the settings back to what they were.
type Reset struct{}

// Start begins a training.
type Start struct{ At time.Time }

// Pause and Resume hold a training and let it go on; Stop ends it and keeps the best rules.
type (
	Pause  struct{}
	Resume struct{}
	Stop   struct{}
)

// Heard is an event of the engine.
type Heard struct {
	Event protocol.Event
	At    time.Time
}

func (Connected) msg()      {}
func (Failed) msg()         {}
func (SampleChosen) msg()   {}
func (FileChosen) msg()     {}
func (TargetChosen) msg()   {}
func (PositiveChosen) msg() {}
func (Typed) msg()          {}
func (CutTyped) msg()       {}
func (Reset) msg()          {}
func (Start) msg()          {}
func (Pause) msg()          {}
func (Resume) msg()         {}
func (Stop) msg()           {}
func (Heard) msg()          {}
