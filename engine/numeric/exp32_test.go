package numeric

import (
	"fmt"
	"math"
	"testing"
)

// TestExp32ErrorIsBounded compares with math.Exp in float64 all over the range.
func TestExp32ErrorIsBounded(t *testing.T) {
	const bound = 2e-7 // relative, as Exp32 promises
	worst, at := 0., float32(0)
	for i := range 200_000 {
		x := -87 + 175*float32(i)/200_000
		want := math.Exp(float64(x))
		if e := math.Abs(float64(Exp32(x))-want) / want; e > worst {
			worst, at = e, x
		}
	}
	if worst > bound {
		t.Errorf("Exp32(%v) has a relative error of %v, want at most %v", at, worst, bound)
	}
}

func TestExp32Edges(t *testing.T) {
	inf := float32(math.Inf(1))
	tests := []struct {
		name    string
		x, want float32
	}{
		{"0", 0, 1},
		{"negative 0", float32(math.Copysign(0, -1)), 1},
		{"smaller than the distance of 1 to the next number", 1e-9, 1},
		{"below the range", math.Nextafter32(-87, -inf), 0},
		{"far below the range", -1e30, 0},
		{"above the range", math.Nextafter32(88, inf), inf},
		{"far above the range", 1e30, inf},
		{"-∞", -inf, 0},
		{"∞", inf, inf},
	}
	for _, test := range tests {
		if got := Exp32(test.x); got != test.want {
			t.Errorf("%s: Exp32(%v) = %v, want %v", test.name, test.x, got, test.want)
		}
	}
	for _, x := range []float32{-87, 88} {
		if got := Exp32(x); !(got > 0 && got < inf) {
			t.Errorf("Exp32(%v) = %v, want a positive number: it is still in the range", x, got)
		}
	}
}

// TestExp32RisesAtBorders walks through neighbouring numbers where the rounding of the range reduction changes (at odd
// multiples of ln 2 / 2), at multiples of ln 2 and at 0, where a jump would be seen first. Two neighbours may give the
// same number, and a polynomial may be off by an ulp, never by two.
func TestExp32RisesAtBorders(t *testing.T) {
	const steps, ulp = 1000, 1.2e-7 // relative, 2**-23
	for n := -120; n <= 120; n++ {
		x := float32(float64(n) * math.Ln2 / 2)
		for range steps / 2 {
			x = math.Nextafter32(x, -200)
		}
		last := Exp32(x)
		for range steps {
			x = math.Nextafter32(x, 200)
			next := Exp32(x)
			if float64(next) < float64(last)*(1-ulp) {
				t.Fatalf("Exp32(%v) = %v, less than %v at the number before it", x, next, last)
			}
			last = next
		}
	}
}

func TestSqrt32(t *testing.T) {
	for _, x := range []float32{0, 1, 2, 4, 1e-30, 1e30, 0.5, 3.1415927, float32(math.Inf(1))} {
		if got, want := Sqrt32(x), float32(math.Sqrt(float64(x))); got != want {
			t.Errorf("Sqrt32(%v) = %v, want %v", x, got, want)
		}
	}
}

func BenchmarkExp32(b *testing.B) {
	b.ReportAllocs()
	sum := float32(0)
	for b.Loop() {
		for i := range 1000 {
			sum += Exp32(float32(i-500) * 0.01)
		}
	}
	if sum < 0 {
		b.Fatal("a sum of positive numbers is negative")
	}
}

// TestExp32AllMatchesScalarForm compares bit for bit, in lengths around those of vectors, and in place.
func TestExp32AllMatchesScalarForm(t *testing.T) {
	for _, n := range []int{0, 1, 3, 4, 5, 7, 8, 9, 33, 1000} {
		x := numbers(testRandom(uint64(n)), n)
		want := make([]float32, n)
		exp32All(want, x)
		Exp32All(x, x)
		sameBits(t, fmt.Sprintf("exp of %d", n), x, want)
	}
}
