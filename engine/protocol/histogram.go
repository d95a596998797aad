package protocol

import (
	"math"

	"drnet/engine/dataset"
)

const (
	mostBins = 30
	// exact is the largest span of integers that get integer bins. float64 represents halves of that size exactly.
	exact = 1 << 50
)

// histogram counts the numbers of a column. For a column with codes, counts holds the rows per code. It returns nil
// without numbers.
func histogram(c *dataset.Column, counts []int) *Histogram {
	numbers, weight := c.Numbers, func(int) int { return 1 }
	if c.Codes != nil {
		numbers, weight = c.Levels, func(i int) int { return counts[i] }
	}
	h := NewHistogram(numbers)
	for i, x := range numbers {
		if x == x {
			h.Counts[h.Bin(x)] += weight(i)
		}
	}
	return h
}

// Bin returns the bin of a number from First to Last.
func (h *Histogram) Bin(x float64) int {
	last := len(h.Counts) - 1
	if last == 0 {
		return 0
	}
	from := half(h.Least)
	return min(int((half(x)-from)/(half(h.Most)-from)*float64(last+1)), last)
}

// NewHistogram returns empty bins for the range of some numbers, of which NaN is missing; nil if all are. For whole
// numbers, each bin spans the same number of integers.
func NewHistogram(numbers []float64) *Histogram {
	least, most, whole := math.Inf(1), math.Inf(-1), true
	for _, x := range numbers {
		if x == x {
			least, most, whole = min(least, x), max(most, x), whole && x == math.Trunc(x)
		}
	}
	if least > most {
		return nil
	}
	h, bins := &Histogram{Least: least, Most: most, First: least, Last: most}, int64(mostBins)
	switch {
	case whole && most-least < exact && math.Abs(least) <= exact:
		integers := int64(most-least) + 1
		each := (integers + mostBins - 1) / mostBins
		bins = (integers + each - 1) / each
		h.Least, h.Most = least-0.5, least-0.5+float64(bins*each)
	case !(half(most)-half(least) > 0):
		bins = 1
	}
	h.Counts = make([]int, bins)
	return h
}

// half halves a number, because the difference of two numbers may overflow. The conversion prevents compilers from
// fusing it with the following subtraction.
func half(x float64) float64 { return float64(x / 2) }
