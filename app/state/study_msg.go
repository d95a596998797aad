package state

import (
	"drnet/app/core"
)

// ModelOpened passes a model file that the user selected. Problem describes why it is unreadable, "" if it is
// readable.
type ModelOpened struct {
	Name    string
	File    []byte
	Problem string
}

// These messages change the view of the rules.
type (
	StageChosen struct{ Stage core.Stage }
	SortChosen  struct{ Sort Sort }
	RulesSought struct{ Text string }
	MoreRules   struct{}
)

// SwitchRule, PinRule, NoteRule and DeleteRule change one rule, by its index among all rules.
type (
	SwitchRule struct {
		Line int
		On   bool
	}
	PinRule struct {
		Line   int
		Pinned bool
	}
	NoteRule struct {
		Line int
		Text string
	}
	DeleteRule struct{ Line int }
)

// EditRule opens a rule for editing; NewRule opens an empty one, and NoRule closes the editor. DropCondition removes
// the conditions on a column from a rule; AddCondition adds the Draft.
type (
	EditRule      struct{ Line int }
	DropCondition struct {
		Line   int
		Column string
	}
	DraftChosen struct {
		Part  DraftPart
		Index int
	}
	AddCondition struct{}
)

// Undo and Redo move by one revision; GoBack moves to any revision.
type (
	Undo   struct{}
	Redo   struct{}
	GoBack struct{ Step int }
)

// RowTyped selects a row of the table, from 1; CellTyped changes one of its cells.
type (
	RowTyped  struct{ Text string }
	CellTyped struct{ Column, Text string }
	// CellChosen selects a value by its index in the choices of a cell.
	CellChosen struct {
		Column string
		Index  int
	}
	FreezeChosen struct {
		Column string
		Frozen bool
	}
	FlipTried    struct{ Index int }
	NearestAsk   struct{}
	CellsPutBack struct{}
)

// SetChosen shows another set of a multiclass model, by its index.
// PrecedenceChosen lets the order of the classes decide where rules of several classes fire. ClassMoved moves the
// class at an index, at least 1, up by one.
type (
	SetChosen        struct{ Set int }
	PrecedenceChosen struct{ ByClass bool }
	ClassMoved       struct{ Place int }
)

// Said announces a sentence to screen readers.
type Said struct{ Text string }

func (ModelOpened) msg()      {}
func (StageChosen) msg()      {}
func (SortChosen) msg()       {}
func (RulesSought) msg()      {}
func (MoreRules) msg()        {}
func (SwitchRule) msg()       {}
func (PinRule) msg()          {}
func (NoteRule) msg()         {}
func (DeleteRule) msg()       {}
func (EditRule) msg()         {}
func (DropCondition) msg()    {}
func (DraftChosen) msg()      {}
func (AddCondition) msg()     {}
func (Undo) msg()             {}
func (Redo) msg()             {}
func (GoBack) msg()           {}
func (RowTyped) msg()         {}
func (CellTyped) msg()        {}
func (CellChosen) msg()       {}
func (FreezeChosen) msg()     {}
func (FlipTried) msg()        {}
func (NearestAsk) msg()       {}
func (CellsPutBack) msg()     {}
func (Said) msg()             {}
func (SetChosen) msg()        {}
func (PrecedenceChosen) msg() {}
func (ClassMoved) msg()       {}
