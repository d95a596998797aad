package binarize

import (
	"math"
	"slices"
	"sort"
)

// tally is what the fitted rows have in a column of numbers: its different numbers, and how many rows have them.
type tally struct {
	levels  []float64 // ascending
	ends    []int32   // number of rows with at most this level
	missing int

	// sides has for each class, as far as it matters, the number of its rows with at most each level: of two classes for
	// the positive one alone, of more for all. It is empty if nobody asks.
	sides [][]int32
}

// merge counts the numbers of two ascending lists, the second one that of the positive rows.
func (t *tally) merge(negative, positive []float64) {
	i, j := 0, 0
	for i < len(negative) || j < len(positive) {
		level := math.Inf(1)
		if i < len(negative) {
			level = negative[i]
		}
		if j < len(positive) {
			level = min(level, positive[j])
		}
		for i < len(negative) && negative[i] == level {
			i++
		}
		for j < len(positive) && positive[j] == level {
			j++
		}
		t.levels, t.ends = append(t.levels, level), append(t.ends, int32(i+j))
		if len(t.sides) > 0 {
			t.sides[0] = append(t.sides[0], int32(j))
		}
	}
}

// rows returns the number of rows that have a number.
func (t *tally) rows() int { return int(t.ends[len(t.ends)-1]) }

// count returns the number of rows with a level.
func (t *tally) count(i int) int32 {
	if i == 0 {
		return t.ends[0]
	}
	return t.ends[i] - t.ends[i-1]
}

// add gives n more rows a number. The classes are not kept up.
func (t *tally) add(x float64, n int) {
	if n == 0 {
		return
	}
	i, found := slices.BinarySearch(t.levels, x)
	if !found {
		before := int32(0)
		if i > 0 {
			before = t.ends[i-1]
		}
		t.levels, t.ends = slices.Insert(t.levels, i, x), slices.Insert(t.ends, i, before)
	}
	for ; i < len(t.ends); i++ {
		t.ends[i] += int32(n)
	}
}

// at returns the number at a position among those of all rows in order.
func (t *tally) at(position int) float64 {
	return t.levels[sort.Search(len(t.ends), func(i int) bool { return int(t.ends[i]) > position })]
}

// below returns the index of the greatest level that is at most x, -1 if there is none.
func (t *tally) below(x float64) int {
	return sort.Search(len(t.levels), func(i int) bool { return t.levels[i] > x }) - 1
}

// mean returns the mean of the rows. It is summed by level, so that it does not depend on the order of the rows.
func (t *tally) mean() float64 {
	n, sum := float64(t.rows()), 0.0
	for i, x := range t.levels {
		sum += float64(x * float64(t.count(i)))
	}
	if !math.IsInf(sum, 0) && !math.IsNaN(sum) {
		return sum / n
	}
	sum = 0 // too large to be summed at once
	for i, x := range t.levels {
		sum += float64(x * (float64(t.count(i)) / n))
	}
	return sum
}
