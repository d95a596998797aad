package binarize

import (
	"math"
	"slices"
)

const (
	digitBits = 11 // a table of 2,048 counters fits in the L1 cache
	digitMask = 1<<digitBits - 1
	passes    = (64 + digitBits - 1) / digitBits
	fewToSort = 1500 // below this clearing the counters costs more than comparing
)

// sortNumbers sorts numbers without NaN: few by comparison, many by a radix sort from the least significant digit of their bits.
func (f *fitter) sortNumbers(numbers []float64) {
	if len(numbers) < fewToSort {
		slices.Sort(numbers)
		return
	}
	c := f.digits
	clear(c[:])
	for _, x := range numbers { // written out: the shifts are constants
		key := order(x)
		c[0][key&digitMask]++
		c[1][key>>digitBits&digitMask]++
		c[2][key>>(2*digitBits)&digitMask]++
		c[3][key>>(3*digitBits)&digitMask]++
		c[4][key>>(4*digitBits)&digitMask]++
		c[5][key>>(5*digitBits)&digitMask]++
	}
	from, to := numbers, f.spare[:len(numbers)]
	for d := range passes {
		starts := &c[d]
		if !toStarts(starts, len(numbers)) {
			continue
		}
		shift := d * digitBits & 63 // the mask is for the compiler
		for _, x := range from {
			digit := order(x) >> shift & digitMask
			to[starts[digit]] = x
			starts[digit]++
		}
		from, to = to, from
	}
	if &from[0] != &numbers[0] {
		copy(numbers, from)
	}
}

// digitCounts holds the histogram of each digit, the least significant first.
type digitCounts [passes][1 << digitBits]int32

// toStarts turns the counts of a digit into the positions where its values start. It reports whether two values occur.
func toStarts(counts *[1 << digitBits]int32, n int) bool {
	sum := int32(0)
	for i, count := range counts {
		if int(count) == n {
			return false
		}
		counts[i] = sum
		sum += count
	}
	return true
}

// order returns bits that sort as the numbers do.
func order(x float64) uint64 {
	b := math.Float64bits(x)
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}
