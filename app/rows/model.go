// Package rows lists, filters and downloads the rows of the table that the rules cover or predict in some way.
package rows

import (
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

func (m Model) size() int {
	if m.Size == 0 {
		return sizes[0]
	}
	return m.Size
}

// pages returns the number of pages, at least one.
func (m Model) pages() int {
	if m.query.Value == nil {
		return 1
	}
	return max(1, (m.query.Value.Total+m.size()-1)/m.size())
}

// columns lists the columns to show, and counts the others. It includes the columns with conditions and, if requested,
// all others.
func (m Model) columns(c core.View) (names []string, hidden int) {
	if !m.Open() || c.Table == nil {
		return nil, 0
	}
	add := func(name string) {
		if len(names) < maxColumns && !slices.Contains(names, name) && columnNamed(c, name) != nil {
			names = append(names, name)
		}
	}
	for _, of := range []*protocol.Model{m.Of.Model, m.Of.Differ} {
		if of == nil {
			continue
		}
		used := core.UsedColumns(of)
		for i, column := range of.Encoder.Columns {
			if used[i] {
				add(column.Name)
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
func (m Model) lines() []line {
	if m.query.Value == nil {
		return nil
	}
	lines, columns := m.Of.Model.Lines(), m.shown()
	uses := usedBy(lines, m.Of.Model)
	var list []line
	for _, r := range m.query.Value.Rows {
		var by []int // rules that determine the relevant cells
		for _, at := range m.Of.Lines {
			by = append(by, at-1)
		}
		if len(by) == 0 {
			by = firing(lines, r.Fires)
		}
		l := line{ListedRow: r, fires: rulesInWords(r.Fires)}
		for k, text := range r.Cells {
			c := cell{missing: text == nil}
			if text != nil {
				c.text = core.Clipped(*text)
			}
			c.decides = k < len(columns) && slices.ContainsFunc(by, func(at int) bool { return uses[at][columns[k]] })
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

// usedBy returns the names of the columns that each rule uses.
func usedBy(lines []rule.Line, m *protocol.Model) []map[string]bool {
	features := m.Encoder.Features()
	list := make([]map[string]bool, len(lines))
	for k, l := range lines {
		list[k] = map[string]bool{}
		for _, literal := range l.Rule {
			list[k][features[literal.Feature].Name] = true
		}
	}
	return list
}

// firing returns the indexes of enabled rules, by their numbers from 1.
func firing(lines []rule.Line, numbers []int) []int {
	var indexes []int
	for k, l := range lines {
		if !l.Off && slices.Contains(numbers, l.Number) {
			indexes = append(indexes, k)
		}
	}
	return indexes
}
