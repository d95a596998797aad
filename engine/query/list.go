package query

import (
	"fmt"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
)

// ListRows returns some rows of a selection.
func (q *Querier) ListRows(j prepare.Job, r protocol.ListRows) (protocol.Event, error) {
	if r.From < 0 || r.Rows < 0 || r.Rows > protocol.MaxListedRows {
		return nil, protocol.BadSettingf(fmt.Sprintf("request at most %d rows", protocol.MaxListedRows),
			"%d rows from row %d requested", r.Rows, r.From+1)
	}
	sel, err := q.selected(j, r.Selection)
	if err != nil {
		return nil, err
	}
	out := protocol.RowPage{Total: len(sel.merged), Notes: slices.Clone(sel.split.notes)}
	if sel.note != "" {
		out.Notes = append(out.Notes, sel.note)
	}
	from := min(r.From, len(sel.merged))
	for _, p := range sel.merged[from:min(from+r.Rows, len(sel.merged))] {
		row, err := sel.picked(p, r.Columns)
		if err != nil {
			return nil, err
		}
		out.Rows = append(out.Rows, row)
	}
	return out, nil
}

// picked returns a row of the selection with its cells.
func (sel *selection) picked(p position, columns []string) (protocol.ListedRow, error) {
	d, i := &sel.partitions[p.side], int(p.at)
	out := protocol.ListedRow{Row: sel.row(p) + 1, Held: d.held, Cells: make([]*string, len(columns))}
	for k, name := range columns {
		at := d.table.Column(name)
		if at < 0 {
			return out, d.table.NoColumn(name)
		}
		if text, ok := d.table.Columns[at].Text(sel.row(p)); ok {
			out.Cells[k] = &text
		}
	}
	out.Answer, out.Truth = d.says(sel.of, i)
	if d.other != nil {
		out.Other = named(sel.of.Model, bitmat.Get(d.other, i))
	}
	for k, f := range d.rules {
		if bitmat.Get(f, i) {
			out.Fires = append(out.Fires, k+1)
		}
	}
	return out, nil
}

// says returns the prediction and the label of a row.
func (d *partition) says(of protocol.Selection, i int) (answer, truth string) {
	if d.answer != nil {
		return of.MultiClass.Names[d.answer[i].Class], of.MultiClass.Names[d.classes[i]]
	}
	return named(of.Model, bitmat.Get(d.yes, i)), named(of.Model, bitmat.Get(d.Labels, i))
}

func named(m *protocol.Model, positive bool) string {
	if positive {
		return m.Positive
	}
	return m.Negative
}

// chosen returns the rows of the selection and their table.
func (sel *selection) chosen() (*dataset.Table, []int32) {
	rows := make([]int32, len(sel.merged))
	for i, p := range sel.merged {
		rows[i] = int32(sel.row(p))
	}
	if len(sel.partitions) == 0 {
		return sel.split.train.table, rows
	}
	return sel.partitions[0].table, rows
}
