// Package rows lists, filters and downloads the rows of the table that the rules cover or predict in some way.
package rows

import (
	"cmp"
	"maps"
	"reflect"
	"slices"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Model is a list of rows: of a selection in the rules section or, if Whole, of the whole table. The zero value is closed.
type Model struct {
	Whole    bool // lists the whole table, in the Data section
	Unfolded bool // the list of the whole table is open

	Of      protocol.Selection // the selection without Filters; its Model is nil if the list is closed or Whole
	Filters map[string]string  // as typed, by column
	Sort    string             // column that orders the rows, "" for the order of the table
	Down    bool               // in descending order
	From    int                // first row to draw, from 0
	All     bool               // show all columns, not only those with conditions
	Written core.Predictions   // the rows as CSV
	Focused int                // number of the row whose button has the focus, 0 for none

	query core.Query[*protocol.ListRows, *protocol.RowPage]
}

// Only the rows on the screen are drawn, and some above and below, so that scrolling by a few rows does not change the drawn ones.
const (
	rowHeight  = 32        // in pixels, as in the style sheet
	mostHeight = 8_000_000 // of all rows, in pixels; browsers do not draw much taller elements
	shownRows  = 24        // drawn at once
	stepRows   = 8         // the drawn rows change after scrolling by this many rows
	leadRows   = 4         // of them, drawn above the screen
)

// maxColumns limits the columns shown at once: more would block the page.
const maxColumns = 30

// Open reports whether rows are shown.
func (m Model) Open() bool { return m.Of.Model != nil || m.Unfolded }

// closed returns the closed list. It keeps the choice of columns.
func (m Model) closed() Model { return Model{Whole: m.Whole, All: m.All} }

// start returns the index of the first row to draw. Row is the index of the first row on the screen.
func start(row int) int { return max(0, row/stepRows*stepRows-leadRows) }

// pixels returns the height that a row which is not drawn takes in a list of this many rows. It is less than rowHeight for very long lists.
func pixels(rows int) float64 { return min(rowHeight, mostHeight/float64(max(rows, 1))) }

func (m Model) request(c core.View) *protocol.ListRows {
	columns, _ := m.columns(c)
	of := m.Of
	for _, name := range slices.Sorted(maps.Keys(m.Filters)) {
		if c.Named(name) != nil {
			of.Filters = append(of.Filters, protocol.Filter{Column: name, Text: m.Filters[name]})
		}
	}
	return &protocol.ListRows{Selection: of, From: m.From, Rows: shownRows, Columns: columns, Sort: m.Sort, Down: m.Down}
}

// outdated reports whether the newest answer is about another subset, filter or order, and cannot be renewed because the engine is busy.
func (m Model) outdated(c core.View) bool {
	of := m.query.Of()
	if c.Answers() || of == nil {
		return false
	}
	r := m.request(c)
	return r.Sort != of.Sort || r.Down != of.Down || !reflect.DeepEqual(r.Selection, of.Selection)
}

// page returns the drawn rows with their columns, and the index of the first one. While a file is read, these are its first rows.
func (m Model) page(c core.View) (page protocol.RowPage, columns []string, from int) {
	switch {
	case m.Whole && c.Peek != nil:
		shown := c.Peek.Columns[:min(len(c.Peek.Columns), maxColumns)]
		columns = core.Texts(len(shown), func(i int) string { return shown[i].Name })
		for i, cells := range c.Peek.Preview {
			page.Rows = append(page.Rows, protocol.ListedRow{Row: i + 1, Cells: cells[:len(shown)]})
		}
		page.Total = len(page.Rows)
	case m.query.Value != nil:
		of := m.query.Of()
		if m.outdated(c) {
			return page, of.Columns, 0
		}
		return *m.query.Value, of.Columns, of.From
	}
	return page, columns, 0
}

// columns lists the columns to show, at most maxColumns, and counts the others. For the whole table, these are the target and the columns
// that the Data section lists; for a selection, those with conditions and, if All, then the others.
func (m Model) columns(c core.View) (names []string, hidden int) {
	add := func(column *protocol.ColumnSummary) {
		if column != nil && len(names) < maxColumns && !slices.Contains(names, column.Name) {
			names = append(names, column.Name)
		}
	}
	if m.Whole {
		add(c.TargetColumn())
		for _, j := range c.Columns() {
			add(c.Column(j))
		}
		return names, len(c.Table.Columns) - len(names)
	}
	for _, of := range []*protocol.Model{m.Of.Model, cmp.Or(m.Of.Differ, m.Of.Model)} {
		for i, used := range (protocol.ModelFile{Model: of}).InputColumns(false) {
			if used {
				add(c.Named(of.Encoder.Columns[i].Name))
			}
		}
	}
	if m.All {
		for j := range c.Table.Columns {
			add(c.Column(j))
		}
	}
	return names, len(c.Table.Columns) - len(names)
}

// stale reports whether the rules have changed since the rows were selected.
func (m Model) stale(c core.View) bool {
	of, now := m.Of, c.Revision.Model
	if of.MultiClass != nil {
		return of.MultiClass != c.MultiClass
	}
	return !core.SameRules(now, of.Model) || len(now.Off) != len(of.Model.Off)
}

// tested reports whether the rows of the selection are known to be split into training and test rows.
func (m Model) tested(c core.View) bool {
	if m.Of.Model == nil || c.Revision.Unsplit() {
		return false
	}
	if all := m.Of.MultiClass; all != nil {
		return all.Learned.Outcome.Test != nil
	}
	return m.Of.Model.Learned.Trained.Test != nil
}

// side returns the listed subset. With a separate test table, all rows means the training rows, because the tables are numbered separately.
func (m Model) side(c core.View) protocol.Partition {
	if c.Test != nil && m.Of.Part == protocol.AllRows && m.tested(c) {
		return protocol.TrainingRows
	}
	return m.Of.Part
}

// decides returns the columns to highlight in a row: of the selected rules or, if none are selected, of the rules that hold for the row.
func (m Model) decides(row protocol.ListedRow) map[string]bool {
	if m.Of.Model == nil {
		return nil
	}
	columns, features := map[string]bool{}, m.Of.Model.Encoder.Features()
	for k, r := range m.Of.Model.Lines() {
		if slices.Contains(m.Of.Lines, k+1) || len(m.Of.Lines) == 0 && slices.Contains(row.Fires, r.Number) {
			for _, literal := range r.Rule {
				columns[features[literal.Feature].Name] = true
			}
		}
	}
	return columns
}
