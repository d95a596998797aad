package drnet

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"drnet/engine/numeric"
)

// stretchedGate is the hard concrete gate by its formula, before it is clamped (Louizos, Welling, Kingma 2018, Eqs. 10 and 11).
func stretchedGate(loc, u float64) float64 {
	return referenceSigmoid((math.Log(u)-math.Log(1-u)+loc)/beta)*(zeta-gamma) + gamma
}

func TestConstantsOfGates(t *testing.T) {
	within(t, "openFactor", openFactor, math.Exp(beta*math.Log(-gamma/zeta)), 1e-16)
	within(t, "openAbove", openAbove, math.Log(-gamma/zeta), 1e-15)
	within(t, "gate at openAbove without noise", referenceSigmoid(openAbove)*width+gamma, 0, 1e-15)
}

func TestProbabilityIsItsFormula(t *testing.T) {
	for loc := -30.; loc <= 30; loc += 0.01 {
		want := referenceProbability(float64(float32(loc)))
		if got := float64(probability(numeric.Exp32(float32(-loc)))); math.Abs(got-want) > 3e-7 {
			t.Fatalf("probability at %v = %v, want %v", loc, got, want)
		}
	}
	for _, test := range []struct{ loc, want float32 }{{-1000, 0}, {1000, 1}} { // exp32 is +Inf and 0 here
		if got := probability(numeric.Exp32(-test.loc)); got != test.want {
			t.Errorf("probability at %v = %v, want %v", test.loc, got, test.want)
		}
	}
}

func TestSampleIsItsFormula(t *testing.T) {
	const rounding = 2e-6 // of a few float32 operations on numbers up to 1.1
	for _, loc := range []float64{-90, -20, -5, -2.4, -1, -0.01, 0, 0.3, 2, 5, 20, 90} {
		t.Run(fmt.Sprintf("loc=%v", loc), func(t *testing.T) {
			for i := range 2000 {
				u := numeric.NewStream(1, forGates, 0).Uniform(i)
				stretched := stretchedGate(loc, float64(u))
				want := drawReference(loc, float64(u)).z
				z, dz := sample(numeric.Exp32(float32(-loc)), u)
				within(t, "z", float64(z), want, rounding)
				if math.Abs(stretched) < rounding || math.Abs(stretched-1) < rounding {
					continue // either side of the clamp is right
				}
				if clamped := stretched <= 0 || stretched >= 1; clamped != (dz == 0) {
					t.Errorf("u %v: dz = %v at the gate %v", u, dz, stretched)
				}
				if dz == 0 {
					continue
				}
				slope := fd.Derivative(func(loc float64) float64 { return stretchedGate(loc, float64(u)) }, loc,
					&fd.Settings{Formula: fd.Central})
				within(t, "dz", float64(dz), slope, 1e-5)
			}
		})
	}
}

// TestSampleOpensAsOftenAsItsProbability draws many gates of some locations.
func TestSampleOpensAsOftenAsItsProbability(t *testing.T) {
	const n = 50_000
	for _, loc := range []float32{-4, -2.4, 0, 1.5} {
		s, open := numeric.NewStream(3, forGates, int(loc*10)), 0
		for i := range n {
			if z, _ := sample(numeric.Exp32(-loc), s.Uniform(i)); z > 0 {
				open++
			}
		}
		p := referenceProbability(float64(loc))
		within(t, fmt.Sprintf("share of open gates at %v", loc), float64(open)/n, p, 5*math.Sqrt(p*(1-p)/n))
	}
}

func BenchmarkSample(b *testing.B) {
	s, sum := numeric.NewStream(1, forGates, 1), float32(0)
	b.ReportAllocs()
	for b.Loop() {
		for i := range 1000 {
			z, dz := sample(numeric.Exp32(0.1), s.Uniform(i))
			sum += z + dz
		}
	}
	if sum < 0 {
		b.Fatal("a sum of gates is negative")
	}
}
