package infer

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// hourCases are texts of a layout with the day and hour that they are; "" for no date.
var hourCases = []struct{ layout, text, want string }{
	{"YYYY-MM-DD", "2020-02-29", "2020-02-29 00"},
	{"YYYY-MM-DD", "2021-02-29", ""},
	{"YYYY-MM-DD", "1900-02-29", ""}, // a spreadsheet has this day
	{"YYYY-MM-DD", "2000-02-29", "2000-02-29 00"},
	{"YYYY-MM-DD", "2100-02-28", "2100-02-28 00"},
	{"YYYY-MM-DD", "2021-04-30", "2021-04-30 00"},
	{"YYYY-MM-DD", "2021-04-31", ""},
	{"YYYY-MM-DD", "2021-12-31", "2021-12-31 00"},
	{"YYYY-MM-DD", "2021-13-01", ""},
	{"YYYY-MM-DD", "2021-00-01", ""},
	{"YYYY-MM-DD", "2021-1-2", "2021-01-02 00"},
	{"YYYY-MM-DD", "0001-01-01", "0001-01-01 00"},
	{"YYYY-MM-DD", "0000-12-31", ""},
	{"YYYY-MM-DD", "9999-12-31", "9999-12-31 00"},
	{"YYYY-MM-DD", "unknown", ""},
	{"YYYY-MM-DD", "", ""},
	{"YYYY-MM-DD", "31.12.2021", ""},
	{"YYYY-MM-DD", "2021/12/31", ""},
	{"YYYY-MM-DD hh:mm", "2020-02-29", "2020-02-29 00"}, // without a time it is midnight
	{"YYYY-MM-DD hh:mm", "2020-02-29 23:59:59", "2020-02-29 23"},
	{"YYYY-MM-DD hh:mm", "2020-12-31T23:30:00+02:00", "2020-12-31 23"}, // its own clock
	{"YYYY-MM-DD hh:mm", "2020-12-31T23:30:00Z", "2020-12-31 23"},
	{"YYYY-MM-DD hh:mm", "2020-12-31T23:30:00.123456789-0930", "2020-12-31 23"},
	{"YYYY-MM-DD hh:mm", "2020-12-31 24:00", ""},
	{"YYYY-MM-DD hh:mm", "2020-12-31 12:60", ""},
	{"DD.MM.YYYY", "31.12.2021", "2021-12-31 00"},
	{"DD.MM.YYYY", "1.2.2021", "2021-02-01 00"},
	{"DD/MM/YYYY", "01/02/2021", "2021-02-01 00"},
	{"DD/MM/YYYY", "13/02/2021", "2021-02-13 00"},
	{"DD/MM/YYYY", "02/13/2021", ""},
	{"MM/DD/YYYY", "01/02/2021", "2021-01-02 00"},
	{"MM/DD/YYYY", "02/29/2020", "2020-02-29 00"},
	{"MM/DD/YYYY", "13/02/2021", ""},
	{"MM/DD/YYYY hh:mm", "1/31/2021 12:30 AM", "2021-01-31 00"},
	{"MM/DD/YYYY hh:mm", "1/31/2021 12:30 pm", "2021-01-31 12"},
	{"MM/DD/YYYY hh:mm", "1/31/2021 11:59 PM", "2021-01-31 23"},
	{"DD.MM.YY", "29.02.00", "2000-02-29 00"},
	{"DD.MM.YY", "31.12.68", "2068-12-31 00"},
	{"DD.MM.YY", "31.12.69", "1969-12-31 00"},
	{"DD.MM.YY", "31.12.99", "1999-12-31 00"},
	{"DD.MM.YY", "31.12.2021", ""},
	{"DD-Mon-YYYY", "29-Feb-2020", "2020-02-29 00"},
	{"DD-Mon-YYYY", "1-september-2021", "2021-09-01 00"},
	{"DD-Mon-YYYY", "31-Jun-2021", ""},
	{"DD.Mon.YYYY", "31. Dec. 2021", "2021-12-31 00"},
	{"DDMonYYYY", "29FEB2020", "2020-02-29 00"},
	{"DDMonYYYY", "29FEB2021", ""},
	{"DDMonYYYY", "29-FEB-2020", ""},
	{"DDMonYYYY:hh:mm", "31DEC2021:23:59:59", "2021-12-31 23"},
	{"DDMonYYYY:hh:mm", "31DEC2021 23:59", "2021-12-31 23"},
	{"DDMonYY:hh:mm", "31DEC21:23:59:59.5", "2021-12-31 23"},
	{"DDMonYY", "31DEC2021", ""},
	{"Mon DD YYYY", "Dec 31, 2021", "2021-12-31 00"},
	{"YYYY-Mon-DD", "2021-May-01", "2021-05-01 00"},
	{"YYYY-MM", "2020-02", "2020-02-01 00"},
	{"MM/YYYY", "12/2021", "2021-12-01 00"},
	{"Mon YYYY", "May 2021", "2021-05-01 00"},
	{"YYYYMMDD", "20240229", "2024-02-29 00"},
	{"YYYYMMDD", "20240131.0", "2024-01-31 00"}, // as programs write integers in columns with missing cells
	{"YYYYMMDD", "20230229", ""},
	{"YYYYMMDD", "20241301", ""},
	{"YYYYMMDD", "20240100", ""},
	{"YYYYMMDD", "17991231", ""},
	{"YYYYMMDD", "2024131", ""},
	{"YYYYMMDD", "20240131.5", ""},
	{"YYYYMMDD", "-20240131", ""},
	{"YYYYMMDD", "2024-01-31", ""},
	{"YYYYMMDD", "20240131.", ""},
	{"YYYYMMDD", "", ""},
	{"seconds since 1970", "0", "1970-01-01 00"},
	{"seconds since 1970", "1709251199", "2024-02-29 23"}, // date -u -d @1709251199
	{"seconds since 1970", "1709251200.0", "2024-03-01 00"},
	{"seconds since 1970", "-1", "1969-12-31 23"},
	{"seconds since 1970", "-3600", "1969-12-31 23"},
	{"seconds since 1970", "-62135596800", "0001-01-01 00"},
	{"seconds since 1970", "-62135596801", ""},
	{"seconds since 1970", "99999999999", "5138-11-16 09"},
	{"seconds since 1970", "100000000000", ""},
	{"seconds since 1970", "1709251199.75", "2024-02-29 23"},
	{"seconds since 1970", "-0.5", "1969-12-31 23"},
	{"seconds since 1970", "-3600.5", "1969-12-31 22"},
	{"seconds since 1970", "1.", ""},
	{"seconds since 1970", "1e5", ""},
	{"seconds since 1970", "-", ""},
	{"milliseconds since 1970", "1709251199999", "2024-02-29 23"},
	{"milliseconds since 1970", "1709251200000", "2024-03-01 00"},
	{"milliseconds since 1970", "-1", "1969-12-31 23"},
}

