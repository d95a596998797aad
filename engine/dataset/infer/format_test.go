package infer

import (
	"math"
	"strings"
	"testing"
)

var (
	american  = NumberFormat{Decimal: ".", Thousands: ","}
	german    = NumberFormat{Decimal: ",", Thousands: "."}
	french    = NumberFormat{Decimal: ",", Thousands: blank}
	swiss     = NumberFormat{Decimal: ".", Thousands: apostrophe}
	commas    = NumberFormat{Decimal: ","}
	percent   = NumberFormat{Unit: "%"}
	dollars   = NumberFormat{Thousands: ",", Unit: "$"}
	kronor    = NumberFormat{Decimal: ",", Thousands: blank, Unit: "kr"}
	notFinite = math.Inf(1) // in the tables: written like a number, but out of range
)

// writtenNumbers are texts with their values in a format. They also seed the fuzzer.
var writtenNumbers = []struct {
	form NumberFormat
	text string
	want float64
}{
	{NumberFormat{}, "12", 12},
	{NumberFormat{}, "-1.5", -1.5},
	{NumberFormat{}, "−1.5", -1.5},
	{NumberFormat{}, "−0", 0},
	{NumberFormat{}, "–5", -5},
	{NumberFormat{}, "(5.5)", -5.5},
	{NumberFormat{}, "5.5-", -5.5},
	{NumberFormat{}, "(0)", 0},
	{NumberFormat{}, "50.-", 50},
	{NumberFormat{}, "-50.-", -50},
	{NumberFormat{}, "1e309", notFinite},
	{NumberFormat{}, "−1e309", notFinite},

	{american, "1,234", 1234},
	{american, "1,234.5", 1234.5},
	{american, "-1,234,567.25", -1234567.25},
	{american, "999", 999},
	{american, "12345", 12345},
	{american, "1234.5", 1234.5},
	{american, "1,234.-", 1234},
	{american, ".5", 0.5},
	{american, "1e5", 1e5},
	{american, "+1,234", 1234},
	{american, "−1,234", -1234},
	{american, "(5,894.21)", -5894.21},
	{american, "5,894.21-", -5894.21},

	{commas, "1,5", 1.5},
	{commas, "-0,25", -0.25},
	{commas, ",5", 0.5},
	{commas, "12", 12},
	{commas, "1,5e3", 1500},
	{commas, "1234,567", 1234.567},
	{commas, "1e309", notFinite},

	{german, "1.234,5", 1234.5},
	{german, "1.234.567", 1234567},
	{german, "1,5", 1.5},
	{german, "1.234,-", 1234},
	{german, "(1.234,5)", -1234.5},
	{german, "92,77-", -92.77},

	{french, "1 234,5", 1234.5},
	{french, "1\u00a0234", 1234},
	{french, "12\u202f345\u202f678", 12345678},
	{french, "12\u2009345\u2007678", 12345678},
	{french, "-1 234", -1234},
	{swiss, "1'234.5", 1234.5},
	{swiss, "1’234’567", 1234567},

	{percent, "12.5%", 12.5},
	{percent, "12 %", 12},
	{percent, "-3%", -3},
	{percent, "%5", 5},
	{percent, "1e2\u00a0%", 100},
	{dollars, "$1,234.50", 1234.5},
	{dollars, "-$5", -5},
	{dollars, "$-5", -5},
	{dollars, "−$ 5", -5},
	{dollars, "5$", 5},
	{dollars, "($5)", -5},
	{dollars, "$(5)", -5},
	{dollars, "(5) $", -5},
	{dollars, "$5-", -5},
	{dollars, "$-", 0},
	{dollars, "$ -", 0},
	{NumberFormat{Unit: "€"}, "-   €", 0},
	{kronor, "1 234,50 kr", 1234.5},
	{kronor, "kr 12", 12},
	{kronor, "12kr", 12},
	{NumberFormat{Unit: "€"}, "€ 5", 5},
	{NumberFormat{Unit: "CHF"}, "CHF 5.05", 5.05},
	{NumberFormat{Unit: "₹"}, "₹5", 5},
	{NumberFormat{Unit: "US$"}, "US$ 5", 5},
	{NumberFormat{Unit: "Rs.", Thousands: ","}, "Rs. 1,23,456", 123456},
	{NumberFormat{Unit: "zł", Thousands: blank, Decimal: ","}, "4 096,69 zł", 4096.69},
	{NumberFormat{Unit: "₹", Thousands: ","}, "₹1,49,952", 149952},
	{NumberFormat{Unit: "₹", Thousands: ","}, "-₹12,34,56,789.5", -123456789.5},
	{NumberFormat{Thousands: ","}, "1,00,000", 100000},
	{NumberFormat{Unit: "%"}, "1e309%", notFinite},
	{NumberFormat{Thousands: "."}, "1.234", 1234},
	{NumberFormat{Thousands: "."}, "1,5", 1.5},
	{NumberFormat{Thousands: blank}, "1.5", 1.5},
}

