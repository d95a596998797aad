package query

import (
	"fmt"
	"slices"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// suspectedMarks returns notes about numbers of the used columns that look like missing marks beside the thresholds of the training
// rows: even a single row may have one.
func suspectedMarks(e *binarize.Encoder, t *dataset.Table, used []bool) (notes []string) {
	used = slices.Clone(used)
	e.AddOperands(used)
	for i, c := range e.Columns {
		j := t.Column(c.Name)
		if !used[i] || c.Derived != nil || len(c.Thresholds) == 0 || j < 0 || !t.Columns[j].IsNumber() {
			continue
		}
		marks, cells := t.Columns[j].LoneMarks(c.Thresholds)
		if cells > 0 {
			notes = append(notes, fmt.Sprintf("column %q: %s %s, far from the numbers of the training rows, which may mean a missing value",
				c.Name, protocol.Plural(cells, "cell is", "cells are"), strings.Join(dataset.FormatNumbers(marks), " or ")))
		}
	}
	return notes
}
