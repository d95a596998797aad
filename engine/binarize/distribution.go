package binarize

import (
	"math"
	"slices"
	"sort"
)

// distribution is the empirical distribution of a column of numbers in the fitted rows: its distinct numbers with row counts.
type distribution struct {
	levels  []float64 // ascending
	ends    []int32   // number of rows with at most this level
	missing int

	// sides holds for each class the number of its rows with at most each level: for two classes of the positive one only,
	// for more of all. It is empty if not needed.
	sides [][]int32
}

// merge counts the numbers of two ascending lists, the second one that of the positive rows.
func (d *distribution) merge(negative, positive []float64) {
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
		d.levels, d.ends = append(d.levels, level), append(d.ends, int32(i+j))
		if len(d.sides) > 0 {
			d.sides[0] = append(d.sides[0], int32(j))
		}
	}
}

// total returns the number of rows with a number.
func (d *distribution) total() int { return int(d.ends[len(d.ends)-1]) }

// count returns the number of rows with a level.
func (d *distribution) count(i int) int32 { return d.ends[i] - rowsBefore(d.ends, i) }

// rowsBefore returns the number of rows before level i, from numbers of rows with at most each level.
func rowsBefore(counts []int32, i int) int32 {
	if i == 0 {
		return 0
	}
	return counts[i-1]
}

// add adds n rows with a number. It does not update sides.
func (d *distribution) add(x float64, n int) {
	if n == 0 {
		return
	}
	i, found := slices.BinarySearch(d.levels, x)
	if !found {
		d.levels, d.ends = slices.Insert(d.levels, i, x), slices.Insert(d.ends, i, rowsBefore(d.ends, i))
	}
	for ; i < len(d.ends); i++ {
		d.ends[i] += int32(n)
	}
}

// at returns the number at a position among those of all rows in order.
func (d *distribution) at(position int) float64 {
	return d.levels[sort.Search(len(d.ends), func(i int) bool { return int(d.ends[i]) > position })]
}

// below returns the index of the greatest level that is at most x, -1 if there is none.
func (d *distribution) below(x float64) int {
	return sort.Search(len(d.levels), func(i int) bool { return d.levels[i] > x }) - 1
}

// mean returns the mean of the rows. The sum is by level, so that it does not depend on the order of the rows.
func (d *distribution) mean() float64 {
	n, sum := float64(d.total()), 0.0
	for i, x := range d.levels {
		sum += float64(x * float64(d.count(i)))
	}
	if !math.IsInf(sum, 0) && !math.IsNaN(sum) {
		return sum / n
	}
	sum = 0 // the sum overflows
	for i, x := range d.levels {
		sum += float64(x * (float64(d.count(i)) / n))
	}
	return sum
}
