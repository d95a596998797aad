package scorecard

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"drnet/engine/rule"
)

const (
	sliceBits = 7                    // of a weight, in two's complement
	weightMax = 1<<(sliceBits-1) - 1 // the largest weight
	maxTried  = 6                    // candidates tried for one line
	maxStep   = 1.0                  // of a log-odds, beyond which the quadratic estimate is not reliable
)

// estimator estimates how much a condition lowers the loss, from the gradient and the curvature of the loss at the present sums. The
// weights of the rows, small integers, are stored as bit planes, one bitmap for each binary digit: their sum over the rows of a
// condition takes a few population counts.
type estimator struct {
	residuals  []digits // label - p; weightMax stands for 1
	curvatures []digits // p (1 - p); weightMax stands for 1/4
}

// digits holds the weights of 64 rows, a word for each binary digit. They are adjacent in memory since a sum needs all of them.
type digits [sliceBits]uint64

func (e *estimator) init(words int) {
	e.residuals, e.curvatures = make([]digits, words), make([]digits, words)
}

// candidate is a condition with the change of the log-odds of its rows that lowers the loss most.
type candidate struct {
	feature int
	step    float64
	gain    float64 // nats, estimated
}

// candidates returns up to maxTried conditions with the highest estimated gains above a bound, the best first. It leaves out conditions
// that have a line already.
func (e *estimator) candidates(s *search, bound float64) []candidate {
	e.weigh(s)
	all := float64(sum(e.curvatures, s.rows))
	best, lined := make([]candidate, 0, maxTried+1), map[int]bool{}
	for _, l := range s.lines[s.rules:] {
		lined[l.feature] = true
	}
	for f := range s.x.Cols {
		if lined[f] {
			continue
		}
		column := s.x.Column(f)
		if len(best) == maxTried {
			bound = best[maxTried-1].gain
		}
		gradient := float64(sum(e.residuals, column)) / weightMax
		if math.Abs(float64(gradient*maxStep)) <= bound {
			continue // the gain is smaller than that, as the curvature is positive
		}
		n := float64(sum(e.curvatures, column))
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

// points returns the numbers of points to try at a slope: the one nearest to the step, and its neighbors of the same sign.
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

// weigh sets the weights of the rows for the present sums.
func (e *estimator) weigh(s *search) {
	least, last := s.extent()
	table := make([]weights, last-least+1) // of each sum
	for i := range table {
		table[i] = weightsAt(s.curve.at(least + i))
	}
	for w, labels := range s.labels {
		var r, c digits
		for i, sum := range s.sums[64*w : 64*w+64] {
			weights := &table[int(sum)-least]
			residual, curvature := weightMax*int(labels>>i&1)-weights.p.next(), weights.curvature.next()
			for j := range sliceBits {
				r[j] |= uint64(residual>>j&1) << i
				c[j] |= uint64(curvature>>j&1) << i
			}
		}
		e.residuals[w], e.curvatures[w] = r, c
	}
}

// weights are those of all rows with the same sum.
type weights struct{ p, curvature dithered }

func weightsAt(p float64) weights { return weights{dither(p), dither(float64(4*p) * (1 - p))} }

// dithered is a number that is rounded up for some rows and down for others, so that the sum over many rows is right: where one row
// in a thousand is positive, p is less than half a unit of weight, and would be 0 for all rows.
type dithered struct{ value, rest uint32 } // in units of weight / 2^fraction

const fraction = 20

// dither makes a number from 0 to 1 one of 0 to weightMax.
func dither(x float64) dithered {
	return dithered{uint32(float64(weightMax<<fraction) * x), 1 << (fraction - 1)}
}

// next returns the whole number for the next row.
func (d *dithered) next() int {
	d.rest += d.value
	n := d.rest >> fraction
	d.rest -= n << fraction
	return int(n)
}

// sum returns the sum of the weights of the rows in a bitmap. The loop over the digits is unrolled, which the compiler does not do.
func sum(weights []digits, fires []uint64) int {
	var n [sliceBits]int
	weights = weights[:len(fires)]
	for w, word := range fires {
		if word == 0 {
			continue
		}
		d := &weights[w]
		n[0] += bits.OnesCount64(word & d[0])
		n[1] += bits.OnesCount64(word & d[1])
		n[2] += bits.OnesCount64(word & d[2])
		n[3] += bits.OnesCount64(word & d[3])
		n[4] += bits.OnesCount64(word & d[4])
		n[5] += bits.OnesCount64(word & d[5])
		n[6] += bits.OnesCount64(word & d[6])
	}
	return n[0] + n[1]<<1 + n[2]<<2 + n[3]<<3 + n[4]<<4 + n[5]<<5 - n[6]<<6
}
