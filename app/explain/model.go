// Package explain predicts one row, whose cells can be changed, and explains the prediction: the conditions that hold,
// counterfactuals, and the nearest row of another class.
package explain

import (
	"slices"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/protocol"
)

// Model holds the row of the what-if view. The zero value starts from the first row of the table.
type Model struct {
	row     string            // the original row of the table, from 1, as typed
	values  map[string]string // changed cells, by column; "" is a missing one
	locked  map[string]bool   // columns that counterfactuals must not change
	nearest bool              // the nearest row of the other class was requested

	query core.Query[*protocol.Explain, *protocol.Explained]
}

// nearAtOnce is the largest number of rows for which the nearest row is searched without a request.
const nearAtOnce = 100_000

// field is a cell of the row.
type field struct {
	column  string
	title   string   // of the column, with its unit
	text    string   // "" for a missing cell
	choices []string // the valid values, "" for a missing cell; nil for a text field
	changed bool     // it differs from the cell of the original row
	locked  bool
	number  bool // a number is expected
}

// fields lists the cells of columns with conditions, and names the columns without effect.
func (m Model) fields(c core.View) (list []field, unused []string) {
	model := c.Revision.Model
	if model == nil {
		return nil, nil
	}
	members := []*protocol.Model{model}
	if c.MultiClass != nil {
		members = c.MultiClass.Members
	}
	used := core.UsedColumns(members...)
	core.AddScored(used, model) // they affect the probability
	for i := range model.Encoder.Columns {
		column := &model.Encoder.Columns[i]
		if column.Derived != nil {
			continue
		}
		if !used[i] {
			unused = append(unused, column.Name)
			continue
		}
		f := field{
			column: column.Name, title: column.Title() + column.Suffix(), locked: m.locked[column.Name],
			number: len(column.Thresholds) > 0,
		}
		f.text, f.changed = m.cell(column.Name)
		f.choices = m.choices(column)
		list = append(list, f)
	}
	return list, unused
}

// cell returns the cell of a column, and whether it differs from the original row.
func (m Model) cell(column string) (text string, changed bool) {
	if text, changed = m.values[column]; changed {
		return text, true
	}
	if a := m.query.Value; a != nil {
		for _, c := range a.Cells {
			if c.Column == column && !c.Missing {
				return c.Text, false
			}
		}
	}
	return "", false
}

// choices lists the values for a categorical cell, the last one for a missing cell; nil for numbers or too many values.
func (m Model) choices(c *binarize.EncodedColumn) []string {
	list := slices.Concat(c.Values, c.Rest)
	if c.Other != "" {
		list = append(list, c.Other)
	}
	const most = 300 // values in one list: more are typed
	if len(c.Thresholds) > 0 || len(list) == 0 || len(list) > most {
		return nil
	}
	if text, _ := m.cell(c.Name); text != "" && !slices.Contains(list, text) {
		list = append(list, text)
	}
	return append(list, "")
}
