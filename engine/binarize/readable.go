package binarize

import (
	"math"
	"strconv"
	"strings"
)

// shortest returns x rounded to the fewest digits that keep it in [from, to]. It returns x if it needs more than 13 digits.
func shortest(from, to, x float64) float64 {
	const most = 13 // of the 17 that a float64 may need
	for digits := range most {
		text := strconv.FormatFloat(x, 'e', digits, 64)
		if y, err := strconv.ParseFloat(text, 64); err == nil && y >= from && y <= to {
			return y
		}
	}
	return x
}

// roundest returns the roundest number in [from, to]: a multiple of the greatest power of ten that has a multiple
// there. It picks the one nearest to x, and the lower of two equally near. It returns x if no power has a multiple
// there.
func roundest(from, to, x float64) float64 {
	if from <= 0 && to >= 0 {
		return 0
	}
	const digits = 18 // more than a float64 has
	size := exponent(max(math.Abs(from), math.Abs(to)))
	for e := size + 1; e > size-digits; e-- {
		down := math.Floor(x / math.Pow10(e)) // both are approximate, and become exact by way of their text
		best, found := x, false
		for _, k := range []float64{down, down + 1} {
			y, err := strconv.ParseFloat(strconv.FormatFloat(k, 'f', 0, 64)+"e"+strconv.Itoa(e), 64)
			if err == nil && y >= from && y <= to && (!found || math.Abs(y-x) < math.Abs(best-x)) {
				best, found = y, true
			}
		}
		if found {
			return best
		}
	}
	return x
}

// exponent returns the power of ten of the first digit of a positive number.
func exponent(x float64) int {
	_, text, _ := strings.Cut(strconv.FormatFloat(x, 'e', 0, 64), "e")
	e, _ := strconv.Atoi(text)
	return e
}

// middle returns the roundest number in the middle half between two levels, or the lower level if no number is between them.
func middle(lo, hi float64) float64 {
	const quarter, half = 0.25, 0.5
	x := interpolate(lo, hi, half)
	if !(lo < x && x < hi) {
		return lo
	}
	return roundest(interpolate(lo, hi, quarter), interpolate(lo, hi, 1-quarter), x)
}
