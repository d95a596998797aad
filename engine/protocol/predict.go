package protocol

import "encoding/binary"

// Answers are the predictions of a model for the rows of a table. Each row has the number, from 1, of the first rule
// that fires, or 0. A row takes one byte, or two with more than 255 rules.
type Answers struct {
	Rows  int    `json:"rows"`
	Fired []byte `json:"fired"` // base64 on the wire
	Wide  bool   `json:"wide,omitempty"`
}

// NewAnswers returns zeroed answers for a table and a number of rules.
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

// Rule returns the number, from 1, of the first rule that fires on a row; 0 if none does.
func (a Answers) Rule(row int) int {
	if a.Wide {
		return int(binary.LittleEndian.Uint16(a.Fired[2*row:]))
	}
	return int(a.Fired[row])
}

// Set stores the number, from 1, of the first rule that fires on a row.
func (a Answers) Set(row, rule int) {
	if a.Wide {
		binary.LittleEndian.PutUint16(a.Fired[2*row:], uint16(rule))
		return
	}
	a.Fired[row] = byte(rule)
}

// Positive reports whether a rule fires on a row.
func (a Answers) Positive(row int) bool { return a.Rule(row) > 0 }

// Valid reports whether the length of Fired matches Rows. Answers from other sources may be invalid.
func (a Answers) Valid() bool { return a.Rows >= 0 && len(a.Fired) == a.Rows*a.width() }

// Predict requests predictions for table rows as CSV, in pages. The answer is Predicted or Refused.
type Predict struct {
	Model *Model `json:"model"`
	// MultiClass is a multiclass model to use instead. Rule numbers then refer to Classes.List.
	MultiClass *MultiClass `json:"classes,omitempty"`

	// Of restricts the predictions to a selection, whose models replace those above. From and Rows then count selected
	// rows. Each line starts with the row number in the table.
	Of *Selection `json:"of,omitempty"`

	From int `json:"from,omitempty"` // the first row, from 0
	Rows int `json:"rows,omitempty"` // number of rows; 0 means all remaining rows
	// Columns writes the columns of the table before the prediction.
	Columns bool `json:"columns,omitempty"`
}

// Predicted answers Predict. It is final.
type Predicted struct {
	// CSV has one line per row: the row number from 1 or the table columns, the prediction, and the number of the first
	// rule that fires. The first page starts with a header. Texts that spreadsheets parse as formulas are prefixed with '.
	CSV  string `json:"csv"`
	Next int    `json:"next"` // the next row, 0 at the end
}

func (Predict) request() string { return "predict" }
func (Predicted) event() string { return "predicted" }
