package drnet

import "drnet/engine/numeric"

// The elementwise kernels of a step, which visit every weight, open or closed. A build with vector instructions has its own
// form of each with the same bits (kernel_simd.go). The scalar forms serve all other builds, and the elements that do not
// fill a vector.

// exponentiate writes exp(-loc) to odds and the probability of an open gate to pi.
func exponentiate(odds, pi, loc []float32) {
	odds, pi = odds[:len(loc)], pi[:len(loc)]
	for i, l := range loc {
		e := numeric.Exp32(-l)
		odds[i] = e
		pi[i] = probability(e)
	}
}

// press writes the derivative of the penalty by the locations: pressure times pi (1 - pi).
func press(dLoc, pi []float32, pressure float32) {
	dLoc = dLoc[:len(pi)]
	for i, p := range pi {
		dLoc[i] = float32(pressure*p) * (1 - p)
	}
}
