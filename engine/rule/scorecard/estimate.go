package scorecard

import (
	"cmp"
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

const (
	weightMax = 63  // the largest weight
	maxTried  = 6   // candidates tried for one line
	maxStep   = 1.0 // of a log-odds, beyond which the quadratic estimate is not reliable
)

// estimator estimates how much a condition lowers the loss, from the gradient and the curvature of the loss at the present sums. It adds up
// the weights of the rows, small integers, for each pattern of each group of features, and then those of the patterns for each feature.
type estimator struct {
	groups []bitmat.PatternGroup
	rows   []uint64 // the weight of each
	sums   []uint64 // of the weights of the rows of each feature
}

// weight packs two sums of integers, of which one operation adds both: that of label - p in the low half, where weightMax stands for 1, and
// that of p (1 - p) in the high half, where it stands for 1/4.
type weight uint64

func newWeight(residual, curvature int) weight { return weight(residual) + weight(curvature)<<32 }

func (w weight) residual() int { return int(int32(w)) }

func (w weight) curvature() int { return int((w - weight(w.residual())) >> 32) }

func (e *estimator) init(x *bitmat.Matrix) {
	e.groups, e.rows, e.sums = x.Groups(), make([]uint64, x.Rows), make([]uint64, x.Cols)
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
	all := float64(e.weigh(s).curvature())
	clear(e.sums)
	for i := range e.groups {
		e.groups[i].Sum(e.sums, e.rows)
	}
	best, lined := make([]candidate, 0, maxTried+1), map[int]bool{}
	for _, l := range s.lines[s.rules:] {
		lined[l.feature] = true
	}
	for f := range s.x.Cols {
		if lined[f] {
			continue
		}
		if len(best) == maxTried {
			bound = best[maxTried-1].gain
		}
		gradient := float64(weight(e.sums[f]).residual()) / weightMax
		if math.Abs(float64(gradient*maxStep)) <= bound {
			continue // the gain is smaller than that, as the curvature is positive
		}
		n := float64(weight(e.sums[f]).curvature())
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

// weigh sets the weights of the rows for the present sums, and returns their sum.
func (e *estimator) weigh(s *search) (all weight) {
	least, last := s.extent()
	table := make([]weights, last-least+1) // of each sum
	for i := range table {
		table[i] = weightsAt(s.curve.at(least + i))
	}
	for i := range e.rows {
		weights := &table[int(s.sums[i])-least]
		label := int(s.labels[i>>6] >> (i & 63) & 1)
		w := newWeight(weightMax*label-weights.p.next(), weights.curvature.next())
		e.rows[i], all = uint64(w), all+w
	}
	return all
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
