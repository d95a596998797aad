package dataset

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/infer"
)

// Dialect is how a file is written.
type Dialect = csvfile.Dialect

// Table is the content of a file.
type Table struct {
	Name       string   // of the file, as passed to Read
	Rows       int      // data rows; each column has this number of cells
	Columns    []Column // in the order of the file; their names are all different
	Dialect    Dialect
	Sheets     []Sheet  // all tables of the file, if it names them
	Sheet      string   // name of the sheet that this table is from
	BlankLines int      // skipped lines without any text
	Repaired   int      // rows that had too few or too many values, or stray quotes; they are part of Rows
	LeftOut    int      // rows of the file that are not in the table
	Missing    []string // the missing marks that the file was read with; nil for DefaultMissing

	LikeTrained bool     // Options.Trained.Perhaps was set, and the table was read like that one
	Warnings    []string // sentences about repaired or doubtful records; Column.Doubts are those about columns
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

// NoColumn returns the error for a column name that the table does not have.
func (t *Table) NoColumn(name string) error {
	names := make([]string, len(t.Columns))
	for j := range names {
		names[j] = t.Columns[j].Name
	}
	hint := "the columns are " + csvfile.QuoteList(names)
	if len(t.Sheets) > 1 {
		hint = fmt.Sprintf("sheet %q has the columns %s: choose one of them, or another one of %d sheets (-sheet)",
			t.Sheet, csvfile.QuoteList(names), len(t.Sheets))
	}
	return csvfile.NewError(Header, hint, "column %q does not exist", name)
}

// Usable returns the columns that features can be made from, in order, without the column except (-1 for none).
func (t *Table) Usable(except int) []int {
	var columns []int
	for j := range t.Columns {
		if j != except && t.Columns[j].Usable() {
			columns = append(columns, j)
		}
	}
	return columns
}

// SuspectedMarks returns the numbers that several columns seem to use as missing marks, ascending: negative ones that are suspected in at
// least two columns, and nines, such as 99 and 999, if at least two columns have any. Nines that are an ordinary number of another column
// are left out. Columns of numbers without Codes are ignored. See infer.SuspectedMarks.
func (t *Table) SuspectedMarks() (marks []string) {
	suspects := make([][]float64, len(t.Columns)) // by column
	columns := map[float64]int{}                  // by number: columns in which it is suspected
	for j := range t.Columns {
		if c := &t.Columns[j]; c.Kind == Numeric {
			suspects[j] = infer.SuspectedMarks(c.Levels)
			for _, x := range suspects[j] {
				columns[x]++
			}
		}
	}
	isNines := func(x float64) bool { return x > 0 && columns[x] == t.columnsWith(x) }
	nines := 0 // columns with suspected nines
	for _, list := range suspects {
		if slices.ContainsFunc(list, isNines) {
			nines++
		}
	}
	for _, x := range slices.Sorted(maps.Keys(columns)) {
		if x < 0 && columns[x] > 1 || isNines(x) && nines > 1 {
			marks = append(marks, FormatNumber(x))
		}
	}
	return marks
}

// columnsWith counts the columns that have a number among their Levels.
func (t *Table) columnsWith(x float64) (columns int) {
	for j := range t.Columns {
		if _, has := slices.BinarySearch(t.Columns[j].Levels, x); has {
			columns++
		}
	}
	return columns
}

// LoneMarks returns the distinct numbers of the column that look like missing marks when they are joined with other numbers, such as those
// of the training table, ascending, and the number of their cells. Those that occur among the others are left out. See infer.LoneMarks.
func (c *Column) LoneMarks(others []float64) (marks []float64, cells int) {
	numbers := append(slices.Clone(others), c.Levels...)
	for _, x := range c.Numbers {
		if x == x {
			numbers = append(numbers, x)
		}
	}
	slices.Sort(numbers)
	marks = slices.DeleteFunc(infer.LoneMarks(slices.Compact(numbers)), func(x float64) bool { return slices.Contains(others, x) })
	if len(marks) == 0 {
		return nil, 0
	}
	for row := range c.rows() {
		if slices.Contains(marks, c.Number(row)) {
			cells++
		}
	}
	return marks, cells
}

// doubtLoneMarks doubts numbers that look like missing marks in one column, and are not among SuspectedMarks.
func (t *Table) doubtLoneMarks() {
	several := t.SuspectedMarks()
	for j := range t.Columns {
		if c := &t.Columns[j]; c.Kind == Numeric {
			marks := slices.DeleteFunc(FormatNumbers(infer.LoneMarks(c.Levels)), func(mark string) bool { return slices.Contains(several, mark) })
			if len(marks) > 0 {
				c.doubt("it contains %s, far from its other numbers, which may mean a missing value", strings.Join(marks, ", "))
			}
		}
	}
}

// TrainedColumns describes the columns, in order, for reading rows to predict.
func (t *Table) TrainedColumns() []TrainedColumn {
	columns := make([]TrainedColumn, len(t.Columns))
	for j := range t.Columns {
		c := &t.Columns[j]
		columns[j] = TrainedColumn{c.Name, c.Kind, textsOf(c.Kept), c.decimalMark(), c.Form.Unit, textsOf(c.Marks)}
	}
	return columns
}

// Quote returns the character around values of the file, "" if there is none or the file is not text.
func (t *Table) Quote() string {
	if t.Dialect.Format != "" {
		return ""
	}
	return t.Dialect.Quote
}

// AllRows returns the numbers of all rows, ascending.
func (t *Table) AllRows() []int32 {
	rows := make([]int32, t.Rows)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

// Column is a column of a table, with one cell per row. Its cells are in one of Codes, Numbers, Texts and Computed.
type Column struct {
	Name string
	Kind Kind

	Codes   *Codes    // indices into Levels for Numeric columns and IDs of numbers, else into Values; -1 is missing
	Numbers []float64 // of a Numeric column or an ID of numbers with too many values for Codes; NaN is missing
	Texts   *Texts    // of a column with too many distinct texts for Codes

	// Computed is set for a column that is computed from others. It returns the number of a row, or if Values is set an index into Values;
	// NaN is missing.
	Computed func(row int) float64

	// Values are the distinct values that occur, ascending: by number if all are numbers, by text otherwise. Nil if Levels, Numbers or
	// Texts describe the cells.
	Values []string

	// Levels are the distinct numbers of a column of numbers with Codes, ascending. If Values are all numbers, Levels are
	// these numbers in the same order; otherwise nil.
	Levels []float64

	Missing int           // number of missing cells
	Marks   []MissingMark // the missing marks that occur, by descending frequency
	Kept    []MissingMark // missing marks of the file that are values of this column
	Odd     int           // cells of a Numeric column that are not numbers; they are part of Missing
	Form    Form          // how its numbers are written; the zero value for other columns
	Layout  DateLayout    // of a Date: how its dates are written; of a Numeric column: the layout to propose if its numbers may be dates
	Either  int           // rows with dates that can be read with the day or the month first
	Notes   []string      // sentences about how it was read
	Doubts  []string      // sentences about what may be wrong, and needs a decision
}

// MissingMark is a text that marks missing cells, "" for empty cells, and the number of its rows.
type MissingMark struct {
	Text string `json:"text"`
	Rows int    `json:"rows"`
}

// textsOf returns the texts of the marks without the empty one.
func textsOf(marks []MissingMark) []string {
	var texts []string
	for _, mark := range marks {
		if mark.Text != "" {
			texts = append(texts, mark.Text)
		}
	}
	return texts
}

// decimalMark returns the decimal mark of a column of numbers, which its fractions or its marks between thousands show; "" if unknown.
func (c *Column) decimalMark() string {
	switch {
	case c.Form.Decimal != "":
		return c.Form.Decimal
	case c.Form.Thousands == ".":
		return ","
	case c.Form.Thousands == ",":
		return "."
	}
	return ""
}

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
func (c *Column) Usable() bool {
	return c.Kind.Usable() && (c.Kind != Date || c.Layout != DateLayout{})
}

// IsNumber reports whether every cell that is not missing is a number.
func (c *Column) IsNumber() bool {
	return c.Numbers != nil || c.Levels != nil || c.Computed != nil && c.Values == nil
}

// IsMissing reports whether the cell of a row is missing.
func (c *Column) IsMissing(row int) bool {
	switch {
	case c.Codes != nil:
		return c.Codes.At(row) < 0
	case c.Numbers != nil:
		return math.IsNaN(c.Numbers[row])
	case c.Computed != nil:
		return math.IsNaN(c.Computed(row))
	}
	_, ok := c.Texts.At(row)
	return !ok
}

// Number returns the cell of a row as a number; NaN is a missing cell. IsNumber must be true.
func (c *Column) Number(row int) float64 {
	if c.Numbers != nil {
		return c.Numbers[row]
	}
	if c.Computed != nil {
		return c.Computed(row)
	}
	if code := c.Codes.At(row); code >= 0 {
		return c.Levels[code]
	}
	return math.NaN()
}

// Parsed returns the cell of a row as a number; NaN for a missing cell and for a text that is not a number.
func (c *Column) Parsed(row int) float64 {
	if c.IsNumber() {
		return c.Number(row)
	}
	text, ok := c.Text(row)
	if x, is := (Form{Padded: true}).Parse([]byte(text)); ok && is == infer.IsNumber {
		return x
	}
	return math.NaN()
}

// Hours returns a function for the hours of the date in a row, as DateLayout counts them; NaN for a missing cell or another layout.
func (c *Column) Hours(l DateLayout) func(row int) float64 {
	hours := func(text string) float64 {
		if x, ok := l.Hours(text); ok {
			return float64(x)
		}
		return math.NaN()
	}
	if c.Codes == nil || c.Values == nil {
		return func(row int) float64 {
			text, _ := c.Text(row)
			return hours(text)
		}
	}
	byCode := []float64{math.NaN()}
	for _, text := range c.Values {
		byCode = append(byCode, hours(text))
	}
	return func(row int) float64 { return byCode[c.Codes.At(row)+1] }
}

// Order returns a function that compares the cells of two rows: by time in a column of dates, by number if all cells are numbers, and
// otherwise by text. The cells must not be missing.
func (c *Column) Order() func(row, other int) int {
	if c.Kind != Date || c.Layout == (DateLayout{}) {
		return c.compare
	}
	hours, times := c.Hours(c.Layout), make([]float64, c.rows())
	for row := range times {
		times[row] = hours(row)
	}
	return func(row, other int) int {
		return cmp.Or(cmp.Compare(times[row], times[other]), c.compare(row, other)) // times are full hours; the text has the minutes
	}
}

func (c *Column) compare(row, other int) int {
	switch {
	case c.Codes != nil: // in the order of Values or Levels
		return cmp.Compare(c.Codes.At(row), c.Codes.At(other))
	case c.Numbers != nil:
		return cmp.Compare(c.Numbers[row], c.Numbers[other])
	}
	text, _ := c.Texts.At(row)
	second, _ := c.Texts.At(other)
	return strings.Compare(text, second)
}

// Text returns the cell of a row as text, numbers as FormatNumber writes them, computed ones rounded to 6 digits; ok is false for
// a missing cell.
func (c *Column) Text(row int) (text string, ok bool) {
	switch {
	case c.Texts != nil:
		return c.Texts.At(row)
	case c.IsMissing(row):
		return "", false
	case c.Values != nil && c.Computed != nil:
		return c.Values[int(c.Computed(row))], true
	case c.Values != nil:
		return c.Values[c.Codes.At(row)], true
	case c.Computed != nil:
		const digits = 6 // a quotient has more than people read
		x, _ := strconv.ParseFloat(strconv.FormatFloat(c.Computed(row), 'g', digits, 64), 64)
		return FormatNumber(x), true
	}
	return FormatNumber(c.Number(row)), true
}
