package infer

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Values of dateFormat.Order: _ stands for the separator, and Mon for the name of a month.
const (
	yearMonthDay = "YYYY_MM_DD"
	dayMonthYear = "DD_MM_YYYY"
	monthDayYear = "MM_DD_YYYY"
	dayNameYear  = "DD_Mon_YYYY"
	nameDayYear  = "Mon_DD_YYYY"
	yearNameDay  = "YYYY_Mon_DD"
	yearMonth    = "YYYY_MM"
	monthYear    = "MM_YYYY"
	nameYear     = "Mon_YYYY"
)

// dateFormat is how dates are written.
type dateFormat struct {
	Order     string // of the parts, such as YYYY_MM_DD
	Separator byte   // between the parts; 0 for none, as in 09SEP2023 of SAS
	ShortYear bool   // the year has two digits
}

// String describes the format, such as DD.MM.YYYY.
func (f dateFormat) String() string {
	text := strings.ReplaceAll(f.Order, "_", f.Between())
	if f.ShortYear {
		text = strings.Replace(text, "YYYY", "YY", 1)
	}
	return text
}

// Between returns the text between two parts.
func (f dateFormat) Between() string {
	if f.Separator == 0 {
		return ""
	}
	return string(rune(f.Separator))
}

// dateCount is the number of rows whose dates have a format.
type dateCount struct {
	format dateFormat
	rows   int
}

// dateLayout returns the layout of the dates, such as "DD.MM.YYYY hh:mm", and the number of rows that do not have it. Ok means that at
// least 95% of the rows are dates of one format. The layout has times if any row has one. If first is DayFirst or MonthFirst, only formats
// with that order count, and one row is enough if 95% of the rows are dates of any format.
func dateLayout(texts []string, rows []int, first string) (layout DateLayout, ok bool, odd int) {
	total := 0
	for _, n := range rows {
		total += n
	}
	var counts []dateCount
	others, timed := 0, false
	for i, text := range texts {
		d, ok := readDate(text)
		if !ok {
			if others += rows[i]; !isMost(total-others, total) {
				return layout, false, 0 // after a few texts of any other column
			}
			continue
		}
		timed = timed || d.timed
		for format := range d.formats {
			if first != "" && format.First() != first {
				continue
			}
			k := slices.IndexFunc(counts, func(c dateCount) bool { return c.format == format })
			if k < 0 {
				k, counts = len(counts), append(counts, dateCount{format: format})
			}
			counts[k].rows += rows[i]
		}
	}
	if len(counts) == 0 {
		return layout, false, 0
	}
	best, ambiguous := counts[0], false
	for _, c := range counts[1:] {
		if c.rows > best.rows {
			best, ambiguous = c, false
		} else if c.rows == best.rows {
			ambiguous = true
		}
	}
	if first == "" && !isMost(best.rows, total) {
		return layout, false, 0
	}
	return DateLayout{best.format, timed, ambiguous && first == "", first != ""}, true, total - best.rows
}

// Values of Hint.First: what comes first in dates such as 03/04/2024.
const (
	DayFirst   = "day"
	MonthFirst = "month"
)

// First returns DayFirst or MonthFirst for a format whose dates may be read either way, "" for others.
func (f dateFormat) First() string {
	switch {
	case f.Separator == '.':
	case f.Order == dayMonthYear:
		return DayFirst
	case f.Order == monthDayYear:
		return MonthFirst
	}
	return ""
}

// Settle decides whether the day or the month comes first, from all texts of a column and their rows: the order that more rows prove.
// Either is the number of rows that can be read both ways, and the note tells how many rows decided. Layouts without that choice are
// returned unchanged.
func (l DateLayout) Settle(texts iter.Seq2[string, int]) (settled DateLayout, either int, note string) {
	first, other := l.First(), l
	if other.Order = monthDayYear; first == MonthFirst {
		other.Order = dayMonthYear
	}
	if first == "" {
		return l, 0, ""
	}
	own, against := 0, 0
	for text, rows := range texts {
		_, as := l.Hours(text)
		_, swapped := other.Hours(text)
		switch {
		case as && swapped:
			either += rows
		case as:
			own += rows
		case swapped:
			against += rows
		}
	}
	if l.IsAmbiguous = !l.IsGiven && own == against; !l.IsGiven && against > own {
		l.Order, own, against, first = other.Order, against, own, other.First()
	}
	switch total := grouped(own + against + either); {
	case l.IsGiven && own == 0 && against == 0:
		return l, either, "the " + first + " comes first, as you chose: no row decides"
	case l.IsGiven:
		return l, either, fmt.Sprintf("the %s comes first, as you chose: of %s dates, %s can only be read so, and %s only the other way",
			first, total, grouped(own), grouped(against))
	case own == 0 && against == 0:
		return l, either, "no row decides whether day or month comes first, as no number is above 12: the " + first + " is taken to"
	case either > 0:
		return l, either, fmt.Sprintf("the %s comes first: %s of %s dates decide that", first, grouped(own), total)
	}
	return l, 0, ""
}

