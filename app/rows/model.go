// Package rows lists, filters and downloads the rows of the table that the rules cover or predict in some way.
package rows

import (
	"cmp"
	"slices"

	"drnet/app/core"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Model is the list of rows. The zero value is closed.
type Model struct {
	Of      protocol.Selection // without filters; its model is nil while the list is closed
	Filters map[string]string  // as typed, by column
	Page    int                // from 0
	Size    int                // rows per page, 0 for the default
	All     bool               // show all columns, not only those with conditions
	Written core.Predictions   // the rows as CSV

	query core.Query[*protocol.ListRows, *protocol.RowPage]
}

// sizes lists the possible numbers of rows per page, the default first.
var sizes = []int{20, 50}

// maxColumns limits the columns shown at once: more would block the page.
const maxColumns = 30

// Open reports whether rows are shown.
func (m Model) Open() bool { return m.Of.Model != nil }

// Closed returns the closed list. The page size and the selection of columns stay.
func (m Model) Closed() Model { return Model{Size: m.Size, All: m.All} }

func (m Model) size() int { return cmp.Or(m.Size, sizes[0]) }

// pages returns the number of pages, at least one.
func (m Model) pages() int {
	if m.query.Value == nil {
		return 1
	}
	return max(1, (m.query.Value.Total+m.size()-1)/m.size())
}

// columns lists the columns to show, first those with conditions, and counts the others.
func (m Model) columns(c core.View) (names []string, hidden int) {
	if !m.Open() || c.Table == nil {
		return nil, 0
	}
	add := func(name string) {
		if len(names) < maxColumns && !slices.Contains(names, name) && columnNamed(c, name) != nil {
			names = append(names, name)
		}
	}
	for _, of := range []*protocol.Model{m.Of.Model, cmp.Or(m.Of.Differ, m.Of.Model)} {
		for i, used := range core.UsedColumns(of) {
			if used {
				add(of.Encoder.Columns[i].Name)
			}
		}
	}
	if m.All {
		for _, column := range c.Table.Columns {
			add(column.Name)
		}
	}
	return names, len(c.Table.Columns) - len(names)
}

// columnNamed returns a column of the table, nil if it does not exist.
func columnNamed(c core.View, name string) *protocol.ColumnSummary {
	return c.Column(slices.IndexFunc(c.Table.Columns, func(column protocol.ColumnSummary) bool { return column.Name == name }))
}

// stale reports whether the rules have changed since the rows were selected.
func (m Model) stale(c core.View) bool {
	of, now := m.Of, c.Revision.Model
	if of.MultiClass != nil {
		return of.MultiClass != c.MultiClass
	}
	return now == nil || now.Encoder != of.Model.Encoder || len(now.Off) != len(of.Model.Off) ||
		!slices.EqualFunc(now.Rules, of.Model.Rules, slices.Equal[rule.Rule])
}

// tested reports whether the rows are split into training and test set.
func (m Model) tested() bool {
	if c := m.Of.MultiClass; c != nil {
		return c.Learned.Outcome.Test != nil
	}
	return m.Open() && m.Of.Model.Learned.Trained.Test != nil
}

// line is a shown row.
type line struct {
	protocol.ListedRow
	fires string // the rules that fire: "R1, R3"
	cells []cell
}

// cell is a cell of a shown row.
type cell struct {
	text    string
	missing bool
	decides bool // a firing rule has a condition on it
}

// lines lists the rows of the current page.
func (m Model) lines() (list []line) {
	if m.query.Value == nil {
		return nil
	}
	rules, features, columns := m.Of.Model.Lines(), m.Of.Model.Encoder.Features(), m.shown()
	for _, row := range m.query.Value.Rows {
		decides := map[string]bool{} // columns with conditions of the selected rules, otherwise of the rules that fire
		for k, r := range rules {
			if slices.Contains(m.Of.Lines, k+1) || len(m.Of.Lines) == 0 && slices.Contains(row.Fires, r.Number) {
				for _, literal := range r.Rule {
					decides[features[literal.Feature].Name] = true
				}
			}
		}
		l := line{ListedRow: row, fires: rulesInWords(row.Fires)}
		for k, text := range row.Cells {
			c := cell{missing: text == nil, decides: k < len(columns) && decides[columns[k]]}
			if text != nil {
				c.text = core.Clipped(*text)
			}
			l.cells = append(l.cells, c)
		}
		list = append(list, l)
	}
	return list
}

// shown returns the columns of the rows that lines returns.
func (m Model) shown() []string {
	if m.query.Value == nil {
		return nil
	}
	return m.query.Of().Columns
}
