package query

import (
	"maps"
	"slices"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Explain explains the prediction for a row.
func (q *Querier) Explain(j prepare.Job, r protocol.Explain) (protocol.Event, error) {
	if err := CheckModel(r.Model, nil); err != nil {
		return nil, err
	}
	m := r.Model
	t, notes, err := q.tableFor(r)
	if err != nil {
		return nil, err
	}
	one, err := single(m, t, r)
	if err != nil {
		return nil, err
	}
	x := rule.NewExplainer(m.Encoder, m.Rules, q.scales(m, t))
	row, err := x.Row(one, 0)
	if err != nil {
		return nil, err
	}
	frozen, err := frozenColumns(m, t, r.Freeze)
	if err != nil {
		return nil, err
	}
	verdicts, miss := x.Verdicts(row)
	out := protocol.Explained{Row: r.Row, Notes: notes, Verdicts: verdicts, Miss: miss + 1, Cells: row.Cells}
	out.Positive = slices.ContainsFunc(out.Verdicts, func(v rule.Verdict) bool { return v.Fires })
	out.Answer, out.Other = m.Prediction(out.Positive), m.Prediction(!out.Positive)
	out.Counterfactuals = x.Counterfactuals(row, rule.CounterfactualOptions{Frozen: frozen, Missing: r.Missing})
	out.Truth, out.Right = truth(&m.Model, t, r.Row, out.Positive)
	if err := sameEncoder(m, r.MultiClass); err != nil {
		return nil, err
	}
	if c := r.MultiClass; c != nil {
		d := decider{c, c.Places()}.decision(row)
		alone := rule.Model{Target: c.Target, Yes: c.Names[d.Class : d.Class+1], No: slices.Delete(slices.Clone(c.Names), d.Class, d.Class+1)}
		d.Truth, d.Right = truth(&alone, t, r.Row, true)
		out.Decision = &d
	}
	if r.Nearest {
		if out.Nearest, err = q.nearest(j, m, t, x, row, out.Positive); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// tableFor returns the table with the column names of the model, and a note if the file lacks them. It is nil without
// a table, and if the table does not fit and the request does not need it.
func (q *Querier) tableFor(r protocol.Explain) (*dataset.Table, []string, error) {
	asked := r.Row != 0 || r.Nearest
	switch {
	case q.Table == nil && asked:
		return nil, nil, prepare.ErrNoTable
	case q.Table == nil:
		return nil, nil, nil
	case r.Row < 0 || r.Row > q.Table.Rows:
		return nil, nil, noSuchRow(r.Row, q.Table)
	}
	t, notes, err := prepare.ByPosition(q.Table, r.Model.Learned.Columns, r.Model.Target, r.Model.Encoder)
	if err != nil && !asked {
		return nil, nil, nil
	}
	return t, notes, err
}

// single returns a table of one row: the cells of the request, and the row of the table for the others.
func single(m *protocol.Model, t *dataset.Table, r protocol.Explain) (*dataset.Table, error) {
	for _, name := range slices.Sorted(maps.Keys(r.Values)) {
		if _, err := checkName(m, t, name); err != nil {
			return nil, err
		}
	}
	one := &dataset.Table{Rows: 1}
	for i := range m.Encoder.Columns {
		c := &m.Encoder.Columns[i]
		var from *dataset.Column
		if t != nil && t.Column(c.Name) >= 0 {
			from = &t.Columns[t.Column(c.Name)]
		}
		text, given := r.Values[c.Name]
		switch {
		case given || r.Row == 0:
			one.Columns = append(one.Columns, textCell(c, from, text))
		case from == nil:
			return nil, prepare.MissingColumn(c.Name)
		default:
			one.Columns = append(one.Columns, cellOf(from, r.Row-1))
		}
	}
	return one, nil
}

// textCell returns a column of one cell, as a person typed it; numbers may have the decimal comma of the table's column.
func textCell(c *binarize.EncodedColumn, from *dataset.Column, text string) dataset.Column {
	text = strings.TrimSpace(text)
	if from != nil && from.Form.Decimal == "," && strings.Count(text, ",") == 1 && len(c.Thresholds) > 0 {
		point := strings.Replace(text, ",", ".", 1)
		if _, ok := dataset.ParseNumber(point); ok {
			text = point
		}
	}
	return column(c.Name, text, text != "")
}

// cellOf returns a column of one cell of another column, which is encoded as the cell is in its own.
func cellOf(from *dataset.Column, row int) dataset.Column {
	if from.IsNumber() && from.Values == nil {
		return dataset.Column{Name: from.Name, Numbers: []float64{from.Number(row)}}
	}
	text, ok := from.Text(row)
	return column(from.Name, text, ok)
}

func column(name, text string, ok bool) dataset.Column {
	if !ok {
		return dataset.Column{Name: name, Codes: dataset.NewCodes([]int32{-1})}
	}
	return dataset.Column{Name: name, Codes: dataset.NewCodes([]int32{0}), Values: []string{text}}
}

// checkName rejects a name that is neither a column of the table nor one of the model. It returns the place among the
// columns of the encoder, -1 for another column.
func checkName(m *protocol.Model, t *dataset.Table, name string) (int, error) {
	i := slices.IndexFunc(m.Encoder.Columns, func(c binarize.EncodedColumn) bool { return c.Name == name })
	if i >= 0 || t != nil && t.Column(name) >= 0 ||
		slices.ContainsFunc(m.Learned.Columns, func(c protocol.LearnedColumn) bool { return c.Name == name }) {
		return i, nil
	}
	return i, protocol.BadSettingf("use column names of the training table", "column %q does not exist", name)
}

// frozenColumns returns which columns of the encoder must not change.
func frozenColumns(m *protocol.Model, t *dataset.Table, names []string) ([]bool, error) {
	frozen := make([]bool, len(m.Encoder.Columns))
	for _, name := range names {
		i, err := checkName(m, t, name)
		if err != nil {
			return nil, err
		}
		if i >= 0 {
			frozen[i] = true
		}
	}
	return frozen, nil
}

// truth returns the label of a row, from 1, and whether a prediction agrees with it; nil if the label is unknown.
func truth(m *rule.Model, t *dataset.Table, row int, positive bool) (string, *bool) {
	if t == nil || row == 0 || t.Column(m.Target) < 0 {
		return "", nil
	}
	from := &t.Columns[t.Column(m.Target)]
	text, ok := from.Text(row - 1)
	if !ok {
		return "", nil
	}
	target, err := labelsOf(m, &dataset.Table{Rows: 1, Columns: []dataset.Column{cellOf(from, row-1)}})
	if err != nil || len(target.Rows) == 0 {
		return text, nil
	}
	return text, new(target.Positives[0] == positive)
}
