package dataset

import (
	"slices"

	"drnet/engine/dataset/infer"
)

// SuspectedMarks returns the numbers that several columns seem to use as missing marks, ascending. It leaves out columns of
// numbers without Codes.
func (t *Table) SuspectedMarks() (marks []string) {
	var all []float64
	for j := range t.Columns {
		if c := &t.Columns[j]; c.Kind == Numeric {
			all = append(all, infer.SuspectedMarks(c.Levels)...)
		}
	}
	slices.Sort(all)
	for i := 1; i < len(all); i++ {
		if x := all[i]; x == all[i-1] && (i == 1 || x != all[i-2]) {
			marks = append(marks, FormatNumber(x))
		}
	}
	return marks
}
