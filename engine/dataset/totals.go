package dataset

import (
	"fmt"
	"math"

	"drnet/engine/dataset/csvfile"
)

// noteTotals returns a warning if the last row, or several rows with an empty cell, have the sums of rows above them, as in a report: they
// are not cases to learn from.
func (t *Table) noteTotals() (warnings []string) {
	last := t.Rows - 1
	names := t.numbersWhere(func(c *Column) bool { return c.endsInTotal(last) })
	if names != "" {
		return []string{fmt.Sprintf("the last row has the sums of %s: remove it from the file unless it is a case too", names)}
	}
	for j := range t.Columns {
		rows := t.Columns[j].emptyAtEnd(last)
		if names = t.numbersWhere(func(c *Column) bool { return c.hasTotals(rows, 2) }); names != "" {
			const shown = 5
			first := make([]int, min(len(rows), shown))
			for i := range first {
				first[i] = rows[i] + 1
			}
			return []string{fmt.Sprintf("%d rows have the sums of %s in rows above them (%s): remove them from the file unless they are cases too",
				len(rows), names, csvfile.Places("data row", len(rows), first))}
		}
	}
	return nil
}

// numbersWhere lists the names of the columns of numbers that pass a test, "" if there are none.
func (t *Table) numbersWhere(test func(c *Column) bool) string {
	var names []string
	for j := range t.Columns {
		if c := &t.Columns[j]; c.IsNumber() && test(c) {
			names = append(names, c.Name)
		}
	}
	return csvfile.QuoteList(names)
}

// emptyAtEnd returns the rows without a value of the column: nil if they are more than a third of all, or if the last two rows have one.
func (c *Column) emptyAtEnd(last int) (rows []int) {
	const share = 3
	if last < 1 || share*c.Missing > last || !c.IsMissing(last) && !c.IsMissing(last-1) {
		return nil
	}
	for row := range last + 1 {
		if c.IsMissing(row) {
			rows = append(rows, row)
		}
	}
	return rows
}

// endsInTotal reports whether the number in the last row is the sum of the numbers above it, and not one of them.
func (c *Column) endsInTotal(last int) bool {
	total := c.Number(last)
	if total == 0 || math.IsNaN(total) || c.Levels != nil && total != c.Levels[0] && total != c.Levels[len(c.Levels)-1] {
		return false // quick: the sum is usually the largest or the smallest number
	}
	for row := range last {
		if c.Number(row) == total {
			return false // such as 1 among 1 and -1
		}
	}
	return c.hasTotals([]int{last}, 1)
}

// hasTotals reports whether each number in the given rows is the sum of the numbers above it, up to the row given before, or of several
// numbers in the rows given before. At least few of them must be sums of two numbers or more, and all of ten: fewer may be equal by chance.
func (c *Column) hasTotals(rows []int, few int) bool {
	const enough, rounded = 10, 1e-6 // numbers; error relative to their absolute values, since sheets show fewer digits than they add
	numbers, totals, row := 0, 0, 0
	var open []float64 // totals that are not part of another one
	for _, last := range rows {
		n, sum, size, k := 0, 0.0, 0.0, len(open)
		for ; row < last; row++ {
			if x := c.Number(row); x != 0 && !math.IsNaN(x) {
				n++
				sum += x
				size += math.Abs(x)
			}
		}
		row++
		total := c.Number(last)
		for !(math.Abs(sum-total) <= rounded*size) {
			if k--; n > 0 || k < 0 {
				return false
			}
			sum += open[k]
			size += math.Abs(open[k])
		}
		open = append(open[:k], total)
		numbers += n
		if n > 1 {
			totals++
		}
	}
	return numbers >= enough && totals >= few
}
