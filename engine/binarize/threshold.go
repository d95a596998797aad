package binarize

import (
	"math"
	"slices"
)

// thresholds returns up to n ascending thresholds for numbers given in order, with and without repetitions.
func (m Method) thresholds(sorted, distinct []float64, n int) []float64 {
	cuts := make([]float64, n)
	for i := range cuts {
		switch m {
		case Width:
			least, most := sorted[0], sorted[len(sorted)-1]
			cuts[i] = between(least, most, float64(i+1)/float64(n+1))
		case Distinct:
			cuts[i] = quantile(distinct, i+1, n+1)
		default:
			cuts[i] = quantile(sorted, i+1, n+1)
		}
	}
	return slices.Compact(cuts)
}

// quantile returns the k/n quantile of sorted numbers, interpolated linearly between the two at position
// (len-1)·k/n, as pandas does, rounding included. Only a position that is whole is found in integers: there a
// rounded one could miss the number by an ulp, and with it all rows that have it.
func quantile(sorted []float64, k, n int) float64 {
	i, rest := (len(sorted)-1)*k/n, (len(sorted)-1)*k%n
	if rest == 0 {
		return sorted[i]
	}
	position := float64(float64(len(sorted)-1) * (float64(k) / float64(n))) // rounded before it is used: see between
	return between(sorted[i], sorted[i+1], position-float64(i))
}

// between returns the number at a fraction of the way from lo to hi.
func between(lo, hi, fraction float64) float64 {
	if width := hi - lo; !math.IsInf(width, 0) {
		return lo + float64(width*fraction) // the conversion keeps compilers from fusing the two
	}
	return float64(lo*(1-fraction)) + float64(hi*fraction)
}

// mean returns the mean of the numbers, which are not empty, summed in their order.
func mean(numbers []float64) float64 {
	n, sum := float64(len(numbers)), 0.0
	for _, x := range numbers {
		sum += x
	}
	if !math.IsInf(sum, 0) && !math.IsNaN(sum) {
		return sum / n
	}
	sum = 0 // too large to be summed at once
	for _, x := range numbers {
		sum += x / n
	}
	return sum
}
