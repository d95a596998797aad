package infer

import (
	"cmp"
	"slices"
	"strings"
)

// IsZeroDate reports whether a text is a date of zeros, with or without a time, which databases write for a missing date.
func IsZeroDate(text string) bool {
	return slices.ContainsFunc(zeroDates[:], func(date string) bool {
		return strings.HasPrefix(text, date) && strings.Trim(text[len(date):], "0:. TZ") == ""
	})
}

var zeroDates = [...]string{"0000-00-00", "0000/00/00", "0000.00.00", "00.00.0000", "00/00/0000", "00-00-0000"}

// countNoDates counts the dates that programs write for an open end, such as 9999-12-31, or for a missing date: 0001-01-01. The last day of
// a century, such as 2099-12-31, counts unless the column has other dates after 2090, and the day 0 of spreadsheets unless it has others
// before 1900. It returns one of them too.
func (c *inferrer) countNoDates() (rows int, example string) {
	early, late := false, false
	var zeros, ends int // rows
	var zero, end string
	for i, text := range c.Texts {
		d, ok := readDate(text)
		last := min(d.day, d.month) == 12 && max(d.day, d.month) >= 30 // of December, with the day or the month first
		switch {
		case !ok:
		case d.year == 9999 || d.year == 1:
			rows, example = rows+c.Rows[i], cmp.Or(example, text)
		case last && d.year >= 2099 && d.year%100 == 99:
			ends, end = ends+c.Rows[i], cmp.Or(end, text)
		case last && d.year == 1899:
			zeros, zero = zeros+c.Rows[i], cmp.Or(zero, text)
		default:
			early, late = early || d.year < 1900, late || d.year > 2090
		}
	}
	if !late {
		rows, example = rows+ends, cmp.Or(example, end)
	}
	if !early {
		rows, example = rows+zeros, cmp.Or(example, zero)
	}
	return rows, example
}

// HasZeroDates reports whether a column has dates of zeros, and nearly all its other texts are dates.
func HasZeroDates(s ColumnContent) bool {
	zeros, dates, others := 0, 0, 0
	for i, text := range s.Texts {
		switch {
		case IsZeroDate(text):
			zeros += s.Rows[i]
		case isDate(text):
			dates += s.Rows[i]
		default:
			others += s.Rows[i]
		}
	}
	return zeros > 0 && isMost(dates, dates+others)
}
