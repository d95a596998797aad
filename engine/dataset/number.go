package dataset

import (
	"math"
	"strconv"
	"strings"
)

// telephoneDigits is the number of digits from which "+31612345678" is taken for a telephone number.
const telephoneDigits = 8

// ParseNumber reads a decimal number such as -12, .5 or 1e5. Not numbers, but texts, are: words like inf and nan,
// hexadecimal digits, underscores, a zero before another digit (00501), a telephone number (+31612345678), and
// what is beyond the range of float64.
func ParseNumber(s string) (float64, bool) {
	if !isDecimal(s) {
		return 0, false // ParseFloat would allocate an error
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, false
	}
	return x + 0, true // -0 becomes 0
}

// hasDecimalComma reports whether s would be a number if it had a point for its comma, or has neither.
func hasDecimalComma(s string) bool {
	_, ok := ParseNumber(strings.Replace(s, ",", ".", 1))
	return ok
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

// isDecimal reports whether s is a sign, digits with at most one point, and an exponent, the first and the last
// being optional.
func isDecimal(s string) bool {
	plus := len(s) > 0 && s[0] == '+'
	if plus || len(s) > 0 && s[0] == '-' {
		s = s[1:]
	}
	whole := digits(s)
	if whole > 1 && s[0] == '0' || plus && whole >= telephoneDigits {
		return false
	}
	s = s[whole:]
	fraction := 0
	if len(s) > 0 && s[0] == '.' {
		fraction = digits(s[1:])
		s = s[1+fraction:]
	}
	if whole+fraction == 0 {
		return false
	}
	return s == "" || isExponent(s)
}

func isExponent(s string) bool {
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	s = s[1:]
	if len(s) > 0 && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	return len(s) > 0 && digits(s) == len(s)
}

// digits returns how many digits s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n]-'0' <= 9 {
		n++
	}
	return n
}
