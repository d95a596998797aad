package scorecard

import (
	"cmp"
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

const (
	sliceBits = 6                // of a weight
	weightMax = 1<<sliceBits - 1 // the largest weight
	maxTried  = 6                // conditions
	maxStep   = 1.0              // of a log-odds: beyond it the estimate is not to be trusted
)

// estimator estimates what a condition is worth, from the gradient and the curvature of the loss at the present sums. A weight
// of each row is laid down as six bitmaps, one for each binary digit, so that the sum of the weights of a condition's rows is a
// few popcounts.
type estimator struct {
	residuals  [sliceBits][]uint64 // |label - p|, of which weightMax is 1
	curvatures [sliceBits][]uint64 // p (1 - p), of which weightMax is 1/4
}

func (e *estimator) init(words int) {
	for j := range sliceBits {
		e.residuals[j], e.curvatures[j] = make([]uint64, words), make([]uint64, words)
	}
}

// candidate is a condition with the change of the log-odds of its rows that lowers the loss most.
type candidate struct {
	feature int
	step    float64
	gain    float64 // nats, estimated
}

// candidates returns the conditions with the highest estimates above a bound, the best first.
func (e *estimator) candidates(s *search, bound float64) []candidate {
	e.weigh(s)
	all := float64(sum(&e.curvatures, s.rows, 0))
	best := make([]candidate, 0, maxTried+1)
	for f, column := range s.columns {
		if len(best) == maxTried {
			bound = best[maxTried-1].gain
		}
		gradient := float64(sum(&e.residuals, column[:s.border], 0)-sum(&e.residuals, column[s.border:], s.border)) / weightMax
		if math.Abs(float64(gradient*maxStep)) <= bound {
			continue // without the curvature, the gain would be this much
		}
		n := float64(sum(&e.curvatures, column, 0))
		curvature := (n - float64(n*n)/all) / (4 * weightMax) // the offset is fitted too
		if !(curvature > 0) {
			continue
		}
		c := candidate{feature: f, step: min(max(gradient/curvature, -maxStep), maxStep)}
		c.gain = float64(gradient*c.step) - float64(float64(curvature*c.step)*c.step/2)
		if c.gain > bound {
			at, _ := slices.BinarySearchFunc(best, c, func(a, b candidate) int { return cmp.Or(cmp.Compare(b.gain, a.gain), -1) })
			best = slices.Insert(best, at, c)[:min(len(best)+1, maxTried)]
		}
	}
	return best
}

// points returns the points that come nearest to the step at a slope.
func (c candidate) points(slope float64) []int {
	sign := 1
	if c.step < 0 {
		sign = -1
	}
	n := min(max(int(math.Abs(c.step)/slope+0.5), 1), rule.MaxPoints)
	list := []int{sign * n}
	if n > 1 {
		list = append(list, sign*(n-1))
	}
	if n < rule.MaxPoints {
		list = append(list, sign*(n+1))
	}
	return list
}

// weigh lays down the weights of the rows at the present sums.
func (e *estimator) weigh(s *search) {
	least, last := s.extent()
	table := make([]weights, last-least+1) // of each sum
	for i := range table {
		table[i] = weightsAt(s.curve.at(least + i))
	}
	for w := range s.rows {
		class := negative
		if w < s.border {
			class = positive
		}
		var r, c [sliceBits]uint64
		for i, sum := range s.sums[64*w : 64*w+64] {
			weights := &table[int(sum)-least]
			for j := range sliceBits {
				r[j] |= uint64(weights.residual[class]>>j&1) << i
				c[j] |= uint64(weights.curvature>>j&1) << i
			}
		}
		for j := range sliceBits {
			e.residuals[j][w], e.curvatures[j][w] = r[j], c[j]
		}
	}
}

// weights are those of the rows with a sum.
type weights struct {
	residual  [2]uint8 // by class
	curvature uint8
}

func weightsAt(p float64) weights {
	weigh := func(x float64) uint8 { return uint8(math.Round(float64(weightMax * x))) }
	return weights{[2]uint8{weigh(p), weigh(1 - p)}, weigh(float64(4*p) * (1 - p))}
}

// sum returns the sum of the weights of the rows in a bitmap, which starts at a word and may end before the last one.
func sum(slices *[sliceBits][]uint64, fires []uint64, from int) int {
	n := 0
	for j := range slices {
		n += bitmat.CountAnd(fires, slices[j][from:]) << j
	}
	return n
}
