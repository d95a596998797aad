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

const (
	// moreLeaves is the number of leaves of the tree beyond the number of quantiles: 12 leaves with deciles.
	moreLeaves = 3

	// A leaf has at least leastLeaf rows, and one in leafShare of all rows: fewer would be noise.
	leastLeaf = 5
	leafShare = 1000
)

// leaf is a range of levels with its best cut.
type leaf struct {
	from, to int     // levels from to to-1
	cut      int     // the last level of the lower part
	gain     float64 // of that cut; 0 if there is none
}

// treeCuts returns the cut points of a classification tree on the column, up to leaves-1 of them, ascending. The tree
// grows at the leaf where a cut takes most from the Gini impurity of all rows, the lower one of two that are equal.
//
// References: L. Breiman, J. Friedman, R. Olshen, C. Stone: Classification and Regression Trees, 1984, chapter 4.
func (d *distribution) treeCuts(leaves int) []float64 {
	least := max(leastLeaf, d.total()/leafShare)
	grown := []leaf{d.leaf(0, len(d.levels), least)}
	for len(grown) < leaves {
		best, l := 0, grown[0]
		for i, other := range grown {
			if other.gain > l.gain {
				best, l = i, other
			}
		}
		if l.gain == 0 {
			break
		}
		grown[best] = d.leaf(l.from, l.cut+1, least)
		grown = slices.Insert(grown, best+1, d.leaf(l.cut+1, l.to, least))
	}
	var cuts []float64
	for _, l := range grown[1:] {
		cuts = append(cuts, middle(d.levels[l.from-1], d.levels[l.from]))
	}
	return cuts
}

// leaf finds the best cut of a range of levels; ties go to the lowest.
//
// With n rows of which p are of a class on both sides of a cut, n₁ and p₁ below and n₂ and p₂ above, the impurity
// n − Σ p²/n falls by Σ (p₁·n₂ − p₂·n₁)²/(n₁·n₂·n).
// The sums are over the classes. With two classes both brackets have the same square. A bracket is exact in integers, and all
// other operations run in a fixed order, so that every machine finds the same cut.
func (d *distribution) leaf(from, to, least int) leaf {
	l := leaf{from: from, to: to}
	before := func(counts []int32) int { return int(rowsBefore(counts, from)) }
	rows := before(d.ends)
	n, mixed := int(d.ends[to-1])-rows, false
	for _, side := range d.sides {
		p := int(side[to-1]) - before(side)
		mixed = mixed || p > 0 && p < n
	}
	if !mixed {
		return l
	}
	first := d.sides[0] // with two classes the only one
	base, end := before(first), int(first[to-1])
	for i := from; i < to-1; i++ {
		n1 := int(d.ends[i]) - rows
		n2 := n - n1
		if n1 < least || n2 < least {
			continue
		}
		p := int(first[i])
		difference := float64((p-base)*n2 - (end-p)*n1)
		sum := float64(difference * difference)
		for _, side := range d.sides[1:] {
			p := int(side[i])
			difference := float64((p-before(side))*n2 - (int(side[to-1])-p)*n1)
			sum += float64(difference * difference)
		}
		if gain := sum / (float64(n1) * float64(n2)); gain > l.gain {
			l.cut, l.gain = i, gain
		}
	}
	l.gain /= float64(n)
	return l
}
