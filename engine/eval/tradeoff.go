package eval

import "slices"

// Front returns the places of the points that no other one beats: that has no more on the first axis and no less on the second.
// Of equal points the first is taken. The places are in the order of the first axis, ascending, and so of the second.
func Front(size, accuracy []float64) []int {
	order := make([]int, len(size))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case size[a] < size[b], size[a] == size[b] && accuracy[a] > accuracy[b]:
			return -1
		case size[a] == size[b] && accuracy[a] == accuracy[b]:
			return 0
		}
		return 1
	})
	var front []int
	for _, i := range order {
		if len(front) == 0 || accuracy[i] > accuracy[front[len(front)-1]] {
			front = append(front, i)
		}
	}
	return front
}

// Knee returns the place of the point of a front that a person should look at first: the one farthest above the line from the
// first point to the last, both axes taken from 0 to 1 between these. It is -1 for fewer than three points, and if none is
// above the line.
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
