package protocol

// ListRows requests the rows of a selection, in pages. The answer is RowPage or Refused.
type ListRows struct {
	Selection
	From int `json:"from,omitempty"` // the first row of the page, from 0
	Rows int `json:"rows,omitempty"` // rows per page, at most MaxListedRows; 0 only counts the selection
	// Columns names the columns to return.
	Columns []string `json:"columns,omitempty"`
}

// MaxListedRows limits ListRows.Rows. It exceeds the rows shown at once.
const MaxListedRows = 200

// Selection selects the rows that meet all its conditions. It applies to the training and test rows of a model. If
// these are unknown, it applies to all rows with a label.
type Selection struct {
	Model *Model `json:"model"`
	// MultiClass is a multiclass model that contains Model. Answer and Truth are then classes.
	MultiClass *MultiClass `json:"classes,omitempty"`

	Part Partition `json:"part,omitempty"`
	// Lines are rules that all fire on a row. They are numbered from 1 in the list of rules that includes disabled rules.
	Lines []int `json:"lines,omitempty"`
	// Alone excludes rows on which another enabled rule fires.
	Alone bool `json:"alone,omitempty"`
	// Answer is the predicted and Truth the actual class, by its name in the model. "" matches any.
	Answer string `json:"answer,omitempty"`
	Truth  string `json:"truth,omitempty"`
	// Differ is a second model with the same classes that makes the opposite prediction.
	Differ *Model `json:"differ,omitempty"`
	// Filters are conditions on single columns; see dataset.Column.Filter.
	Filters []Filter `json:"filters,omitempty"`
}

// Partition is the training or the test side of a split.
type Partition string

// The partitions. With a test table, TestRows are its rows and AllRows are the training rows.
const (
	AllRows      Partition = ""
	TrainingRows Partition = "train" // rows to train on
	TestRows     Partition = "test"
)

// Filter is a condition on the cells of a column.
type Filter struct {
	Column string `json:"column"`
	Text   string `json:"text"`
}

// RowPage answers ListRows. It is final.
type RowPage struct {
	Total int         `json:"total"` // size of the selection
	Rows  []ListedRow `json:"rows,omitempty"`
	Notes []string    `json:"notes,omitempty"` // as sentences
}

// ListedRow is a row of a selection.
type ListedRow struct {
	Row    int       `json:"row"`             // in the table, from 1
	Held   bool      `json:"held,omitempty"`  // whether it is a test row
	Cells  []*string `json:"cells"`           // of the requested columns, nil for a missing cell
	Answer string    `json:"answer"`          // the predicted class
	Truth  string    `json:"truth"`           // the actual class
	Other  string    `json:"other,omitempty"` // the prediction of the second model
	Fires  []int     `json:"fires,omitempty"` // numbers, from 1, of the rules of Model that fire
}

func (ListRows) request() string { return "rows" }
func (RowPage) event() string    { return "picked" }
