//go:build !goexperiment.simd

package baseline

// addVectors adds as many lines and columns as vector instructions can.
func addVectors(*product) {}
