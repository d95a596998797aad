package spreadsheet

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"drnet/engine/dataset/infer"
)

// A format is how a workbook shows a number, as far as it matters for the meaning of the number. The zero value is a plain number.
type format struct {
	shows  shown
	digits int    // number of digits of a code
	unit   string // currency, written before the number; "" for none
}

type shown uint8

const (
	plain    shown = iota
	percent        // 0.25 as 25%
	code           // 501 with leading zeros, as 00501
	day            // a date
	instant        // a date and a time
	clock          // a time of day
	duration       // hours, minutes and seconds
)

// builtIn returns a number format that files need not declare (ECMA-376, 18.8.30). Numbers 27 to 36 and 50 to 58 are
// dates in East Asian programs.
func builtIn(id int) format {
	switch {
	case id == 9 || id == 10:
		return format{shows: percent}
	case id >= 14 && id <= 17, id >= 27 && id <= 31, id == 36, id >= 50 && id <= 58:
		return format{shows: day}
	case id >= 18 && id <= 21, id >= 32 && id <= 35, id == 45, id == 47:
		return format{shows: clock}
	case id == 22:
		return format{shows: instant}
	case id == 46:
		return format{shows: duration}
	}
	return format{}
}

// currencies are the currencies that infer reads, by their names in workbooks.
var currencies = map[string]string{
	"$": "$", "€": "€", "£": "£", "¥": "¥", "₹": "₹", "₽": "₽", "CHF": "CHF", "kr": "kr", "R$": "R$", "zł": "zł", "Kč": "Kč",
	"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "US$": "$", "kr.": "kr",
}

// parseFormat reads a number format code, such as 0.0% or [$€-407] #,##0.00. Only its first section, for positive numbers, counts.
func parseFormat(text string) format {
	if strings.EqualFold(text, "General") {
		return format{}
	}
	var f format
	letters, literals := "", "" // placeholders such as 0, y and h; texts that are shown as they are
	elapsed := false            // a duration such as [h]:mm
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ';':
			i = len(text)
		case '"':
			n := strings.IndexByte(text[i+1:]+`"`, '"')
			literals += text[i+1:min(i+1+n, len(text))] + " "
			i += n + 1
		case '\\', '_', '*':
			_, n := utf8.DecodeRuneInString(text[i+1:])
			if c == '\\' {
				literals += text[i+1 : i+1+n]
			}
			i += n
		case '[':
			n := strings.IndexByte(text[i:]+"]", ']')
			inside := text[i+1 : min(i+n, len(text))]
			i += n
			if symbol, is := strings.CutPrefix(inside, "$"); is {
				symbol, _, _ = strings.Cut(symbol, "-")
				literals += symbol + " "
			} else if inside != "" && strings.Trim(strings.ToLower(inside), "hms") == "" {
				elapsed = true
			}
		default:
			letters += text[i : i+1] // a byte: € has three
		}
	}
	return f.of(strings.ToLower(letters), literals, elapsed)
}

// of completes the format from the parts of a format code, see parseFormat.
func (f format) of(letters, literals string, elapsed bool) format {
	elapsed = elapsed || isDays(letters)
	letters = strings.ReplaceAll(strings.ReplaceAll(letters, "am/pm", "h"), "a/p", "h")
	placeholders := strings.ContainsAny(letters, "0#?")
	hasTime := strings.ContainsAny(letters, "hs")
	switch {
	case elapsed:
		f.shows = duration
	case strings.Contains(letters, "%"):
		f.shows = percent
	case strings.ContainsAny(letters, "yd") && hasTime:
		f.shows = instant
	case strings.ContainsAny(letters, "yd"), strings.Contains(letters, "m") && !hasTime && !placeholders:
		f.shows = day
	case hasTime:
		f.shows = clock
	case len(letters) > 1 && strings.Trim(letters, "0") == "":
		f.shows, f.digits = code, len(letters)
	default:
		f.unit = unitIn(letters + " " + literals)
	}
	return f
}

// isDays reports whether placeholders show a duration with days, as in d "d" hh:mm: one or two d before the hours, but no month, year or
// half of a day.
func isDays(letters string) bool {
	days, rest, hours := strings.Cut(letters, "h")
	n := strings.Count(days, "d")
	return hours && n > 0 && n <= 2 && strings.Trim(days, "d ,.:-") == "" && !strings.ContainsAny(rest, "dya")
}

