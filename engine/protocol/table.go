package protocol

import (
	"fmt"
	"slices"

	"drnet/engine/dataset"
)

// Table describes a table to people and programs: everything but its cells.
type Table struct {
	Name     string          `json:"name"`
	Rows     int             `json:"rows"`
	Columns  []Column        `json:"columns"`
	Dialect  dataset.Dialect `json:"dialect"`
	Blank    int             `json:"blank"`    // lines without any text, skipped
	Repaired int             `json:"repaired"` // rows with a wrong number of values or stray quotes, among Rows
	LeftOut  int             `json:"left_out"` // rows of the file that are not in the table
	Warnings []string        `json:"warnings"`
	Guess    int             `json:"guess"`   // the column most likely to be predicted, -1 for none
	Preview  [][]*string     `json:"preview"` // the first rows, nil where a cell is missing
	// Cells are those that Load asked for, in its order; nil where one is missing or out of the table.
	Cells []*Cell `json:"cells,omitempty"`
}

// Column describes one column.
type Column struct {
	Name     string         `json:"name"`
	Kind     dataset.Kind   `json:"kind"`
	Missing  int            `json:"missing"`
	Marks    []dataset.Mark `json:"marks,omitempty"` // the texts that stood for missing cells
	Odd      int            `json:"odd,omitempty"`   // cells that were no numbers in a column of numbers, among Missing
	Form     dataset.Form   `json:"form"`
	Distinct int            `json:"distinct"` // different values; 0 if there are too many to count
	Notes    []string       `json:"notes,omitempty"`
	// Values are the values of a column that has few, in their order, and how many rows have each.
	Values    []Value    `json:"values,omitempty"`
	Histogram *Histogram `json:"histogram,omitempty"` // of a column of numbers
}

// Histogram counts numbers in bins of equal width.
type Histogram struct {
	Least  float64 `json:"least"` // where the first bin begins
	Most   float64 `json:"most"`  // where the last bin ends
	Counts []int   `json:"counts"`
}

// Value is a value of a column and the number of rows that have it.
type Value struct {
	Text string `json:"text"`
	Rows int    `json:"rows"`
}

// Cell is one cell: a number or a text.
type Cell struct {
	Number *float64 `json:"number,omitempty"`
	Text   string   `json:"text,omitempty"`
}

const (
	previewRows = 20
	mostValues  = 50 // that a column lists: more than anybody chooses a class from
)

// Describe returns the description of a table, with the cells asked for as pairs of row and column.
func Describe(t *dataset.Table, cells [][2]int) Table {
	d := Table{Name: t.Name, Rows: t.Rows, Dialect: t.Dialect, Blank: t.BlankLines, Repaired: t.Repaired, LeftOut: t.LeftOut,
		Warnings: slices.Clone(t.Warnings), Guess: t.GuessTarget()}
	for j := range t.Columns {
		c := &t.Columns[j]
		d.Columns = append(d.Columns, Column{Name: c.Name, Kind: c.Kind, Missing: c.Missing, Values: values(c)})
	}
	for row := range min(t.Rows, previewRows) {
		line := make([]*string, len(t.Columns))
		for j := range t.Columns {
			if text, ok := t.Columns[j].Text(row); ok {
				line[j] = &text
			}
		}
		d.Preview = append(d.Preview, line)
	}
	for _, at := range cells {
		d.Cells = append(d.Cells, cell(t, at[0], at[1]))
	}
	return d
}

func values(c *dataset.Column) []Value {
	if c.Values == nil || len(c.Values) > mostValues {
		return nil
	}
	list := make([]Value, len(c.Values))
	for i, text := range c.Values {
		list[i].Text = text
	}
	for row := range c.Codes.Len() {
		if code := c.Codes.At(row); code >= 0 {
			list[code].Rows++
		}
	}
	return list
}

func cell(t *dataset.Table, row, column int) *Cell {
	if row < 0 || row >= t.Rows || column < 0 || column >= len(t.Columns) {
		return nil
	}
	text, ok := t.Columns[column].Text(row)
	if !ok {
		return nil
	}
	if number, ok := dataset.ParseNumber(text); ok {
		return &Cell{Number: &number}
	}
	return &Cell{Text: text}
}

// ReadAs says in words how the file was read: "comma between values, UTF-8, first row = names".
func (t Table) ReadAs() string {
	between, known := map[string]string{",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}[t.Dialect.Delimiter]
	if !known {
		between = fmt.Sprintf("%q", t.Dialect.Delimiter)
	}
	return between + " between values, UTF-8, first row = names"
}
