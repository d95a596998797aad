package data

import (
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// pageSize is the number of columns shown at once, because a page with more columns renders slowly.
const pageSize = 50

// Shown returns the columns on the current page, and how many columns match the search.
func (m Model) Shown(c core.View) (columns []int, found int) {
	if c.Table == nil {
		return nil, 0
	}
	first := m.page(c) * pageSize
	take := func(j int) {
		if found >= first && found < first+pageSize {
			columns = append(columns, j)
		}
		found++
	}
	sought := strings.ToLower(strings.TrimSpace(m.Sought))
	for j := range c.Table.Columns {
		if sought == "" || strings.Contains(strings.ToLower(c.Table.Columns[j].Name), sought) {
			take(j)
		}
	}
	return columns, found
}

const (
	partColumns = 5 // columns rendered at once, in a few milliseconds
	partRows    = 4 // preview rows rendered at once
	partsAtOnce = 2 // parts rendered at once when new content replaces the old
)

// Drawing reports whether some columns or preview rows are not yet rendered.
func (m Model) Drawing(c core.View) bool {
	columns, _ := m.Shown(c)
	seen := Seen(c)
	return m.Drawn*partColumns < len(columns) || seen != nil && (m.Drawn+1)*partRows < len(seen.Preview)
}

// Seen returns the table whose first rows are shown: the part read so far, or else the loaded table. It returns nil if
// there is neither.
func Seen(c core.View) *protocol.TableSummary {
	if c.Peek != nil {
		return c.Peek
	}
	return c.Table
}

// rendered returns the columns to render.
func (m Model) rendered(c core.View) []int {
	columns, _ := m.Shown(c)
	return columns[:min(len(columns), m.Drawn*partColumns)]
}

// previewRows returns the preview rows to render.
func (m Model) previewRows(t *protocol.TableSummary) [][]*string {
	return t.Preview[:min(len(t.Preview), (m.Drawn+1)*partRows)]
}

// page returns the current page, from 0, limited to the pages of the unfiltered table.
func (m Model) page(c core.View) int {
	if c.Table == nil {
		return 0
	}
	return max(0, min(m.Page, (len(c.Table.Columns)-1)/pageSize))
}

// pages describes the columns shown, such as "1 to 50 of 784", and whether others precede and follow them.
func (m Model) pages(c core.View) (words string, before, behind bool) {
	columns, found := m.Shown(c)
	first := m.page(c) * pageSize
	if len(columns) == 0 {
		return "no matching column", first > 0, false
	}
	return core.Count(first+1) + " to " + core.Count(first+len(columns)) + " of " + core.Count(found), first > 0, first+len(columns) < found
}

// previewColumns returns the columns shown in the preview, and describes the range if some are left out.
func (m Model) previewColumns(c core.View, t *protocol.TableSummary) (columns []int, which string) {
	if t == c.Table && len(t.Columns) > pageSize {
		columns, _ = m.Shown(c)
		words, _, _ := m.pages(c)
		return columns, ", columns " + words
	}
	for j := range min(len(t.Columns), pageSize) {
		columns = append(columns, j)
	}
	if len(t.Columns) > pageSize {
		which = ", columns 1 to " + core.Count(pageSize) + " of " + core.Count(len(t.Columns))
	}
	return columns, which
}

// kinds lists the column types that a person can choose.
var kinds = []dataset.Kind{dataset.Numeric, dataset.Binary, dataset.Categorical, dataset.Date, dataset.Text, dataset.ID}

// kindOf returns the kind of a column and whether the user chose it. While the file is read again, it returns the requested
// kind.
func kindOf(c core.View, j int) (k dataset.Kind, chosen bool) {
	column := c.Column(j)
	if column == nil {
		return "", false
	}
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
