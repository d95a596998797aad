package core

import (
	"strconv"
	"strings"
)

// Clipped is a text that is not too long for a cell.
func Clipped(text string) string {
	const most = 200 // letters
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return string(letters[:most]) + "…"
}

// Decimal writes a number with so many decimals, and with a minus that is read as one; what is rounded to 0 has none.
func Decimal(x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}