// notNumbers are texts that are not numbers of a format.
var notNumbers = []struct {
	form  NumberFormat
	texts []string
}{
	{NumberFormat{}, []string{
		"1,5", "−", "−-5", "", "5%", "00501", "+31612345678", "0x1F", "inf", "nan", "1A5", "1_000", "1e", "2020-01-31", "12:30",
		"1.2.3", "10.0.0.1", "12-34", "(12", "12)", "()", "((5))", "(-5)", "-5-", "(5-)", "(5)-", "-(5)", "(a)", "(007)", "1e-", "5--",
		".-", "5.--", "5.5.-",
	}},
	{american, []string{
		"1,5", "12,34", "1234,567", "0,123", "01,234", ",123", "1,234,", "1,,234", "1,234.", "1,234e5", "1.234,567",
		"1,234.5.6", "1,2345", "1,49,95", "1,49,9522", "149,52,952", "1,49,952,123", "1,234,56,789", "0,49,952",
		"+31,612,345,678", "1 234",
	}},
	{commas, []string{"1.5", "1,2,3", "1,5.3", "007,5", "1,5x", ","}},
	{german, []string{"1.5", "0.123", "192.168.1.1", "1.2.3", "31.12.2020"}},
	{french, []string{"06 12 34 56 78", "1  234", "1 2345", "1 234 ", "012 345"}},
	{swiss, []string{"1''234", "5'6"}},
	{percent, []string{"5", "%", "5%%", "5  %", "5 €", "-%"}},
	{dollars, []string{"-$-5", "$", "$5 USD", "($-5)", "-($5)", "(5", "($)", "+$", "- USD"}},
	{kronor, []string{"12 Kr", "12"}},
}

func TestForm(t *testing.T) {
	for _, test := range writtenNumbers {
		want, wantIs := test.want, IsNumber
		if math.IsInf(want, 0) {
			want, wantIs = 0, OutOfRange
		}
		got, is := test.form.Parse([]byte(test.text))
		if math.Float64bits(got) != math.Float64bits(want) || is != wantIs {
			t.Errorf("%+v.Parse(%q) = %v, %v, want %v, %v", test.form, test.text, got, is, want, wantIs)
		}
		if again, isAgain := parse(test.form, test.text); again != got || isAgain != is {
			t.Errorf("parse(%+v, %q) = %v, %v, want %v, %v", test.form, test.text, again, isAgain, got, is)
		}
	}
	for _, of := range notNumbers {
		for _, text := range of.texts {
			if x, is := of.form.Parse([]byte(text)); x != 0 || is != NotNumber {
				t.Errorf("%+v.Parse(%q) = %v, %v, want no number", of.form, text, x, is)
			}
		}
	}
}

func TestFormsAreReadWithoutAllocation(t *testing.T) {
	tests := []struct {
		form NumberFormat
		text string
	}{
		{NumberFormat{}, "12.5"},
		{NumberFormat{}, "−12.5"},
		{NumberFormat{}, "(12.5)"},
		{american, "1,234,567.5"},
		{german, "1.234,5"},
		{kronor, "1 234,50 kr"},
		{american, "word"},
	}
	for _, test := range tests {
		cell := []byte(test.text)
		if n := testing.AllocsPerRun(10, func() { test.form.Parse(cell) }); n != 0 {
			t.Errorf("%+v.Parse(%s) allocates %v times, want 0", test.form, test.text, n)
		}
	}
}

func FuzzForm(f *testing.F) {
	for _, test := range writtenNumbers {
		f.Add(test.text, "1", "", uint8(3), uint8(0))
	}
	for _, test := range writtenForms {
		texts := append(test.texts, "", "", "")
		f.Add(texts[0], texts[1], texts[2], uint8(20), uint8(1))
	}
	f.Add("−"+strings.Repeat("9", 70), "1", "", uint8(3), uint8(0)) // with a minus that readNumber does not know
	f.Fuzz(func(t *testing.T, a, b, c string, rows, hints uint8) {
		for _, form := range append(readings[:], percent, dollars, kronor, NumberFormat{}) {
			x, is := form.Parse([]byte(a))
			if math.IsInf(x, 0) || math.IsNaN(x) || is != IsNumber && x != 0 || x == 0 && math.Signbit(x) {
				t.Errorf("%+v.Parse(%q) = %v, %v", form, a, x, is)
			}
		}
		h := Hint{
			Given: []string{"", ".", ","}[hints%3], Proven: []string{"", ".", ","}[hints/3%3],
			Delimiter: []string{",", ";", "\t"}[hints/9%3],
		}
		checkFit(t, []string{a, b, c}, []int{int(rows) + 1, 2, 1}, h)
	})
}

// checkFit checks that a format parses as many rows as its fit has.
func checkFit(t *testing.T, texts []string, rows []int, h Hint) {
	t.Helper()
	v := CountPatterns(texts, rows).fit(h)
	n := 0
	for i, text := range texts {
		if _, is := parse(v.format, text); is != NotNumber {
			n += rows[i]
		}
	}
	if n != v.rows && v.rows > 0 {
		t.Errorf("CountPatterns(%q, %v).fit(%+v) counts %d rows for %+v, which reads %d", texts, rows, h, v.rows, v.format, n)
	}
}

func BenchmarkForm(b *testing.B) {
	benchmarks := []struct {
		name, text string
		form       NumberFormat
	}{
		{"plain", "39.25", NumberFormat{}},
		{"comma", "39,25", commas},
		{"thousands", "1,234,567.5", american},
		{"unit", "1 234,50 kr", kronor},
		{"word", "word", american},
	}
	for _, bench := range benchmarks {
		cell := []byte(bench.text)
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bench.form.Parse(cell)
			}
		})
	}
}
