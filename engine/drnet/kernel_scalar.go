//go:build !goexperiment.simd || !wasm

package drnet

import (
	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

// vectors reports whether the kernels use vector instructions.
const vectors = false

// exponentiateAll is exponentiate in three passes, of which the second one may use vector instructions.
func exponentiateAll(odds, pi, loc []float32) {
	odds, pi = odds[:len(loc)], pi[:len(loc)]
	for i, l := range loc {
		odds[i] = -l
	}
	numeric.Exp32All(odds, odds)
	for i, e := range odds {
		pi[i] = probability(e)
	}
}

func listOpenAll(list []condition, u, odds, weights []float32, zeros bool) int {
	return listOpen(list, 0, u, odds, weights, zeros)
}

func flipAll(table *[mostPatterns]sums, change []sums, flips []bitmat.Flip) {
	flip(table, change, flips)
}

func (t *tables) heavyAll(start sums, rows uint64, codes []uint64, words int) [lanes]uint64 {
	return t.heavy(start, rows, codes, words)
}

func pressAll(dLoc, pi []float32, pressure float32) { press(dLoc, pi, pressure) }
