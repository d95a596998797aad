package binarize

import "slices"

// Quantiles returns the n inner quantiles of ascending numbers, each once: the thresholds of Quantile before they are rounded.
func Quantiles(sorted []float64, n int) []float64 {
	if len(sorted) == 0 {
		return nil
	}
	var cuts []float64
	for k := 1; k <= n; k++ {
		cuts = append(cuts, quantile(len(sorted), func(i int) float64 { return sorted[i] }, k, n+1))
	}
	return slices.Compact(cuts)
}
