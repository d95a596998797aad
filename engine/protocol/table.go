package protocol

import (
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

// Histogram counts numbers in bins of equal width. Bins of integers begin and end halfway between two integers.
type Histogram struct {
	Least  float64 `json:"least"` // where the first bin begins
	Most   float64 `json:"most"`  // where the last bin ends
	Counts []int   `json:"counts"`
	First  float64 `json:"first"` // the least number itself
	Last   float64 `json:"last"`  // the greatest number itself
}

// Value is a value of a column and the number of rows that have it.
type Value struct {
	Text string `json:"text"`
	Rows int    `json:"rows"`
}

// Cell is one cell: a number in a column of numbers, else a text.
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
	d, _ := DescribeEach(t, cells, func(int) error { return nil })
	return d
}

// DescribeEach is Describe for a table that may be large: before column j it calls beside(j), whose error ends it.
func DescribeEach(t *dataset.Table, cells [][2]int, beside func(column int) error) (Table, error) {
	d := Table{
		Name: t.Name, Rows: t.Rows, Dialect: t.Dialect, Blank: t.BlankLines, Repaired: t.Repaired, LeftOut: t.LeftOut,
		Warnings: slices.Clone(t.Warnings), Guess: t.GuessTarget(),
	}
	for j := range t.Columns {
		if err := beside(j); err != nil {
			return Table{}, err
		}
		d.Columns = append(d.Columns, describe(&t.Columns[j]))
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
	return d, nil
}

func describe(c *dataset.Column) Column {
	d := Column{
		Name: c.Name, Kind: c.Kind, Missing: c.Missing, Marks: slices.Clone(c.Marks), Odd: c.Odd, Form: c.Form,
		Distinct: max(len(c.Values), len(c.Levels)), Notes: slices.Clone(c.Notes),
	}
	var counts []int
	if c.Codes != nil {
		counts = countCodes(c.Codes, d.Distinct)
	}
	if c.Values != nil && len(c.Values) <= mostValues {
		d.Values = make([]Value, len(c.Values))
		for code, text := range c.Values {
			d.Values[code] = Value{text, counts[code]}
		}
	}
	if c.Kind == dataset.Numeric && c.IsNumber() {
		d.Histogram = histogram(c, counts)
	}
	return d
}

// countCodes returns how many rows have each code.
func countCodes(codes *dataset.Codes, n int) []int {
	counts := make([]int, n+1) // the first is that of missing cells
	for row := range codes.Len() {
		counts[codes.At(row)+1]++
	}
	return counts[1:]
}

func cell(t *dataset.Table, row, column int) *Cell {
	if row < 0 || row >= t.Rows || column < 0 || column >= len(t.Columns) {
		return nil
	}
	c := &t.Columns[column]
	text, ok := c.Text(row)
	if !ok {
		return nil
	}
	if c.IsNumber() {
		number := c.Number(row)
		return &Cell{Number: &number}
	}
	return &Cell{Text: text}
}
