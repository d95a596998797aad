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

// A format is how a workbook shows a number, as far as it says what the number is.
type format struct {
	shows  shown
	digits int    // of a code with leading zeros
	unit   string // before a number; "" for none
}

type shown uint8

const (
	plain    shown = iota
	percent        // 0.25 as 25%
	code           // 501 as 00501
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

// currencies are the units that infer reads, by the names that workbooks use for them.
var currencies = map[string]string{
	"$": "$", "€": "€", "£": "£", "¥": "¥", "₹": "₹", "₽": "₽", "CHF": "CHF", "kr": "kr", "R$": "R$", "zł": "zł", "Kč": "Kč",
	"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "US$": "$", "kr.": "kr",
}

// parseFormat reads a number format code, such as 0.0% or [$€-407] #,##0.00, of which the first section counts.
func parseFormat(text string) format {
	if strings.EqualFold(text, "General") {
		return format{}
	}
	var f format
	letters, literals, elapsed := "", "", false
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
			letters += string(c)
		}
	}
	return f.of(strings.ToLower(letters), literals, elapsed)
}

// of returns the format of the letters and the literal texts of a format code.
func (f format) of(letters, literals string, elapsed bool) format {
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

// unitIn returns the currency that a text names.
func unitIn(text string) string {
	for _, word := range strings.Fields(text) {
		if unit, known := currencies[strings.Trim(word, "0123456789#?.,()-+")]; known {
			return unit
		}
	}
	return ""
}

// appendNumber appends a number of a cell as the format says, at full precision. Texts that are not numbers remain.
func (f format) appendNumber(to, text []byte, date1904 bool) []byte {
	const enough = 15 // digits that a number of a workbook can have; programs write 17 for some
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

// hundredfold returns 100 x, as people would compute it from the shortest decimal text of x: 7 from 0.07.
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
	since1904 = 1462    // days from its first to that of the other calendar
	second    = 1000    // times are exact to milliseconds: serial numbers are fractions of days
	minute    = 60 * second
	hour      = 60 * minute
	wholeDay  = 24 * hour
)

// appendTime appends the ISO text of a serial number of days; ok is false if it is none. The calendar of 1900 has a February 29, 1900,
// which is day 60 and is read as the day before; days before that one are counted from another day. Day 0 and negative days are those
// of LibreOffice.
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

// appendClock appends hours, minutes, seconds and a fraction of them.
func appendClock(to []byte, n int) []byte {
	to = fmt.Appendf(to, "%02d:%02d:%02d", n/hour, n/minute%60, n/second%60)
	if rest := n % second; rest > 0 {
		to = bytes.TrimRight(fmt.Appendf(to, ".%03d", rest), "0")
	}
	return to
}
