package infer

import (
	"strings"
)

const (
	minDate = 6  // bytes of 1/1/20
	maxDate = 40 // bytes of the longest month name with fractions of seconds and a zone
	// Years of dates without a day: 1200-12 is more likely a code.
	firstYear, lastYear = 1800, 2199
)

// dateReader parses a text from left to right.
type dateReader struct {
	rest string
	ok   bool // no error so far
}

// readDate parses a date with an optional time. It does not check that the calendar has the day.
func readDate(text string) (date, bool) {
	if len(text) < minDate || len(text) > maxDate {
		return date{}, false
	}
	r := &dateReader{rest: text, ok: true}
	var d date
	switch digits(text) {
	case 4:
		d = r.fromYear()
	case 1, 2:
		d = r.fromDay()
	case 0:
		d = r.fromName()
	default:
		return date{}, false
	}
	if !r.ok || r.rest == "" {
		return d, r.ok
	}
	switch d.format.order {
	case yearMonth, monthYear, nameYear:
		return d, false
	}
	d.timed = true
	return d, isClock(r.rest)
}

// number parses a number of least to most digits.
func (r *dateReader) number(least, most int) int {
	n := digits(r.rest)
	if n < least || n > most {
		r.ok = false
		return 0
	}
	x := 0
	for _, c := range r.rest[:n] {
		x = x*10 + int(c-'0')
	}
	r.rest = r.rest[n:]
	return x
}

// separator reads one of the given bytes.
func (r *dateReader) separator(oneOf string) byte {
	if r.rest == "" || strings.IndexByte(oneOf, r.rest[0]) < 0 {
		r.ok = false
		return 0
	}
	c := r.rest[0]
	r.rest = r.rest[1:]
	return c
}

// name reads the English name of a month, in full or its first three letters.
func (r *dateReader) name() int {
	n := 0
	for n < len(r.rest) && r.rest[n]|0x20 >= 'a' && r.rest[n]|0x20 <= 'z' {
		n++
	}
	const short = 3
	for i, month := range months {
		if n == short && strings.EqualFold(r.rest[:n], month[:short]) || strings.EqualFold(r.rest[:n], month) {
			r.rest = r.rest[n:]
			return i + 1
		}
	}
	r.ok = false
	return 0
}

var months = [...]string{
	"January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
	"November", "December",
}

// fromYear parses 2020-01-31, 2020-Jan-31 or 2020-01.
func (r *dateReader) fromYear() date {
	d := date{year: r.number(4, 4)}
	d.format.separator = r.separator("-/.")
	switch {
	case !r.ok:
	case digits(r.rest) == 0:
		d.format.order, d.month = yearNameDay, r.name()
		r.separator(string(d.format.separator))
		d.day = r.number(1, 2)
	case digits(r.rest) == len(r.rest) && d.format.separator != '.': // 2020.01 is a number
		d.format.order, d.day, d.month = yearMonth, 1, r.number(2, 2)
		r.ok = r.ok && d.year >= firstYear && d.year <= lastYear
	default:
		d.format.order, d.month = yearMonthDay, r.number(1, 2)
		r.separator(string(d.format.separator))
		d.day = r.number(1, 2)
	}
	return d
}

