package protocol

import (
	"fmt"
	"math"
	"slices"

	"drnet/engine/dataset"
	"drnet/engine/dataset/twin"
)

// TableSummary describes a table without its cells.
type TableSummary struct {
	Name     string          `json:"name"`
	Rows     int             `json:"rows"`
	Columns  []ColumnSummary `json:"columns"`
	Dialect  dataset.Dialect `json:"dialect"`
	Blank    int             `json:"blank"`              // skipped lines without any text
	Repaired int             `json:"repaired"`           // rows of the table with a wrong number of values or stray quotes
	LeftOut  int             `json:"left_out"`           // rows of the file that were skipped
	Warnings []string        `json:"warnings"`           // about records; ColumnSummary.Doubts are those about columns
	Trained  bool            `json:"trained,omitempty"`  // it is read in the way of Load.Trained
	Sheets   []dataset.Sheet `json:"sheets,omitempty"`   // all tables of the file, if it names them
	Sheet    string          `json:"sheet,omitempty"`    // name of the one that was read
	Suspects []string        `json:"suspects,omitempty"` // numbers of several columns that may mean a missing value
	Guess    int             `json:"guess"`              // index of the most likely target column, -1 if there is none
	Preview  [][]*string     `json:"preview"`            // the first rows, nil for a missing cell
	Cells    []*Cell         `json:"cells,omitempty"`    // requested by Load, in order; nil for missing or nonexistent ones
	Digest   string          `json:"sha256,omitempty"`   // SHA-256 of the file in hexadecimal digits, "" if unknown

	Twins    []twin.Twin `json:"twins,omitempty"`    // columns that nearly repeat an earlier one
	Repeated int         `json:"repeated,omitempty"` // rows that equal an earlier one in all columns; see dataset.Table.Repeated
}

// Column returns the position of a column, -1 if it does not exist.
func (t TableSummary) Column(name string) int {
	for j := range t.Columns { // a summary is too large to be copied for each of thousands
		if t.Columns[j].Name == name {
			return j
		}
	}
	return -1
}

// ColumnSummary describes one column.
type ColumnSummary struct {
	Name      string                `json:"name"`
	Kind      dataset.Kind          `json:"kind"`
	Missing   int                   `json:"missing"`
	Marks     []dataset.MissingMark `json:"marks,omitempty"` // the missing-value markers found
	Kept      []dataset.MissingMark `json:"kept,omitempty"`  // missing-value markers that are values of this column
	Odd       int                   `json:"odd,omitempty"`   // non-numeric cells of a numeric column, included in Missing
	Form      dataset.Form          `json:"form"`
	Layout    string                `json:"layout,omitempty"`    // of dates, such as "DD.MM.YYYY hh:mm", or proposed for numbers; else ""
	Either    int                   `json:"either,omitempty"`    // dates that can be read with the day or the month first
	Distinct  int                   `json:"distinct"`            // distinct values; 0 if there are too many to count
	Notes     []string              `json:"notes,omitempty"`     // how it was read
	Doubts    []string              `json:"doubts,omitempty"`    // what may be wrong, and needs a decision
	Values    []Value               `json:"values,omitempty"`    // of a column with few of them, in order
	Histogram *Histogram            `json:"histogram,omitempty"` // of a numeric column
}

// Named returns a note or a doubt with the name of the column.
func (c *ColumnSummary) Named(note string) string { return fmt.Sprintf("column %q: %s", c.Name, note) }

// Warned returns the warnings about the table and the doubts about its columns.
func (t TableSummary) Warned() []string {
	list := append([]string{}, t.Warnings...)
	for _, c := range t.Columns {
		for _, doubt := range c.Doubts {
			list = append(list, c.Named(doubt))
		}
	}
	return list
}

// Histogram counts numbers in equal-width bins. Bins of integers begin and end halfway between two integers.
type Histogram struct {
	Least  float64 `json:"least"` // lower bound of the first bin
	Most   float64 `json:"most"`  // upper bound of the last bin
	Counts []int   `json:"counts"`
	First  float64 `json:"first"` // the smallest number
	Last   float64 `json:"last"`  // the largest number

	// Quantiles show more than the bins if a column is skewed. They are zero if each bin is one integer.
	Quantiles Quantiles `json:"quantiles,omitzero"`
}

// Quantiles are numbers of a column, ascending, with the rows below each and up to it, in all rows or in a sample. Three lists
// are read twice as fast as a list of objects, and they are half of a table of a thousand columns.
type Quantiles struct {
	X     []float64 `json:"x"`
	Below []int     `json:"below"`
	UpTo  []int     `json:"up_to"`
}

