//go:build !amd64

package numeric

// Exp32All writes Exp32 of each element of x to dst, which is as long and may be the same memory.
func Exp32All(dst, x []float32) { exp32All(dst, x) }
