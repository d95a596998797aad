package infer

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// DateLayout.Order of dates that are integers. It is also the text that describes the layout.
const (
	dayNumber    = "YYYYMMDD"
	seconds      = "seconds since 1970"
	milliseconds = "milliseconds since 1970"
)

var integerLayouts = []DateLayout{
	{dateFormat: dateFormat{Order: dayNumber}},
	{dateFormat: dateFormat{Order: seconds}, HasTimes: true},
	{dateFormat: dateFormat{Order: milliseconds}, HasTimes: true},
}

const (
	epochYear = 1970
	zeros     = `(?:\.0+)?` // pandas and others write 20240131.0 if a cell of the column is missing
)

// IsInteger reports whether the dates are integers, such as 20240131.
func (l DateLayout) IsInteger() bool { return l.Order == dayNumber || l.PerHour() > 0 }

// PerHour returns the units in an hour of a layout that counts them since 1970 in UTC, 0 for another layout.
func (l DateLayout) PerHour() int {
	switch l.Order {
	case seconds:
		return 3600
	case milliseconds:
		return 3600_000
	}
	return 0
}

// MostDigits returns the greatest number of digits of the units since 1970 that count as a date: dates up to the year 5138.
func (l DateLayout) MostDigits() int {
	if l.Order == seconds {
		return 11
	}
	return 14
}

// integerHours is Hours for a layout of integers.
func (l DateLayout) integerHours(text string) (int, bool) {
	per, whole := l.PerHour(), text
	if per > 0 {
		whole = strings.TrimPrefix(text, "-")
	}
	whole, fraction, pointed := strings.Cut(whole, ".")
	if n := digits(whole); n == 0 || n < len(whole) || n > l.MostDigits() || pointed && (fraction == "" || digits(fraction) < len(fraction)) {
		return 0, false
	}
	if per > 0 {
		x, _ := strconv.ParseFloat(text, 64)
		hours := HoursOf(epochYear, 1, 1) + int(math.Floor(x/float64(per)))
		return hours, hours >= HoursOf(1, 1, 1)
	}
	n, _ := strconv.Atoi(whole)
	year, month, day := n/10000, n/100%100, n%100
	if len(whole) != len(dayNumber) || strings.Trim(fraction, "0") != "" || year < firstYear || year > lastYear || !isDay(year, month, day) {
		return 0, false
	}
	return HoursOf(year, month, day), true
}

// tryDayNumbers makes the column one of dates if all texts are dates as YYYYMMDD, of several months from 1900 to 2100, and reports whether
// they are. If 99991231 is the only other number, it warns.
func (c *inferrer) tryDayNumbers() bool {
	l, few := integerLayouts[0], 3 // two numbers that are dates may be so by chance
	const open = "99991231"        // for an open end: as a number, it would be by far the largest
	months := map[int]bool{}
	for _, text := range c.Texts {
		if text == open {
			continue
		}
		hours, ok := l.Hours(text)
		year, month, _ := DayOf(hours)
		if !ok || year < 1900 || year > 2100 {
			return false
		}
		months[12*year+month] = true
	}
	if len(months) < 2 || len(c.Texts) < few {
		return false
	}
	if slices.Contains(c.Texts, open) {
		c.warn("its values are dates except %q, which stands for no date: count it as missing", open)
		return false
	}
	return c.tryIntegerDates(l)
}

// tryIntegerDates makes the column one of dates if nearly all texts are dates of a layout of integers, and reports whether they are.
func (c *inferrer) tryIntegerDates(l DateLayout) bool {
	const year = 24 * 365
	var far bool // a date is more than a year from 1970: small numbers of any meaning would all be times of 1970
	odd, _ := c.count(func(text string) bool {
		hours, ok := l.Hours(text)
		far = far || ok && (l.PerHour() == 0 || max(hours-HoursOf(epochYear, 1, 1), HoursOf(epochYear, 1, 1)-hours) > year)
		return !ok
	})
	if !far || !isMost(c.present-odd, c.present) {
		return false
	}
	c.takeDates(l, odd)
	c.note("make it numeric if its values are numbers")
	return true
}

// isStamp reports whether a text is a date and a time in digits alone, to the hour, the minute or the second, as in messages of HL7:
// 20240331235959.
func isStamp(text string) bool {
	const date, least, most = len(dayNumber), len("hh"), len("hhmmss")
	clock := text[min(len(text), date):]
	if n := len(clock); n < least || n > most || n%least != 0 || digits(text) < len(text) {
		return false
	}
	_, ok := integerLayouts[0].Hours(text[:date])
	n, _ := strconv.Atoi(clock + "0000"[:most-len(clock)])
	return ok && n/10000 < 24 && n/100%100 < 60 && n%100 <= 60
}

// timeWords are parts of the names of columns of times.
var timeWords = []string{"date", "time", "stamp", "epoch", "created", "updated", "modified", "datum", "zeit", "fecha"}

// ProposedDates returns the layout of a column of numbers that may be times in units since 1970, with a note that asks the user; both are
// zero for other columns. The name must suggest a time, all times must be from 1973 to 2100, and at least one number must not be a date
// with the hour, such as 2018030123. Numbers that may be the days of a spreadsheet, from 1990 to 2050, have a note alone.
func ProposedDates(name string, numbers []float64) (l DateLayout, note string) {
	named := slices.ContainsFunc(timeWords, func(word string) bool { return strings.Contains(strings.ToLower(name), word) })
	first, last := math.Inf(1), math.Inf(-1)
	for _, x := range numbers {
		if x == x {
			first, last = min(first, x), max(last, x)
		}
	}
	for _, l := range integerLayouts[1:] {
		from, _ := l.Hours(FormatNumber(first))
		to, ok := l.Hours(FormatNumber(last))
		if named && ok && from >= HoursOf(1973, 1, 1) && to < HoursOf(2101, 1, 1) &&
			slices.ContainsFunc(numbers, func(x float64) bool { return x == x && !isStamp(FormatNumber(x)) }) {
			return l, "its numbers may be " + l.String() + ", from " + isoLayout.Format(from) + " to " + isoLayout.Format(to) +
				": make it a date if they are"
		}
	}
	const from1990, to2050 = 32_874, 55_152
	if named && first >= from1990 && last <= to2050 && first < last {
		day := func(x float64) string { return isoLayout.Format(HoursOf(1899, 12, 30) + 24*int(x)) }
		note = "its numbers may be days as spreadsheets count them, from " + day(first) + " to " + day(last) +
			": format the column as dates there, and save it again"
	}
	return DateLayout{}, note
}

var isoLayout = DateLayout{dateFormat: dateFormat{Order: yearMonthDay, Separator: '-'}}