// Add appends a number.
func (q *Quantiles) Add(x float64, below, upTo int) {
	q.X, q.Below, q.UpTo = append(q.X, x), append(q.Below, below), append(q.UpTo, upTo)
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
		Warnings: slices.Clone(t.Warnings), Guess: t.GuessTarget(), Suspects: t.SuspectedMarks(),
		Sheets: t.Sheets, Sheet: t.Sheet, Trained: t.LikeTrained,
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
		Name: c.Name, Kind: c.Kind, Missing: c.Missing, Marks: slices.Clone(c.Marks), Kept: slices.Clone(c.Kept), Odd: c.Odd,
		Form: c.Form, Layout: c.Layout.String(), Either: c.Either,
		Distinct: max(len(c.Values), len(c.Levels)), Notes: slices.Clone(c.Notes), Doubts: slices.Clone(c.Doubts),
	}
	var counts []int // rows of each code
	if c.Codes != nil {
		all := make([]int, d.Distinct+1) // the first counts missing cells
		for row := range c.Codes.Len() {
			all[c.Codes.At(row)+1]++
		}
		counts = all[1:]
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

func cell(t *dataset.Table, row, column int) *Cell {
	if row < 0 || row >= t.Rows || column < 0 || column >= len(t.Columns) {
		return nil
	}
	c := &t.Columns[column]
	text, ok := c.Text(row)
	switch {
	case !ok:
		return nil
	case c.IsNumber():
		return &Cell{Number: new(c.Number(row))}
	}
	return &Cell{Text: text}
}

const (
	mostBins = 30
	// exact is the largest span of integers that get integer bins. float64 represents halves of that size exactly.
	exact = 1 << 50
)

// histogram counts the numbers of a column, nil without any. For a column with codes, counts holds the rows per code.
func histogram(c *dataset.Column, counts []int) *Histogram {
	numbers, weight := c.Numbers, func(int) int { return 1 }
	if c.Codes != nil {
		numbers, weight = c.Levels, func(i int) int { return counts[i] }
	}
	h := NewHistogram(numbers)
	for i, x := range numbers {
		if x == x {
			h.Counts[h.Bin(x)] += weight(i)
		}
	}
	if h == nil || h.Integers() && h.Most-h.Least == float64(len(h.Counts)) {
		return h
	}
	if c.Codes == nil {
		numbers, counts = sample(numbers)
	}
	h.Quantiles = quantiles(numbers, counts)
	if x := h.Quantiles.X; x != nil {
		x[0], x[len(x)-1] = h.First, h.Last // a sample may lack them
	}
	return h
}

// sample returns the distinct numbers without NaN, ascending, and how often each occurs. Of a long column it takes evenly spaced rows.
func sample(numbers []float64) (distinct []float64, counts []int) {
	const enough = 1 << 16
	var some []float64
	for row := 0; row < len(numbers); row += len(numbers)/enough + 1 {
		if x := numbers[row]; x == x {
			some = append(some, x)
		}
	}
	slices.Sort(some)
	for i, x := range some {
		if i == 0 || x > some[i-1] {
			distinct, counts = append(distinct, x), append(counts, 0)
		}
		counts[len(counts)-1]++
	}
	return distinct, counts
}

// ranks are the shares of rows at the quantiles of a column. They are denser at the ends, where rare classes often are.
var ranks = []float64{0, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 1}

// quantiles returns the numbers at the ranks, which are distinct and ascending, with their counts.
func quantiles(numbers []float64, counts []int) (list Quantiles) {
	all, upTo, rank := 0, 0, 0
	for _, n := range counts {
		all += n
	}
	for i, n := range counts {
		below := upTo
		upTo += n
		reached := rank
		for rank < len(ranks) && int(ranks[rank]*float64(all-1)) < upTo {
			rank++
		}
		if rank > reached {
			list.Add(numbers[i], below, upTo)
		}
	}
	return list
}

// Integers reports whether a column holds only integers. It returns otherwise without a table, or without numbers in such a column.
func (t *TableSummary) Integers(name string, otherwise bool) bool {
	if t == nil {
		return otherwise
	}
	if j := t.Column(name); j >= 0 && t.Columns[j].Histogram != nil {
		return t.Columns[j].Histogram.Integers()
	}
	return otherwise
}

// Integers reports whether all numbers are integers, whose bins begin before the smallest one.
func (h *Histogram) Integers() bool { return h.Least < h.First }

// Bin returns the bin of a number from First to Last.
func (h *Histogram) Bin(x float64) int {
	last := len(h.Counts) - 1
	if last == 0 {
		return 0
	}
	from := half(h.Least)
	return min(int((half(x)-from)/(half(h.Most)-from)*float64(last+1)), last)
}

// NewHistogram returns empty bins for the range of some numbers, of which NaN is missing; nil if all are. For whole
// numbers, each bin spans the same number of integers.
func NewHistogram(numbers []float64) *Histogram {
	least, most, whole := math.Inf(1), math.Inf(-1), true
	for _, x := range numbers {
		if x == x {
			least, most, whole = min(least, x), max(most, x), whole && x == math.Trunc(x)
		}
	}
	if least > most {
		return nil
	}
	h, bins := &Histogram{Least: least, Most: most, First: least, Last: most}, int64(mostBins)
	switch {
	case whole && most-least < exact && math.Abs(least) <= exact:
		integers := int64(most-least) + 1
		each := (integers + mostBins - 1) / mostBins
		bins = (integers + each - 1) / each
		h.Least, h.Most = least-0.5, least-0.5+float64(bins*each)
	case !(half(most)-half(least) > 0):
		bins = 1
	}
	h.Counts = make([]int, bins)
	return h
}

// half halves a number, because the difference of two numbers may overflow. The conversion prevents compilers from
// fusing it with the following subtraction.
func half(x float64) float64 { return float64(x / 2) }
