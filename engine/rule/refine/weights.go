package refine

import (
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

const (
	mostLevels = 32 // different weights of rows in a search
	spanBits   = 10
	weightSpan = 1 << spanBits
)

// levels are the weights of rows, rounded to a few values, so that a search can count the rows of one value together.
type levels struct {
	of    []uint8 // level of each row, an index in units; nil if all rows weigh 1
	units []int   // weight of each level, in units
}

// newLevels rounds weights, which must not be negative, to whole units; unit is their number in a weight of 1. Up to mostLevels
// different weights keep their values. More are divided into equally wide levels on a logarithmic scale, and each gets the mean of its
// level; the lowest level holds all weights below 1/weightSpan of the greatest.
func newLevels(weights []float64, unit float64) levels {
	distinct := slices.Clone(weights)
	slices.Sort(distinct)
	distinct = slices.Compact(distinct)
	l := levels{of: make([]uint8, len(weights))}
	if len(distinct) <= mostLevels {
		for i, w := range weights {
			at, _ := slices.BinarySearch(distinct, w)
			l.of[i] = uint8(at)
		}
		for _, w := range distinct {
			l.units = append(l.units, inUnits(float64(w*unit)))
		}
		return l
	}
	most := distinct[len(distinct)-1]
	var sums [mostLevels]float64
	var rows [mostLevels]int
	for i, w := range weights {
		share := max(float64(w*weightSpan)/most, 1) // 1 to weightSpan
		at := int(math.Round(float64(numeric.Log2(share)*(mostLevels-1)) / spanBits))
		l.of[i] = uint8(at)
		sums[at] += w
		rows[at]++
	}
	for at, sum := range sums {
		l.units = append(l.units, inUnits(float64(sum*unit)/float64(max(rows[at], 1))))
	}
	return l
}

// inUnits rounds a number of units, to at least one unless it is zero.
func inUnits(n float64) int {
	if n == 0 {
		return 0
	}
	return max(int(math.Round(n)), 1)
}

// newEvaluator returns an evaluator for some rows of x, or for all if rows is nil. Weights has one weight per row of x; nil means 1.
func newEvaluator(x *bitmat.Matrix, labels []uint64, rows []int32, weights []float64) *evaluator {
	if rows == nil {
		rows = bitmat.Indexes[int32](x.Rows)
	}
	class := func(row int) int { return 1 - int(labels[row>>6]>>(row&63)&1) }
	if weights == nil {
		return newGroups(x, rows, class, []kind{{true, 1}, {false, 1}})
	}
	sum, unit := 0.0, float64(weightUnit)
	for _, w := range weights {
		sum += w
	}
	for float64(sum*unit) > negative/2 { // the counts of all rows must be below negative
		unit /= 2
	}
	l := newLevels(weights, unit)
	var kinds []kind
	for _, positive := range []bool{true, false} {
		for _, units := range l.units {
			kinds = append(kinds, kind{positive, units})
		}
	}
	e := newGroups(x, rows, func(row int) int { return len(l.units)*class(row) + int(l.of[row]) }, kinds)
	e.yes, e.no = 1/unit, 1/unit
	return e
}
