package numeric

import "math"

// expTable holds the constants of Exp32 in the order in which expFours reads them, each for four lanes.
var expTable = func() (table [15][4]float32) {
	for i, c := range [len(table)]float32{
		expLeast, expMost, expLog2e, expRound, expLn2High, expLn2Low, expC0, expC1, expC2, expC3, expC4, expC5, 1,
		math.Float32frombits(expBias), float32(math.Inf(1)),
	} {
		table[i] = [4]float32{c, c, c, c}
	}
	return table
}()

// Exp32All writes Exp32 of each element of x to dst, which is as long and may be the same memory. Four elements at a time go
// through the operations of Exp32 in the same order, each rounded: results are the same.
func Exp32All(dst, x []float32) {
	const four = 4
	n := len(x) &^ (four - 1)
	if n > 0 {
		expFours(&dst[0], &x[0], n, &expTable)
	}
	exp32All(dst[n:], x[n:])
}

// expFours writes Exp32 of the first n elements, a multiple of four. It uses instructions that every amd64 processor has.
//
//go:noescape
func expFours(dst, x *float32, n int, table *[15][4]float32)
