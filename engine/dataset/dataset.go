// Package dataset reads bytes into a Table: its dialect, names, types and missing cells; folds and splits are row numbers.
// It knows nothing of bits, features or rules.
package dataset

import "math"

// Kind says what the values of a column are, and with that whether rules may ask about them.
type Kind string

// The kinds of columns.
const (
	Numeric     Kind = "numeric"     // numbers, more than two different ones
	Binary      Kind = "binary"      // exactly two different values, numbers or not
	Categorical Kind = "categorical" // a few different values
	Text        Kind = "text"        // too many different values for a rule to name them
	ID          Kind = "id"          // different in every row, like a name or a row number
	Constant    Kind = "constant"    // the same value wherever there is one
	Empty       Kind = "empty"       // no values at all
)

// Usable reports whether features can be made from a column of this kind.
func (k Kind) Usable() bool { return k == Numeric || k == Binary || k == Categorical }

// Column is one column of a table, with one cell for each row.
type Column struct {
	Name string
	Kind Kind

	// Numbers holds the cells of a Numeric column, and of an ID column that counts its rows; NaN is a missing cell.
	// It is nil for all other columns.
	Numbers []float64

	// Codes holds the cells of the other columns as indices into Values; -1 is a missing cell. Nil if Numbers is set.
	Codes []int32

	// Values are the different values that occur, ascending: by number if all are numbers, by text otherwise.
	// Every one of them occurs in some row.
	Values []string

	Missing int  // number of missing cells
	Ignored bool // the reader was asked to leave the column out; it is kept for a preview
}

// Usable reports whether features can be made from the column.
func (c *Column) Usable() bool { return c.Kind.Usable() && !c.Ignored }

// IsMissing reports whether the cell of a row is missing.
func (c *Column) IsMissing(row int) bool {
	if c.Numbers != nil {
		return math.IsNaN(c.Numbers[row])
	}
	return c.Codes[row] < 0
}

// Text returns the cell of a row as text, and whether there is one; numbers are written by FormatNumber.
func (c *Column) Text(row int) (string, bool) {
	if c.IsMissing(row) {
		return "", false
	}
	if c.Numbers != nil {
		return FormatNumber(c.Numbers[row]), true
	}
	return c.Values[c.Codes[row]], true
}

// Table is what was read from a file.
type Table struct {
	Name       string   // of the file, as it was passed in
	Rows       int      // data rows: every column has as many cells
	Columns    []Column // in the order of the file; their names are all different
	Dialect    Dialect
	BlankLines int      // lines without any text, which were skipped
	Warnings   []string // sentences about what was repaired or looks doubtful
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

// Usable returns the columns that features can be made from, in order, without the one at index except,
// which is the target's or -1.
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

// Complete returns those of the rows that have no missing cell in the columns.
func (t *Table) Complete(rows []int32, columns []int) []int32 {
	complete := make([]int32, 0, len(rows))
	for _, row := range rows {
		if t.isComplete(int(row), columns) {
			complete = append(complete, row)
		}
	}
	return complete
}

func (t *Table) isComplete(row int, columns []int) bool {
	for _, j := range columns {
		if t.Columns[j].IsMissing(row) {
			return false
		}
	}
	return true
}
