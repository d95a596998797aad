package infer

import "unicode/utf8"

// NumberFormat is how the numbers of a column are written. The zero value is the format of ParseNumber.
type NumberFormat struct {
	Decimal   string `json:"decimal,omitempty"`   // decimal mark: "." or ","; "" if no number has a fraction
	Thousands string `json:"thousands,omitempty"` // mark between groups of three digits: ",", ".", " " or "'"; "" for none
	Unit      string `json:"unit,omitempty"`      // unit of every number: "%" or a currency; "" for none
}

// Marks of NumberFormat that stand for several spellings.
const (
	blank      = " " // also a no-break space, wide or narrow
	apostrophe = "'" // also the typographic one
)

const groupDigits = 3 // digits between two thousands marks

// unitNames are the units that may precede or follow every number of a column.
var unitNames = []string{"%", "$", "€", "£", "¥", "₹", "CHF", "EUR", "USD", "GBP", "kr"}

// isPlain reports whether the format is that of ParseNumber.
func (f NumberFormat) isPlain() bool { return f.Thousands == "" && f.Unit == "" && f.Decimal != "," }

// Parse parses a number in the format. It allocates nothing for texts of usual lengths. A format without a decimal mark
// still accepts fractions: after a comma if points group the thousands, else after a point.
func (f NumberFormat) Parse(s []byte) (float64, ParseStatus) {
	if f.isPlain() && (len(s) == 0 || s[0] < utf8.RuneSelf) {
		return readNumber(s)
	}
	return parseFormat(f, s)
}

// parseText is Parse for a string.
func (f NumberFormat) parseText(s string) (float64, ParseStatus) {
	if f.isPlain() && (s == "" || s[0] < utf8.RuneSelf) {
		return readNumber(s)
	}
	return parseFormat(f, s)
}

func (f NumberFormat) decimal() byte {
	if f.Decimal == "," || f.Decimal == "" && f.Thousands == "." {
		return ','
	}
	return '.'
}

// parseFormat rewrites the number without thousands marks and unit, with a decimal point, and reads the result.
func parseFormat[T string | []byte](f NumberFormat, s T) (float64, ParseStatus) {
	var room [48]byte // longer than any number that a person writes
	buffer := room[:0]
	sign, size := leadingSign(s)
	s = s[size:]
	if f.Unit != "" {
		var ok bool
		if s, ok = cutUnit(s, f.Unit); !ok {
			return 0, NotNumber
		}
		if sign == 0 {
			sign, size = leadingSign(s)
			s = s[size:]
		}
	}
	if sign != 0 {
		buffer = append(buffer, sign)
	}
	integer := digits(s)
	buffer = append(buffer, s[:integer]...)
	s = s[integer:]
	if f.Thousands != "" && len(s) > 0 {
		var ok bool
		if buffer, s, ok = readGroups(f, buffer, s, integer); !ok {
			return 0, NotNumber
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
			return 0, NotNumber
		}
		buffer = append(buffer, s...)
	}
	return readNumber(buffer)
}

// readGroups appends the thousands groups at the start of s to the buffer, which ends with the first digits of the
// first group, and returns the rest of s. The first group has one to three digits and no leading zero, the others have
// three digits; only a fraction may follow.
func readGroups[T string | []byte](f NumberFormat, buffer []byte, s T, first int) (number []byte, rest T, ok bool) {
	mark := markSize(s, f.Thousands)
	if mark == 0 {
		return buffer, s, true
	}
	if first == 0 || first > groupDigits || buffer[len(buffer)-first] == '0' {
		return buffer, s, false
	}
	for ; mark > 0; mark = markSize(s, f.Thousands) {
		if digits(s[mark:]) != groupDigits {
			return buffer, s, false
		}
		buffer = append(buffer, s[mark:mark+groupDigits]...)
		s = s[mark+groupDigits:]
	}
	ok = len(s) == 0 || s[0] == f.decimal() && len(s) > 1 && digits(s[1:]) == len(s)-1
	return buffer, s, ok
}

// leadingSign returns the sign at the start of s and its size in bytes; both are 0 without a sign.
func leadingSign[T string | []byte](s T) (byte, int) {
	switch {
	case len(s) == 0:
	case s[0] == '+' || s[0] == '-':
		return s[0], 1
	case startsWith(s, "−"): // U+2212, written by typesetting systems and Swedish locales
		return '-', len("−")
	}
	return 0, 0
}

// cutUnit returns s without the unit at its start or end and without one blank between unit and number.
func cutUnit[T string | []byte](s T, unit string) (T, bool) {
	n := len(unit)
	if startsWith(s, unit) {
		return s[n+markSize(s[n:], blank):], true
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

// markSize returns the size in bytes of the mark at the start of s, 0 if s starts with another text.
func markSize[T string | []byte](s T, mark string) int {
	one := [...]string{mark}
	spellings := one[:]
	switch mark {
	case blank:
		spellings = blanks[:]
	case apostrophe:
		spellings = apostrophes[:]
	}
	for _, text := range spellings {
		if startsWith(s, text) {
			return len(text)
		}
	}
	return 0
}

func startsWith[T string | []byte](s T, prefix string) bool {
	return len(s) >= len(prefix) && string(s[:len(prefix)]) == prefix
}
