//go:build !goexperiment.simd || !wasm

package drnet

// vectors reports whether the kernels use vector instructions.
const vectors = false

func exponentiateAll(odds, pi, loc []float32)       { exponentiate(odds, pi, loc) }
func pressAll(dLoc, pi []float32, pressure float32) { press(dLoc, pi, pressure) }
