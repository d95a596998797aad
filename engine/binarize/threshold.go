package binarize

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

const (
	// rounding limits how far, relative to its size, a threshold may move to a shorter number: the error of interpolation.
	rounding = 1e-12

	// ulps is the same for Quantile, in units in the last place: its thresholds are compared with those of the paper.
	ulps = 4

	// slackOfStep is how far, in steps, a threshold of Width may be moved to a shorter number.
	slackOfStep = 0.05
)

// cutPoints returns ascending thresholds, up to the number of the cut; with Target more, those of the tree included.
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
	slices.Sort(cuts) // two within the rounding may have changed places
	return slices.Compact(cuts)
}

// targetThresholds returns one threshold for each pair of neighboring levels with a quantile of the rows, one of the
// levels, or a cut of the tree between them.
func (d *distribution) targetThresholds(n int, tree []float64) []float64 {
	last := len(d.levels) - 1
	between := make([]int, 0, n+n+len(tree)) // the lower one of two neighbors
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
			cuts = append(cuts, d.levels[i]) // nothing comes between: "age ≤ 50", not 50.5
		default:
			cuts = append(cuts, middle(d.levels[i], d.levels[i+1]))
		}
	}
	return cuts
}

// leastGap returns the least difference of two neighboring levels, plus a little more than its rounding. It is the unit
// of a column of whole numbers, or of numbers with a fixed number of decimals.
func (d *distribution) leastGap() float64 {
	const rounded = 1 + 1e-9
	least := math.Inf(1)
	for i := 1; i < len(d.levels); i++ {
		least = min(least, d.levels[i]-d.levels[i-1])
	}
	return float64(rounded * least)
}

// quantile returns the k/n quantile of the rows, interpolated linearly between the two numbers at position
// (rows-1)·k/n, as pandas does, rounding included. Only a position that is whole is found in integers: there a
// rounded one could miss the number by an ulp, and with it all rows that have it.
func (d *distribution) quantile(k, n int) float64 {
	return quantile(d.total(), d.at, k, n)
}

// distinctQuantile is quantile of the levels, as if each had one row.
func (d *distribution) distinctQuantile(k, n int) float64 {
	return quantile(len(d.levels), func(i int) float64 { return d.levels[i] }, k, n)
}

func quantile(length int, at func(i int) float64, k, n int) float64 {
	i, rest := (length-1)*k/n, (length-1)*k%n
	if rest == 0 {
		return at(i)
	}
	position := float64(float64(length-1) * (float64(k) / float64(n))) // rounded before it is used: see interpolate
	return interpolate(at(i), at(i+1), position-float64(i))
}

// interpolate returns the number at a fraction of the way from lo to hi.
func interpolate(lo, hi, fraction float64) float64 {
	if width := hi - lo; !math.IsInf(width, 0) {
		return lo + float64(width*fraction) // the conversion keeps compilers from fusing the two
	}
	return float64(lo*(1-fraction)) + float64(hi*fraction)
}

// step returns the end of the k-th of n equal steps from the least to the greatest level, or a shorter number near it.
func (d *distribution) step(k, n int) float64 {
	least, most := d.levels[0], d.levels[len(d.levels)-1]
	x := interpolate(least, most, float64(k)/float64(n))
	lo, hi := d.gap(x)
	from := interpolate(least, most, (float64(k)-slackOfStep)/float64(n))
	to := interpolate(least, most, (float64(k)+slackOfStep)/float64(n))
	return roundest(max(lo, from), min(math.Nextafter(hi, math.Inf(-1)), to), x)
}

// snap returns the shortest number within the allowed distance of x that splits the rows in the same way; a level stays.
func (d *distribution) snap(x, allowed float64) float64 {
	lo, hi := d.gap(x)
	if x == lo {
		return x
	}
	return shortest(max(lo, x-allowed), min(math.Nextafter(hi, math.Inf(-1)), x+allowed), x)
}

// gap returns the two neighboring levels around x: all thresholds from the first to below the second separate the same
// rows. After the last level the gap is unbounded.
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
	size := exponent(max(math.Abs(from), math.Abs(to)))
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

// exponent returns the power of ten of the first digit of a positive number.
func exponent(x float64) int {
	_, text, _ := strings.Cut(strconv.FormatFloat(x, 'e', 0, 64), "e")
	e, _ := strconv.Atoi(text)
	return e
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
