package dataset

import "slices"

// doubtBlocks doubts the first columns if a report names its groups there in their first row only: the cells below it are empty.
func (t *Table) doubtBlocks() {
	for j := range t.Columns {
		c := &t.Columns[j]
		filled := t.Rows - c.Missing
		if !c.beginsBlocks(t.Rows) || j == 0 && !c.areOnce(filled) || j > 0 && !c.isFilledWith(&t.Columns[j-1], t.Rows) {
			return
		}
		c.doubt("only %d of %d rows have a value: if it stands for the rows below it too, fill in their empty cells", filled, t.Rows)
	}
}

// beginsBlocks reports whether the first row and at most half of the rows have a value, and the others are empty.
func (c *Column) beginsBlocks(rows int) bool {
	return c.Codes != nil && rows > 0 && !c.IsMissing(0) && 2*c.Missing >= rows &&
		!slices.ContainsFunc(c.Marks, func(m MissingMark) bool { return m.Text != "" })
}

// areOnce reports whether the column has several values, each in one row, and nearly none directly below another one; numbers must ascend.
func (c *Column) areOnce(filled int) bool {
	const several, rare = 3, 0.1
	if filled < several || max(len(c.Values), len(c.Levels)) != filled || c.IsNumber() && !c.ascends() {
		return false
	}
	below := 0
	for row := 1; row < c.rows(); row++ {
		if !c.IsMissing(row) && !c.IsMissing(row-1) {
			below++
		}
	}
	return float64(below) <= rare*float64(filled)
}

// isFilledWith reports whether the column has a value in each row in which another one has.
func (c *Column) isFilledWith(other *Column, rows int) bool {
	for row := range rows {
		if c.IsMissing(row) && !other.IsMissing(row) {
			return false
		}
	}
	return true
}
