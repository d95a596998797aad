package dataset

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"drnet/engine/dataset/infer"
)

// SuspectedCodes are numbers that several columns of a table seem to use for missing values.
type SuspectedCodes struct {
	Marks   []string `json:"marks"`   // the numbers, ascending, each of at least two columns
	Columns int      `json:"columns"` // columns that contain some
	Cells   int      `json:"cells"`   // cells that contain one
}

// String returns a sentence about the codes.
func (s SuspectedCodes) String() string {
	return fmt.Sprintf("%d columns contain %s: %d cells, which look like codes for missing values",
		s.Columns, strings.Join(s.Marks, ", "), s.Cells)
}

// SuspectedCodes looks for codes for missing values that several columns share; nil if there are none. Of columns with too
// many numbers for Codes it looks at the first few thousand cells.
func (t *Table) SuspectedCodes() *SuspectedCodes {
	const first = 4096
	columns := map[float64][]int{} // by number
	for j := range t.Columns {
		c := &t.Columns[j]
		numbers := c.Levels
		if c.Numbers != nil {
			few := c.Numbers[:min(len(c.Numbers), first)]
			numbers = distinct(few, make([]int32, len(few)))
		}
		if c.Kind == Numeric {
			for _, x := range infer.MissingCodes(numbers) {
				columns[x] = append(columns[x], j)
			}
		}
	}
	maps.DeleteFunc(columns, func(_ float64, of []int) bool { return len(of) < 2 })
	if len(columns) == 0 {
		return nil
	}
	s, in := new(SuspectedCodes), map[int]bool{}
	for _, x := range slices.Sorted(maps.Keys(columns)) {
		s.Marks = append(s.Marks, FormatNumber(x))
		for _, j := range columns[x] {
			in[j] = true
			for row := range t.Rows {
				if t.Columns[j].Number(row) == x {
					s.Cells++
				}
			}
		}
	}
	s.Columns = len(in)
	return s
}
