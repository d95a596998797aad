package main

import "strings"

// dated is a column of these cells; they must become dates in one column, in any form.
func dated(name, between, types string, cells ...string) fileCase {
	c := numbered(name, between, cells...)
	c.types, c.missing = "categorical "+types, "0 0"
	return c
}

// dateFiles tests dates, timestamps, and values that only resemble them.
func dateFiles() []fileCase {
	shown := func(c fileCase, row string, forms ...any) fileCase {
		c.cells = map[string]any{row + ",1": either(forms)}
		return c
	}
	daily := func(i int) string {
		return []string{"2024-01-15", "2024-02-16", "2023-12-31", "2024-02-29", "2022-06-01"}[i%5]
	}
	return []fileCase{
		shown(dated("dates by ISO 8601", ",", "date", "2024-01-15", "2024-02-16", "2023-12-31"), "0", "2024-01-15"),
		shown(dated("German dates", ";", "date", "15.01.2024", "16.02.2024", "31.12.2023"), "0", "15.01.2024", "2024-01-15"),
		shown(dated("German dates without zeros", ";", "date", "5.1.2024", "16.2.2024", "31.12.2023"), "0", "5.1.2024", "2024-01-05"),
		shown(dated("American dates", ",", "date", "01/15/2024", "02/16/2024", "12/31/2023"), "0", "01/15/2024", "2024-01-15"),
		shown(dated("British dates", ",", "date", "15/01/2024", "16/02/2024", "31/12/2023"), "0", "15/01/2024", "2024-01-15"),
		shown(
			dated("dates with slashes, the year first", ",", "date", "2024/01/15", "2024/02/16", "2023/12/31"), "0",
			"2024/01/15", "2024-01-15",
		),
		dated("dates that could be of two forms", ",", "date", "01/02/2024", "03/04/2024", "05/06/2023"),
		dated("dates with two digits for the year", ";", "date|categorical", "15.01.24", "16.02.24", "31.12.23"),
		dated("dates with names of months", ",", "date|categorical", "15 Jan 2024", "16 Feb 2024", "31 Dec 2023"),
		dated("dates with names of months first", ",", "date|categorical", `"Jan 15, 2024"`, `"Feb 16, 2024"`, `"Dec 31, 2023"`),
		dated("dates with names of months between dashes", ",", "date|categorical", "15-Jan-2024", "16-Feb-2024", "31-Dec-2023"),
		dated("moments by ISO 8601", ",", "date", "2024-01-15T10:30:00Z", "2024-02-16T11:45:30Z", "2023-12-31T23:59:59Z"),
		dated("moments with a blank", ",", "date", "2024-01-15 10:30:00", "2024-02-16 11:45:30", "2023-12-31 23:59:59"),
		dated(
			"moments with a zone and fractions", ",", "date", "2024-01-15T10:30:00.250+02:00",
			"2024-02-16T11:45:30.500+01:00", "2023-12-31T23:59:59.000+01:00",
		),
		dated("German moments", ";", "date", "15.01.2024 10:30", "16.02.2024 11:45", "31.12.2023 23:59"),
		dated("American moments", ",", "date|categorical", "1/15/2024 10:30 AM", "2/16/2024 11:45 PM", "12/31/2023 1:59 PM"),
		dated("days without delimiters", ",", "date|numeric", "20240115", "20240216", "20231231"),
		dated("months", ",", "date|categorical", "2024-01", "2024-02", "2023-12"),
		dated("quarters", ",", "categorical|date", "2024Q1", "2024Q2", "2023Q4"),
		dated("times", ",", "date|categorical", "10:30", "11:45", "23:59"),
		dated("times with seconds and fractions", ",", "date|categorical", "10:30:15.250", "11:45:30.500", "23:59:59.000"),
		dated("years are numbers", ",", "numeric", "1998", "2004", "2021"),
		dated("seconds since 1970 are numbers", ",", "numeric|date", "1705312800", "1705399200", "1705485600"),
		asNumbers("days and months are decimals, if they are numbers", ",", []any{1.12, 15.01, 3.5}, "1.12", "15.01", "3.5"),
		asTexts("scores are no dates", "categorical", "3-4", "0-0", "2-1"),
		{
			name: "dates of two forms in one column", in: column(",", times(12, "2024-01-15", "16/02/2024", "2023-12-31")...), rows: "12",
			types: "categorical date|categorical", holds: func(got inspected) string {
				if got.Types[1] == "date" && got.Missing[1] > 0 && len(got.Warnings) == 0 {
					return "dates became missing without a word"
				}
				return ""
			},
		},
		{
			name: "days that do not exist",
			in:   column(",", append(times(29, "2024-01-15", "2024-02-16", "2023-12-31"), "2024-02-30")...), rows: "30",
			warn: "2024-02-30|date|x",
		},
		{
			name: "a word among dates",
			in:   column(",", append(times(29, "2024-01-15", "2024-02-16", "2023-12-31"), "soon")...), rows: "30",
			types: "categorical date|categorical", warn: "soon|x",
		},
		{
			name: "dates with missing cells", in: lines("day,y", 40, func(i int) string {
				return []string{daily(i), "", daily(i + 1), "NA"}[i%4] + "," + []string{"a", "b"}[i%2]
			}), rows: "40", types: "date binary", missing: "20 0",
			cells: map[string]any{"1,0": nil},
		},
		{name: "a date in every row is a date, not a name of the row", in: lines("day,y", 28, func(i int) string {
			return "2024-02-" + string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10)) + "," + []string{"a", "b"}[i%2]
		}), rows: "28", types: "date binary", missing: "0 0"},
		{
			name: "one date in all rows", in: "day,y\n" + strings.Repeat("2024-01-15,a\n2024-01-15,b\n", 6), rows: "12",
			types: "constant|date binary",
		},
		{name: "two dates", in: "day,y\n" + strings.Repeat("2024-01-15,a\n2024-01-16,b\n", 6), rows: "12", types: "binary|date binary"},
		{
			name: "a date stays one column",
			in:   "day;x\n" + strings.Repeat("15.01.2024;1,5\n16.01.2024;2,5\n17.01.2024;3,5\n", 4), rows: "12", cols: 2,
			types: "date numeric", cells: map[string]any{"0,0": either{"15.01.2024", "2024-01-15"}},
		},
		{
			name: "dates, as categories if asked",
			in:   column(",", times(12, "2024-01-15", "2024-02-16", "2023-12-31")...), args: "-types x=categorical",
			rows: "12", types: "categorical categorical", cells: map[string]any{"0,1": "2024-01-15"},
		},
	}
}
