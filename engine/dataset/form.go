package dataset

import "unicode/utf8"

// Marks as Form names them; each stands for all its spellings.
const (
	blank      = " " // also a no-break space, wide or narrow
	apostrophe = "'" // also the typographic one
)

const groupDigits = 3 // between two marks of thousands

// unitNames are what may stand before or behind every number of a column.
var unitNames = []string{"%", "$", "€", "£", "¥", "₹", "CHF", "EUR", "USD", "GBP", "kr"}

// plain reports whether the form is that of ParseNumber.
func (f Form) plain() bool { return f.Thousands == "" && f.Unit == "" && f.Decimal != "," }

// parse reads a number of the form. It allocates nothing for texts of usual lengths. A form without a decimal mark still
// takes fractions: with a comma if points group the thousands, else with a point.
func (f Form) parse(s []byte) (float64, status) {
	if f.plain() && (len(s) == 0 || s[0] < utf8.RuneSelf) {
		return readNumber(s)
	}
	return parseForm(f, s)
}

// parseText is parse for a text.
func (f Form) parseText(s string) (float64, status) {
	if f.plain() && (s == "" || s[0] < utf8.RuneSelf) {
		return readNumber(s)
	}
	return parseForm(f, s)
}

// decimal returns the mark before fractions.
func (f Form) decimal() byte {
	if f.Decimal == "," || f.Decimal == "" && f.Thousands == "." {
		return ','
	}
	return '.'
}

// parseForm writes the number as readNumber wants it, without marks of thousands and unit, and has it read.
func parseForm[T string | []byte](f Form, s T) (float64, status) {
	var room [48]byte // longer than any number that a person wrote
	buffer := room[:0]
	sign, size := leadingSign(s)
	s = s[size:]
	if f.Unit != "" {
		var ok bool
		if s, ok = cutUnit(s, f.Unit); !ok {
			return 0, notNumber
		}
		if sign == 0 {
			sign, size = leadingSign(s)
			s = s[size:]
		}
	}
	if sign != 0 {
		buffer = append(buffer, sign)
	}
	whole := digits(s)
	buffer = append(buffer, s[:whole]...)
	s = s[whole:]
	if f.Thousands != "" && len(s) > 0 {
		var ok bool
		if buffer, s, ok = readGroups(f, buffer, s, whole); !ok {
			return 0, notNumber
		}
	}
	if len(s) > 0 && s[0] == f.decimal() {
		fraction := digits(s[1:])
		buffer = append(buffer, '.')
		buffer = append(buffer, s[1:1+fraction]...)
		s = s[1+fraction:]
	}
	if len(s) > 0 {
		if s[0] != 'e' && s[0] != 'E' {
			return 0, notNumber
		}
		buffer = append(buffer, s...)
	}
	return readNumber(buffer)
}

// readGroups appends groups of thousands to the number in the buffer, which ends with the digits of the first one, and
// returns what is behind them. Groups have three digits, the first one to three and no zero before others, and only a
// fraction may follow.
func readGroups[T string | []byte](f Form, buffer []byte, s T, first int) (number []byte, rest T, ok bool) {
	mark := markOf(s, f.Thousands)
	if mark == 0 {
		return buffer, s, true
	}
	if first == 0 || first > groupDigits || buffer[len(buffer)-first] == '0' {
		return buffer, s, false
	}
	for ; mark > 0; mark = markOf(s, f.Thousands) {
		if digits(s[mark:]) != groupDigits {
			return buffer, s, false
		}
		buffer = append(buffer, s[mark:mark+groupDigits]...)
		s = s[mark+groupDigits:]
	}
	ok = len(s) == 0 || s[0] == f.decimal() && len(s) > 1 && digits(s[1:]) == len(s)-1
	return buffer, s, ok
}

// leadingSign returns the sign that s begins with, 0 if there is none, and its bytes.
func leadingSign[T string | []byte](s T) (byte, int) {
	switch {
	case len(s) == 0:
	case s[0] == '+' || s[0] == '-':
		return s[0], 1
	case startsWith(s, "−"): // U+2212, as typesetters and Swedish programs write it
		return '-', len("−")
	}
	return 0, 0
}

// cutUnit returns s without a unit that it begins or ends with and one blank between them.
func cutUnit[T string | []byte](s T, unit string) (T, bool) {
	n := len(unit)
	if startsWith(s, unit) {
		return s[n+markOf(s[n:], blank):], true
	}
	if len(s) < n || string(s[len(s)-n:]) != unit {
		return s, false
	}
	s = s[:len(s)-n]
	for _, b := range blanks {
		if len(s) >= len(b) && string(s[len(s)-len(b):]) == b {
			return s[:len(s)-len(b)], true
		}
	}
	return s, true
}

var (
	blanks      = [...]string{" ", "\u00a0", "\u202f"}
	apostrophes = [...]string{"'", "’"}
)

// markOf returns the bytes of the mark that s begins with, 0 if it begins with another text.
func markOf[T string | []byte](s T, mark string) int {
	switch mark {
	case blank:
		for _, b := range blanks {
			if startsWith(s, b) {
				return len(b)
			}
		}
		return 0
	case apostrophe:
		for _, a := range apostrophes {
			if startsWith(s, a) {
				return len(a)
			}
		}
		return 0
	}
	if startsWith(s, mark) {
		return len(mark)
	}
	return 0
}

func startsWith[T string | []byte](s T, prefix string) bool {
	return len(s) >= len(prefix) && string(s[:len(prefix)]) == prefix
}
