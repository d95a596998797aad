package dataset

import (
	"fmt"
	"math"

	"drnet/engine/dataset/csvfile"
)

// noteTotals returns a warning if the last row has the sums of the rows above it, as in a report: it is not a case to learn from.
func (t *Table) noteTotals() (warnings []string) {
	var names []string
	for j := range t.Columns {
		if c := &t.Columns[j]; c.IsNumber() && c.endsInTotal(t.Rows-1) {
			names = append(names, c.Name)
		}
	}
	if names == nil {
		return nil
	}
	const advice = "remove it from the file unless it is a case too"
	return []string{fmt.Sprintf("the last row has the sums of %s: %s", csvfile.QuoteList(names), advice)}
}

// endsInTotal reports whether the number in the last row is the sum of at least ten numbers above it: the sum of fewer may be equal by
// chance.
func (c *Column) endsInTotal(last int) bool {
	const enough, rounded = 10, 1e-6 // numbers; error relative to their absolute values, since sheets show fewer digits than they add
	total := c.Number(last)
	if total == 0 || math.IsNaN(total) || c.Levels != nil && total != c.Levels[0] && total != c.Levels[len(c.Levels)-1] {
		return false // quick: the sum is usually the largest or the smallest number
	}
	n, sum, size := 0, 0.0, 0.0
	for row := range last {
		x := c.Number(row)
		if x == total {
			return false // such as 1 among 1 and -1
		}
		if x != 0 && !math.IsNaN(x) {
			n++
			sum += x
			size += math.Abs(x)
		}
	}
	return n >= enough && math.Abs(sum-total) <= rounded*size
}
