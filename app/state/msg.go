package state

import (
	"io"
	"time"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// Connected says that the engine has started and the page will fetch nothing more.
type Connected struct{}

// Failed says that the engine could not be started.
type Failed struct{ Why string }

// SampleChosen asks for a built-in table, and to learn from it at once.
type SampleChosen struct {
	Name  string
	Learn bool
}

// FileChosen asks for a table from a file.
type FileChosen struct {
	Name string
	Size int64 // in bytes, 0 if it is not known
	File io.Reader
}

// StopReading ends a reading early; the table before it stays.
type StopReading struct{}

// DialectTyped changes how the file is to be read the next time.
type DialectTyped struct {
	Field DialectField
	Text  string
}

// ReadAgain reads the file of the table once more, as the dialect now says.
type ReadAgain struct{}

// SampleRows reads some rows, chosen at random, of the file that was refused as too large.
type SampleRows struct{}

// KindChosen says what a column holds, and reads the file again; "" leaves it to the reader.
type KindChosen struct {
	Column int
	Kind   dataset.Kind
}

// Confirmed and Declined answer the Question.
type (
	Confirmed struct{}
	Declined  struct{}
)

// UseChosen says whether rules may ask about a column.
type UseChosen struct {
	Column int
	Use    bool
}

// MustChosen says whether the rules must ask about a column.
type MustChosen struct {
	Column int
	Must   bool
}

// ColumnsSought shows the columns whose names have a text; PageTurned shows others of them.
type (
	ColumnsSought struct{ Text string }
	PageTurned    struct{ To int }
)

// Drew says that the page has had time for other things since it drew a part of the columns and rows.
type Drew struct{}

// TargetChosen names the column to predict, by its position.
type TargetChosen struct{ Column int }

// PositiveChosen names the value that rules describe, by its position among the target's values.
type PositiveChosen struct{ Value int }

// ClassesChosen lets each value of the target have rules of its own, in one of the ways of protocol.Train.Classes; "" does not.
type ClassesChosen struct{ How string }

// SignChosen and BoundTyped say which numbers of the target the rules describe, such as > and 20.
type (
	SignChosen struct{ Sign string }
	BoundTyped struct{ Text string }
)

// Typed changes a setting.
type Typed struct {
	Field core.Field
	Text  string
}

// EditorToggled opens or closes the thresholds of a column.
type EditorToggled struct{ Column int }

// CutMethodChosen says how the thresholds of one column are found: "" as for all columns, a method of binarize, or Listed.
type CutMethodChosen struct {
	Column int
	Method string
}

// CutCountTyped says how many thresholds one column gets.
type CutCountTyped struct {
	Column int
	Text   string
}

// CutTyped changes one threshold. Several numbers take its place if the text has several and it is Settled.
type CutTyped struct {
	Column, Index int
	Text          string
	Settled       bool // the person has left the field
}

// CutAdded makes a threshold where there is most room; CutRemoved takes one away.
type (
	CutAdded   struct{ Column int }
	CutRemoved struct{ Column, Index int }
)

// CutGrabbed begins to drag a threshold, CutMoved drags it to a value, CutDropped ends it.
type (
	CutGrabbed struct{ Column, Index int }
	CutMoved   struct {
		Column, Index int
		To            float64
	}
	CutDropped struct{}
)

// CutNudged moves a threshold by steps of a readable size, which may be negative.
type CutNudged struct{ Column, Index, Steps int }

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

// StepAsked makes one epoch; StartOver gives the training up and begins anew; SpeedChosen says after how many epochs it is shown.
type (
	StepAsked   struct{ At time.Time }
	StartOver   struct{ At time.Time }
	SpeedChosen struct{ Epochs int }
)

// Scrubbed puts a kept snapshot in sight by its place, EpochSought that nearest to an epoch; SnapshotUsed opens the one in
// sight as a model.
type (
	Scrubbed     struct{ Place int }
	EpochSought  struct{ Text string }
	SnapshotUsed struct{}
)

// PresetChosen puts several settings at once.
type PresetChosen struct{ Place int }

// KeysSwitched says whether single keys steer the training; NotifySwitched whether its end is to be told by the browser.
type (
	KeysSwitched   struct{ On bool }
	NotifySwitched struct{ On bool }
)

// Settled says what time it is, so that marks go that have been there long enough.
type Settled struct{ At time.Time }

// Rested says that nothing has been changed for a moment, so that there is time to try how long a training takes.
type Rested struct{}

// Heard is an event of the engine, with the ID of the request that it answers.
type Heard struct {
	ID    core.ID
	Event protocol.Event
	At    time.Time
}

func (Connected) msg()       {}
func (Failed) msg()          {}
func (SampleChosen) msg()    {}
func (FileChosen) msg()      {}
func (StopReading) msg()     {}
func (DialectTyped) msg()    {}
func (ReadAgain) msg()       {}
func (SampleRows) msg()      {}
func (KindChosen) msg()      {}
func (Confirmed) msg()       {}
func (Declined) msg()        {}
func (UseChosen) msg()       {}
func (MustChosen) msg()      {}
func (ColumnsSought) msg()   {}
func (PageTurned) msg()      {}
func (Drew) msg()            {}
func (TargetChosen) msg()    {}
func (PositiveChosen) msg()  {}
func (ClassesChosen) msg()   {}
func (SignChosen) msg()      {}
func (BoundTyped) msg()      {}
func (Typed) msg()           {}
func (EditorToggled) msg()   {}
func (CutMethodChosen) msg() {}
func (CutCountTyped) msg()   {}
func (CutTyped) msg()        {}
func (CutAdded) msg()        {}
func (CutRemoved) msg()      {}
func (CutGrabbed) msg()      {}
func (CutMoved) msg()        {}
func (CutDropped) msg()      {}
func (CutNudged) msg()       {}
func (Reset) msg()           {}
func (Start) msg()           {}
func (Pause) msg()           {}
func (Resume) msg()          {}
func (Stop) msg()            {}
func (StepAsked) msg()       {}
func (StartOver) msg()       {}
func (SpeedChosen) msg()     {}
func (Scrubbed) msg()        {}
func (EpochSought) msg()     {}
func (SnapshotUsed) msg()    {}
func (PresetChosen) msg()    {}
func (KeysSwitched) msg()    {}
func (NotifySwitched) msg()  {}
func (Settled) msg()         {}
func (Rested) msg()          {}
func (Heard) msg()           {}
