package infer

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// NumberFormat is how the numbers of a column are written. The zero value is the format of ParseNumber.
type NumberFormat struct {
	Decimal   string `json:"decimal,omitempty"`   // decimal mark: "." or ","; "" if no number has a fraction
	Thousands string `json:"thousands,omitempty"` // mark between groups of three digits, or two in India: ",", ".", " " or "'"; "" for none
	Unit      string `json:"unit,omitempty"`      // unit of every number: "%" or a currency; "" for none
	Padded    bool   `json:"padded,omitempty"`    // some numbers have leading zeros, as in 007
}

// Marks of NumberFormat that stand for several spellings.
const (
	blank      = " " // any of blanks, such as the no-break space
	apostrophe = "'" // also the typographic one, ’
)

const (
	groupDigits = 3 // digits between two thousands marks
	lakhDigits  = 2 // digits between two commas in India, but for the last group: 12,34,567
)

// unitNames are the units that may precede or follow every number of a column. One that ends in another precedes it.
var unitNames = []string{"%", "R$", "US$", "$", "€", "£", "¥", "₹", "Rs.", "₽", "CHF", "EUR", "USD", "GBP", "kr", "zł", "Kč"}

// Parse parses a number in the format. It allocates nothing for texts of usual lengths. A format without a decimal mark
// still accepts fractions: after a comma if points group the thousands, else after a point.
func (f NumberFormat) Parse(s []byte) (float64, ParseStatus) { return parse(f, s) }

// Typed parses a number that a person typed for a column of numbers from least to most. It tries these formats in turn: with the unit of
// f, the format f and the one of reports (decimal point, commas between thousands); without the unit, the format of ParseNumber, the one of
// reports, and f. The first format that fits decides, unless its number is outside of the range and a later one inside: “39,900” may be
// 39.9 or 39900. Blanks around the number are ignored.
func (f NumberFormat) Typed(text string, least, most float64) (x float64, ok bool) {
	shown, bare := NumberFormat{Decimal: ".", Thousands: ","}, f
	bare.Unit = ""
	readings := []NumberFormat{{}, shown, bare}
	if shown.Unit = f.Unit; f.Unit != "" {
		readings = append([]NumberFormat{f, shown}, readings...)
	}
	text = strings.TrimSpace(text)
	inside := func(y float64) bool { return least <= y && y <= most }
	for _, g := range readings {
		if y, is := parse(g, text); is == IsNumber && (!ok || inside(y) && !inside(x)) {
			x, ok = y, true
		}
	}
	return x, ok
}

func (f NumberFormat) decimal() byte {
	if f.Decimal == "," || f.Decimal == "" && f.Thousands == "." {
		return ','
	}
	return '.'
}

// parse is Parse for strings as well. It copies the number without thousands marks and unit, with a decimal point, for readNumber. A number
// in the format of ParseNumber is not copied.
func parse[T string | []byte](f NumberFormat, s T) (float64, ParseStatus) {
	if f.Padded {
		s, f.Padded = unpad(s), false
	}
	if f.Thousands == "" && f.Unit == "" && f.Decimal != "," &&
		(len(s) == 0 || s[0] < utf8.RuneSelf && s[0] != '(' && s[len(s)-1] != '-') {
		return readNumber(s)
	}
	var room [48]byte // longer than any number that a person writes
	buffer := room[:0]
	text := s
	sign, s := cutSign(s)
	if f.Unit != "" {
		var ok bool
		if s, ok = cutUnit(s, f.Unit); !ok {
			return 0, NotNumber
		}
		if sign == 0 {
			sign, s = cutSign(s)
		}
	}
	if sign != 0 {
		buffer = append(buffer, sign)
	}
	integer := digits(s)
	if integer == 0 && isAccountingZero(text, f.Unit) {
		return 0, IsNumber
	}
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
		if s = s[1+fraction:]; fraction == 0 && integer > 0 && string(s) == "-" {
			s = s[1:] // as in prices of Switzerland and Germany, such as 50.-
		}
	}
	if len(s) > 0 {
		if s[0] != 'e' && s[0] != 'E' {
			return 0, NotNumber
		}
		buffer = append(buffer, s...)
	}
	return readNumber(buffer)
}

// unpad removes leading zeros. Texts with a sign remain unchanged, and so do texts as long as telephone numbers.
func unpad[T string | []byte](s T) T {
	if len(s) >= telephoneDigits {
		return s
	}
	i := 0
	for i+1 < len(s) && s[i] == '0' && s[i+1]-'0' <= 9 {
		i++
	}
	return s[i:]
}

// readGroups appends the thousands groups at the start of s to the buffer, which ends with the first digits of the
// first group, and returns the rest of s. The first group has one to three digits and no leading zero, the others have
// three digits, or two as in India; only a fraction may follow.
func readGroups[T string | []byte](f NumberFormat, buffer []byte, s T, first int) (number []byte, rest T, ok bool) {
	mark := markSize(s, f.Thousands)
	if mark == 0 {
		return buffer, s, true
	}
	inner := groupDigits // digits of the groups between the first and the last one
	if f.Thousands == "," && digits(s[mark:]) == lakhDigits {
		inner = lakhDigits
	}
	if first == 0 || first > inner || buffer[len(buffer)-first] == '0' {
		return buffer, s, false
	}
	for ; mark > 0; mark = markSize(s, f.Thousands) {
		n, want := digits(s[mark:]), inner
		if markSize(s[mark+n:], f.Thousands) == 0 {
			want = groupDigits
		}
		if n != want {
			return buffer, s, false
		}
		buffer = append(buffer, s[mark:mark+n]...)
		s = s[mark+n:]
	}
	ok = len(s) == 0 || s[0] == f.decimal() && len(s) > 1 && (digits(s[1:]) == len(s)-1 || string(s[1:]) == "-")
	return buffer, s, ok
}

