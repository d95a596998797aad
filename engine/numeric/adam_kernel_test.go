package numeric

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// awkward numbers are where kernels may differ: near the flush to zero, both zeros, and the ends of the range.
var awkward = []float32{0, float32(math.Copysign(0, -1)), 1e-31, -1e-31, 1e-30, -1e-30, 1.1e-30, 1e-38, 87, -88, 1e5, -1e5, 0.5, 3.4e38}

// numbers returns n numbers, awkward ones among ordinary ones.
func numbers(rnd *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(3 * rnd.NormFloat64())
		if rnd.IntN(5) == 0 {
			x[i] = awkward[rnd.IntN(len(awkward))]
		}
	}
	return x
}

// TestMoveMatchesScalarForm compares the vector form bit for bit with the scalar one, in lengths around those of vectors.
func TestMoveMatchesScalarForm(t *testing.T) {
	for _, n := range []int{0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 1000} {
		rnd := testRandom(uint64(n))
		got := block{Params{Values: numbers(rnd, n), Gradient: numbers(rnd, n)}, numbers(rnd, n), make([]float32, n)}
		for i, v := range numbers(rnd, n) {
			got.v[i] = v * v
			if i%3 == 0 { // a parameter that rests
				got.Gradient[i], got.m[i] = 0, 0
			}
		}
		want := block{Params{Values: slices.Clone(got.Values), Gradient: got.Gradient}, slices.Clone(got.m), slices.Clone(got.v)}
		for range 3 {
			moveAll(got, 0.01, 1.2)
			want.move(0, 0.01, 1.2)
		}
		sameBits(t, fmt.Sprintf("parameters of %d", n), got.Values, want.Values)
		sameBits(t, fmt.Sprintf("first moments of %d", n), got.m, want.m)
		sameBits(t, fmt.Sprintf("second moments of %d", n), got.v, want.v)
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

// TestStepDecayedDescendsTheDecayedLoss has gradients of zero: the decay alone moves the values toward zero, and leaves those
// without decay where they are. The first step of Adam has the size of the rate (section 2.1 of the paper).
func TestStepDecayedDescendsTheDecayedLoss(t *testing.T) {
	const rate = 0.01
	p, free := []float32{3, -2}, []float32{3}
	a := NewAdam(rate, Params{Values: p, Gradient: make([]float32, 2), Decay: 0.5}, Params{Values: free, Gradient: make([]float32, 1)})
	a.StepDecayed()
	for i, want := range []float64{3 - rate, -2 + rate} {
		within(t, "value", float64(p[i]), want, 1e-6)
	}
	if free[0] != 3 {
		t.Errorf("the value without decay is %v, want 3", free[0])
	}
}

// TestStepDecayedMatchesStep runs both forms without decay: they differ only by rounding.
func TestStepDecayedMatchesStep(t *testing.T) {
	const n, steps = 100, 50
	rnd := testRandom(1)
	p, g := make([]float32, n), make([]float32, n)
	for i := range p {
		p[i] = float32(rnd.NormFloat64())
	}
	q := slices.Clone(p)
	a, b := NewAdam(0.01, Params{Values: p, Gradient: g}), NewAdam(0.01, Params{Values: q, Gradient: g})
	for range steps {
		for i := range g {
			g[i] = float32(rnd.NormFloat64())
		}
		a.Step()
		b.StepDecayed()
	}
	for i := range p {
		within(t, "value", float64(q[i]), float64(p[i]), 1e-5)
	}
}

func BenchmarkAdam(b *testing.B) {
	const n = 6400
	p, g := make([]float32, n), make([]float32, n)
	for i := range g {
		g[i] = float32(i%7) - 3
	}
	a := NewAdam(0.01, Params{Values: p, Gradient: g})
	b.Run(fmt.Sprintf("parameters=%d", n), func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			a.Step()
		}
	})
}
