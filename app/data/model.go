// Package data reads tables and shows their columns: import options, a preview, kinds, distributions and thresholds.
package data

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"drnet/app/core"
	"drnet/engine/dataset"
)

// Model is the view of the table and of its file. The zero value shows the first page of all columns, with no column opened.
type Model struct {
	Sought   string // only columns whose names contain this text
	Filter   string // only columns of this kind, or those with a warning or missing cells; "" for all
	Ranked   bool   // the columns with the strongest association come first
	Page     int    // from 0
	Opened   string // name of the column that is edited, "" for none
	Names    bool   // its alias, unit and groups are edited, not its thresholds or date parts
	Drawn    int    // batches of partColumns rendered so far: rendering all columns at once would block the page
	Dragging bool   // a threshold is being dragged

	unfolded  bool // the import options are open
	marksKept bool // the user has answered that the suspected missing marks are numbers

	typed    importOptions // as changed by the user; nil if they are those that the table was read with
	grouping grouping
	reading  progress // of the file
}

type progress struct {
	bytes, size int64 // size is 0 if unknown
	stopping    bool

	first     int64 // bytes at the first report, at the time since; the rate is measured from there
	since, at time.Time
}

// sampleSize returns the number of rows to sample from a rejected file, 0 if the file was not too large.
func sampleSize(c core.View) int {
	const usual = 200_000 // rows whose table takes some 40 MB with 50 columns
	if c.Rejected == nil || c.DataProblem == nil || c.DataProblem.Kind != dataset.TooLarge || c.Rejected.Sample != "" {
		return 0
	}
	n, had := rowsIn(c.DataProblem.Hint), c.Rejected.Options.Sample
	switch {
	case n > 0 && (had == 0 || n < had):
		return n
	case had > 0: // a sample was rejected too
		return 0
	}
	return usual
}

// rowsIn returns the number of rows in a hint such as "read 50,000 random rows", 0 if there is none.
func rowsIn(hint string) int {
	const fewest = 1000 // a smaller number in a hint has another meaning
	for word := range strings.FieldsSeq(hint) {
		if n, err := strconv.Atoi(strings.ReplaceAll(word, ",", "")); err == nil && n >= fewest {
			return n
		}
	}
	return 0
}

const (
	pageSize    = 50 // columns shown at once: a page with more renders slowly
	partColumns = 5  // columns rendered at once, in a few milliseconds
	partsAtOnce = 2  // parts rendered at once when new content replaces the old
)

// Shown returns the indexes of the columns on the current page, and the number of columns that match the search and the filter.
func (m Model) Shown(c core.View) (columns []int, found int) {
	if c.Table == nil {
		return nil, 0
	}
	strength, associated := make([]float64, len(c.Table.Columns)), c.Associated()
	for j := range c.Table.Columns {
		if m.shows(c, j) {
			columns = append(columns, j)
		}
		strength[j] = -1 // unknown
		if a := associated[c.Table.Columns[j].Name]; a != nil && m.Ranked {
			strength[j] = a.Strength()
		}
	}
	if m.Ranked {
		slices.SortStableFunc(columns, func(a, b int) int { return cmp.Compare(strength[b], strength[a]) })
	}
	first := min(m.page(c)*pageSize, len(columns))
	return columns[first:min(first+pageSize, len(columns))], len(columns)
}

// Values of Model.Filter that are not a kind: only columns with a warning, and only columns with missing cells.
const (
	warned  = "warned"
	missing = "missing"
)

// shows reports whether the search and the filter keep a column.
func (m Model) shows(c core.View, j int) bool {
	column := c.Column(j)
	kept := m.Filter == "" || m.Filter == string(column.Kind) || m.Filter == warned && doubted(c, j) ||
		m.Filter == missing && column.Missing > 0
	return kept && strings.Contains(strings.ToLower(column.Name), strings.ToLower(strings.TrimSpace(m.Sought)))
}

func doubted(c core.View, j int) bool {
	doubts, _ := notes(c, j)
	return len(doubts) > 0 || leakInWords(c, c.Column(j).Name) != "" || duplicated(c, j)
}

// Drawing reports whether some columns are not yet rendered.
func (m Model) Drawing(c core.View) bool {
	columns, _ := m.Shown(c)
	return m.Drawn*partColumns < len(columns)
}

func (m Model) rendered(c core.View) []int {
	columns, _ := m.Shown(c)
	return columns[:min(len(columns), m.Drawn*partColumns)]
}

// page returns the current page, from 0, limited to the pages of all columns.
func (m Model) page(c core.View) int {
	if c.Table == nil {
		return 0
	}
	return max(0, min(m.Page, (len(c.Table.Columns)-1)/pageSize))
}

var kinds = []dataset.Kind{dataset.Numeric, dataset.Binary, dataset.Categorical, dataset.Date, dataset.Text, dataset.ID}

// kindOf returns the kind of a column, and whether the user chose it. While the file is read again, it is the requested kind already.
func kindOf(c core.View, j int) (k dataset.Kind, chosen bool) {
	column := &c.Table.Columns[j]
	if k, chosen = c.Requested.Types[column.Name]; chosen {
		return k, true
	}
	return column.Kind, false
}

// kindProblem returns why a column cannot have the chosen kind, nil if nothing is wrong.
func kindProblem(c core.View) *core.Problem {
	if c.Table == nil || c.DataProblem == nil || c.DataProblem.Kind != dataset.Type {
		return nil
	}
	return c.DataProblem
}
