package train

import (
	"slices"

	"drnet/engine/dataset"
)

// Sample are some rows of a table and their classes.
type Sample struct {
	Table     *dataset.Table
	Rows      []int32
	Positives []bool
	Classes   []uint8 // instead, where there are many
}

// Choose returns the rows of a target at the positions.
func Choose(t *dataset.Table, y *dataset.Target, positions []int32) Sample {
	c := Sample{Table: t, Rows: make([]int32, len(positions))}
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

// count returns how many rows are positive.
func (c Sample) count() int {
	n := 0
	for _, yes := range c.Positives {
		if yes {
			n++
		}
	}
	return n
}

// most returns how many rows the most frequent class has.
func (c Sample) most() int {
	if c.Classes != nil {
		return slices.Max(c.PerClass(dataset.MostClasses))
	}
	positives := c.count()
	return max(positives, len(c.Rows)-positives)
}

// first returns the first n of the rows.
func (c Sample) first(n int) Sample {
	n = min(n, len(c.Rows))
	c.Rows = c.Rows[:n]
	if c.Classes != nil {
		c.Classes = c.Classes[:n]
	} else {
		c.Positives = c.Positives[:n]
	}
	return c
}

// Where returns which rows are of some classes.
func (c Sample) Where(yes func(class int) bool) []bool {
	positives := make([]bool, len(c.Classes))
	for i, code := range c.Classes {
		positives[i] = yes(int(code))
	}
	return positives
}

// PerClass returns how many rows each of n classes has.
func (c Sample) PerClass(n int) []int {
	counts := make([]int, n)
	for _, code := range c.Classes {
		counts[code]++
	}
	return counts
}

// ByRows returns classes with the one that has the most rows first, the earlier of equals.
func ByRows(counts []int) []int {
	order := make([]int, len(counts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return counts[b] - counts[a] })
	return order
}
