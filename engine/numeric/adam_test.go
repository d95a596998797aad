package numeric

import (
	"math"
	"testing"
)

// TestAdamFollowsAlgorithm1 compares with Algorithm 1 of Kingma and Ba (2015) in float64, on gradients of all sizes.
func TestAdamFollowsAlgorithm1(t *testing.T) {
	const n, steps, rate = 6, 500, 0.01
	rnd := testRandom(1)
	p, g := make([]float32, n), make([]float32, n)
	want, m, v := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range p {
		p[i] = float32(rnd.NormFloat64())
		want[i] = float64(p[i])
	}
	a := NewAdam(rate, Params{Values: p, Gradient: g})
	for step := 1; step <= steps; step++ {
		for i, size := range [n]float64{1, 1e-3, 1e-6, 100, 0, 1} {
			g[i] = float32(size * rnd.NormFloat64())
			if i == 5 && step%7 != 0 {
				g[i] = 0 // a gradient that is mostly zero
			}
			m[i] = 0.9*m[i] + 0.1*float64(g[i])
			v[i] = 0.999*v[i] + 0.001*float64(g[i])*float64(g[i])
			mean := m[i] / (1 - math.Pow(0.9, float64(step)))
			square := v[i] / (1 - math.Pow(0.999, float64(step)))
			want[i] -= rate * mean / (math.Sqrt(square) + 1e-8)
		}
		a.Step()
		for i := range p {
			if !(math.Abs(float64(p[i])-want[i]) <= 1e-4) { // hundreds of float32 roundings
				t.Fatalf("step %d: parameter %d = %v, want %v", step, i, p[i], want[i])
			}
		}
	}
}

// TestAdamFlushesTinyMoments checks that a fading moment becomes zero and never a subnormal number.
func TestAdamFlushesTinyMoments(t *testing.T) {
	p, g := []float32{1, -1}, []float32{1e-3, -1e-3}
	a := NewAdam(0.01, Params{Values: p, Gradient: g})
	a.Step()
	clear(g)
	for range 2000 {
		a.Step()
		for i, m := range a.blocks[0].m {
			if m != 0 && math.Abs(float64(m)) < negligible {
				t.Fatalf("moment %d is %v", i, m)
			}
		}
	}
	if m := a.blocks[0].m; m[0] != 0 || m[1] != 0 {
		t.Errorf("the moments are %v after 2000 steps without a gradient, want 0", m)
	}
	before := [2]float32{p[0], p[1]}
	a.Step()
	if before != [2]float32{p[0], p[1]} {
		t.Errorf("the parameters moved from %v to %v without a gradient", before, p)
	}
}

func TestAdamWithoutGradientStays(t *testing.T) {
	p := []float32{3}
	a := NewAdam(0.01, Params{Values: p, Gradient: []float32{0}})
	for range 10 {
		a.Step()
	}
	if p[0] != 3 {
		t.Errorf("the parameter is %v, want 3", p[0])
	}
}