// leadingSign returns the sign at the start of s and its size in bytes; both are 0 without a sign.
func leadingSign[T string | []byte](s T) (byte, int) {
	switch {
	case len(s) == 0:
	case s[0] == '+' || s[0] == '-':
		return s[0], 1
	case startsWith(s, "−"), startsWith(s, "–"): // the minus U+2212 of typesetting systems and Swedish locales; an en dash in its place
		return '-', len("−")
	}
	return 0, 0
}

// cutSign returns the sign of a number, 0 without one, and the rest. A minus may also stand behind the number, as SAP writes it, or be
// a pair of parentheses, as accountants write it. In 50.- it stands for the fraction.
func cutSign[T string | []byte](s T) (byte, T) {
	sign, size := leadingSign(s)
	last := len(s) - 1
	switch {
	case sign != 0 || last < 1:
	case s[0] == '(' && s[last] == ')':
		return '-', s[1:last]
	case s[last] == '-' && s[last-1]-'0' <= 9:
		return '-', s[:last]
	}
	return sign, s[size:]
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

// isAccountingZero reports whether a text is a dash with a currency: "$ -", as the accounting formats of Excel show 0.
func isAccountingZero[T string | []byte](s T, unit string) bool {
	rest, ok := cutUnit(s, unit)
	return ok && unit != "%" && slices.Contains(unitNames, unit) && strings.Trim(string(rest), strings.Join(blanks[:], "")) == "-"
}

var (
	blanks      = [...]string{" ", "\u00a0", "\u202f", "\u2009", "\u2007"} // plain, no-break, narrow no-break, thin, figure space
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

// telephoneDigits is the number of digits from which a text such as "+31612345678" counts as a telephone number.
const telephoneDigits = 8

// ParseStatus is the result of parsing a text as a number.
type ParseStatus uint8

// The results of parsing a text as a number.
const (
	NotNumber  ParseStatus = iota
	IsNumber               // a finite number
	OutOfRange             // written like a number, but beyond the range of float64
)

// isInfinite reports whether a text is infinity as programs write it, with an optional sign.
func isInfinite[T string | []byte](s T) bool {
	_, sign := leadingSign(s)
	switch string(s[sign:]) {
	case "inf", "Inf", "INF", "infinity", "Infinity", "∞", "1.#INF":
		return true
	}
	return false
}

// IsInfinite reports whether a cell is infinity, such as -inf or ∞. Such cells of a column of numbers count as missing.
func IsInfinite(cell []byte) bool { return isInfinite(cell) }

// ParseNumber parses a decimal number such as -12, .5 or 1e5. It rejects words such as inf and nan, hexadecimal
// digits, underscores, leading zeros (00501), telephone numbers (+31612345678), and numbers beyond the range of float64.
// It allocates nothing for texts of up to 32 bytes.
func ParseNumber[T string | []byte](s T) (float64, bool) {
	x, is := readNumber(s)
	return x, is == IsNumber
}

// FormatNumber returns the shortest text that ParseNumber parses to x, with an exponent below 1e-6 and from 1e15 on.
func FormatNumber(x float64) string {
	const small, large = 1e-6, 1e15
	if a := math.Abs(x); a == 0 || a >= small && a < large {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// GroupThousands inserts commas between the thousands of a number without an exponent.
func GroupThousands(decimal string) string {
	whole, _, _ := strings.Cut(decimal, ".")
	fraction := decimal[len(whole):]
	for i := len(whole) - groupDigits; i > 0 && whole[i-1] != '-'; i -= groupDigits {
		whole = whole[:i] + "," + whole[i:]
	}
	return whole + fraction
}

// powers are the powers of ten that float64 represents exactly.
var powers = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
	1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

const (
	maxDigits    = 19      // digits that always fit a uint64
	maxExact     = 1 << 53 // float64 represents every integer up to here
	maxExponents = 1000    // exponent from which further digits are ignored: every number of usual length is then 0 or out of range
)

// readNumber parses an optional sign, digits with at most one point, and an optional exponent.
//
// An integer up to 2^53 times or divided by a power of ten up to 10^22 is one correctly rounded operation on exact
// operands: W. D. Clinger, How to Read Floating Point Numbers Accurately, PLDI 1990, section 2. strconv parses all others.
func readNumber[T string | []byte](s T) (float64, ParseStatus) {
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
	integer, fraction := i-first, 0
	if integer > 1 && s[first] == '0' || plus && integer >= telephoneDigits {
		return 0, NotNumber
	}
	if i < len(s) && s[i] == '.' {
		point := i
		for i++; i < len(s) && s[i]-'0' <= 9; i++ {
			mantissa = mantissa*10 + uint64(s[i]-'0')
		}
		fraction = i - point - 1
	}
	if integer+fraction == 0 {
		return 0, NotNumber
	}
	exponent := -fraction
	if i < len(s) {
		e, ok := readExponent(s, i)
		if !ok {
			return 0, NotNumber
		}
		exponent += e
	}
	if integer+fraction > maxDigits || mantissa > maxExact || exponent >= len(powers) || -exponent >= len(powers) {
		x, err := strconv.ParseFloat(string(s), 64)
		if err != nil {
			return 0, OutOfRange // the only possible error of a well-formed number
		}
		return x + 0, IsNumber // -0 becomes 0
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
	return x, IsNumber
}

// readExponent parses s from byte i as the exponent of a number.
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

// digits returns the number of digits at the start of s.
func digits[T string | []byte](s T) int {
	n := 0
	for n < len(s) && s[n]-'0' <= 9 {
		n++
	}
	return n
}
