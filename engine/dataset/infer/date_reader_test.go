package infer

import "testing"

func TestIsClock(t *testing.T) {
	for text, want := range map[string]bool{
		" 12:30": true, "T12:30": true, ", 12:30": true, ",T9:05": true, " 9:05": true, " 23:59:59": true,
		" 0:00": true, " 12:30:60": true, " 12:30:59.5": true, " 12:30:59,123456": true,
		" 12:30 PM": true, " 12:30am": true, " 12:30Z": true, " 12:30 UTC": true, " 12:30 gmt": true,
		" 12:30 CEST": true, " 12:30 est": true, " 12:30 PST": true, " 12:30 CES": false, " 12:30 CESTX": false, " 5:20:11 PM GMT+1": true,
		" 12:30 GMT-0330": true, " 12:30 PM UTC": true, " 12:30 PMX": false, " 12:30 UTC PM": false, " 12:30 GMT+": false,
		" 12:30 GMT+1:3": false, " 12:30 ııı+1": false, " 12:30 ıst": false, " 12:30 eſt-1": false, " 12:30 PS": false,
		" 12:30+02": true, " 12:30-0330": true, " 12:30 +05:30": true, " 12:30:59.5Z": true,
		"": false, ",": false, "12:30": false, "x12:30": false, ",,12:30": false, " 24:00": false, " 123:30": false,
		" :30": false, " 12-30": false, " 12:3": false, " 12:300": false, " 12:60": false,
		" 12:30:61": false, " 12:30:5": false, " 12:30:59.": false, " 12:30:59.x": false, " 12:30:": false,
		" 12:30.5": false, " 12:30x": false, "  12:30": false,
		" 12:30  PM": false, " 12:30 XM": false, " 12:30+2": true, " 12:30+023": true, " 12:30+02:3": false,
		" 12:30+02:300": false, " 12:30+02:": true, " 12:30+02x": false, " 12:30+2:30": true,
		" 12:30+02:3x": false, " 12:30+02:30x": false, " 12:30+123:00": false, " 12:30*02": false,
		" 12:30+0230x": false, " 12:30+": false, " 12:30:59.x5": false, " x:30": false,
	} {
		if _, got := readClock(text); got != want {
			t.Errorf("readClock(%q) = %v, want %v", text, got, want)
		}
	}
}

