// Package numeric holds random numbers, elementary functions and Adam, with the same bits on every machine. It knows nothing
// of tables, networks or rules.
//
// The standard library's Exp, Log and Gamma may differ between processors in the last bit. The functions of this package
// use basic operations alone, and round every product before it is added, so that no compiler fuses the two.
package numeric

import "math"

// Log2 returns the logarithm to the base 2 of a positive number, to the last bits (4e-15 relative).
func Log2(x float64) float64 {
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction *= 2
		exponent--
	}
	// ln x = 2 (z + z**3/3 + z**5/5 + ...) with z = (x-1) / (x+1), which is below 0.172 here: 12 terms reach the last bit.
	const terms = 12
	z := (fraction - 1) / (fraction + 1)
	square, sum := float64(z*z), 0.0
	for k := 2*terms - 1; k >= 1; k -= 2 {
		sum = float64(sum*square) + 1/float64(k)
	}
	return float64(exponent) + float64(float64(2/math.Ln2*z)*sum)
}

// LogBeta returns the natural logarithm of the beta function of two positive numbers.
func LogBeta(a, b float64) float64 { return logGamma(a) + logGamma(b) - logGamma(a+b) }

// logGamma returns the natural logarithm of the gamma function of a positive number, by Stirling's series.
//
// References: M. Abramowitz, I. A. Stegun: Handbook of Mathematical Functions (1964), 6.1.41, and 6.1.15 for small numbers.
func logGamma(x float64) float64 {
	const least = 10 // from there on the series is good to the last bits
	product := 1.0
	for x < least {
		product *= x
		x++
	}
	inverse := 1 / x
	square := float64(inverse * inverse)
	series := float64(inverse * (1.0/12 - float64(square*(1.0/360-float64(square*(1.0/1260-float64(square*(1.0/1680))))))))
	const halfLogTwoPi = 0.91893853320467274178
	ln := float64(Log2(x) * math.Ln2)
	return float64((x-0.5)*ln) - x + halfLogTwoPi + series - float64(Log2(product)*math.Ln2)
}

// Sigmoid returns 1 / (1 + e**-x).
func Sigmoid(x float64) float64 { return 1 / (1 + Exp(-x)) }

// Exp returns e**x, for x clamped to [-700, 700]: the result is always a positive finite number.
func Exp(x float64) float64 {
	const most = 700
	x = min(max(x, -most), most)
	// ln 2 in two parts, those of FreeBSD's e_exp.c: n times the first one is exact.
	const ln2High, ln2Low, terms = 0.693147180369123816490, 1.90821492927058770002e-10, 13
	n := math.Floor(float64(x*math.Log2E) + 0.5)
	r := x - float64(n*ln2High) - float64(n*ln2Low) // at most half of ln 2: 13 terms of the series reach the last bits
	sum := 1.0
	for k := terms; k >= 1; k-- {
		sum = 1 + float64(sum*r)/float64(k)
	}
	return math.Ldexp(sum, int(n))
}

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

// exp32All is the scalar form of Exp32All.
func exp32All(dst, x []float32) {
	for i, v := range x {
		dst[i] = Exp32(v)
	}
}

// Sqrt32 returns the square root, correctly rounded on every machine (IEEE 754).
func Sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }
