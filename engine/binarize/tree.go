package binarize

import "slices"

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
