package prepare

import (
	"slices"

	"drnet/engine/dataset"
)

// Subset is a subset of a table's rows with their classes.
type Subset struct {
	Table     *dataset.Table
	Rows      []int32
	Positives []bool
	Classes   []uint8 // instead of Positives, for a multiclass target
}

// Choose returns the rows of a target at the positions.
func Choose(t *dataset.Table, y *dataset.Target, positions []int32) Subset {
	c := Subset{Table: t, Rows: make([]int32, len(positions))}
	for i, k := range positions {
		c.Rows[i] = y.Rows[k]
	}
	if y.Classes != nil {
		c.Classes = At(y.Codes, positions)
	} else {
		c.Positives = At(y.Positives, positions)
	}
	return c
}

// At returns the elements at some positions.
func At[E any](list []E, positions []int32) []E {
	out := make([]E, len(positions))
	for i, k := range positions {
		out[i] = list[k]
	}
	return out
}

// Count returns the number of positive rows.
func (c Subset) Count() int {
	n := 0
	for _, yes := range c.Positives {
		if yes {
			n++
		}
	}
	return n
}

// Most returns the number of rows of the majority class.
func (c Subset) Most() int {
	if c.Classes != nil {
		return slices.Max(c.PerClass(dataset.MostClasses))
	}
	positives := c.Count()
	return max(positives, len(c.Rows)-positives)
}

// First returns the first n rows.
func (c Subset) First(n int) Subset {
	n = min(n, len(c.Rows))
	c.Rows = c.Rows[:n]
	if c.Classes != nil {
		c.Classes = c.Classes[:n]
	} else {
		c.Positives = c.Positives[:n]
	}
	return c
}

// Where reports for each row whether its class satisfies yes.
func (c Subset) Where(yes func(class int) bool) []bool {
	positives := make([]bool, len(c.Classes))
	for i, code := range c.Classes {
		positives[i] = yes(int(code))
	}
	return positives
}

// PerClass returns the number of rows of each of n classes.
func (c Subset) PerClass(n int) []int {
	counts := make([]int, n)
	for _, code := range c.Classes {
		counts[code]++
	}
	return counts
}

// ByRows returns the classes by descending row count. Ties keep their order.
func ByRows(counts []int) []int {
	order := make([]int, len(counts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return counts[b] - counts[a] })
	return order
}
