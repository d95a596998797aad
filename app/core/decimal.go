package core

import (
	"strconv"
	"strings"
)

// Clipped returns the text, truncated if it is too long for a cell.
func Clipped(text string) string {
	const most = 200 // in characters
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return string(letters[:most]) + "…"
}

// Shortened returns the beginning of an untrusted text, for a sentence.
func Shortened(text string) string {
	const most = 40 // in characters
	letters := []rune(strings.ToValidUTF8(text, "\uFFFD"))
	if len(letters) <= most {
		return string(letters)
	}
	return string(letters[:most]) + "…"
}

// Decimal formats a number with the given number of decimals and a minus sign (−). A value that rounds to 0 loses its
// sign.
func Decimal(x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}

// Shortest writes the shortest text that parses to the same number: "0.01", "1e-5".
func Shortest(x float64) string {
	const small, large = 1e-4, 1e15
	if x == 0 || x >= small && x < large || -x >= small && -x < large {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	text := strconv.FormatFloat(x, 'g', -1, 64)
	return strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(text)
}
