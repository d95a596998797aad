package protocol

import (
	"slices"

	"drnet/engine/dataset"
)

// TableSummary describes a table without its cells.
type TableSummary struct {
	Name     string          `json:"name"`
	Rows     int             `json:"rows"`
	Columns  []ColumnSummary `json:"columns"`
	Dialect  dataset.Dialect `json:"dialect"`
	Blank    int             `json:"blank"`    // skipped lines without any text
	Repaired int             `json:"repaired"` // rows of the table with a wrong number of values or stray quotes
	LeftOut  int             `json:"left_out"` // rows of the file that were skipped
	Warnings []string        `json:"warnings"`
	Guess    int             `json:"guess"`   // the most likely target column, -1 for none
	Preview  [][]*string     `json:"preview"` // the first rows, nil for a missing cell
	// Cells are the cells requested by Load, in order; nil for missing or nonexistent cells.
	Cells []*Cell `json:"cells,omitempty"`
}

// ColumnSummary describes one column.
type ColumnSummary struct {
	Name     string                `json:"name"`
	Kind     dataset.Kind          `json:"kind"`
	Missing  int                   `json:"missing"`
	Marks    []dataset.MissingMark `json:"marks,omitempty"` // the missing-value markers found
	Odd      int                   `json:"odd,omitempty"`   // non-numeric cells of a numeric column, included in Missing
	Form     dataset.Form          `json:"form"`
	Distinct int                   `json:"distinct"` // distinct values; 0 if there are too many to count
	Notes    []string              `json:"notes,omitempty"`
	// Values are the values of a column with few of them, in order, with their row counts.
	Values    []Value    `json:"values,omitempty"`
	Histogram *Histogram `json:"histogram,omitempty"` // of a numeric column
}

// Histogram counts numbers in equal-width bins. Bins of integers begin and end halfway between two integers.
type Histogram struct {
	Least  float64 `json:"least"` // lower bound of the first bin
	Most   float64 `json:"most"`  // upper bound of the last bin
	Counts []int   `json:"counts"`
	First  float64 `json:"first"` // the smallest number
	Last   float64 `json:"last"`  // the largest number
}

// Value is a value of a column and its row count.
type Value struct {
	Text string `json:"text"`
	Rows int    `json:"rows"`
}

// Cell is one cell: a number in a numeric column, otherwise a text.
type Cell struct {
	Number *float64 `json:"number,omitempty"`
	Text   string   `json:"text,omitempty"`
}

const (
	previewRows = 20
	mostValues  = 50 // listed per column; enough to select a class
)

// Describe returns the description of a table. The requested cells are pairs of row and column.
func Describe(t *dataset.Table, cells [][2]int) TableSummary {
	d, _ := DescribeEach(t, cells, func(int) error { return nil })
	return d
}

// DescribeEach is Describe for large tables. It calls each(j) for every column j and stops on an error.
func DescribeEach(t *dataset.Table, cells [][2]int, each func(column int) error) (TableSummary, error) {
	d := TableSummary{
		Name: t.Name, Rows: t.Rows, Dialect: t.Dialect, Blank: t.BlankLines, Repaired: t.Repaired, LeftOut: t.LeftOut,
		Warnings: slices.Clone(t.Warnings), Guess: t.GuessTarget(),
	}
	for j := range t.Columns {
		if err := each(j); err != nil {
			return TableSummary{}, err
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

func describe(c *dataset.Column) ColumnSummary {
	d := ColumnSummary{
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

// countCodes returns the number of rows of each code.
func countCodes(codes *dataset.Codes, n int) []int {
	counts := make([]int, n+1) // the first counts missing cells
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