// isMost reports whether n rows are enough to decide the kind of a column.
func isMost(n, total int) bool { return total > 0 && float64(n) >= decisiveShare*float64(total) }

// date is a parsed date. It may be a day that the calendar does not have.
type date struct {
	format           dateFormat
	year, month, day int
	timed            bool // a time follows
	hour             int
}

// isDate reports whether a text is a date that the calendar has, with or without a time.
func isDate(text string) bool {
	if d, ok := readDate(text); ok {
		for range d.formats {
			return true
		}
	}
	return false
}

// formats yields the formats in which the date exists: two for 01/02/2020, one for 31/12/2020, none for 31/02/2020.
func (d date) formats(yield func(dateFormat) bool) {
	if isDay(d.year, d.month, d.day) && !yield(d.format) {
		return
	}
	if d.format.Order == dayMonthYear && d.format.Separator != '.' && isDay(d.year, d.day, d.month) {
		d.format.Order = monthDayYear
		yield(d.format)
	}
}

func isDay(year, month, day int) bool {
	return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month+1, 1)-daysOf(year, month, 1)
}

const (
	minDate = 6  // bytes of 1/1/20
	maxDate = 60 // bytes of the longest month name with fractions of seconds and a zone
	// The range of years of dates without a day: 1200-12 is more likely a code.
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
	switch d.format.Order {
	case yearMonth, monthYear, nameYear:
		return d, false
	}
	if d.timed = true; d.format.Separator == 0 && r.rest[0] == ':' { // 09SEP2023:23:12:00
		r.rest = " " + r.rest[1:]
	}
	d.hour, r.ok = readClock(r.rest)
	return d, r.ok
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

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// name reads the English name of a month, in full or its first three letters.
func (r *dateReader) name() int {
	n := 0
	for n < len(r.rest) && isLetter(r.rest[n]) {
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

// Months returns the names of the months, in order.
func Months() []string { return slices.Clone(months[:]) }

// fromYear parses 2020-01-31, 2020-Jan-31 or 2020-01.
func (r *dateReader) fromYear() date {
	d := date{year: r.number(4, 4)}
	d.format.Separator = r.separator("-/.")
	switch {
	case !r.ok:
	case digits(r.rest) == len(r.rest) && d.format.Separator != '.': // 2020.01 is a number
		d.format.Order, d.day, d.month = yearMonth, 1, r.number(2, 2)
		r.ok = r.ok && d.year >= firstYear && d.year <= lastYear
	default:
		if d.format.Order = yearMonthDay; digits(r.rest) > 0 {
			d.month = r.number(1, 2)
		} else {
			d.format.Order, d.month = yearNameDay, r.name()
		}
		r.separator(string(d.format.Separator))
		d.day = r.number(1, 2)
	}
	return d
}

// fromDay parses 31.1.2020, 1/31/20, 31-Jan-2020, 31 January 2020, 31JAN2020 or 01/2020.
func (r *dateReader) fromDay() date {
	dayDigits := digits(r.rest)
	d := date{day: r.number(1, 2)}
	if r.rest != "" && isLetter(r.rest[0]) {
		d.format.Order, d.month = dayNameYear, r.name()
		r.year(&d)
		return d
	}
	d.format.Separator = r.separator("./- ")
	switch n := digits(r.rest); {
	case !r.ok:
	case n == 0:
		if d.format.Separator == '.' && strings.HasPrefix(r.rest, " ") {
			r.rest = r.rest[1:] // 31. Jan. 2020
		}
		d.format.Order, d.month = dayNameYear, r.name()
		if d.format.Separator != '.' {
			r.separator(string(d.format.Separator))
		} else if r.separator(". "); strings.HasPrefix(r.rest, " ") {
			r.rest = r.rest[1:]
		}
		r.year(&d)
	case d.format.Separator == ' ':
		r.ok = false
	case n == len(r.rest) && d.format.Separator != '.': // 01.2020 is a number
		d.format.Order, d.month, d.day = monthYear, d.day, 1
		d.year = r.number(4, 4)
		r.ok = r.ok && d.year >= firstYear && d.year <= lastYear
	default:
		d.format.Order, d.month = dayMonthYear, r.number(1, 2)
		r.separator(string(d.format.Separator))
		r.year(&d)
		if d.format.ShortYear && d.format.Separator != '/' && min(dayDigits, n) < 2 {
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
	d.format.Separator = r.separator("- /.")
	if digits(r.rest) == len(r.rest) {
		d.format.Order, d.day, d.year = nameYear, 1, r.number(4, 4)
		return d
	}
	d.format.Order, d.day = nameDayYear, r.number(1, 2)
	if d.format.Separator == ' ' && strings.HasPrefix(r.rest, ",") {
		r.rest = r.rest[1:]
	}
	r.separator(string(d.format.Separator))
	d.year = r.number(4, 4)
	return d
}

// year parses a year of four or two digits.
func (r *dateReader) year(d *date) {
	if d.format.ShortYear = digits(r.rest) == 2; d.format.ShortYear {
		const pivot = 69 // 69 is 1969 and 68 is 2068, as in POSIX
		if d.year = 2000 + r.number(2, 2); d.year >= 2000+pivot {
			d.year -= 100
		}
		return
	}
	d.year = r.number(4, 4)
}

// readClock parses the text after a date as a time of day: T or a blank, then a time.
func readClock(s string) (hour int, ok bool) {
	if s = strings.TrimPrefix(s, ","); s == "" || s[0]|0x20 != 't' && s[0] != ' ' {
		return 0, false
	}
	hour, ok = readTime(s[1:], 2)
	return hour, ok && hour < 24
}

// isTime reports whether a text is a time of day or a duration. Its hours have up to most digits.
func isTime(s string, most int) bool {
	_, ok := readTime(s, most)
	return ok && len(s) <= maxDate
}

// readTime parses hours of up to most digits and minutes, and optionally seconds with a fraction, am or pm, and a zone.
func readTime(s string, most int) (hours int, ok bool) {
	r := &dateReader{rest: s, ok: true}
	hours = r.number(1, most)
	r.separator(":")
	minutes, seconds := r.number(2, 2), 0
	if strings.HasPrefix(r.rest, ":") {
		r.rest = r.rest[1:]
		if seconds = r.number(2, 2); r.rest != "" && (r.rest[0] == '.' || r.rest[0] == ',') {
			const finest = 20 // digits
			n := digits(r.rest[1:])
			r.ok = r.ok && n > 0 && n <= finest
			r.rest = r.rest[1+n:]
		}
	}
	const leapSecond, noon, letters = 60, 12, len("PM")
	zone := strings.TrimPrefix(r.rest, " ")
	half := strings.ToUpper(zone[:min(letters, len(zone))])
	if half == "AM" || half == "PM" {
		zone = strings.TrimPrefix(zone[letters:], " ")
	}
	switch {
	case half == "PM" && hours < noon:
		hours += noon
	case half == "AM" && hours == noon:
		hours = 0
	}
	return hours, r.ok && minutes < 60 && seconds <= leapSecond && isZone(zone)
}

// zoneNames are the names of zones that may follow a time: the usual ones, since three letters may as well be another word.
var zoneNames = [...]string{
	"Z", "UTC", "GMT", "WET", "WEST", "BST", "CET", "CEST", "MEZ", "MESZ", "EET", "EEST", "MSK", "IST", "JST",
	"EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT",
}

// ZoneNames returns the names of zones that may follow a time, in capitals.
func ZoneNames() []string { return slices.Clone(zoneNames[:]) }

// isZone reports whether s is a zone or nothing: a name, an offset such as +01:00, or both, as in GMT+1.
func isZone(s string) bool {
	at := strings.IndexAny(s, "+-")
	if at < 0 {
		at = len(s)
	}
	// The capital of a letter such as ı has another length, and is none of a name.
	name := strings.ToUpper(s[:at])
	if name != "" && (len(name) != at || !slices.Contains(zoneNames[:], name)) {
		return false
	}
	if s = s[at:]; s == "" {
		return true
	}
	const minutes = 2 // digits
	r := dateReader{rest: s[1:], ok: true}
	if n := digits(r.rest); n > minutes {
		r.rest = r.rest[:n-minutes] + ":" + r.rest[n-minutes:]
	}
	r.number(1, 2)
	if r.rest = strings.TrimPrefix(r.rest, ":"); r.rest != "" {
		r.number(minutes, minutes)
	}
	return r.ok && r.rest == ""
}
