//go:build !goexperiment.simd

package baseline

// addVectors adds as many lines and columns as vector instructions can.
func addVectors(*product) {}

// addLines adds to a line those lines of a matrix that are named.
func addLines(dst, lines []float32, which []int32) { addLinesFrom(0, dst, lines, which) }
