package refine

import (
	"slices"

	"drnet/engine/numeric"
)

// folds assigns rows to the folds of a cross-validation.
type folds struct {
	of      []uint8 // fold of each row; if rolling, the number of its period
	rolling bool    // fold k is tested on period k+1, with rules learned on the periods before it
}

// foldsOf returns the folds of a round of the cross-validation that chooses the price.
func (r Refiner) foldsOf(round, rows int, positive func(row int) bool) folds {
	return newFolds(round, rows, 2, priceFolds, r.Groups, r.Times, func(row int) int {
		if positive(row) {
			return 1
		}
		return 0
	})
}

// newFolds returns k folds: rolling folds if the rows have different times, otherwise stratified ones that differ between rounds.
func newFolds(round, rows, classes, k int, groups, times []int32, classOf func(row int) int) folds {
	sorted := slices.Sorted(slices.Values(times))
	if len(sorted) == 0 || sorted[0] == sorted[len(sorted)-1] {
		return folds{of: stratify(round, rows, classes, k, groups, classOf)}
	}
	f := folds{of: make([]uint8, rows), rolling: true}
	for i, time := range times { // rows with the same time are in one period, so some periods may be empty
		before, _ := slices.BinarySearch(sorted, time)
		f.of[i] = uint8(before * (k + 1) / rows)
	}
	return f
}

// divide returns the test rows of a fold (inside) and its training rows (outside).
func (f folds) divide(fold uint8) (inside, outside []int32) {
	for i, of := range f.of {
		switch {
		case f.rolling && of == fold+1, !f.rolling && of == fold:
			inside = append(inside, int32(i))
		case !f.rolling, of <= fold:
			outside = append(outside, int32(i))
		}
	}
	return inside, outside
}

// judged returns the rows that are test rows of some fold: all or, if rolling, all but those of the first period.
func (f folds) judged() (rows []int32) {
	for i, of := range f.of {
		if !f.rolling || of > 0 {
			rows = append(rows, int32(i))
		}
	}
	return rows
}

// stratify assigns each row a fold, the rows of each class in turn, in pseudorandom order. Whole groups, if there are enough of
// them, are assigned like rows of the class that most of their rows have.
func stratify(round, rows, classes, folds int, groups []int32, classOf func(row int) int) []uint8 {
	if place, counts := countGroups(groups, classes, classOf); len(counts) >= 2*folds {
		byGroup := stratify(round, len(counts), classes, folds, nil, func(group int) int {
			return slices.Index(counts[group], slices.Max(counts[group]))
		})
		out := make([]uint8, rows)
		for i := range out {
			out[i] = byGroup[place[i]]
		}
		return out
	}
	out := make([]uint8, rows)
	left := make([][]uint8, classes) // the folds of the next rows of each class
	for i := range out {
		next := &left[classOf(i)]
		if len(*next) == 0 {
			*next = shuffledFolds(round, i, folds)
		}
		out[i], *next = (*next)[0], (*next)[1:]
	}
	return out
}

// countGroups numbers the groups in the order of their first rows. It returns the number of each row's group, and how many rows of
// each class a group has.
func countGroups(groups []int32, classes int, classOf func(row int) int) (place []int, counts [][]int) {
	known := map[int32]int{}
	for i, group := range groups {
		at, ok := known[group]
		if !ok {
			at = len(counts)
			known[group], counts = at, append(counts, make([]int, classes))
		}
		counts[at][classOf(i)]++
		place = append(place, at)
	}
	return place, counts
}

// shuffledFolds returns the folds in the pseudorandom order number n of a round.
func shuffledFolds(round, n, folds int) []uint8 {
	order := make([]uint8, folds)
	for i := range order {
		order[i] = uint8(i)
	}
	bits := numeric.Stream(round).At(n)
	for i := len(order) - 1; i > 0; i-- {
		k := int(bits % uint64(i+1))
		bits /= uint64(i + 1)
		order[i], order[k] = order[k], order[i]
	}
	return order
}
