package baseline

import (
	"math"
	"slices"
)

// ranked is a column of numbers with the ranks of its distinct values.
type ranked struct {
	values []float64
	ranks  []int32 // of the rows, -1 for a missing number

	// Scratch:
	sums []weight // by rank
	keys []uint64 // rank and place of a row
}

func rank(column []float64) ranked {
	r := ranked{ranks: make([]int32, len(column))}
	for _, v := range column {
		if !math.IsNaN(v) {
			r.values = append(r.values, v)
		}
	}
	slices.Sort(r.values)
	r.values = slices.Compact(r.values)
	for i, v := range column {
		r.ranks[i] = -1
		if !math.IsNaN(v) {
			place, _ := slices.BinarySearch(r.values, v)
			r.ranks[i] = int32(place)
		}
	}
	r.sums = make([]weight, len(r.values))
	return r
}

// cut returns the best split of a column of numbers, with the threshold halfway between two values.
func (g *grower) cut(ask int, n node, rows []int32, whole float64) split {
	r := &g.numbers[ask-g.rows.X.Cols]
	best, before, last := split{ask: -1}, weight(0), int32(-1)
	try := func(next int32) { // tries the split before the value next, or before missing numbers for -1
		all, positive := before.split()
		gain := whole - impurity(positive, all) - impurity(n.positive-positive, n.rows-all)
		if best.ask >= 0 && gain <= best.gain {
			return
		}
		best = split{ask: ask, cut: r.values[last], gain: gain}
		if next >= 0 {
			best.cut = middle(r.values[last], r.values[next])
		}
	}
	r.each(rows, g.weighed, func(value int32, sum weight) {
		if last >= 0 {
			try(value)
		}
		last, before = value, before+sum
	})
	if all, _ := before.split(); last >= 0 && all < n.rows {
		try(-1)
	}
	return best
}

// each calls do for every value of the rows, ascending, with the sum of the weights of its rows.
func (r *ranked) each(rows []int32, weights []weight, do func(value int32, sum weight)) {
	const rankShift = 32 // a key has the rank above the place of the row
	const fewer = 2      // values for each row: visiting them all takes as long as sorting the rows
	if len(r.values) <= fewer*len(rows) {
		clear(r.sums)
		for k, i := range rows {
			if value := r.ranks[i]; value >= 0 {
				r.sums[value] += weights[k]
			}
		}
		for value, sum := range r.sums {
			if sum > 0 {
				do(int32(value), sum)
			}
		}
		return
	}
	r.keys = r.keys[:0]
	for k, i := range rows {
		if value := r.ranks[i]; value >= 0 {
			r.keys = append(r.keys, uint64(value)<<rankShift|uint64(k))
		}
	}
	slices.Sort(r.keys)
	for from := 0; from < len(r.keys); {
		value, sum := r.keys[from]>>rankShift, weight(0)
		for ; from < len(r.keys) && r.keys[from]>>rankShift == value; from++ {
			sum += weights[uint32(r.keys[from])]
		}
		do(int32(value), sum)
	}
}
