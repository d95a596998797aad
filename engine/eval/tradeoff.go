package eval

import (
	"cmp"
	"slices"

	"drnet/engine/bitmat"
)

// Front returns the indexes of the Pareto-optimal points, where less is better on the first axis and more on the second. Of
// equal points, it takes the first. The points are in ascending order on both axes.
func Front(size, accuracy []float64) []int {
	order := bitmat.Indexes[int](len(size))
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(size[a], size[b]), cmp.Compare(accuracy[b], accuracy[a]))
	})
	var front []int
	for _, i := range order {
		if len(front) == 0 || accuracy[i] > accuracy[front[len(front)-1]] {
			front = append(front, i)
		}
	}
	return front
}

// Knee returns the index of the recommended point of a front: the one farthest above the line from the first point to the last,
// with both axes scaled to [0, 1] between these. It is -1 for fewer than three points, and if none is above the line.
func Knee(size, accuracy []float64, front []int) int {
	if len(front) < 3 {
		return -1
	}
	first, last := front[0], front[len(front)-1]
	wide, high := size[last]-size[first], accuracy[last]-accuracy[first]
	knee, farthest := -1, 0.0
	for _, i := range front[1 : len(front)-1] {
		if above := (accuracy[i]-accuracy[first])/high - (size[i]-size[first])/wide; above > farthest {
			knee, farthest = i, above
		}
	}
	return knee
}
