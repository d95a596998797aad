package numeric

// Draw fills dst with indexes, ascending, in proportion to weights from 0 that are not all 0: index i comes len(dst)·w/sum times,
// rounded up or down. Start, in [0, 1), decides which way: over uniform starts each index comes that often on average.
//
// References: W. G. Madow, L. H. Madow: On the Theory of Systematic Sampling. Annals of Mathematical Statistics 15 (1944).
func Draw(dst []int32, weights []float64, start float64) {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	step, reached, k, last := sum/float64(len(dst)), 0.0, 0, 0
	for i, w := range weights {
		if w > 0 {
			last = i
		}
		for reached += w; k < len(dst) && float64((start+float64(k))*step) < reached; k++ {
			dst[k] = int32(i)
		}
	}
	for ; k < len(dst); k++ { // rounding
		dst[k] = int32(last)
	}
}