func TestHours(t *testing.T) {
	for _, test := range hourCases {
		layout, ok := LayoutOf(test.layout)
		if !ok || layout.String() != test.layout {
			t.Fatalf("LayoutOf(%q) = %q, %v", test.layout, layout, ok)
		}
		got := ""
		if hours, ok := layout.Hours(test.text); ok {
			year, month, day := DayOf(hours)
			got = fmt.Sprintf("%04d-%02d-%02d %02d", year, month, day, hours%24)
			if again, ok := layout.Hours(layout.Format(hours)); !ok || again != hours {
				t.Errorf("%s: %q is written as %q", test.layout, test.text, layout.Format(hours))
			}
		}
		if got != test.want {
			t.Errorf("%s: %q is %q, want %q", test.layout, test.text, got, test.want)
		}
	}
	for _, text := range []string{"YYYY", "DDMMYYYY", "DDMonYYYY hh:mm", "YYYY-MM-DD:hh:mm"} {
		if l, ok := LayoutOf(text); ok {
			t.Errorf("%s is the layout %v", text, l)
		}
	}
}

// Days count on from one to the next over all months and years, and 1970-01-01 is a Thursday.
func TestDayOf(t *testing.T) {
	last := HoursOf(1, 1, 1) - 24
	for year := 1; year <= 2500; year++ {
		for month := 1; month <= 12; month++ {
			for day := 1; isDay(year, month, day); day++ {
				hours := HoursOf(year, month, day)
				y, m, d := DayOf(hours + 23)
				if hours != last+24 || y != year || m != month || d != day {
					t.Fatalf("%d-%d-%d has the hours %d, and they are %d-%d-%d", year, month, day, hours, y, m, d)
				}
				last = hours
			}
		}
	}
	const thursday = 3
	if got := (HoursOf(1970, 1, 1)/24 + 2) % 7; got != thursday {
		t.Errorf("1970-01-01 is weekday %d, want %d", got, thursday)
	}
}

// FuzzPattern compares the pattern of each layout, which exported programs use, with the reader.
func FuzzPattern(f *testing.F) {
	for _, test := range hourCases {
		f.Add(test.text)
	}
	type compiled struct {
		DateLayout
		*regexp.Regexp
		year, month, day int
	}
	var all []compiled
	for _, order := range dateOrders {
		for _, separator := range []byte("-/. ") {
			for _, short := range []bool{false, true} {
				l := DateLayout{dateFormat: dateFormat{order, separator, short}, HasTimes: true}
				if l.Format(HoursOf(2021, 12, 31)) == "" {
					continue // no date is written so
				}
				pattern, year, month, day := l.Pattern()
				all = append(all, compiled{l, regexp.MustCompile(`\A(?:` + pattern + `)\z`), year, month, day})
			}
		}
	}
	for _, l := range integerLayouts {
		pattern, year, month, day := l.Pattern()
		all = append(all, compiled{l, regexp.MustCompile(`\A(?:` + pattern + `)\z`), year, month, day})
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, isDate := readDate(text)
		for _, l := range all {
			hours, ok := l.Hours(text)
			found, is := l.FindStringSubmatch(text), isDate || l.IsInteger()
			if ok && found == nil {
				t.Errorf("%s: the pattern does not match %q, which is a date", l.DateLayout, text)
			}
			if found != nil && !is {
				t.Errorf("%s: the pattern matches %q, which is no date", l.DateLayout, text)
			}
			if ok && l.day > 0 {
				year, _, day := DayOf(hours)
				if !strings.HasSuffix(fmt.Sprintf("%04d", year), found[l.year]) || strings.TrimLeft(found[l.day], "0") != fmt.Sprint(day) {
					t.Errorf("%s: the groups of %q are %q", l.DateLayout, text, found)
				}
			}
		}
	})
}
