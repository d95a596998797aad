package state

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

// Said announces a sentence to screen readers.
type Said struct{ Text string }

func (RowTyped) msg()     {}
func (CellTyped) msg()    {}
func (CellChosen) msg()   {}
func (FreezeChosen) msg() {}
func (FlipTried) msg()    {}
func (NearestAsk) msg()   {}
func (CellsPutBack) msg() {}
func (Said) msg()         {}
