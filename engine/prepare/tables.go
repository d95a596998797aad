// Package prepare turns tables into samples: it finds the target, the columns and the rows of a run, splits the rows, fits
// the encoder, and encodes rows as bits. It trains nothing.
package prepare

import (
	"errors"
	"fmt"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Tables are the tables of a session.
type Tables struct {
	Table *dataset.Table // nil without a table
	Test  *dataset.Table // the test table; nil without one
}

// ErrNoTable is returned for requests that need a table.
var ErrNoTable = protocol.Refuse(protocol.NoTable, "no table is loaded", "choose a file or a built-in table")

// Target returns the target of a request, binary or multiclass.
func (t Tables) Target(r protocol.Train) (*dataset.Target, error) {
	if r.Classes != "" {
		return t.Table.Classes(r.Target)
	}
	return t.Table.Target(r.Target, r.Positive)
}

// Columns returns the columns available as features: all but the target, ignored ones, and those that divide or weigh the rows. A column
// of dates stays although it divides the rows, as its parts may be features.
func (t Tables) Columns(target int, r protocol.Train) ([]int, error) {
	left := map[int]bool{}
	for _, name := range append(slices.Clip(r.Ignore), r.Split.Group, r.Split.Time, r.Weight) {
		j := t.Table.Column(name)
		switch {
		case name == "":
		case j < 0:
			return nil, t.Table.NoColumn(name)
		case name != r.Split.Time || name == r.Weight || t.Table.Columns[j].Kind != dataset.Date:
			left[j] = true
		}
	}
	return slices.DeleteFunc(t.Table.Usable(target), func(j int) bool { return left[j] }), nil
}

// TestSample returns the usable rows of the test table for a target of the training table, and notes about them.
func (t Tables) TestSample(r protocol.Train, target *dataset.Target, e *binarize.Encoder) (Subset, []string, error) {
	test, notes, err := ByPosition(t.Test, t.Table.TrainedColumns(), r.Target, e)
	if err != nil {
		return Subset{}, nil, err
	}
	if test.Column(target.Name) < 0 {
		return Subset{}, nil, dataset.NewError(dataset.Header,
			"choose a test table that has it, or none: once trained, the rules can be applied to a table without it",
			"the test table lacks the target %q", target.Name)
	}
	var labels *dataset.Target
	either := "one of the classes of " + target.Name
	if target.Classes != nil {
		labels, err = test.ClassLabels(target.Name, target.Classes)
	} else {
		labels, err = test.Labels(target.Name, target.Positive, target.Negative)
		either = rule.PredictionText(target.Name, target.Positive) + " or " + rule.PredictionText(target.Name, target.Negative)
	}
	if wrong, ok := errors.AsType[*dataset.Error](err); ok {
		of := *wrong
		of.Message = "test table: " + of.Message
		return Subset{}, nil, &of
	}
	notes = append(notes, labels.Notes...)
	if missing := test.Columns[labels.Column].Missing; missing > 0 {
		notes = append(notes, protocol.Plural(missing, "row lacks a label and does", "rows lack a label and do")+" not count")
	}
	var columns []int
	for i := range e.Columns {
		for _, name := range e.Columns[i].Sources() {
			if columns = append(columns, test.Column(name)); test.Column(name) < 0 {
				return Subset{}, nil, MissingColumn(name)
			}
		}
	}
	kept := usable(test, labels, columns, r.Encoding.Policy)
	if len(kept.Rows) == 0 {
		return Subset{}, nil, dataset.NewError(dataset.TooFewRows, "choose a test table with such rows, or none",
			"the test table lacks usable rows with %s", either)
	}
	for i := range notes {
		notes[i] = "test table: " + notes[i]
	}
	weighed, err := Labeled(test, kept).Weighed(r.Weight)
	if refused, ok := errors.AsType[protocol.Refused](err); ok {
		refused.Message = "test table: " + refused.Message
		return Subset{}, nil, refused
	}
	return weighed, notes, err
}

// ByPosition assigns the column names of the training table to a table without a header, and returns a note about it.
// The table may lack the target. A table with a header or another number of columns remains unchanged, without a note.
func ByPosition(t *dataset.Table, trained []dataset.TrainedColumn, target string, e *binarize.Encoder) (*dataset.Table, []string, error) {
	if t.Dialect.Header {
		return t, nil, nil
	}
	names := trained
	if len(t.Columns) == len(trained)-1 {
		names = slices.DeleteFunc(slices.Clone(trained), func(c dataset.TrainedColumn) bool { return c.Name == target })
	}
	if len(names) != len(t.Columns) || slices.EqualFunc(names, t.Columns,
		func(n dataset.TrainedColumn, c dataset.Column) bool { return n.Name == c.Name }) {
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
			const hint = "put the columns in the order of the training table, or their names into the first line"
			return nil, nil, dataset.NewError(dataset.Header, hint,
				"the file lacks column names, and its column %d is not numeric like %q", j+1, asked.Name)
		}
	}
	note := "the file lacks column names: its %d columns were matched with those of the training table by position"
	return &named, []string{fmt.Sprintf(note, len(t.Columns))}, nil
}

// MissingColumn returns the error for a table without a column that the rules use.
func MissingColumn(column string) error {
	return dataset.NewError(dataset.Header, "the rules use it: "+columnsHint, "the table lacks column %q", column)
}

const columnsHint = "choose a table with the columns of the training table; if the file lacks a header line, say so"
