package dataset

import (
	"slices"
	"strings"
)

// calendar names the order of day, month and year.
type calendar uint8

const (
	yearMonthDay calendar = iota
	dayMonthYear
	monthDayYear
	dayNameYear // Name is the month's
	nameDayYear
	yearNameDay
	yearMonth
	monthYear
	nameYear
	calendars
)

// layouts are written as a person would; _ is the separator.
var layouts = [calendars]string{
	"YYYY_MM_DD", "DD_MM_YYYY", "MM_DD_YYYY", "DD_Mon_YYYY", "Mon_DD_YYYY", "YYYY_Mon_DD",
	"YYYY_MM", "MM_YYYY", "Mon_YYYY",
}

// dateForm is how dates are written.
type dateForm struct {
	order     calendar
	separator byte
	short     bool // the year has two digits
}

// layout writes the form, such as DD.MM.YYYY.
func (f dateForm) layout() string {
	text := strings.ReplaceAll(layouts[f.order], "_", string(rune(f.separator)))
	if f.short {
		text = strings.Replace(text, "YYYY", "YY", 1)
	}
	return text
}

// dateCount counts the rows whose dates are written in a form.
type dateCount struct {
	form dateForm
	rows int
}

// dates reports whether at least 95 % of the rows are dates written in one way, and how: such as "DD.MM.YYYY hh:mm", with
// the time if any has one. Ambiguous says that no value above 12 tells days from months.
func dates(texts []string, rows []int) (layout string, ok, ambiguous bool) {
	total := 0
	for _, n := range rows {
		total += n
	}
	var counts []dateCount
	others, timed := 0, false
	for i, text := range texts {
		d, is := readDate(text)
		if !is {
			if others += rows[i]; !isMost(total-others, total) {
				return "", false, false // soon, in a column of other texts
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
	layout = best.form.layout()
	if timed {
		layout += " hh:mm"
	}
	return layout, true, ambiguous
}

// isMost reports whether n of the rows are enough to say what a column is.
func isMost(n, total int) bool { return total > 0 && float64(n) >= numberShare*float64(total) }

// date is a text that looks like one.
type date struct {
	form             dateForm
	year, month, day int // month before day where the form says monthDayYear
	timed            bool
}

// count adds the rows of a date to the forms that it fits. 01/02/2020 fits two.
func (d date) count(counts []dateCount, rows int) []dateCount {
	if isDay(d.year, d.month, d.day) {
		counts = addDate(counts, d.form, rows)
	}
	if d.form.order == dayMonthYear && d.form.separator != '.' && isDay(d.year, d.day, d.month) {
		swapped := d.form
		swapped.order = monthDayYear
		counts = addDate(counts, swapped, rows)
	}
	return counts
}

func addDate(counts []dateCount, form dateForm, rows int) []dateCount {
	i := slices.IndexFunc(counts, func(c dateCount) bool { return c.form == form })
	if i < 0 {
		return append(counts, dateCount{form, rows})
	}
	counts[i].rows += rows
	return counts
}

// isDay reports whether the calendar has the day.
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
