package dataset

import (
	"math"
	"strconv"
	"strings"
)

// Percent writes a share of rows as a percentage with one decimal: "83.5%". All rows are "100%" and none are "0%"; any other share
// is at most "99.9%".
func Percent(share float64) string {
	const slack = 1e-12 // absorbs the rounding of differences of shares, and is less than one row of any table
	switch text := strconv.FormatFloat(100*share, 'f', 1, 64); {
	case share >= 1-slack:
		return "100%"
	case math.Abs(share) <= slack:
		return "0%"
	case text == "100.0":
		return "99.9%"
	default:
		return text + "%"
	}
}

// WholePercent writes a share as a whole percentage: "84%". A share below 1 that would be "100%" keeps a decimal: "99.8%".
func WholePercent(share float64) string {
	if text := strconv.FormatFloat(100*share, 'f', 0, 64) + "%"; text != "100%" {
		return text
	}
	return Percent(share)
}

// PercentRange writes the ends of an interval of shares by Percent or WholePercent, without the sign: "78.0–85.6".
func PercentRange(low, high float64, write func(share float64) string) string {
	return strings.TrimSuffix(write(low), "%") + "–" + strings.TrimSuffix(write(high), "%")
}
