package infer

import "testing"

// writtenForms are columns with the format of their numbers. They also seed the fuzzer.
var writtenForms = []struct {
	name      string
	texts     []string // one row each
	hint      Hint
	want      NumberFormat
	rows      int
	ambiguous bool
}{
	{name: "whole", texts: []string{"1", "2", "-3"}, rows: 3},
	{name: "points", texts: []string{"1.5", "2"}, want: NumberFormat{Decimal: "."}, rows: 2},
	{name: "commas", texts: []string{"1,5", "2"}, want: commas, rows: 2},
	{name: "three decimals and a shorter one", texts: []string{"1,234", "1,5"}, want: commas, rows: 2},
	{
		name: "three decimals behind both marks", texts: []string{"0.943", "8.054", "3,866"}, hint: Hint{Proven: "."}, want: american, rows: 3,
		ambiguous: true,
	},
	{
		name: "three decimals behind both marks, and both", texts: []string{"0.943", "8.054", "3,866", "1,200.5"}, hint: Hint{Proven: "."},
		want: american, rows: 4,
	},
	{name: "zero before the comma", texts: []string{"1,234", "0,123"}, want: commas, rows: 2},
	{name: "four digits before the comma", texts: []string{"1,234", "1234,567"}, want: commas, rows: 2},
	{name: "two commas", texts: []string{"1,234", "1,234,567"}, want: NumberFormat{Thousands: ","}, rows: 2},
	{name: "comma and point", texts: []string{"1,234", "1,234.5"}, want: american, rows: 2},
	{name: "point and comma", texts: []string{"1.234", "1.234,5"}, want: german, rows: 2},
	{name: "two points", texts: []string{"1.234", "1.234.567"}, want: NumberFormat{Thousands: "."}, rows: 2},
	{name: "blanks", texts: []string{"1 234", "12,5"}, want: french, rows: 2},
	{name: "no-break blanks", texts: []string{"1\u00a0234", "1\u202f234,5"}, want: french, rows: 2},
	{name: "apostrophes", texts: []string{"1'234", "1’234.5", "7"}, want: swiss, rows: 3},

	{name: "1,234 alone", texts: []string{"1,234"}, want: NumberFormat{Thousands: ","}, rows: 1, ambiguous: true},
	{
		name: "1,234 between commas", texts: []string{"1,234"}, hint: Hint{Delimiter: ","},
		want: NumberFormat{Thousands: ","}, rows: 1, ambiguous: true,
	},
	{
		name: "1,234 between tabs", texts: []string{"1,234"}, hint: Hint{Delimiter: "\t"},
		want: NumberFormat{Thousands: ","}, rows: 1, ambiguous: true,
	},
	{name: "1,234 between semicolons", texts: []string{"1,234"}, hint: Hint{Delimiter: ";"}, want: commas, rows: 1, ambiguous: true},
	{
		name: "1,234 among points", texts: []string{"1,234"}, hint: Hint{Proven: ".", Delimiter: ";"},
		want: NumberFormat{Thousands: ","}, rows: 1,
	},
	{name: "1,234 among commas", texts: []string{"1,234"}, hint: Hint{Proven: ",", Delimiter: ","}, want: commas, rows: 1},
	{name: "1,234 given commas", texts: []string{"1,234"}, hint: Hint{Given: ","}, want: commas, rows: 1},
	{
		name: "1,234 given points", texts: []string{"1,234"}, hint: Hint{Given: ".", Delimiter: ";"},
		want: NumberFormat{Thousands: ","}, rows: 1,
	},
	{
		name: "texts with commas in a workbook", texts: []string{"1,5", "2", "1.234,56"}, hint: Hint{Converted: true, Delimiter: ","},
		want: german, rows: 3,
	},
	{
		name: "texts and numbers in a workbook", texts: []string{"1,5", "2,5", "1.234"}, hint: Hint{Converted: true, Proven: ","},
		want: NumberFormat{Decimal: "."}, rows: 1,
	},
	{
		name: "1,234 in a workbook", texts: []string{"1,234"}, hint: Hint{Converted: true},
		want: NumberFormat{Thousands: ","}, rows: 1,
	},
	{name: "1,234 in a workbook with commas", texts: []string{"1,234"}, hint: Hint{Converted: true, Proven: ","}, want: commas, rows: 1},
	{name: "1.234 alone", texts: []string{"1.234"}, want: NumberFormat{Decimal: "."}, rows: 1},
	{
		name: "1.234 between semicolons", texts: []string{"1.234"}, hint: Hint{Delimiter: ";"},
		want: NumberFormat{Decimal: "."}, rows: 1, ambiguous: true,
	},
	{name: "1.234 among points", texts: []string{"1.234"}, hint: Hint{Proven: ".", Delimiter: ";"}, want: NumberFormat{Decimal: "."}, rows: 1},
	{
		name: "1.234 among commas", texts: []string{"1.234", "5"}, hint: Hint{Proven: ","},
		want: NumberFormat{Thousands: "."}, rows: 2, ambiguous: true,
	},
	{name: "1.5 among commas", texts: []string{"1.234", "1.5"}, hint: Hint{Proven: ","}, want: NumberFormat{Decimal: "."}, rows: 2},
	{name: "1.234 given commas", texts: []string{"1.234"}, hint: Hint{Given: ","}, want: NumberFormat{Thousands: "."}, rows: 1},
	{name: "1.5 given commas", texts: []string{"1.5", "2"}, hint: Hint{Given: ","}, want: commas, rows: 1},
	{name: "1,5 given points", texts: []string{"1,5", "2"}, hint: Hint{Given: "."}, want: NumberFormat{}, rows: 1},

	{
		name: "1.234 and whole numbers below 1000", texts: []string{"950", "1.234", "12.500", "7", "81.020", "-184"},
		want: NumberFormat{Decimal: "."}, rows: 6, ambiguous: true,
	},
	{
		name: "1.234 € and whole numbers below 1000", texts: []string{"950 €", "1.234 €", "12.500 €", "7 €", "81.020 €", "184 €"},
		want: NumberFormat{Decimal: ".", Unit: "€"}, rows: 6, ambiguous: true,
	},
	{
		name: "1.234 and whole numbers among points", texts: []string{"950", "1.234", "12.500", "7", "81.020", "184"},
		hint: Hint{Proven: "."}, want: NumberFormat{Decimal: "."}, rows: 6,
	},
	{name: "1.234 and 1234", texts: []string{"950", "1.234", "12.500", "7", "184", "1234"}, want: NumberFormat{Decimal: "."}, rows: 6},
	{name: "1.234 and the ends of a scale", texts: []string{"0", "1.234", "81.020", "100"}, want: NumberFormat{Decimal: "."}, rows: 4},

	{
		name: "1,234 beside 0,516 among points", texts: []string{"0.5", "1.234", "12.1", "2.25", "1,234", "0,516"},
		want: NumberFormat{Decimal: "."}, rows: 4,
	},
	{name: "1.234 beside 0.516 among commas", texts: []string{"0,5", "1,234", "12,1", "2,25", "1.234", "0.516"}, want: commas, rows: 4},
	{
		name: "1,234 and 1,234,567 beside a slip", texts: []string{"0.5", "12.1", "2.25", "1,234", "1,234,567", "0,516"},
		want: american, rows: 5,
	},
	{
		name: "blanks beside a slip", texts: []string{"1 234.5", "12.1", "1 234", "0,516"},
		want: NumberFormat{Decimal: ".", Thousands: " "}, rows: 3,
	},

	{name: "negative in parentheses", texts: []string{"(5,894.21)", "250.75"}, want: american, rows: 2},
	{name: "a dash for zero", texts: []string{"$1,234.50", "$-"}, want: NumberFormat{Decimal: ".", Thousands: ",", Unit: "$"}, rows: 2},
	{name: "a minus behind", texts: []string{"92,77-", "250,75"}, want: commas, rows: 2},
	{name: "percent", texts: []string{"12.5%", "3 %"}, want: NumberFormat{Decimal: ".", Unit: "%"}, rows: 2},
	{name: "dollars", texts: []string{"$1,234.50", "-$5"}, want: NumberFormat{Decimal: ".", Thousands: ",", Unit: "$"}, rows: 2},
	{name: "euros", texts: []string{"1.234,50 €", "5 €"}, want: NumberFormat{Decimal: ",", Thousands: ".", Unit: "€"}, rows: 2},
	{name: "a code of a currency", texts: []string{"USD 5", "6 USD"}, want: NumberFormat{Unit: "USD"}, rows: 2},
	{name: "two units", texts: []string{"5 €", "6 $"}, want: NumberFormat{Unit: "$"}, rows: 1},
	{name: "some have the unit", texts: []string{"5%", "6", "7"}, want: NumberFormat{}, rows: 2},
	{name: "words", texts: []string{"a", "5 apples", "x1"}, rows: 0},
	{name: "telephones", texts: []string{"06 12 34 56 78", "+31612345678"}, rows: 0},
	{name: "too large", texts: []string{"1e309", "5"}, rows: 2},
	{name: "nothing", texts: nil, rows: 0},
}

