package binarize

import (
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// distribution is the empirical distribution of a column of numbers in the fitted rows.
type distribution struct {
	levels  []float64 // the distinct numbers, ascending
	ends    []int32   // cumulative counts: the number of rows with at most each level
	missing int       // rows without a number

	// sides has the cumulative counts of classes: only of the positive one if there are two, else of each. It is empty if the
	// classes are not needed.
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

// at returns the number at a position, from 0, of all rows in ascending order.
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
	// moreLeaves is added to the number of quantiles to get the number of leaves: 12 leaves for 9 deciles.
	moreLeaves = 3

	// A leaf has at least leastLeaf rows and at least 1/leafShare of all rows: fewer would be noise.
	leastLeaf = 5
	leafShare = 1000
)

// leaf is a range of levels with its best cut.
type leaf struct {
	from, to int     // levels from to to-1
	cut      int     // the last level below the best cut
	gain     float64 // decrease of the impurity by that cut, in rows; 0 if there is none
}

// treeCuts returns the cut points of a classification tree on the column, at most leaves-1, ascending. The tree grows best-first, at the
// leaf whose cut decreases the Gini impurity of all rows most; ties go to the lower leaf.
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
// The sums are over the classes. With two classes both terms are equal, and only one is computed. Each bracket is an exact integer, and
// all other operations run in a fixed order, so that every machine finds the same cut.
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

const (
	// rounding limits the relative change of a threshold of Distinct to a shorter number, to about the error of interpolation.
	rounding = 1e-12

	// ulps limits it for Quantile, in units in the last place, as its thresholds must stay those of the paper.
	ulps = 4

	// slackOfStep limits it for Width, in steps.
	slackOfStep = 0.05
)

// cutPoints returns ascending thresholds by the method of the cut, at most cut.Count; with Target there may be more, and tree has the cut
// points of the tree.
func (d *distribution) cutPoints(cut ColumnThresholds, tree []float64) []float64 {
	if cut.Method == Target {
		return d.targetThresholds(cut.Count, tree)
	}
	cuts := make([]float64, cut.Count)
	for i := range cuts {
		k, n := i+1, cut.Count+1
		switch cut.Method {
		case Width:
			cuts[i] = d.step(k, n)
		case Distinct:
			x := d.distinctQuantile(k, n)
			cuts[i] = d.snap(x, float64(rounding*math.Abs(x)))
		default:
			x := d.quantile(k, n)
			cuts[i] = d.snap(x, float64(ulps*(math.Nextafter(math.Abs(x), math.Inf(1))-math.Abs(x))))
		}
	}
	slices.Sort(cuts) // rounding may have swapped two that are very near
	return slices.Compact(cuts)
}

// targetThresholds returns a threshold between each two neighboring levels that are separated by one of n quantiles of the rows, by one
// of n quantiles of the levels, or by a cut of the tree.
func (d *distribution) targetThresholds(n int, tree []float64) []float64 {
	last := len(d.levels) - 1
	between := make([]int, 0, n+n+len(tree)) // index of the lower of the two levels
	for k := 1; k <= n; k++ {
		between = append(between, d.below(d.quantile(k, n+1)), d.below(d.distinctQuantile(k, n+1)))
	}
	for _, x := range tree {
		between = append(between, d.below(x))
	}
	slices.Sort(between)
	var cuts []float64
	step := d.leastGap()
	for _, i := range slices.Compact(between) {
		switch {
		case i == last: // all numbers are at most the last level
		case d.levels[i+1]-d.levels[i] <= step:
			cuts = append(cuts, d.levels[i]) // no number can be between: "age ≤ 50", not 50.5
		default:
			cuts = append(cuts, middle(d.levels[i], d.levels[i+1]))
		}
	}
	return cuts
}

// leastGap returns the least difference of two neighboring levels, increased by slightly more than the rounding error. It is the unit of
// a column of integers, or of numbers with a fixed number of decimals.
func (d *distribution) leastGap() float64 {
	const rounded = 1 + 1e-9
	least := math.Inf(1)
	for i := 1; i < len(d.levels); i++ {
		least = min(least, d.levels[i]-d.levels[i-1])
	}
	return float64(rounded * least)
}

// quantile returns the k/n quantile of the rows, interpolated linearly between the two numbers around position (rows-1)·k/n, with the
// rounding errors of pandas. Only an integer position is computed in integers: rounding could miss its number by an ulp, and with it all
// rows that have the number.
func (d *distribution) quantile(k, n int) float64 {
	return quantile(d.total(), d.at, k, n)
}

// distinctQuantile is quantile with one row for each level.
func (d *distribution) distinctQuantile(k, n int) float64 {
	return quantile(len(d.levels), func(i int) float64 { return d.levels[i] }, k, n)
}

func quantile(length int, at func(i int) float64, k, n int) float64 {
	i, rest := (length-1)*k/n, (length-1)*k%n
	if rest == 0 {
		return at(i)
	}
	position := float64(float64(length-1) * (float64(k) / float64(n))) // the conversion prevents a fused multiply-add
	return interpolate(at(i), at(i+1), position-float64(i))
}

// interpolate returns the number at a fraction of the way from lo to hi.
func interpolate(lo, hi, fraction float64) float64 {
	if width := hi - lo; !math.IsInf(width, 0) {
		return lo + float64(width*fraction)
	}
	return float64(lo*(1-fraction)) + float64(hi*fraction)
}

// step returns the end of the k-th of n equal steps from the least to the greatest level, rounded within slackOfStep.
func (d *distribution) step(k, n int) float64 {
	least, most := d.levels[0], d.levels[len(d.levels)-1]
	x := interpolate(least, most, float64(k)/float64(n))
	lo, hi := d.gap(x)
	from := interpolate(least, most, (float64(k)-slackOfStep)/float64(n))
	to := interpolate(least, most, (float64(k)+slackOfStep)/float64(n))
	return roundest(max(lo, from), min(math.Nextafter(hi, math.Inf(-1)), to), x)
}

// snap returns the shortest number within the allowed distance of x that splits the rows in the same way. A level is not changed.
func (d *distribution) snap(x, allowed float64) float64 {
	lo, hi := d.gap(x)
	if x == lo {
		return x
	}
	return shortest(max(lo, x-allowed), min(math.Nextafter(hi, math.Inf(-1)), x+allowed), x)
}

// shorten returns the roundest number near x that splits the rows in the same way. It is for computed numbers, which have many digits.
func (d *distribution) shorten(x float64) float64 {
	const quarter = 0.25
	lo, hi := d.gap(x)
	slack := float64(quarter * (hi - lo))
	if math.IsInf(slack, 0) {
		return x
	}
	return roundest(max(lo, x-slack), min(math.Nextafter(hi, math.Inf(-1)), x+slack), x)
}

// gap returns the two neighboring levels around x. All thresholds in [lo, hi) split the rows in the same way. After the last level, hi is
// infinite.
func (d *distribution) gap(x float64) (lo, hi float64) {
	i := d.below(x)
	if i == len(d.levels)-1 {
		return d.levels[i], math.Inf(1)
	}
	return d.levels[i], d.levels[i+1]
}

// Quantiles returns the n inner quantiles of ascending numbers, each once: the thresholds of Quantile before they are rounded.
func Quantiles(sorted []float64, n int) []float64 {
	if len(sorted) == 0 {
		return nil
	}
	var cuts []float64
	for k := 1; k <= n; k++ {
		cuts = append(cuts, quantile(len(sorted), func(i int) float64 { return sorted[i] }, k, n+1))
	}
	return slices.Compact(cuts)
}

// shortest returns x rounded to the fewest digits that keep it in [from, to]. It returns x if it needs more than 13 digits.
func shortest(from, to, x float64) float64 {
	const most = 13 // of the 17 that a float64 may need
	for digits := range most {
		text := strconv.FormatFloat(x, 'e', digits, 64)
		if y, err := strconv.ParseFloat(text, 64); err == nil && y >= from && y <= to {
			return y
		}
	}
	return x
}

// roundest returns the roundest number in [from, to]: a multiple of the greatest power of ten that has a multiple there. It
// picks the one nearest to x, and the lower of two equally near. It returns x if no power has a multiple there.
func roundest(from, to, x float64) float64 {
	if from <= 0 && to >= 0 {
		return 0
	}
	const digits = 18 // more than a float64 has
	_, exponent, _ := strings.Cut(strconv.FormatFloat(max(math.Abs(from), math.Abs(to)), 'e', 0, 64), "e")
	size, _ := strconv.Atoi(exponent) // the power of ten of the first digit
	for e := size + 1; e > size-digits; e-- {
		down := math.Floor(x / math.Pow10(e)) // both are approximate, and become exact by way of their text
		best, found := x, false
		for _, k := range []float64{down, down + 1} {
			y, err := strconv.ParseFloat(strconv.FormatFloat(k, 'f', 0, 64)+"e"+strconv.Itoa(e), 64)
			if err == nil && y >= from && y <= to && (!found || math.Abs(y-x) < math.Abs(best-x)) {
				best, found = y, true
			}
		}
		if found {
			return best
		}
	}
	return x
}

// middle returns the roundest number in the middle half between two levels, or the lower level if no number is between them.
func middle(lo, hi float64) float64 {
	const quarter, half = 0.25, 0.5
	x := interpolate(lo, hi, half)
	if !(lo < x && x < hi) {
		return lo
	}
	return roundest(interpolate(lo, hi, quarter), interpolate(lo, hi, 1-quarter), x)
}
