package infer

import (
	"fmt"
	"slices"
	"strings"
)

// DateLayout is how the dates of a column are written. The zero value means none.
type DateLayout struct {
	dateFormat
	HasTimes    bool // a time may follow
	IsAmbiguous bool // no value above 12 distinguishes days from months
	IsGiven     bool // the user says whether the day or the month comes first
}

const clock = "hh:mm" // the end of the description of a layout with times

// String describes the layout, such as "DD.MM.YYYY hh:mm"; "" for the zero value.
func (l DateLayout) String() string {
	if l.Order == "" {
		return ""
	}
	if l.HasTimes && l.PerHour() == 0 {
		return l.dateFormat.String() + l.beforeClock() + clock
	}
	return l.dateFormat.String()
}

// beforeClock returns the text between a date and a time.
func (f dateFormat) beforeClock() string {
	if f.Separator == 0 {
		return ":"
	}
	return " "
}

// LayoutOf returns the layout that String describes by the text; ok is false if there is none.
func LayoutOf(text string) (l DateLayout, ok bool) {
	if text == "" { // of a column without dates, of which a table may have thousands
		return l, false
	}
	for _, l := range integerLayouts {
		if l.Order == text {
			return l, true
		}
	}
	for _, order := range dateOrders {
		for _, separator := range []byte("-/. \x00") {
			if separator == 0 && order != dayNameYear {
				continue
			}
			for i := range 4 {
				if l = (DateLayout{dateFormat: dateFormat{order, separator, i&1 != 0}, HasTimes: i&2 != 0}); l.String() == text {
					return l, true
				}
			}
		}
	}
	return DateLayout{}, false
}

var dateOrders = []string{
	yearMonthDay, dayMonthYear, monthDayYear, dayNameYear, nameDayYear, yearNameDay, yearMonth, monthYear, nameYear,
}

// StrictDigits reports whether days and months always have two digits: 1.2.13 is a version, and 2020-1 no month.
func (l DateLayout) StrictDigits() bool {
	return l.Order == yearMonth || l.Order == dayNumber || l.ShortYear && l.Separator != '/' && l.Order != dayNameYear
}

// Centuries reports whether the years must be from 1800 to 2199.
func (l DateLayout) Centuries() bool {
	return l.Order == yearMonth || l.Order == monthYear || l.Order == dayNumber
}

// Differs reports whether one layout has the day first and the other the month, such as DD/MM/YYYY and MM/DD/YYYY. Times are ignored.
func (l DateLayout) Differs(other DateLayout) bool {
	return l.First() != "" && other.First() != "" && l.Order != other.Order && l.Separator == other.Separator &&
		l.ShortYear == other.ShortYear
}

// HasDays reports whether the dates have a day of the month.
func (l DateLayout) HasDays() bool { return strings.Contains(l.Order, "DD") || l.PerHour() > 0 }

// Hours returns the hours from 0000-03-01 to the full hour of a date, in the Gregorian calendar and as its own clock shows it: an
// offset from UTC changes nothing. A date without a day is the first of its month, and one without a time midnight. A year of two
// digits is from 1969 to 2068. It returns false for a text that is not a date of the layout, and before the year 1.
func (l DateLayout) Hours(text string) (int, bool) {
	if l.IsInteger() {
		return l.integerHours(text)
	}
	d, ok := readDate(text)
	if !ok || d.year < 1 {
		return 0, false
	}
	for f := range d.formats {
		if f == l.dateFormat {
			if f.Order == monthDayYear {
				d.day, d.month = d.month, d.day
			}
			return HoursOf(d.year, d.month, d.day) + d.hour, true
		}
	}
	return 0, false
}

// HoursOf returns the hours from 0000-03-01 to midnight of a day, as Hours counts them.
func HoursOf(year, month, day int) int { return 24 * daysOf(year, month, day) }

// Format is the inverse of Hours. It returns "" if the layout cannot express the date, e.g. 1950 as a year of two digits.
func (l DateLayout) Format(hours int) string {
	year, month, day := DayOf(hours)
	if n := l.PerHour(); n > 0 {
		return fmt.Sprint((hours - HoursOf(epochYear, 1, 1)) * n)
	}
	text := strings.NewReplacer("YYYY", fmt.Sprintf("%04d", year), "YY", fmt.Sprintf("%02d", year%100), "Mon", months[month-1][:3],
		"MM", fmt.Sprintf("%02d", month), "DD", fmt.Sprintf("%02d", day), "hh:mm", fmt.Sprintf("%02d:00", hours%24)).Replace(l.String())
	if again, ok := l.Hours(text); !ok || again/24 != hours/24 && l.HasDays() {
		return ""
	}
	return text
}