func TestVerdict(t *testing.T) {
	for _, test := range writtenForms {
		t.Run(test.name, func(t *testing.T) {
			rows := onceEach(len(test.texts))
			v := CountPatterns(test.texts, rows).fit(test.hint)
			if v.format != test.want || v.rows != test.rows || v.ambiguous != test.ambiguous {
				t.Errorf("fit of %q = %+v, %d rows, ambiguous %v, want %+v, %d rows, ambiguous %v",
					test.texts, v.format, v.rows, v.ambiguous, test.want, test.rows, test.ambiguous)
			}
			if v.ambiguous != (v.example != "") {
				t.Errorf("ambiguous %v with the example %q", v.ambiguous, v.example)
			}
			checkFit(t, test.texts, rows, test.hint)
		})
	}
}

func onceEach(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = 1
	}
	return rows
}

// A slip among many ambiguous values must not change their reading without a warning.
func TestSlips(t *testing.T) {
	tests := []struct {
		slip      string
		hint      Hint
		want      NumberFormat
		ambiguous bool
	}{
		{"12,34", Hint{Delimiter: ","}, NumberFormat{Thousands: ","}, true},
		{"12,34", Hint{Delimiter: ";"}, commas, true},
		{"12,34", Hint{Proven: ","}, commas, false},
		{"1.5", Hint{Delimiter: ";"}, american, true},
		{"1.5", Hint{Delimiter: ","}, american, false},
		{"word", Hint{Proven: "."}, NumberFormat{Thousands: ","}, false},
	}
	for _, test := range tests {
		v := CountPatterns([]string{"1,234", test.slip}, []int{1000, 1}).fit(test.hint)
		if v.format != test.want || v.ambiguous != test.ambiguous {
			t.Errorf("fit of 1,234 and %s with %+v = %+v, %v, want %+v, %v", test.slip, test.hint, v.format, v.ambiguous, test.want, test.ambiguous)
		}
	}
}

func TestProvenDecimal(t *testing.T) {
	column := func(texts ...string) PatternCounts { return CountPatterns(texts, onceEach(len(texts))) }
	tests := []struct {
		name    string
		columns []PatternCounts
		want    string
	}{
		{"nothing", nil, ""},
		{"whole numbers", []PatternCounts{column("1", "2")}, ""},
		{"doubtful", []PatternCounts{column("1,234"), column("1.234")}, ""},
		{"points", []PatternCounts{column("1,234"), column("1.5")}, "."},
		{"commas", []PatternCounts{column("1,5"), column("1.234")}, ","},
		{"thousands prove, too", []PatternCounts{column("1.234.567")}, ","},
		{"most", []PatternCounts{column("1,5"), column("2,5"), column("1.5")}, ","},
		{"both", []PatternCounts{column("1,5"), column("1.5")}, ""},
		{"in words", []PatternCounts{column("1,5", "a", "b")}, ""},
	}
	for _, test := range tests {
		if got := ProvenDecimal(test.columns); got != test.want {
			t.Errorf("%s: ProvenDecimal = %q, want %q", test.name, got, test.want)
		}
	}
}
