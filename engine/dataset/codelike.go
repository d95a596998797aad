package dataset

import (
	"strconv"
	"strings"
)

// codes reports whether the texts of a column are codes such as 00501, 10001 and 90210: one has a zero before another
// digit, and all that have nothing but digits have as many. A number that is written in another way speaks against it.
func codes(texts []string) bool {
	zero, length := false, 0
	for _, text := range texts {
		n := digits(text)
		if n == 0 || n < len(text) {
			if _, is := readNumber(text); is != notNumber {
				return false
			}
			continue
		}
		if length == 0 {
			length = n
		}
		if n != length {
			return false
		}
		zero = zero || n > 1 && text[0] == '0'
	}
	return zero
}

// longCodes reports whether the texts of a column are whole numbers of one length that float64 would round, such as
// the numbers of accounts: two of them could become one.
func longCodes(texts []string) bool {
	const exact = 15 // digits that a float64 always holds
	long := false
	for _, text := range texts {
		if digits(text) != len(text) || len(text) != len(texts[0]) || len(text) <= exact {
			return false
		}
		x, ok := ParseNumber(text)
		long = long || !ok || strconv.FormatFloat(x, 'f', -1, 64) != text
	}
	return long
}

// limits are the words that laboratories write behind < and > instead of a number: limits of detection and of
// quantification, lower and upper.
var limits = []string{"LOD", "LOQ", "LLOD", "LLOQ", "ULOD", "ULOQ", "DL", "QL", "MDL"}

// censored reports whether a text says on which side of a limit a value is, such as <0.1, ≥ 100 or <LOD.
func censored(text string) bool {
	rest := ""
	for _, sign := range [...]string{"<=", ">=", "<", ">", "≤", "≥"} {
		if startsWith(text, sign) {
			rest = strings.TrimLeft(text[len(sign):], blank)
			break
		}
	}
	if rest == "" {
		return false
	}
	for _, limit := range limits {
		if strings.EqualFold(rest, limit) {
			return true
		}
	}
	for _, f := range readings {
		if _, is := f.parseText(rest); is != notNumber {
			return true
		}
	}
	return false
}
