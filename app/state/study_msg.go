package state

import (
	"time"

	"drnet/app/core"
)

// ModelOpened brings a model file that a person chose. Problem says why it could not be read, "" if it could.
type ModelOpened struct {
	Name    string
	File    []byte
	Problem string
}

// TabChosen, StageChosen and SortChosen say what is in sight of the rules.
type (
	TabChosen   struct{ Tab Tab }
	StageChosen struct{ Stage core.Stage }
	SortChosen  struct{ Sort Sort }
	RulesSought struct{ Text string }
	MoreRules   struct{}
)

// SwitchRule, PinRule, NoteRule and DeleteRule change one rule, which is counted from 0 among all, on or off.
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

// EditRule opens a rule for editing, or NewRule, or NoRule to close it. DropCondition takes what a rule asks of a column
// out of it; AddCondition adds the Draft.
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

// Undo and Redo step through what was done; GoBack goes to one step of it.
type (
	Undo   struct{}
	Redo   struct{}
	GoBack struct{ Step int }
)

// RowTyped starts from a row of the table, from 1, RowTried does and shows it; CellTyped changes a cell of it.
type (
	RowTyped  struct{ Text string }
	RowTried  struct{ Row int }
	CellTyped struct{ Column, Text string }
	// CellChosen chooses a value by its place in the choices of a cell.
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

// FormatChosen asks for a model in a format of protocol.Formats, by its place.
type FormatChosen struct{ Index int }

// PredictionsAsked has the answers to all rows written down; ColumnsWanted puts the columns of the table before them.
type (
	PredictionsAsked struct{}
	ColumnsWanted    struct{ Wanted bool }
)

// TradeAsked has settings evaluated, TradeStop ends that. AxisChosen holds the accuracy against another size, DotOpened puts
// the model of a setting in sight.
type (
	TradeAsked struct {
		Kind TradeKind
		At   time.Time
	}
	TradeStop  struct{}
	AxisChosen struct{ Index int }
	DotOpened  struct{ Index int }
)

// SetChosen puts another set of rules of a model of many classes in sight, from 0; AloneChosen takes only that set away.
// PrecedenceChosen lets the order of the classes decide where rules of several are true, and ClassMoved puts the class at
// a place, from 1 on, before the one above it.
type (
	SetChosen        struct{ Set int }
	AloneChosen      struct{ Alone bool }
	PrecedenceChosen struct{ ByClass bool }
	ClassMoved       struct{ Place int }
)

// Said puts a sentence where screen readers find it.
type Said struct{ Text string }

func (ModelOpened) msg()      {}
func (TabChosen) msg()        {}
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
func (RowTried) msg()         {}
func (CellTyped) msg()        {}
func (CellChosen) msg()       {}
func (FreezeChosen) msg()     {}
func (FlipTried) msg()        {}
func (NearestAsk) msg()       {}
func (CellsPutBack) msg()     {}
func (FormatChosen) msg()     {}
func (PredictionsAsked) msg() {}
func (ColumnsWanted) msg()    {}
func (TradeAsked) msg()       {}
func (TradeStop) msg()        {}
func (AxisChosen) msg()       {}
func (DotOpened) msg()        {}
func (Said) msg()             {}
func (SetChosen) msg()        {}
func (AloneChosen) msg()      {}
func (PrecedenceChosen) msg() {}
func (ClassMoved) msg()       {}
