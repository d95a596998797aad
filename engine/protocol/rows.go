package protocol

// ListRows asks for the rows of a selection, some at a time. It is answered by RowPage or Refused.
type ListRows struct {
	Selection
	From int `json:"from,omitempty"` // the first of them, from 0
	Rows int `json:"rows,omitempty"` // how many, at most MaxListedRows; 0 only counts the selection
	// Columns names the columns of the table whose cells are wanted.
	Columns []string `json:"columns,omitempty"`
}

// MaxListedRows bounds ListRows.Rows: more than a page shows at once.
const MaxListedRows = 200

// Selection says which rows of the table are meant: those that meet all that it asks. They are among the rows that a model was
// learnt from and those that were kept out; where these are not known, among all rows with a label.
type Selection struct {
	Model *Model `json:"model"`
	// MultiClass is a model of many classes that Model is a member of; Answer and Truth are then classes.
	MultiClass *MultiClass `json:"classes,omitempty"`

	Part Partition `json:"part,omitempty"`
	// Lines are rules that all fire on a row: places, from 1, in the list of the model's rules with those that are off.
	Lines []int `json:"lines,omitempty"`
	// Alone leaves the rows out on which another rule fires that is on.
	Alone bool `json:"alone,omitempty"`
	// Answer is what the model answers, and Truth what the table says: a name as the model has it. "" is any.
	Answer string `json:"answer,omitempty"`
	Truth  string `json:"truth,omitempty"`
	// Differ is a second model with the same two answers, which gives the other one.
	Differ *Model `json:"differ,omitempty"`
	// Filters are about single columns; see dataset.Column.Filter.
	Filters []Filter `json:"filters,omitempty"`
}

// Partition says on which side of the split rows are.
type Partition string

// The sides. With a test table its rows are those kept out, and AllRows are the rows to train on.
const (
	AllRows      Partition = ""
	TrainingRows Partition = "train" // rows to train on
	TestRows     Partition = "test"  // rows that were kept out of the training
)

// Filter is what is wanted of a column's cells.
type Filter struct {
	Column string `json:"column"`
	Text   string `json:"text"`
}

// RowPage answers ListRows. It is final.
type RowPage struct {
	Total int         `json:"total"` // rows of the selection
	Rows  []ListedRow `json:"rows,omitempty"`
	Notes []string    `json:"notes,omitempty"` // as sentences
}

// ListedRow is a row of a selection.
type ListedRow struct {
	Row    int       `json:"row"`             // of the table, from 1
	Held   bool      `json:"held,omitempty"`  // it was kept out of the training
	Cells  []*string `json:"cells"`           // of the columns that were asked for, nil where one is missing
	Answer string    `json:"answer"`          // as the model names it
	Truth  string    `json:"truth"`           // the same for what the table says
	Other  string    `json:"other,omitempty"` // what the second model answers
	Fires  []int     `json:"fires,omitempty"` // numbers of the rules of Model that fire, from 1
}

func (ListRows) request() string { return "rows" }
func (RowPage) event() string    { return "picked" }
