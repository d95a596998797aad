package engine

import (
	"slices"

	"drnet/engine/dataset"
)

// chosen are some rows of a table and their classes.
type chosen struct {
	table     *dataset.Table
	rows      []int32
	positives []bool
	classes   []uint8 // instead, where there are many
}

// choose returns the rows of a target at the positions.
func choose(t *dataset.Table, y *dataset.Target, positions []int32) chosen {
	c := chosen{table: t, rows: make([]int32, len(positions))}
	for i, k := range positions {
		c.rows[i] = y.Rows[k]
	}
	if y.Classes != nil {
		c.classes = at(y.Codes, positions)
	} else {
		c.positives = at(y.Positives, positions)
	}
	return c
}

// at returns the elements at some positions.
func at[E any](list []E, positions []int32) []E {
	out := make([]E, len(positions))
	for i, k := range positions {
		out[i] = list[k]
	}
	return out
}

// count returns how many rows are positive.
func (c chosen) count() int {
	n := 0
	for _, yes := range c.positives {
		if yes {
			n++
		}
	}
	return n
}

// most returns how many rows the most frequent class has.
func (c chosen) most() int {
	if c.classes != nil {
		return slices.Max(c.perClass(dataset.MostClasses))
	}
	positives := c.count()
	return max(positives, len(c.rows)-positives)
}

// first returns the first n of the rows.
func (c chosen) first(n int) chosen {
	n = min(n, len(c.rows))
	c.rows = c.rows[:n]
	if c.classes != nil {
		c.classes = c.classes[:n]
	} else {
		c.positives = c.positives[:n]
	}
	return c
}

// where returns which rows are of some classes.
func (c chosen) where(yes func(class int) bool) []bool {
	positives := make([]bool, len(c.classes))
	for i, code := range c.classes {
		positives[i] = yes(int(code))
	}
	return positives
}

// perClass returns how many rows each of n classes has.
func (c chosen) perClass(n int) []int {
	counts := make([]int, n)
	for _, code := range c.classes {
		counts[code]++
	}
	return counts
}

// byRows returns classes with the one that has the most rows first, the earlier of equals.
func byRows(counts []int) []int {
	order := make([]int, len(counts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return counts[b] - counts[a] })
	return order
}
