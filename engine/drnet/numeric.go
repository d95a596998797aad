package drnet

import "math"

// exp32 returns e to the power of x with a relative error below 2e-7. math.Exp would give other bits on other
// machines; this one gives the same everywhere, because every product is rounded to float32 before it is added.
// Below -87 the result is 0, above 88 it is +Inf.
//
// References: S. L. Moshier, Cephes mathematical library, expf: the range reduction and the polynomial.
func exp32(x float32) float32 {
	const (
		least, most = -87, 88 // beyond them 2**n is no normal float32
		log2e       = 1.44269504088896341
		ln2High     = 0.693359375 // few bits: n * ln2High is exact
		ln2Low      = -2.12194440e-4
		roundMagic  = 3 << 22 // adding and subtracting it rounds a small float32 to an integer
		bias        = 127     // of a float32 exponent
		mantissa    = 23      // bits
	)
	if x < least {
		return 0
	}
	if x > most {
		return float32(math.Inf(1))
	}
	n := float32(float32(x*log2e)+roundMagic) - roundMagic
	r := x - float32(n*ln2High)
	r -= float32(n * ln2Low)
	p := float32(1.9875691500e-4)
	p = float32(p*r) + 1.3981999507e-3
	p = float32(p*r) + 8.3334519073e-3
	p = float32(p*r) + 4.1665795894e-2
	p = float32(p*r) + 1.6666665459e-1
	p = float32(p*r) + 5.0000001201e-1
	p = float32(float32(p*r)*r) + r + 1
	return p * math.Float32frombits(uint32(int32(n)+bias)<<mantissa)
}

// sqrt32 is exact to the last bit on every machine (IEEE 754).
func sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }
