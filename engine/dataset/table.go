package dataset

import (
	"slices"

	"drnet/engine/dataset/csvfile"
)

// Dialect is how a file is written.
type Dialect = csvfile.Dialect

// Table is the content of a file.
type Table struct {
	Name       string   // of the file, as passed to Read
	Rows       int      // data rows; each column has this number of cells
	Columns    []Column // in the order of the file; their names are all different
	Dialect    Dialect
	BlankLines int      // skipped lines without any text
	Repaired   int      // rows that had too few or too many values, or stray quotes; they are part of Rows
	LeftOut    int      // rows of the file that are not in the table
	Warnings   []string // sentences about repaired or doubtful records and columns
}

// Column returns the index of the column of that name, or -1.
func (t *Table) Column(name string) int {
	for j := range t.Columns {
		if t.Columns[j].Name == name {
			return j
		}
	}
	return -1
}

// Usable returns the columns that features can be made from, in order. Except is the column to skip, such as the target,
// or -1.
func (t *Table) Usable(except int) []int {
	var columns []int
	for j := range t.Columns {
		if j != except && t.Columns[j].Usable() {
			columns = append(columns, j)
		}
	}
	return columns
}

// AllRows returns the numbers of all rows, ascending.
func (t *Table) AllRows() []int32 {
	rows := make([]int32, t.Rows)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

// Complete returns the rows that have a value in each of the columns.
func (t *Table) Complete(rows []int32, columns []int) []int32 {
	complete := make([]int32, 0, len(rows))
	for _, row := range rows {
		if !slices.ContainsFunc(columns, func(j int) bool { return t.Columns[j].IsMissing(int(row)) }) {
			complete = append(complete, row)
		}
	}
	return complete
}