// fromDay parses 31.1.2020, 1/31/20, 31-Jan-2020, 31 January 2020 or 01/2020.
func (r *dateReader) fromDay() date {
	dayDigits := digits(r.rest)
	d := date{day: r.number(1, 2)}
	d.format.separator = r.separator("./- ")
	switch n := digits(r.rest); {
	case !r.ok:
	case n == 0:
		if d.format.separator == '.' && strings.HasPrefix(r.rest, " ") {
			r.rest = r.rest[1:] // 31. Jan. 2020
		}
		d.format.order, d.month = dayNameYear, r.name()
		if d.format.separator != '.' {
			r.separator(string(d.format.separator))
		} else if r.separator(". "); r.ok && r.rest != "" && r.rest[0] == ' ' {
			r.rest = r.rest[1:]
		}
		d.format.shortYear = r.year(&d)
	case d.format.separator == ' ':
		r.ok = false
	case n == len(r.rest) && d.format.separator != '.': // 01.2020 is a number
		d.format.order, d.month, d.day = monthYear, d.day, 1
		d.year = r.number(4, 4)
		r.ok = r.ok && d.year >= firstYear && d.year <= lastYear
	default:
		d.format.order, d.month = dayMonthYear, r.number(1, 2)
		r.separator(string(d.format.separator))
		d.format.shortYear = r.year(&d)
		if d.format.shortYear && d.format.separator != '/' && min(dayDigits, n) < 2 {
			r.ok = false // 1.2.13 is a version
		}
	}
	return d
}

// fromName parses Jan 31, 2020 or January 2020.
func (r *dateReader) fromName() date {
	d := date{month: r.name()}
	if !r.ok {
		return d
	}
	d.format.separator = r.separator("- /.")
	if digits(r.rest) == len(r.rest) {
		d.format.order, d.day, d.year = nameYear, 1, r.number(4, 4)
		return d
	}
	d.format.order, d.day = nameDayYear, r.number(1, 2)
	if d.format.separator == ' ' && strings.HasPrefix(r.rest, ",") {
		r.rest = r.rest[1:]
	}
	r.separator(string(d.format.separator))
	d.year = r.number(4, 4)
	return d
}

// year parses a year of four or two digits, and reports whether it has two.
func (r *dateReader) year(d *date) (short bool) {
	if digits(r.rest) == 2 {
		d.year = 2000 + r.two() // the century matters for leap days only, where 1900 differs in one
		return true
	}
	d.year = r.number(4, 4)
	return false
}

// isClock reports whether the text after a date is a time of day: T or a blank, then a time.
func isClock(s string) bool {
	if s = strings.TrimPrefix(s, ","); s == "" || s[0] != 'T' && s[0] != ' ' {
		return false
	}
	hours, ok := readTime(s[1:])
	return ok && hours < 24
}

// isTime reports whether a text is a time of day, or a duration of up to 99 hours.
func isTime(s string) bool {
	_, ok := readTime(s)
	return ok && len(s) <= maxDate
}

// readTime parses hours and minutes, and optionally seconds with a fraction, am or pm, and a zone.
func readTime(s string) (hours int, ok bool) {
	r := &dateReader{rest: s, ok: true}
	hours = r.number(1, 2)
	r.separator(":")
	minutes, seconds := r.two(), 0
	if strings.HasPrefix(r.rest, ":") {
		r.rest = r.rest[1:]
		if seconds = r.two(); r.rest != "" && (r.rest[0] == '.' || r.rest[0] == ',') {
			n := digits(r.rest[1:])
			r.ok = r.ok && n > 0
			r.rest = r.rest[1+n:]
		}
	}
	const leapSecond = 60
	return hours, r.ok && minutes < 60 && seconds <= leapSecond && isZone(r.rest)
}

func (r *dateReader) two() int { return r.number(2, 2) }

// isZone reports whether s may follow a time: nothing, am or pm, Z, UTC, GMT, or an offset such as +01:00.
func isZone(s string) bool {
	s = strings.TrimPrefix(s, " ")
	switch strings.ToUpper(s) {
	case "", "AM", "PM", "Z", "UTC", "GMT":
		return true
	}
	if s[0] != '+' && s[0] != '-' {
		return false
	}
	r := dateReader{rest: s[1:], ok: true}
	if digits(r.rest) == 4 {
		r.rest = r.rest[:2] + ":" + r.rest[2:]
	}
	r.two()
	if r.rest = strings.TrimPrefix(r.rest, ":"); r.rest != "" {
		r.two()
	}
	return r.ok && r.rest == ""
}
