package dataset

import "strings"

const (
	minDate = 6  // bytes of 1/1/20
	maxDate = 40 // bytes of the longest month's name with fractions of seconds and a zone
	// years that texts of month and year may have: 1200-12 is more likely a code
	firstYear, lastYear = 1800, 2199
)

// dateReader reads a text from its beginning on.
type dateReader struct {
	rest string
	ok   bool
}

// readDate reads a text as a date with or without a time. Whether the calendar has the day is not looked at, but for
// months of names.
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
	switch d.form.order {
	case yearMonth, monthYear, nameYear:
		return d, false
	}
	d.timed = true
	return d, isClock(r.rest)
}

// number reads as many digits as there are; there must be least to most.
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

// separator reads one of the bytes.
func (r *dateReader) separator(among string) byte {
	if r.rest == "" || strings.IndexByte(among, r.rest[0]) < 0 {
		r.ok = false
		return 0
	}
	c := r.rest[0]
	r.rest = r.rest[1:]
	return c
}

// name reads the English name of a month, whole or its first three letters.
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

// fromYear reads 2020-01-31, 2020-Jan-31 or 2020-01.
func (r *dateReader) fromYear() date {
	d := date{year: r.number(4, 4)}
	d.form.separator = r.separator("-/.")
	switch {
	case !r.ok:
	case digits(r.rest) == 0:
		d.form.order, d.month = yearNameDay, r.name()
		r.separator(string(d.form.separator))
		d.day = r.number(1, 2)
	case digits(r.rest) == len(r.rest) && d.form.separator != '.': // 2020.01 is a number
		d.form.order, d.day, d.month = yearMonth, 1, r.number(2, 2)
		r.ok = r.ok && d.year >= firstYear && d.year <= lastYear
	default:
		d.form.order, d.month = yearMonthDay, r.number(1, 2)
		r.separator(string(d.form.separator))
		d.day = r.number(1, 2)
	}
	return d
}

// fromDay reads 31.1.2020, 1/31/20, 31-Jan-2020, 31 January 2020 or 01/2020.
func (r *dateReader) fromDay() date {
	wide := digits(r.rest)
	d := date{day: r.number(1, 2)}
	d.form.separator = r.separator("./- ")
	switch n := digits(r.rest); {
	case !r.ok:
	case n == 0:
		if d.form.separator == '.' && strings.HasPrefix(r.rest, " ") {
			r.rest = r.rest[1:] // 31. Jan. 2020
		}
		d.form.order, d.month = dayNameYear, r.name()
		if d.form.separator != '.' {
			r.separator(string(d.form.separator))
		} else if r.separator(". "); r.ok && r.rest != "" && r.rest[0] == ' ' {
			r.rest = r.rest[1:]
		}
		d.form.short = r.year(&d)
	case d.form.separator == ' ':
		r.ok = false
	case n == len(r.rest) && d.form.separator != '.': // 01.2020 is a number
		d.form.order, d.month, d.day = monthYear, d.day, 1
		d.year = r.number(4, 4)
		r.ok = r.ok && d.year >= firstYear && d.year <= lastYear
	default:
		wide = min(wide, n)
		d.form.order, d.month = dayMonthYear, r.number(1, 2)
		r.separator(string(d.form.separator))
		d.form.short = r.year(&d)
		if d.form.short && d.form.separator != '/' && wide < 2 {
			r.ok = false // 1.2.13 is a version
		}
	}
	return d
}

// fromName reads Jan 31, 2020 or January 2020.
func (r *dateReader) fromName() date {
	d := date{month: r.name()}
	if !r.ok {
		return d
	}
	d.form.separator = r.separator("- /.")
	if digits(r.rest) == len(r.rest) {
		d.form.order, d.day, d.year = nameYear, 1, r.number(4, 4)
		return d
	}
	d.form.order, d.day = nameDayYear, r.number(1, 2)
	if d.form.separator == ' ' && strings.HasPrefix(r.rest, ",") {
		r.rest = r.rest[1:]
	}
	r.separator(string(d.form.separator))
	d.year = r.number(4, 4)
	return d
}

// year reads a year of four or two digits, and reports whether it has two.
func (r *dateReader) year(d *date) (short bool) {
	if digits(r.rest) == 2 {
		d.year = 2000 + r.two() // for its leap days: those of 1900 are the same but for one
		return true
	}
	d.year = r.number(4, 4)
	return false
}
