// Package explain predicts one row, whose cells can be changed, and explains the prediction: the conditions that hold,
// counterfactuals, and the nearest row of another class.
package explain

import (
	"maps"
	"reflect"
	"slices"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Model holds the row of the what-if view. The zero value starts from the first row of the table.
type Model struct {
	row     string            // the original row of the table, from 1, as typed
	values  map[string]string // changed cells, by column; "" is a missing one
	locked  map[string]bool   // columns that counterfactuals must not change
	nearest bool              // the nearest row of the other class was requested

	query core.Query[*protocol.Explain, *protocol.Explained]
}

// at returns the number of the shown row, from 1: that of the last request while the typed text is invalid. Ok is false without either.
func (m Model) at(c core.View) (row int, ok bool) {
	row, complaint := c.RowNumber(m.row)
	if of := m.query.Of(); complaint != "" && of != nil {
		return of.Row, true
	}
	return row, complaint == ""
}

// request returns the request that explains the shown row, with its changed and locked cells; nil without rules or a row.
func (m Model) request(c core.View) *protocol.Explain {
	row, ok := m.at(c)
	if !ok || c.Revision.Model == nil {
		return nil
	}
	r := &protocol.Explain{
		Model: c.Revision.Model, MultiClass: c.MultiClass, Row: row,
		Nearest: c.Table != nil && (m.nearest || c.Table.Rows <= nearAtOnce),
	}
	if len(m.values) > 0 {
		r.Values = maps.Clone(m.values)
	}
	for _, column := range r.Model.Encoder.Columns {
		if m.locked[column.Name] {
			r.Freeze = append(r.Freeze, column.Name)
		}
	}
	return r
}

// answer returns the newest answer, nil before the first. It may be about an earlier state of the row, but only if the engine is free, so
// that the next answer follows soon; while the engine is busy, an outdated answer is not returned.
func (m Model) answer(c core.View) *protocol.Explained {
	if c.Answers() {
		return m.query.Value
	}
	if r := m.request(c); r != nil && !reflect.DeepEqual(m.query.Of(), r) {
		return nil
	}
	return m.query.Value
}

// origin returns the cells of the original row, from the newest answer; nil while they are unknown.
func (m Model) origin(c core.View) []rule.ExplainedCell {
	row, _ := m.at(c)
	if of := m.query.Of(); m.query.Value == nil || !c.Answers() && of.Row != row {
		return nil
	}
	return m.query.Value.Cells
}

// nearAtOnce is the largest number of rows of a table in which the nearest row is searched without asking the user.
const nearAtOnce = 100_000

type field struct {
	column  string
	title   string   // of the column, with its unit
	text    string   // "" for a missing cell
	choices []string // the valid values, "" for a missing cell; nil for a text field
	changed bool     // it differs from the cell of the original row
	locked  bool
	number  bool // a number is expected
}

// fields lists the cells that affect the prediction, and the titles of others. Derived columns, whose values
// follow from other cells, are left out.
func (m Model) fields(c core.View) (list []field, unused []string) {
	model := c.Revision.Model
	if model == nil {
		return nil, nil
	}
	used := protocol.ModelFile{Model: model, MultiClass: c.MultiClass}.InputColumns(true)
	origin := m.origin(c)
	for i := range model.Encoder.Columns {
		column := &model.Encoder.Columns[i]
		if column.Derived != nil {
			continue
		}
		if !used[i] {
			unused = append(unused, column.Title())
			continue
		}
		f := field{
			column: column.Name, title: column.Title() + column.Suffix(), locked: m.locked[column.Name],
			number: len(column.Thresholds) > 0,
		}
		f.text, f.changed = m.cell(origin, column.Name)
		f.choices = choices(column, f.text)
		list = append(list, f)
	}
	return list, unused
}

// cell returns the cell of a column, and whether it differs from the original row.
func (m Model) cell(origin []rule.ExplainedCell, column string) (text string, changed bool) {
	if text, changed = m.values[column]; changed {
		return text, true
	}
	for _, c := range origin {
		if c.Column == column && !c.Missing {
			return c.Text, false
		}
	}
	return "", false
}

// choices lists the values that a categorical cell can be changed to, including its current text; the last one, "", is a missing cell. It
// is nil for numbers and for more than 300 values, which are typed.
func choices(c *binarize.EncodedColumn, text string) []string {
	list := slices.Concat(c.Values, c.Rest)
	if c.Other != "" {
		list = append(list, c.Other)
	}
	const most = 300
	if len(c.Thresholds) > 0 || len(list) == 0 || len(list) > most {
		return nil
	}
	if text != "" && !slices.Contains(list, text) {
		list = append(list, text)
	}
	return append(list, "")
}
