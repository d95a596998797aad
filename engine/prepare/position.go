package prepare

import (
	"fmt"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// NamesOf returns the names and kinds of a table's columns, in order.
func NamesOf(t *dataset.Table) []protocol.LearnedColumn {
	columns := make([]protocol.LearnedColumn, len(t.Columns))
	for j, c := range t.Columns {
		columns[j] = protocol.LearnedColumn{Name: c.Name, Kind: c.Kind}
	}
	return columns
}

// ByPosition assigns the column names of the training table to a table without a header, and returns a note about it.
// The table may lack the target. A table with a header or another number of columns remains unchanged, without a note.
func ByPosition(t *dataset.Table, learnt []protocol.LearnedColumn, target string, e *binarize.Encoder) (*dataset.Table, []string, error) {
	if t.Dialect.Header {
		return t, nil, nil
	}
	names := learnt
	if len(t.Columns) == len(learnt)-1 {
		names = slices.DeleteFunc(slices.Clone(learnt), func(c protocol.LearnedColumn) bool { return c.Name == target })
	}
	if len(names) != len(t.Columns) || slices.EqualFunc(names, t.Columns,
		func(n protocol.LearnedColumn, c dataset.Column) bool { return n.Name == c.Name }) {
		return t, nil, nil
	}
	named := *t
	named.Columns = slices.Clone(t.Columns)
	for j := range named.Columns {
		named.Columns[j].Name = names[j].Name
	}
	for _, asked := range e.Columns {
		j := named.Column(asked.Name)
		if c := &named.Columns[max(j, 0)]; j >= 0 && len(asked.Thresholds) > 0 && !c.IsNumber() && c.Missing < t.Rows {
			return nil, nil, &dataset.Error{
				Kind:    dataset.Header,
				Message: fmt.Sprintf("the file lacks column names, and its column %d is not numeric like %q", j+1, asked.Name),
				Hint:    "put the columns in the order of the training table, or their names into the first line",
			}
		}
	}
	note := "the file lacks column names: its %d columns were matched with those of the training table by position"
	return &named, []string{fmt.Sprintf(note, len(t.Columns))}, nil
}

// MissingColumn returns the error for a table without a column that the rules use.
func MissingColumn(column string) error {
	return &dataset.Error{
		Kind: dataset.Header, Message: fmt.Sprintf("the table lacks column %q", column),
		Hint: "the rules use it: choose a table with the columns of the training table; if the file lacks a header line, say so",
	}
}
