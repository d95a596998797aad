package dataset

import (
	"math"
	"strconv"
)

// telephoneDigits is the number of digits from which "+31612345678" is taken for a telephone number.
const telephoneDigits = 8

// status says what a text is, read as a number.
type status uint8

const (
	notNumber  status = iota
	isNumber          // a finite number
	outOfRange        // written like a number, but beyond the range of float64
)

// ParseNumber reads a decimal number such as -12, .5 or 1e5. Not numbers, but texts, are: words like inf and nan,
// hexadecimal digits, underscores, a zero before another digit (00501), a telephone number (+31612345678), and
// what is beyond the range of float64.
func ParseNumber(s string) (float64, bool) {
	x, is := readNumber(s)
	return x, is == isNumber
}

// parseNumber is ParseNumber for the bytes of a cell. It allocates nothing for texts of up to 32 bytes.
func parseNumber(s []byte) (float64, bool) {
	x, is := readNumber(s)
	return x, is == isNumber
}

// FormatNumber writes the shortest text from which ParseNumber reads the same number, with an exponent only
// where the zeros could not be counted any more.
func FormatNumber(x float64) string {
	const small, large = 1e-6, 1e15
	if a := math.Abs(x); a == 0 || a >= small && a < large {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// powers are the powers of ten that float64 has exactly.
var powers = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
	1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

const (
	maxDigits    = 19      // that a uint64 has room for, whatever they are
	maxExact     = 1 << 53 // up to which float64 has every whole number
	maxExponents = 1000    // digits of an exponent behind this value change nothing: the number is 0 or out of range
)

// readNumber reads a sign, digits with at most one point, and an exponent, the first and the last being optional.
//
// A whole number up to 2^53 times or divided by a power of ten up to 10^22 is one correctly rounded operation on exact
// operands: W. D. Clinger, How to Read Floating Point Numbers Accurately, PLDI 1990, section 2. All else is strconv's.
func readNumber[T string | []byte](s T) (float64, status) {
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
	whole, fraction := i-first, 0
	if whole > 1 && s[first] == '0' || plus && whole >= telephoneDigits {
		return 0, notNumber
	}
	if i < len(s) && s[i] == '.' {
		point := i
		for i++; i < len(s) && s[i]-'0' <= 9; i++ {
			mantissa = mantissa*10 + uint64(s[i]-'0')
		}
		fraction = i - point - 1
	}
	if whole+fraction == 0 {
		return 0, notNumber
	}
	exponent := -fraction
	if i < len(s) {
		e, ok := readExponent(s, i)
		if !ok {
			return 0, notNumber
		}
		exponent += e
	}
	if whole+fraction > maxDigits || mantissa > maxExact || exponent >= len(powers) || -exponent >= len(powers) {
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
	return x, isNumber
}

// readSlowly reads what is known to be a number.
func readSlowly[T string | []byte](s T) (float64, status) {
	x, err := strconv.ParseFloat(string(s), 64)
	if err != nil {
		return 0, outOfRange // the only error that a decimal number can have
	}
	return x + 0, isNumber // -0 becomes 0
}

// readExponent reads s from its byte i on as the exponent of a number.
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

// digits returns how many digits s begins with.
func digits[T string | []byte](s T) int {
	n := 0
	for n < len(s) && s[n]-'0' <= 9 {
		n++
	}
	return n
}