// unitIn returns the first currency in a text, "" if there is none.
func unitIn(text string) string {
	for _, word := range strings.Fields(text) {
		if unit, known := currencies[strings.Trim(word, "0123456789#?.,()-+")]; known {
			return unit
		}
	}
	return ""
}

// appendNumber appends the number of a cell in the format, at full precision. A text that is not a number is appended unchanged.
func (f format) appendNumber(to, text []byte, date1904 bool) []byte {
	const enough = 15 // significant digits of numbers in workbooks; longer texts, of 17 digits, are shortened
	if f == (format{}) && len(text) <= enough {
		return append(to, text...)
	}
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return append(to, text...)
	}
	switch f.shows {
	case percent:
		return append(appendFloat(to, hundredfold(x)), '%')
	case code:
		if x >= 0 && x == math.Trunc(x) && x < 1e15 {
			digits := strconv.FormatFloat(x, 'f', 0, 64)
			to = append(to, strings.Repeat("0", max(0, f.digits-len(digits)))...)
			return append(to, digits...)
		}
	case day, instant, clock, duration:
		if out, ok := f.appendTime(to, x, date1904); ok {
			return out
		}
	}
	if f.unit != "" && x < 0 {
		to, x = append(to, '-'), -x
	}
	return appendFloat(append(to, f.unit...), x)
}

// hundredfold returns the number whose shortest decimal text is that of x with the point moved by two digits: 7 for 0.07, although the
// product of floating-point numbers is 7.000000000000001.
func hundredfold(x float64) float64 {
	text := strconv.FormatFloat(x, 'e', -1, 64)
	digits, exponent, _ := strings.Cut(text, "e")
	n, _ := strconv.Atoi(exponent)
	x, _ = strconv.ParseFloat(digits+"e"+strconv.Itoa(n+2), 64)
	return x
}

// appendFloat appends the shortest text of x, with an exponent only where spreadsheet programs write one.
func appendFloat(to []byte, x float64) []byte {
	const small, large = 1e-7, 1e21
	if a := math.Abs(x); a == 0 || a >= small && a < large {
		return strconv.AppendFloat(to, x, 'f', -1, 64)
	}
	return strconv.AppendFloat(to, x, 'e', -1, 64)
}

const (
	firstDay  = -693593 // 0001-01-01 in the calendar of 1900
	lastDay   = 2958465 // 9999-12-31
	since1904 = 1462    // days between the first days of the calendars of 1900 and 1904
	second    = 1000    // times are exact to milliseconds: serial numbers are fractions of days
	minute    = 60 * second
	hour      = 60 * minute
	wholeDay  = 24 * hour
)

// appendTime appends the ISO text of a serial number of days; ok is false if it is out of range. Days count from December 30, 1899. In the
// calendar of 1900 of Excel, day 60 is February 29, 1900, which did not exist: it is read as February 28, and days 1 to 59 are moved by one
// day. Day 0 and negative days are those of LibreOffice.
func (f format) appendTime(to []byte, x float64, date1904 bool) (text []byte, ok bool) {
	if f.shows == duration {
		if math.Abs(x) > lastDay {
			return to, false
		}
		if x < 0 {
			to = append(to, '-')
		}
		return appendClock(to, int(math.Round(math.Abs(x)*wholeDay))), true
	}
	if date1904 {
		x += since1904
	}
	if x >= lastDay+1 || x < firstDay {
		return to, false
	}
	n := int(math.Round(x * wholeDay))
	if n >= wholeDay && n < 60*wholeDay {
		n += wholeDay
	}
	n += infer.HoursOf(1899, 12, 30) * hour
	if f.shows == day || f.shows == instant {
		year, month, day := infer.DayOf(n / hour)
		to = fmt.Appendf(to, "%04d-%02d-%02d", year, month, day)
	}
	if f.shows == instant {
		to = append(to, 'T')
	}
	if f.shows != day {
		to = appendClock(to, n%wholeDay)
	}
	return to, true
}

// appendClock appends a number of milliseconds as hours, minutes and seconds with a fraction.
func appendClock(to []byte, n int) []byte {
	to = fmt.Appendf(to, "%02d:%02d:%02d", n/hour, n/minute%60, n/second%60)
	if rest := n % second; rest > 0 {
		to = bytes.TrimRight(fmt.Appendf(to, ".%03d", rest), "0")
	}
	return to
}