// daysOf counts the days from 0000-03-01. Years that start in March end with the leap day, and their month m, from 0, starts on day
// (153m+2)/5.
func daysOf(year, month, day int) int {
	if month -= 3; month < 0 {
		year, month = year-1, month+12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*month+2)/5 + day - 1
}

// DayOf returns the calendar day of a number of hours, as Hours counts them.
func DayOf(hours int) (year, month, day int) {
	n := hours / 24
	for year = n / 365; daysOf(year, 3, 1) > n; {
		year--
	}
	days := n - daysOf(year, 3, 1)
	month = (5*days + 2) / 153
	day = days - (153*month+2)/5 + 1
	if month += 3; month > 12 {
		year, month = year+1, month-12
	}
	return year, month, day
}

// Pattern returns a regular expression for the dates of the layout, and the indices of its groups for year, month and day. The month is a
// name in some layouts, and the index of the day is 0 if there is none. The next two groups are the hour and am or pm; they may be empty.
// Days that do not exist match too. In a layout of units since 1970 the only group is their number, and the indices are 0.
func (l DateLayout) Pattern() (pattern string, year, month, day int) {
	if l.PerHour() > 0 {
		return fmt.Sprintf(`(-?[0-9]{1,%d}(?:\.[0-9]+)?)`, l.MostDigits()), 0, 0, 0
	}
	separator := strings.Replace(l.Between(), ".", `\.`, 1)
	fill := map[string]string{"YYYY": "([0-9]{4})", "MM": "([0-9]{1,2})", "DD": "([0-9]{1,2})", "Mon": namePattern()}
	if l.ShortYear {
		fill["YYYY"] = "([0-9]{2})"
	}
	if l.StrictDigits() {
		fill["MM"], fill["DD"] = "([0-9]{2})", "([0-9]{2})"
	}
	if l.Centuries() {
		fill["YYYY"] = "((?:1[89]|2[01])[0-9]{2})"
	}
	words := strings.Split(l.Order, "_")
	if l.Order == dayNumber {
		words, separator = []string{"YYYY", "MM", "DD"}, ""
	}
	parts := make([]string, len(words))
	for i, word := range words {
		parts[i] = fill[word]
	}
	pattern = strings.Join(parts, separator)
	switch {
	case l.Order == dayNameYear && l.Separator == '.':
		pattern = parts[0] + `\. ?` + parts[1] + `[. ] ?` + parts[2]
	case l.Order == nameDayYear && l.Separator == ' ':
		pattern = parts[0] + " " + parts[1] + ",? " + parts[2]
	}
	if l.Order == dayNumber {
		pattern += "()()" + zeros // without a time
	} else if l.HasDays() {
		mark := ",?[Tt ]"
		if l.Separator == 0 {
			mark = "(?:" + mark + "|:)"
		}
		pattern += "(?:" + mark + `([01]?[0-9]|2[0-3]):[0-5][0-9](?::(?:[0-5][0-9]|60)(?:[.,][0-9]{1,20})?)?` +
			`(?: ?([AaPp][Mm]))? ?(?:` + zonePattern() + `)?(?:[+-][0-9]{1,2}:?(?:[0-9]{2})?)?)?`
	}
	at := func(word string) int { return 1 + slices.Index(words, word) }
	return pattern, at("YYYY"), max(at("MM"), at("Mon")), at("DD")
}

// zonePattern matches the names of zones.
func zonePattern() string {
	names := make([]string, len(zoneNames))
	for i, zone := range zoneNames {
		for _, letter := range zone {
			names[i] += "[" + string(letter) + strings.ToLower(string(letter)) + "]"
		}
	}
	return strings.Join(names, "|")
}

// namePattern matches the English names of months, and their first three letters.
func namePattern() string {
	names := make([]string, len(months))
	for i, month := range months {
		for k, letter := range strings.ToLower(month) {
			if k == 3 {
				names[i] += "(?:"
			}
			names[i] += "[" + strings.ToUpper(string(letter)) + string(letter) + "]"
		}
		if len(month) > 3 {
			names[i] += ")?"
		}
	}
	return "(" + strings.Join(names, "|") + ")"
}
