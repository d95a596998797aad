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
	Date        Kind = "date"        // days or moments; rules cannot ask about them
	Text        Kind = "text"        // too many different values for a rule to name them
	ID          Kind = "id"          // different in every row, like a name or a row number
	Constant    Kind = "constant"    // the same value wherever there is one
	Empty       Kind = "empty"       // no values at all
)

// Usable reports whether features can be made from a column of this kind.
func (k Kind) Usable() bool { return k == Numeric || k == Binary || k == Categorical }

// Column is one column of a table, with one cell for each row. Its cells are in one of Codes, Numbers and Texts.
type Column struct {
	Name string
	Kind Kind

	// Codes holds the cells as indices into Levels in a Numeric column (and an ID of numbers), into Values in all
	// others. -1 is a missing cell.
	Codes *Codes

	// Numbers holds the cells of a Numeric column (or an ID of numbers) with too many different ones for Codes; NaN is a
	// missing cell.
	Numbers []float64

	// Texts holds the cells of a column with too many different texts for Codes.
	Texts *Texts

	// Values are the different values that occur, ascending: by number if all are numbers, by text otherwise. Every one
	// of them occurs in some row. Nil where Levels, Numbers or Texts have the cells.
	Values []string

	// Levels are the different numbers of a column of numbers with Codes, ascending; those of Values, in their order, if
	// all of these are numbers, else nil.
	Levels []float64

	Missing int      // number of missing cells
	Marks   []Mark   // the texts that stood for missing cells, by frequency
	Odd     int      // cells of a Numeric column that were no numbers; they count among Missing
	Form    Form     // how its numbers are written; the zero value for other columns
	Notes   []string // what is doubtful about the column, as sentences
}

// Mark is a text that stands for missing cells, and how many there are; "" for cells that were empty.
type Mark struct {
	Text string `json:"text"`
	Rows int    `json:"rows"`
}

// Form says how the numbers of a column are written in the file.
type Form struct {
	Decimal   string `json:"decimal,omitempty"`   // before the fraction: "." or ","; "" if no number has one
	Thousands string `json:"thousands,omitempty"` // between groups of three digits: ",", ".", " " or "'"; "" if there is none
	Unit      string `json:"unit,omitempty"`      // that every number has: "%" or a currency; "" for none
}

// rows returns the number of cells.
func (c *Column) rows() int {
	switch {
	case c.Codes != nil:
		return c.Codes.Len()
	case c.Numbers != nil:
		return len(c.Numbers)
	}
	return c.Texts.Len()
}

// Usable reports whether features can be made from the column.
func (c *Column) Usable() bool { return c.Kind.Usable() }

// IsNumber reports whether every cell that is not missing is a number.
func (c *Column) IsNumber() bool { return c.Numbers != nil || c.Levels != nil }

// IsMissing reports whether the cell of a row is missing.
func (c *Column) IsMissing(row int) bool {
	switch {
	case c.Codes != nil:
		return c.Codes.At(row) < 0
	case c.Numbers != nil:
		return math.IsNaN(c.Numbers[row])
	}
	_, ok := c.Texts.At(row)
	return !ok
}

// Number returns the cell of a row of a column whose IsNumber is true; NaN is a missing cell.
func (c *Column) Number(row int) float64 {
	if c.Numbers != nil {
		return c.Numbers[row]
	}
	if code := c.Codes.At(row); code >= 0 {
		return c.Levels[code]
	}
	return math.NaN()
}

// Text returns the cell of a row as text, and whether there is one; numbers are written by FormatNumber.
func (c *Column) Text(row int) (string, bool) {
	switch {
	case c.Texts != nil:
		return c.Texts.At(row)
	case c.IsMissing(row):
		return "", false
	case c.Values != nil:
		return c.Values[c.Codes.At(row)], true
	}
	return FormatNumber(c.Number(row)), true
}

// Table is what was read from a file.
type Table struct {
	Name       string   // of the file, as it was passed in
	Rows       int      // data rows: every column has as many cells
	Columns    []Column // in the order of the file; their names are all different
	Dialect    Dialect
	BlankLines int      // lines without any text, which were skipped
	Repaired   int      // rows that had too few or too many values, or stray quotes, and are among Rows
	LeftOut    int      // rows of the file that are not in the table
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

const binaryValues = 2

const constantValues = 1
