package infer

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// The orders of dates that are integers: their texts describe the layout.
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
	zeros     = `(?:\.0+)?` // programs write integers with them if cells of the column are missing
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

// MostDigits bounds the units since 1970: seconds of the year 5138 have 11 digits, milliseconds of 1973 have 12.
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

// dayNumbers reports whether all texts are dates as YYYYMMDD, of several months from 1900 to 2100, and takes them for dates.
func (c *inferrer) dayNumbers() bool {
	l, few := integerLayouts[0], 3 // two numbers that are dates may be so by chance
	months := map[int]bool{}
	for _, text := range c.Texts {
		hours, ok := l.Hours(text)
		year, month, _ := DayOf(hours)
		if !ok || year < 1900 || year > 2100 {
			return false
		}
		months[12*year+month] = true
	}
	return len(months) > 1 && len(c.Texts) >= few && c.integerDates(l)
}

// integerDates takes the texts for dates of a layout of integers if nearly all of them are.
func (c *inferrer) integerDates(l DateLayout) bool {
	const year = 24 * 365
	var far bool // from 1970, when small numbers would all be
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

// ProposedDates returns the layout of a column of numbers if its name suggests a time, and all numbers are times from 1973 to 2100 in
// units since 1970, and not all are dates with the hour, such as 2018030123. The note asks the user to decide.
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
	return DateLayout{}, ""
}

var isoLayout = DateLayout{dateFormat: dateFormat{Order: yearMonthDay, Separator: '-'}}
