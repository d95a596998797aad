package state

import (
	"io"

	"drnet/engine/dataset"
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

// StopReading cancels a reading; the previous table stays.
type StopReading struct{}

// DialectTyped changes an import option of the next reading.
type DialectTyped struct {
	Field DialectField
	Text  string
}

// ReadAgain reads the file of the table again with the current import options.
type ReadAgain struct{}

// SampleRows reads a random sample of rows from a file that was rejected as too large.
type SampleRows struct{}

// KindChosen sets the type of a column, and reads the file again; "" detects it.
type KindChosen struct {
	Column int
	Kind   dataset.Kind
}

// Confirmed and Declined answer the Question.
type (
	Confirmed struct{}
	Declined  struct{}
)

// UseChosen includes or excludes a column.
type UseChosen struct {
	Column int
	Use    bool
}

// MustChosen requires a column in the rules, or not.
type MustChosen struct {
	Column int
	Must   bool
}

// ColumnsSought shows the columns whose names contain a text; PageTurned shows another page of them.
type (
	ColumnsSought struct{ Text string }
	PageTurned    struct{ To int }
)

// Drew reports that the page is idle after drawing a part of the columns and rows.
type Drew struct{}

// TargetChosen selects the target column by its position.
type TargetChosen struct{ Column int }

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

// EditorToggled opens or closes the cut points of a column.
type EditorToggled struct{ Column int }

// CutMethodChosen sets the binning method of one column: "" for the global setting, a method of binarize, or Listed.
type CutMethodChosen struct {
	Column int
	Method string
}

// CutCountTyped sets the number of cut points of one column.
type CutCountTyped struct {
	Column int
	Text   string
}

// CutTyped changes one cut point. Once Settled, a text of several numbers replaces it with several cut points.
type CutTyped struct {
	Column, Index int
	Text          string
	Settled       bool // the field has lost the focus
}

// CutAdded adds a cut point in the widest gap; CutRemoved removes one.
type (
	CutAdded   struct{ Column int }
	CutRemoved struct{ Column, Index int }
)

// CutGrabbed starts dragging a cut point, CutMoved drags it to a value, CutDropped ends the drag.
type (
	CutGrabbed struct{ Column, Index int }
	CutMoved   struct {
		Column, Index int
		To            float64
	}
	CutDropped struct{}
)

// CutNudged moves a cut point by a number of round steps, which may be negative.
type CutNudged struct{ Column, Index, Steps int }

// Reset restores the default settings.
type Reset struct{}

// PresetChosen applies a preset of several settings.
type PresetChosen struct{ Place int }

// Rested reports a pause in the changes of settings. A trial can then estimate the duration of a run.
type Rested struct{}

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
func (PresetChosen) msg()    {}
func (Rested) msg()          {}

// Said announces a sentence to screen readers.
type Said struct{ Text string }

func (Said) msg() {}
