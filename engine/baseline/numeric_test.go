package baseline

import (
	"math"
	"testing"
)

func TestLogarithms(t *testing.T) {
	for x := 1e-9; x < 1e9; x *= 1.37 {
		if got, want := log2(x), math.Log2(x); math.Abs(got-want) > 4e-15*max(1, math.Abs(want)) {
			t.Errorf("log2(%v) = %v, want %v", x, got, want)
		}
		if want, _ := math.Lgamma(x); math.Abs(logGamma(x)-want) > 1e-11*max(1, math.Abs(want)) {
			t.Errorf("logGamma(%v) = %v, want %v", x, logGamma(x), want)
		}
	}
}
