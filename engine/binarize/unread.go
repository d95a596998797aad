package binarize

import (
	"slices"

	"drnet/engine/dataset"
)

// Unread counts the cells of a column whose value the encoder cannot read. They count as missing.
type Unread struct {
	Column  string
	Cells   int
	Dates   bool   // the encoder needs dates, not numbers
	Example string // the first of the cells
}

// Unread lists the used columns, and operands of these, with texts that are not dates where the encoder needs dates, and columns of texts
// that are not numbers where it needs numbers. It leaves out columns of numbers: their odd cells were reported when the table was read.
func (e *Encoder) Unread(t *dataset.Table, used []bool) (list []Unread) {
	used = slices.Clone(used)
	e.AddOperands(used)
	for i := range e.Columns {
		c, j := &e.Columns[i], t.Column(e.Columns[i].Name)
		if !used[i] || c.Derived != nil || j < 0 {
			continue
		}
		from := &t.Columns[j]
		isRead := e.reads(c, from)
		if isRead == nil {
			continue
		}
		u := Unread{Column: c.Name, Dates: c.Layout != ""}
		for row := range t.Rows {
			if from.IsMissing(row) || isRead(row) {
				continue
			}
			if u.Cells++; u.Cells == 1 {
				u.Example, _ = from.Text(row)
			}
		}
		if u.Cells > 0 {
			list = append(list, u)
		}
	}
	return list
}

// reads returns a function that reports whether the encoder can read the value in a row of a column; nil if it can read all values. Of a
// column with codes, it reads each distinct text once.
func (e *Encoder) reads(c *EncodedColumn, from *dataset.Column) func(row int) bool {
	switch {
	case c.Layout != "":
		hours := e.hours(from)
		return func(row int) bool { x := hours(row); return x == x }
	case len(c.Thresholds) == 0 || from.IsNumber():
		return nil
	}
	find := c.finder()
	isNumber := func(text string) bool { return find.textPlace(text) != missingPlace }
	if from.Codes == nil || from.Values == nil {
		return func(row int) bool {
			text, _ := from.Text(row)
			return isNumber(text)
		}
	}
	var byCode []bool
	for _, text := range from.Values {
		byCode = append(byCode, isNumber(text))
	}
	return func(row int) bool { return byCode[from.Codes.At(row)] }
}
