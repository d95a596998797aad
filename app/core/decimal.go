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

// Decimal formats a number with the given number of decimals and a minus sign (−). A value that rounds to 0 loses its
// sign.
func Decimal(x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}
