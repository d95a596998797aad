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

// doubts returns notes about suspicious data in the used columns: empty rows, and numbers that may mark missing values.
func doubts(e *binarize.Encoder, t *dataset.Table, used []bool) []string {
	used = slices.Clone(used)
	e.AddOperands(used)
	var columns []*dataset.Column
	var marks []string
	for i, c := range e.Columns {
		if j := t.Column(c.Name); used[i] && c.Derived == nil && j >= 0 {
			columns = append(columns, &t.Columns[j])
			marks = append(marks, suspectedMarks(&t.Columns[j], c.Thresholds)...)
		}
	}
	return append(emptyRows(columns, t.Rows), marks...)
}

// emptyRows returns a note about rows that are missing in all of at least two columns: they may be remarks or totals.
func emptyRows(columns []*dataset.Column, rows int) []string {
	const most = 5 // rows with their numbers
	if len(columns) < 2 {
		return nil
	}
	count, first := 0, []string(nil)
	for row := range rows {
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

// suspectedMarks returns a note about numbers of a column that may mark missing values, such as 999. It compares them with the
// thresholds, not with other rows, so that it also works for a table of one row.
func suspectedMarks(c *dataset.Column, thresholds []float64) []string {
	if len(thresholds) == 0 || !c.IsNumber() {
		return nil
	}
	marks, cells := c.LoneMarks(thresholds)
	if cells == 0 {
		return nil
	}
	return []string{fmt.Sprintf("column %q: %s %s, far from the numbers of the training rows, which may mean a missing value",
		c.Name, protocol.Plural(cells, "cell is", "cells are"), strings.Join(dataset.FormatNumbers(marks), " or "))}
}
