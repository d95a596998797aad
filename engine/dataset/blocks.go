package dataset

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
