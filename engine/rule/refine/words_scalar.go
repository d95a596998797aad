//go:build !goexperiment.simd || !wasm

package refine

import "math/bits"

const (
	mostBlocks   = 1 << 20 // of a feature that are counted at once
	wordsPerCode = 1       // that are counted in about the time of one code
)

// addCommon adds, for each feature, the number of its bits that are in a set too, times a weight. The blocks of a feature begin length
// after those of the one before.
func addCommon(each []counts, features, set []block, length int, weight counts) {
	for f := range each {
		column := features[f*length:][:len(set)]
		n := 0
		for i := range set {
			x, y := &set[i], &column[i]
			n += bits.OnesCount64(x[0]&y[0]) + bits.OnesCount64(x[1]&y[1]) + bits.OnesCount64(x[2]&y[2]) +
				bits.OnesCount64(x[3]&y[3]) + bits.OnesCount64(x[4]&y[4]) + bits.OnesCount64(x[5]&y[5]) +
				bits.OnesCount64(x[6]&y[6]) + bits.OnesCount64(x[7]&y[7]) + bits.OnesCount64(x[8]&y[8]) +
				bits.OnesCount64(x[9]&y[9]) + bits.OnesCount64(x[10]&y[10]) + bits.OnesCount64(x[11]&y[11]) +
				bits.OnesCount64(x[12]&y[12]) + bits.OnesCount64(x[13]&y[13]) + bits.OnesCount64(x[14]&y[14]) +
				bits.OnesCount64(x[15]&y[15])
		}
		each[f] += counts(n) * weight
	}
}
