package drnet

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"drnet/engine/numeric"
)

// awkward numbers are where kernels may differ: borders of exp32, of the flush to zero, and both zeros.
var awkward = []float32{
	0, float32(math.Copysign(0, -1)), 1e-31, -1e-31, 1e-30, -1e-30, 1.1e-30, 1e-38, 86.9, 87, 87.1, -87.9, -88, -88.1,
	1e5, -1e5, 0.5, -2.3978953, 2.3978953, float32(math.Ln2), 3.4e38,
}

// numbers returns n numbers, awkward ones among ordinary ones.
func numbers(n int, seed uint64) []float32 {
	s := numeric.NewStream(seed, forWeights, 0)
	x := make([]float32, n)
	for i := range x {
		x[i] = 3 * s.Normal(i)
		if s.At(-i-2)%5 == 0 {
			x[i] = awkward[s.Below(n+i, len(awkward))]
		}
	}
	return x
}

// TestFlipAllMatchesScalarForm compares the sums of the patterns of random tables.
func TestFlipAllMatchesScalarForm(t *testing.T) {
	for features := range 12 {
		c := newDenseCase(stages[0], 200, features, 1, PenaltyMean, uint64(features))
		random := numeric.NewStream(uint64(features), forWeights, 2)
		change := make([]sums, features)
		for i := range change {
			change[i] = sums{random.At(2 * i), random.At(2*i + 1)}
		}
		for _, flips := range c.batch.groups.flips {
			var got, want [mostPatterns]sums
			flipAll(&got, change, flips)
			flip(&want, change, flips)
			if got != want {
				t.Errorf("the sums of %d features differ from those of the scalar form", features)
			}
		}
	}
}

// TestKernelsMatchScalarForm compares bit for bit, in lengths around those of vectors.
func TestKernelsMatchScalarForm(t *testing.T) {
	t.Logf("vectors: %v", vectors)
	for _, n := range []int{0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 1000} {
		x := numbers(n, uint64(n))
		odds, pi, wantOdds, wantPi := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
		exponentiateAll(odds, pi, x)
		exponentiate(wantOdds, wantPi, x)
		sameBits(t, fmt.Sprintf("odds of %d", n), odds, wantOdds)
		sameBits(t, fmt.Sprintf("pi of %d", n), pi, wantPi)

		u := make([]float32, n)
		numeric.NewStream(uint64(n), forWeights, 1).Fill(u, 0)
		weights := numbers(n, uint64(n)+1)
		for _, zeros := range []bool{false, true} {
			list, want := make([]condition, n), make([]condition, n)
			list = list[:listOpenAll(list, u, odds, weights, zeros)]
			want = want[:listOpen(want, 0, u, odds, weights, zeros)]
			if !slices.Equal(list, want) {
				t.Errorf("open conditions among %d, with zeros %v: %v, want %v", n, zeros, list, want)
			}
		}

		pressAll(odds, pi, 1e-5)
		press(wantOdds, wantPi, 1e-5)
		sameBits(t, fmt.Sprintf("pressure of %d", n), odds, wantOdds)
	}
}

func sameBits(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for i := range got {
		if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
			t.Errorf("%s: [%d] = %v (%#x), want %v (%#x)", what, i, got[i], math.Float32bits(got[i]), want[i], math.Float32bits(want[i]))
			return
		}
	}
}
