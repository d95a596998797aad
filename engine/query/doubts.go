package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// doubts returns notes about rows and numbers that may not be meant as they are predicted.
func doubts(e *binarize.Encoder, t *dataset.Table, used []bool) []string {
	used = slices.Clone(used)
	e.AddOperands(used)
	return append(emptyRows(e, t, used), suspectedMarks(e, t, used)...)
}

// emptyRows returns a note about the rows without a value in the used columns, if these are several: lines with totals have none.
func emptyRows(e *binarize.Encoder, t *dataset.Table, used []bool) []string {
	const most = 5 // rows with their numbers
	var columns []*dataset.Column
	for i, c := range e.Columns {
		if j := t.Column(c.Name); used[i] && c.Derived == nil && j >= 0 {
			columns = append(columns, &t.Columns[j])
		}
	}
	if len(columns) < 2 {
		return nil
	}
	count, first := 0, []string(nil)
	for row := range t.Rows {
		if slices.ContainsFunc(columns, func(c *dataset.Column) bool { return !c.IsMissing(row) }) {
			continue
		}
		if count++; count <= most {
			first = append(first, strconv.Itoa(row+1))
		}
	}
	if count == 0 {
		return nil
	}
	list := strings.Join(first, ", ")
	if count > most {
		list += fmt.Sprintf(" and %d more", count-most)
	}
	return []string{"rows without a value in any column that rules ask about: " + list + "; totals and remarks are predicted too"}
}

// suspectedMarks returns notes about numbers of the used columns that look like missing marks beside the thresholds of the training
// rows: even a single row may have one.
func suspectedMarks(e *binarize.Encoder, t *dataset.Table, used []bool) (notes []string) {
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
