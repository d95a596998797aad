package protocol

import "encoding/binary"

// Answers are a model's answers to the rows of a table: for each row the number of the first rule that fires, from 1, and
// 0 where none does. They take a byte a row, two if there are more than 255 rules.
type Answers struct {
	Rows  int    `json:"rows"`
	Fired []byte `json:"fired"` // base64 on the wire
	Wide  bool   `json:"wide,omitempty"`
}

// NewAnswers returns room for the answers of so many rules.
func NewAnswers(rows, rules int) Answers {
	a := Answers{Rows: rows, Wide: rules > 0xff}
	a.Fired = make([]byte, rows*a.width())
	return a
}

func (a Answers) width() int {
	if a.Wide {
		return 2
	}
	return 1
}

// Rule returns the number, from 1, of the first rule that fires on a row, 0 if none does.
func (a Answers) Rule(row int) int {
	if a.Wide {
		return int(binary.LittleEndian.Uint16(a.Fired[2*row:]))
	}
	return int(a.Fired[row])
}

// Set says that a rule, by its number from 1, is the first to fire on a row.
func (a Answers) Set(row, rule int) {
	if a.Wide {
		binary.LittleEndian.PutUint16(a.Fired[2*row:], uint16(rule))
		return
	}
	a.Fired[row] = byte(rule)
}

// Positive reports whether a rule fires on a row.
func (a Answers) Positive(row int) bool { return a.Rule(row) > 0 }

// Valid reports whether the answers, which may come from elsewhere, have a number for each row.
func (a Answers) Valid() bool { return a.Rows >= 0 && len(a.Fired) == a.Rows*a.width() }

// Predict asks for the answers to rows of the table as CSV, some at a time. It is answered by Predicted or Refused.
type Predict struct {
	Model *Model `json:"model"`
	// MultiClass is a model of many classes, which then answers instead. The number of a rule is then that in Classes.List.
	MultiClass *MultiClass `json:"classes,omitempty"`

	// Of answers only for the rows of a selection, whose own models take the place of those above. From and Rows then count
	// these, and the number of the row in the table stands first in each line.
	Of *Selection `json:"of,omitempty"`

	From int `json:"from,omitempty"` // the first row, from 0
	Rows int `json:"rows,omitempty"` // how many; 0 means all that are left
	// Columns puts the columns of the table before the answer.
	Columns bool `json:"columns,omitempty"`
}

// Predicted answers Predict. It is final.
type Predicted struct {
	// CSV has a line for each row: its number from 1, or the columns of the table, then the predicted value and the number
	// of the first rule that fires. The names of the columns stand in front if the first row is asked for. Texts that a
	// spreadsheet would take for a formula have a ' in front.
	CSV  string `json:"csv"`
	Next int    `json:"next"` // the first row that is left, 0 if there is none
}

func (Predict) request() string { return "predict" }
func (Predicted) event() string { return "predicted" }
