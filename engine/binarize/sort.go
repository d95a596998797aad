package binarize

import (
	"math"
	"slices"
)

const (
	digitBits = 11 // a table of 2,048 counters stays in the first cache
	digitMask = 1<<digitBits - 1
	passes    = (64 + digitBits - 1) / digitBits
	fewToSort = 1500 // below this clearing the counters costs more than comparing
)

// sort puts numbers, none of them NaN, into ascending order: by comparison if they are few, else digit by digit of their
// bits, the least first, which takes a time in proportion to their number.
func (f *fitter) sort(numbers []float64) {
	if len(numbers) < fewToSort {
		slices.Sort(numbers)
		return
	}
	clear(f.digits)
	for _, x := range numbers {
		key := order(x)
		for d := range passes {
			f.digits[d<<digitBits|int(key>>(d*digitBits)&digitMask)]++
		}
	}
	from, to := numbers, f.spare[:len(numbers)]
	for d := range passes {
		starts := f.digits[d<<digitBits : (d+1)<<digitBits]
		if !toStarts(starts, len(numbers)) {
			continue
		}
		for _, x := range from {
			digit := order(x) >> (d * digitBits) & digitMask
			to[starts[digit]] = x
			starts[digit]++
		}
		from, to = to, from
	}
	if &from[0] != &numbers[0] {
		copy(numbers, from)
	}
}

// toStarts turns the counts of digits into the places where their numbers start. It reports whether there are two
// different ones.
func toStarts(counts []int32, n int) bool {
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

// order returns bits that are ordered as the numbers are.
func order(x float64) uint64 {
	b := math.Float64bits(x)
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}
