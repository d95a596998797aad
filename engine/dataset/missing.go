package dataset

import (
	"fmt"
	"slices"
	"strings"

	"drnet/engine/dataset/infer"
)

// SuspectedCodes are numbers that several columns of a table seem to use for missing values.
type SuspectedCodes struct {
	Numbers []float64 `json:"numbers"` // ascending, each of at least two columns
	Columns int       `json:"columns"` // columns that contain some
	Cells   int       `json:"cells"`   // cells that contain one
}

// String returns a sentence about the codes: "23 columns contain -9, -8 or -7 …".
func (s SuspectedCodes) String() string {
	texts := s.Texts()
	last := len(texts) - 1
	list := strings.Join(texts[:last], ", ")
	if last > 0 {
		list += " or "
	}
	return fmt.Sprintf("%d columns contain %s%s: %d cells, which look like codes for missing values",
		s.Columns, list, texts[last], s.Cells)
}

// Texts returns the numbers as a list of missing marks has them.
func (s SuspectedCodes) Texts() []string {
	texts := make([]string, len(s.Numbers))
	for i, x := range s.Numbers {
		texts[i] = FormatNumber(x)
	}
	return texts
}

// SuspectedCodes looks for codes for missing values that several columns share; nil if there are none. Of columns with too
// many numbers for Codes it looks at the first few thousand cells.
func (t *Table) SuspectedCodes() *SuspectedCodes {
	const first = 4096
	codes, columns := make([][]float64, len(t.Columns)), map[float64]int{}
	for j := range t.Columns {
		c := &t.Columns[j]
		if c.Kind != Numeric {
			continue
		}
		numbers := c.Levels
		if c.Numbers != nil {
			few := c.Numbers[:min(len(c.Numbers), first)]
			numbers = distinct(few, make([]int32, len(few)))
		}
		codes[j] = infer.MissingCodes(numbers)
		for _, x := range codes[j] {
			columns[x]++
		}
	}
	s := new(SuspectedCodes)
	for j := range codes {
		shared := slices.DeleteFunc(slices.Clone(codes[j]), func(x float64) bool { return columns[x] < 2 })
		if len(shared) == 0 {
			continue
		}
		s.Columns++
		s.Numbers = append(s.Numbers, shared...)
		for row := range t.Rows {
			if slices.Contains(shared, t.Columns[j].Number(row)) {
				s.Cells++
			}
		}
	}
	if s.Columns == 0 {
		return nil
	}
	slices.Sort(s.Numbers)
	s.Numbers = slices.Compact(s.Numbers)
	return s
}
