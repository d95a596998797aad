package baseline

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestProduct multiplies integers, whose products are exact in any order of summation.
func TestProduct(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	random := func(n int) []float32 {
		list := make([]float32, n)
		for i := range list {
			list[i] = float32(r.IntN(9) - 4)
		}
		return list
	}
	for _, size := range [][3]int{{1, 1, 1}, {2, 4, 3}, {3, 5, 2}, {7, 3, 1}, {1, 9, 6}, {8, 8, 8}, {5, 50, 11}} {
		n, k, m := size[0], size[1], size[2]
		a, b, c := random(n*k), random(k*m), random(n*m)
		want, turned, transposed := slices.Clone(c), slices.Clone(c), make([]float32, n*k)
		for i := range n {
			for j := range m {
				for l := range k {
					want[i*m+j] += a[i*k+l] * b[l*m+j]
				}
			}
		}
		(&gemm{c: c, a: a, b: b, n: n, k: k, m: m, down: k, across: 1}).add()
		transpose(transposed, a, n, k)
		(&gemm{c: turned, a: transposed, b: b, n: n, k: k, m: m, down: 1, across: n}).add()
		if !slices.Equal(c, want) || !slices.Equal(turned, want) {
			t.Errorf("%v: got %v, and %v of the transpose, want %v", size, c, turned, want)
		}
	}
}
