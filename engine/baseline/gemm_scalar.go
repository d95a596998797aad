//go:build !goexperiment.simd || !wasm

package baseline

// addVectors adds the rows and columns that vector instructions can process, here none.
func addVectors(*gemm) {}

// addLines adds the given rows of a matrix to dst.
func addLines(dst, lines []float32, which []int32) { addLinesFrom(0, dst, lines, which) }