// Texts of each format with their dates, and texts that nearly have the format.
func TestReadDate(t *testing.T) {
	tests := []struct {
		text             string
		order            string
		separator        byte
		year, month, day int
		short, timed     bool
	}{
		{"2020-01-31", yearMonthDay, '-', 2020, 1, 31, false, false},
		{"2020/1/3", yearMonthDay, '/', 2020, 1, 3, false, false},
		{"2020.12.31", yearMonthDay, '.', 2020, 12, 31, false, false},
		{"2020-Jan-31", yearNameDay, '-', 2020, 1, 31, false, false},
		{"2020-september-3", yearNameDay, '-', 2020, 9, 3, false, false},
		{"2020-12", yearMonth, '-', 2020, 12, 1, false, false},
		{"1800/01", yearMonth, '/', 1800, 1, 1, false, false},
		{"2199-01", yearMonth, '-', 2199, 1, 1, false, false},
		{"31.1.2020", dayMonthYear, '.', 2020, 1, 31, false, false},
		{"1/31/20", dayMonthYear, '/', 2020, 31, 1, true, false},
		{"31-12-99", dayMonthYear, '-', 1999, 12, 31, true, false},
		{"31.12.99", dayMonthYear, '.', 1999, 12, 31, true, false},
		{"1/1/20", dayMonthYear, '/', 2020, 1, 1, true, false},
		{"31-Jan-2020", dayNameYear, '-', 2020, 1, 31, false, false},
		{"31-jan-20", dayNameYear, '-', 2020, 1, 31, true, false},
		{"1 May 2020", dayNameYear, ' ', 2020, 5, 1, false, false},
		{"1. May 2020", dayNameYear, '.', 2020, 5, 1, false, false},
		{"1.May.2020", dayNameYear, '.', 2020, 5, 1, false, false},
		{"1. Dec. 2020", dayNameYear, '.', 2020, 12, 1, false, false},
		{"01/2020", monthYear, '/', 2020, 1, 1, false, false},
		{"12-1800", monthYear, '-', 1800, 12, 1, false, false},
		{"12-2199", monthYear, '-', 2199, 12, 1, false, false},
		{"Jan 31, 2020", nameDayYear, ' ', 2020, 1, 31, false, false},
		{"December 1 2020", nameDayYear, ' ', 2020, 12, 1, false, false},
		{"Jan-31-2020", nameDayYear, '-', 2020, 1, 31, false, false},
		{"May 2020", nameYear, ' ', 2020, 5, 1, false, false},
		{"June/2020", nameYear, '/', 2020, 6, 1, false, false},
		{"AUG.2020", nameYear, '.', 2020, 8, 1, false, false},
		{"31JAN2020", dayNameYear, 0, 2020, 1, 31, false, false},
		{"1january20", dayNameYear, 0, 2020, 1, 1, true, false},
		{"31JAN2020:23:12:00.000", dayNameYear, 0, 2020, 1, 31, false, true},
		{"31JAN20 23:12", dayNameYear, 0, 2020, 1, 31, true, true},
		{"2020-01-31 12:30", yearMonthDay, '-', 2020, 1, 31, false, true},
		{"1/2/20 9:05 PM", dayMonthYear, '/', 2020, 2, 1, true, true},
		{"Jan 31, 2020, 12:30", nameDayYear, ' ', 2020, 1, 31, false, true},
	}
	for _, test := range tests {
		want := date{dateFormat{test.order, test.separator, test.short}, test.year, test.month, test.day, test.timed, 0}
		got, ok := readDate(test.text)
		if got.hour = 0; got != want || !ok {
			t.Errorf("readDate(%q) = %+v, %v, want %+v", test.text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", "1/1/2", "12345-01-01", "123-01-01", "202001-1", "2020_01_01", "2020-01-", "2020--01", "2020-01/31",
		"2020-001-31", "2020-01-310", "2020-1", "2020-123", "1799-01", "2200-01", "2020.01",
		"2020-Jan/31", "2020-Jan-", "2020-Ja-31", "2020-Janu-31", "2020-Jan-310", "2020-01-31x", "2020-01-31 25:00",
		"2020-01 12:30", "01/2020 12:30", "May 2020 12:30",
		"1.2.2020x", "1_2_2020", "1 2 2020", "1.2/2020", "1.2.202", "1.2.20201", "1.123.2020", "1.2.13", "01.2.13",
		"1.02.13", "1-2-13", "12-1799", "12-2200", "12-202", "12.2020", "1.2.", "1/2/",
		"31-Foo-2020", "31-Jan 2020", "31-Jan-202", "31 Jan2020", "31  Jan 2020", "31-Jan-", "31.  May 2020",
		"31JAN", "31JA2020", "31JAN202", "JAN312020", "31JAN2020:", "31JAN2020: 23:12", "31-Jan-2020:23:12", "2020JAN31", "31J2020",
		"Jan-2020x", "Jan 2020 5", "Jan_31_2020", "Jan 31; 2020", "Jan-31, 2020", "Jan-31,2020", "Jan 310, 2020",
		"Jan 31, 20", "Jan 31, ", "Jannuary 2020", "Ja 2020", "x 31, 2020", "May 20201",
		"1. May   2020", "Janbcd 31 2020", "@an 1, 2020", "[ec 1, 2020", "2020-01-31 12:30:00.00000000000000000000+02:00x",
	} {
		if d, ok := readDate(text); ok {
			t.Errorf("readDate(%q) = %+v, want none", text, d)
		}
	}
}

func TestIsDay(t *testing.T) {
	days := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	for month, last := range days {
		if !isDay(2021, month+1, 1) || !isDay(2021, month+1, last) || isDay(2021, month+1, last+1) || isDay(2021, month+1, 0) {
			t.Errorf("month %d has not the days 1 to %d", month+1, last)
		}
	}
	for year, leap := range map[int]bool{2020: true, 2000: true, 1900: false, 2100: false, 2021: false, 2022: false} {
		if isDay(year, 2, 29) != leap || isDay(year, 2, 30) || !isDay(year, 3, 31) || isDay(year, 4, 31) {
			t.Errorf("29 February %d: %v, want %v", year, !leap, leap)
		}
	}
	if isDay(2020, 0, 1) || isDay(2020, 13, 1) {
		t.Error("a year has other months than 1 to 12")
	}
}

// The format of most rows wins; a tie is ambiguous.
func TestDatesByRows(t *testing.T) {
	tests := []struct {
		texts     []string
		rows      []int
		layout    string
		ambiguous bool
	}{
		{[]string{"01/02/2020", "31/01/2020"}, []int{5, 1}, "DD/MM/YYYY", false},
		{[]string{"01/02/2020", "01/31/2020"}, []int{5, 1}, "MM/DD/YYYY", false},
		{[]string{"01/02/2020", "03/04/2020"}, []int{5, 1}, "DD/MM/YYYY", true},
		{[]string{"01/02/2020", "later"}, []int{19, 1}, "DD/MM/YYYY", true},
		{[]string{"later", "01/31/2020"}, []int{1, 19}, "MM/DD/YYYY", false},
		{[]string{"later", "01/31/2020"}, []int{1, 18}, "", false},
		{[]string{"later", "2020-01-31"}, []int{1, 19}, "YYYY-MM-DD", false},
		{[]string{"01/31/2020", "31/01/2020"}, []int{19, 1}, "MM/DD/YYYY", false},
		{[]string{"01/31/2020", "31/01/2020"}, []int{18, 1}, "", false},
		{[]string{"01/31/2020", "31.01.2020"}, []int{1, 1}, "", false},
		{[]string{"01/31/2020 12:30", "01/30/2020"}, []int{1, 9}, "MM/DD/YYYY hh:mm", false},
	}
	for _, test := range tests {
		layout, ok, _ := dateLayout(test.texts, test.rows, "")
		if layout.String() != test.layout || ok != (test.layout != "") || layout.IsAmbiguous != test.ambiguous {
			t.Errorf("dateLayout(%q, %v) = %q, %v, %v, want %q, %v", test.texts, test.rows, layout, ok, layout.IsAmbiguous, test.layout,
				test.ambiguous)
		}
	}
}
