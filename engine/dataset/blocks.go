package dataset

import "fmt"

// doubtBlocks doubts the first column if a report names its groups there in their first row only: the cells below it are empty.
func (t *Table) doubtBlocks() {
	const several, rare = 3, 10
	c := &t.Columns[0]
	filled, missing := t.Rows-c.Missing, c.IsMissing
	switch {
	case filled < several || filled > c.Missing || missing(0):
	case max(len(c.Values), len(c.Levels)) != filled || len(c.Marks) != 1 || c.Marks[0].Text != "":
	case c.IsNumber() && !c.ascends():
	default:
		below := 0 // values directly below another one
		for row := 1; row < t.Rows; row++ {
			if !missing(row) && !missing(row-1) {
				below++
			}
		}
		if rare*below <= filled {
			c.doubt("only %d of %d rows have a value: if it stands for the rows below it too, fill in their empty cells", filled, t.Rows)
		}
	}
}

// noteSideTable returns a warning, "" for none, if the last columns, two or more, all have values in the same first rows and nowhere else,
// as another table on the right has.
func (t *Table) noteSideTable() string {
	n, rows := 0, 0 // columns and rows of it
	for ; n < len(t.Columns)-1; n++ {
		c := &t.Columns[len(t.Columns)-1-n]
		filled := t.Rows - c.Missing
		if n > 0 && filled != rows || filled < 2 || 2*filled > t.Rows {
			break
		}
		rows = filled
		for missing := c.IsMissing; filled > 0 && !missing(filled-1); {
			filled--
		}
		if filled > 0 {
			break
		}
	}
	if n < 2 {
		return ""
	}
	return fmt.Sprintf("the last %d columns have values in the first %d rows only: leave them out if they are another table", n, rows)
}
