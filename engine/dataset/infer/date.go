package infer

import (
	"slices"
	"strings"
)

// dateOrder is the order of day, month and year.
type dateOrder uint8

const (
	yearMonthDay dateOrder = iota
	dayMonthYear
	monthDayYear
	dayNameYear // the month by its name
	nameDayYear
	yearNameDay
	yearMonth
	monthYear
	nameYear
	dateOrders
)

// layouts describes each order to a reader; _ is the separator.
var layouts = [dateOrders]string{
	"YYYY_MM_DD", "DD_MM_YYYY", "MM_DD_YYYY", "DD_Mon_YYYY", "Mon_DD_YYYY", "YYYY_Mon_DD",
	"YYYY_MM", "MM_YYYY", "Mon_YYYY",
}

// dateFormat is how dates are written.
type dateFormat struct {
	order     dateOrder
	separator byte
	shortYear bool // the year has two digits
}

// layout describes the format, such as DD.MM.YYYY.
func (f dateFormat) layout() string {
	text := strings.ReplaceAll(layouts[f.order], "_", string(rune(f.separator)))
	if f.shortYear {
		text = strings.Replace(text, "YYYY", "YY", 1)
	}
	return text
}

// dateCount is the number of rows whose dates have a format.
type dateCount struct {
	format dateFormat
	rows   int
}

// dateLayout returns the layout, such as "DD.MM.YYYY hh:mm", if at least 95 % of the rows are dates of one format. It has
// the time if any row has one, and is ambiguous if no value above 12 distinguishes days from months.
func dateLayout(texts []string, rows []int) (layout string, ok, ambiguous bool) {
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
				return "", false, false // after a few texts of any other column
			}
			continue
		}
		timed = timed || d.timed
		counts = d.count(counts, rows[i])
	}
	if len(counts) == 0 {
		return "", false, false
	}
	best := counts[0]
	for _, c := range counts[1:] {
		if c.rows > best.rows {
			best, ambiguous = c, false
		} else if c.rows == best.rows {
			ambiguous = true
		}
	}
	if !isMost(best.rows, total) {
		return "", false, false
	}
	layout = best.format.layout()
	if timed {
		layout += " hh:mm"
	}
	return layout, true, ambiguous
}

// isMost reports whether n rows are enough to decide the kind of a column.
func isMost(n, total int) bool { return total > 0 && float64(n) >= decisiveShare*float64(total) }

// date is a parsed date. It may be a day that the calendar does not have.
type date struct {
	format           dateFormat
	year, month, day int
	timed            bool // a time follows
}

// swappable reports whether the month may precede the day.
func (d date) swappable() bool { return d.format.order == dayMonthYear && d.format.separator != '.' }

// isDate reports whether a text is a date that the calendar has, with or without a time.
func isDate(text string) bool {
	d, ok := readDate(text)
	return ok && (isDay(d.year, d.month, d.day) || d.swappable() && isDay(d.year, d.day, d.month))
}

// count adds the rows of a date to the formats that it fits. 01/02/2020 fits two.
func (d date) count(counts []dateCount, rows int) []dateCount {
	if isDay(d.year, d.month, d.day) {
		counts = addDate(counts, d.format, rows)
	}
	if d.swappable() && isDay(d.year, d.day, d.month) {
		swapped := d.format
		swapped.order = monthDayYear
		counts = addDate(counts, swapped, rows)
	}
	return counts
}

func addDate(counts []dateCount, format dateFormat, rows int) []dateCount {
	i := slices.IndexFunc(counts, func(c dateCount) bool { return c.format == format })
	if i < 0 {
		return append(counts, dateCount{format, rows})
	}
	counts[i].rows += rows
	return counts
}

func isDay(year, month, day int) bool {
	if month < 1 || month > 12 || day < 1 {
		return false
	}
	days := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
	if month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0) {
		days++
	}
	return day <= days
}
