package numeric

import (
	"math"
	"testing"
)

func TestLogarithms(t *testing.T) {
	for x := 1e-9; x < 1e9; x *= 1.37 {
		if got, want := Log2(x), math.Log2(x); math.Abs(got-want) > 4e-15*max(1, math.Abs(want)) {
			t.Errorf("Log2(%v) = %v, want %v", x, got, want)
		}
		if want, _ := math.Lgamma(x); math.Abs(logGamma(x)-want) > 1e-11*max(1, math.Abs(want)) {
			t.Errorf("logGamma(%v) = %v, want %v", x, logGamma(x), want)
		}
	}
}

// TestLogBeta compares with B(a, b) = (a-1)! (b-1)! / (a+b-1)! of integers.
func TestLogBeta(t *testing.T) {
	for _, test := range []struct{ a, b, want float64 }{{1, 1, 1}, {2, 3, 1. / 12}, {5, 5, 1. / 630}, {1, 7, 1. / 7}} {
		if got := LogBeta(test.a, test.b); math.Abs(got-math.Log(test.want)) > 1e-12 {
			t.Errorf("LogBeta(%v, %v) = %v, want %v", test.a, test.b, got, math.Log(test.want))
		}
	}
}

func TestExp(t *testing.T) {
	for x := -700.; x <= 700; x += 0.37 {
		if got, want := Exp(x), math.Exp(x); math.Abs(got-want) > 1e-15*want {
			t.Errorf("Exp(%v) = %v, want %v", x, got, want)
		}
	}
	for _, x := range []float64{701, math.Inf(1)} {
		if got := Exp(x); got != Exp(700) {
			t.Errorf("Exp(%v) = %v, want %v", x, got, Exp(700))
		}
		if got := Exp(-x); got != Exp(-700) || got <= 0 {
			t.Errorf("Exp(%v) = %v, want %v", -x, got, Exp(-700))
		}
	}
}

func TestSigmoid(t *testing.T) {
	for _, test := range []struct{ x, want float64 }{{0, 0.5}, {math.Log(3), 0.75}, {-math.Log(3), 0.25}, {1000, 1}} {
		if got := Sigmoid(test.x); math.Abs(got-test.want) > 1e-15 {
			t.Errorf("Sigmoid(%v) = %v, want %v", test.x, got, test.want)
		}
	}
}

// recorded are bits that this package computed on linux/amd64 with Go 1.26: every machine must give the same ones.
var recorded = []struct {
	name      string
	got, want uint64
}{
	{"Exp(0.1)", math.Float64bits(Exp(0.1)), 0x3ff1aec7b35a00d4},
	{"Exp(-33.3)", math.Float64bits(Exp(-33.3)), 0x3cef165bb9b59d94},
	{"Log2(0.1)", math.Float64bits(Log2(0.1)), 0xc00a934f0979a371},
	{"Log2(12345.678)", math.Float64bits(Log2(12345.678)), 0x402b2ef5b86e63d0},
	{"logGamma(0.3)", math.Float64bits(logGamma(0.3)), 0x3ff188637a6c3678},
	{"logGamma(123.4)", math.Float64bits(logGamma(123.4)), 0x407d5560a7b627a5},
	{"Sigmoid(1.7)", math.Float64bits(Sigmoid(1.7)), 0x3feb0e9edc4324d8},
	{"Exp32(0.1)", uint64(math.Float32bits(Exp32(0.1))), 0x3f8d763e},
	{"Exp32(-33.3)", uint64(math.Float32bits(Exp32(-33.3))), 0x2778b2ea},
}

func TestBitsAreTheRecordedOnes(t *testing.T) {
	for _, test := range recorded {
		if test.got != test.want {
			t.Errorf("the bits of %s are %#x, want %#x", test.name, test.got, test.want)
		}
	}
}
