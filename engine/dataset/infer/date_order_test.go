package infer

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// Dates that can be read with the day or the month first, and integers that are dates: the detected kinds, and those that the user chooses.
func TestDatesOverruled(t *testing.T) {
	slashed := []string{"03/04/2024", "05/06/2024", "31/01/2024"}
	undecided := slashed[:2]
	stamps := []string{"1700000000", "1710000000", "1720000000"}
	for _, test := range []struct {
		name, column string
		texts        []string
		want         Kind
		first        string
		kind         Kind
		layout       string
		either       int
		note         string // one of the notes, or the error
	}{
		{"a row decides", "d", slashed, "", "", Date, "DD/MM/YYYY", 2, "the day comes first: 1 of 3 dates decide that"},
		{"as found", "d", slashed, Date, DayFirst, Date, "DD/MM/YYYY", 2, "the day comes first, as you chose: of 3 dates, 1 can only"},
		{
			"against a row", "d", slashed, Date, MonthFirst, Date, "MM/DD/YYYY", 2,
			"the month comes first, as you chose: of 3 dates, 0 can only be read so, and 1 only the other way",
		},
		{
			"the row is missing", "d", slashed, Date, MonthFirst, Date, "MM/DD/YYYY", 2,
			"1 of its 3 values are not such dates and count as missing",
		},
		{"no row decides", "d", undecided, "", "", Date, "DD/MM/YYYY", 2, "no row decides whether day or month comes first"},
		{"the user decides", "d", undecided, Date, MonthFirst, Date, "MM/DD/YYYY", 2, "the month comes first, as you chose: no row decides"},
		{"all rows decide", "d", []string{"31/01/2024", "30/01/2024"}, "", "", Date, "DD/MM/YYYY", 0, "its values are dates (DD/MM/YYYY)"},
		{"none can be", "d", []string{"31/01/2024"}, Date, MonthFirst, "", "", 0, "a date with the month first: none of its values"},
		{"another order", "d", []string{"2024-01-02"}, Date, MonthFirst, "", "", 0, "a date with the month first: none of its values"},
		{"points", "d", []string{"01.02.2024"}, Date, MonthFirst, "", "", 0, "a date with the month first: none of its values"},
		{"integers", "d", []string{"20240131", "20240229", "20240301"}, "", "", Date, "YYYYMMDD", 0, "its values are dates (YYYYMMDD)"},
		{"integers of one month", "d", []string{"20240131", "20240129", "20240101"}, "", "", Numeric, "", 0, ""},
		{"two integers", "d", []string{"20240131", "20240229"}, "", "", Binary, "", 0, ""},
		{"one is no date", "d", []string{"20240131", "20240229", "20240301", "20240230"}, "", "", Numeric, "", 0, ""},
		{"one is too early", "d", []string{"20240131", "20240229", "18991231"}, "", "", Numeric, "", 0, ""},
		{"integers wanted as numbers", "d", []string{"20240131", "20240229", "20240301"}, Numeric, "", Numeric, "", 0, ""},
		{"seconds", "created_at", stamps, "", "", Numeric, "seconds since 1970", 0, "from 2023-11-14 to 2024-07-03: make it a date if they are"},
		{"seconds of no time", "population", stamps, "", "", Numeric, "", 0, ""},
		{"seconds, as the user says", "population", stamps, Date, "", Date, "seconds since 1970", 0, "its values are dates (seconds since 1970)"},
		{
			"milliseconds", "timestamp",
			[]string{"1700000000000", "1710000000000", "1720000000500"},
			"", "", Numeric, "milliseconds since 1970", 0,
			"its numbers may be milliseconds since 1970, from 2023-11-14 to 2024-07-03",
		},
		{"too early for seconds", "date", []string{"12", "14", "17"}, "", "", Numeric, "", 0, ""},
		{"one is too early", "date", append([]string{"1.5"}, stamps...), "", "", Numeric, "", 0, ""},
		{"ages are no dates", "age", []string{"12", "14", "17"}, Date, "", "", "", 0, "are not dates written in one way"},
	} {
		c := ColumnContent{Name: test.column, Texts: test.texts, Rows: onceEach(len(test.texts))}
		c.Patterns = CountPatterns(c.Texts, c.Rows)
		f, err := KindOf(c, test.want, Hint{First: test.first})
		notes := slices.Clone(f.Notes)
		if err != nil {
			notes = append(notes, err.Message)
		}
		said := test.note == "" && (f.Kind == Numeric || f.Kind == Binary) && len(notes) == 0 ||
			test.note != "" && strings.Contains(strings.Join(notes, "\n"), test.note)
		if f.Kind != test.kind || f.Layout.String() != test.layout || f.Either != test.either || !said {
			t.Errorf("%s: %s", test.name, fmt.Sprintf("%q, %q, %d, %q, want %q, %q, %d, %q",
				f.Kind, f.Layout, f.Either, notes, test.kind, test.layout, test.either, test.note))
		}
	}
}

// Numbers that are all dates with an hour are not seconds since 1970, although they are in their range.
func TestHoursAreNoSeconds(t *testing.T) {
	for want, numbers := range map[string][]float64{
		"": {2018030100, 2018030123, math.NaN()}, "seconds since 1970": {2018030100, 2018030124}, "milliseconds since 1970": {1609459200000},
	} {
		if l, _ := ProposedDates("MESS_DATUM", numbers); l.String() != want {
			t.Errorf("%v are proposed as %q, want %q", numbers, l.String(), want)
		}
	}
}

func TestDaysOfSpreadsheets(t *testing.T) {
	const note = "its numbers may be days as spreadsheets count them, from 2024-01-01 to 2024-12-31: " +
		"format the column as dates there, and save it again"
	for _, test := range []struct {
		name    string
		numbers []float64
		want    string
	}{
		{"order_date", []float64{45657, math.NaN(), 45292.75, 45400}, note},
		{"amount", []float64{45292, 45657}, ""},
		{"order_date", []float64{45292, 45292}, ""},
		{"order_date", []float64{32873, 45657}, ""},
		{"order_date", []float64{45292, 55153}, ""},
		{"order_date", []float64{math.NaN()}, ""},
	} {
		if l, got := ProposedDates(test.name, test.numbers); got != test.want || l != (DateLayout{}) {
			t.Errorf("%s, %v: %v, %q, want %q", test.name, test.numbers, l, got, test.want)
		}
	}
}
