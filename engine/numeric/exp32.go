package numeric

import "math"

// The constants of Exp32: the range reduction and the polynomial of Cephes.
const (
	expLeast, expMost = -87, 88 // beyond them 2**n is not a normal float32
	expLog2e          = 1.44269504088896341
	expLn2High        = 0.693359375 // few bits: n * expLn2High is exact
	expLn2Low         = -2.12194440e-4
	expRound          = 3 << 22 // adding and subtracting it rounds a small float32 to an integer
	expBias           = 127     // of a float32 exponent
	expMantissa       = 23      // bits

	expC0, expC1, expC2 = 1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3
	expC3, expC4, expC5 = 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1
)

// Exp32 returns e to the power of x with a relative error below 2e-7. Below -87 the result is 0, above 88 it is +Inf.
//
// References: S. L. Moshier, Cephes mathematical library, expf.
func Exp32(x float32) float32 {
	if x < expLeast {
		return 0
	}
	if x > expMost {
		return float32(math.Inf(1))
	}
	n := float32(float32(x*expLog2e)+expRound) - expRound
	r := x - float32(n*expLn2High)
	r -= float32(n * expLn2Low)
	p := float32(expC0)
	p = float32(p*r) + expC1
	p = float32(p*r) + expC2
	p = float32(p*r) + expC3
	p = float32(p*r) + expC4
	p = float32(p*r) + expC5
	p = float32(float32(p*r)*r) + r + 1
	return p * math.Float32frombits(uint32(int32(n)+expBias)<<expMantissa)
}

// Sqrt32 returns the square root, correctly rounded on every machine (IEEE 754).
func Sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }
