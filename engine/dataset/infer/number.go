package infer

import (
	"math"
	"strconv"
)

// telephoneDigits is the number of digits from which a text such as "+31612345678" counts as a telephone number.
const telephoneDigits = 8

// ParseStatus is the result of parsing a text as a number.
type ParseStatus uint8

// The results of parsing a text as a number.
const (
	NotNumber  ParseStatus = iota
	IsNumber               // a finite number
	OutOfRange             // written like a number, but beyond the range of float64
)

// ParseNumber parses a decimal number such as -12, .5 or 1e5. It rejects words such as inf and nan, hexadecimal
// digits, underscores, leading zeros (00501), telephone numbers (+31612345678), and numbers beyond the range of float64.
// It allocates nothing for texts of up to 32 bytes.
func ParseNumber[T string | []byte](s T) (float64, bool) {
	x, is := readNumber(s)
	return x, is == IsNumber
}

// FormatNumber returns the shortest text that ParseNumber parses to x, with an exponent below 1e-6 and from 1e15 on.
func FormatNumber(x float64) string {
	const small, large = 1e-6, 1e15
	if a := math.Abs(x); a == 0 || a >= small && a < large {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// powers are the powers of ten that float64 represents exactly.
var powers = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
	1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

const (
	maxDigits    = 19      // digits that always fit a uint64
	maxExact     = 1 << 53 // float64 represents every integer up to here
	maxExponents = 1000    // beyond this exponent every number is 0 or out of range
)

// readNumber parses an optional sign, digits with at most one point, and an optional exponent.
//
// An integer up to 2^53 times or divided by a power of ten up to 10^22 is one correctly rounded operation on exact
// operands: W. D. Clinger, How to Read Floating Point Numbers Accurately, PLDI 1990, section 2. strconv parses all others.
func readNumber[T string | []byte](s T) (float64, ParseStatus) {
	i, negative, plus := 0, false, false
	if len(s) > 0 {
		negative, plus = s[0] == '-', s[0] == '+'
	}
	if negative || plus {
		i = 1
	}
	first, mantissa := i, uint64(0)
	for i < len(s) && s[i]-'0' <= 9 {
		mantissa = mantissa*10 + uint64(s[i]-'0')
		i++
	}
	integer, fraction := i-first, 0
	if integer > 1 && s[first] == '0' || plus && integer >= telephoneDigits {
		return 0, NotNumber
	}
	if i < len(s) && s[i] == '.' {
		point := i
		for i++; i < len(s) && s[i]-'0' <= 9; i++ {
			mantissa = mantissa*10 + uint64(s[i]-'0')
		}
		fraction = i - point - 1
	}
	if integer+fraction == 0 {
		return 0, NotNumber
	}
	exponent := -fraction
	if i < len(s) {
		e, ok := readExponent(s, i)
		if !ok {
			return 0, NotNumber
		}
		exponent += e
	}
	if integer+fraction > maxDigits || mantissa > maxExact || exponent >= len(powers) || -exponent >= len(powers) {
		return readSlowly(s)
	}
	x := float64(mantissa)
	if exponent < 0 {
		x /= powers[-exponent]
	} else {
		x *= powers[exponent]
	}
	if negative && mantissa != 0 { // -0 becomes 0
		x = -x
	}
	return x, IsNumber
}

// readSlowly parses a well-formed number with strconv.
func readSlowly[T string | []byte](s T) (float64, ParseStatus) {
	x, err := strconv.ParseFloat(string(s), 64)
	if err != nil {
		return 0, OutOfRange // the only possible error of a well-formed number
	}
	return x + 0, IsNumber // -0 becomes 0
}

// readExponent parses s from byte i as the exponent of a number.
func readExponent[T string | []byte](s T, i int) (int, bool) {
	if s[i] != 'e' && s[i] != 'E' {
		return 0, false
	}
	i++
	negative := i < len(s) && s[i] == '-'
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	if i == len(s) {
		return 0, false
	}
	e := 0
	for ; i < len(s); i++ {
		if s[i]-'0' > 9 {
			return 0, false
		}
		if e < maxExponents {
			e = e*10 + int(s[i]-'0')
		}
	}
	if negative {
		e = -e
	}
	return e, true
}

// digits returns the number of digits at the start of s.
func digits[T string | []byte](s T) int {
	n := 0
	for n < len(s) && s[n]-'0' <= 9 {
		n++
	}
	return n
}
