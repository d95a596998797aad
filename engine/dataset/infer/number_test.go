package infer

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// plainNumbers are texts on both sides of every border of the fast path; they also seed the fuzzer.
var plainNumbers = []string{
	"", "-", "+", ".", "0", "-0", "-0.0", "00", "0.0", "1", "-1", "+1", "1.", ".5", "-.5", "1e5", "1E-5", "1e+5", "1e", "1e+", "1ex",
	"9007199254740991", "9007199254740992", "9007199254740993", "9007199254740992e22", "9007199254740993e22",
	"1e22", "1e23", "1e-22", "1e-23", "8.5e22", "123456789012345678e4", "9999999999999999999", "18446744073709551615",
	"18446744073709551616", "99999999999999999999", "0.1234567890123456789", "0.12345678901234567890",
	"0.00000000000000000001", "0.0000000000000000000001", "0.000000000000000000000000000001", "100000000000000000000000e-23",
	"2.2250738585072011e-308", // R. Regan, 2010: the text that hung PHP and Java
	"5e-324", "2e-324", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "-1e309", "1e999999999999", "1e-999999999999",
	"0e999999999999", "72.06044011763512", "3.141592653589793238462643383279502884197", "+1234567", "+12345678", "+1234567.8",
	"inf", "nan", "0x1F", "1_000", "1,5", "1.2.3", "1 2", "1A5", "12-34", "é", "−5", "-12", "+5", "5.", "2.5E-3", "0.1",
	"+12345678.5", "1e-400", "-1e400", "e5", "NaN", "0x10", "00501", "-01", "+31612345678", "12345678901234567890",
	"1234567890123456789", "1E05", "1e0", "0.5e1", "0.", "1e-", "1e5.", "1e:", "1:", "1/", "/1", "0.0000001",
}

// wellFormed is a slow reference for the numbers that readNumber accepts.
func wellFormed(s string) bool {
	body := strings.TrimLeft(s, "+-")
	if len(s)-len(body) > 1 {
		return false
	}
	body, exponent, hasExponent := strings.Cut(strings.ToLower(body), "e")
	if hasExponent {
		e := exponent
		if e != "" && (e[0] == '+' || e[0] == '-') {
			e = e[1:]
		}
		if e == "" || digits(e) != len(e) {
			return false
		}
	}
	whole, fraction, _ := strings.Cut(body, ".")
	switch {
	case digits(whole) != len(whole) || digits(fraction) != len(fraction) || whole+fraction == "":
		return false
	case len(whole) > 1 && whole[0] == '0':
		return false
	}
	return s[0] != '+' || len(whole) < telephoneDigits
}

func checkNumber(t *testing.T, s string) {
	t.Helper()
	want, is := 0.0, NotNumber
	if wellFormed(s) {
		x, err := strconv.ParseFloat(s, 64)
		if is = IsNumber; err != nil {
			x, is = 0, OutOfRange
		}
		want = x + 0
	}
	got, gotIs := readNumber(s)
	if math.Float64bits(got) != math.Float64bits(want) || gotIs != is {
		t.Errorf("readNumber(%q) = %v, %v, want %v, %v", s, got, gotIs, want, is)
	}
	if x, ok := ParseNumber([]byte(s)); x != got || ok != (is == IsNumber) {
		t.Errorf("ParseNumber(%q) = %v, %v, want %v, %v", s, x, ok, got, is == IsNumber)
	}
}

func TestNumbersAreExact(t *testing.T) {
	for _, s := range plainNumbers {
		checkNumber(t, s)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		mantissa := random.Uint64() >> random.IntN(64)
		s := strconv.FormatUint(mantissa, 10)
		if point := random.IntN(len(s) + 1); random.IntN(4) > 0 {
			s = s[:point] + "." + s[point:]
		}
		if random.IntN(2) == 0 {
			s += "e" + strconv.Itoa(random.IntN(60)-30)
		}
		if random.IntN(3) == 0 {
			s = "-" + s
		}
		checkNumber(t, s)
		checkNumber(t, strconv.FormatFloat(math.Float64frombits(random.Uint64()), 'g', random.IntN(20)-1, 64))
	}
}

func FuzzNumber(f *testing.F) {
	for _, s := range plainNumbers {
		f.Add(s)
	}
	f.Fuzz(checkNumber)
}

func TestNumbersAreReadWithoutAllocation(t *testing.T) {
	for _, s := range []string{"12", "-0.5", "72.06044011763512", "1e-300", "3.14159265358979323846", "abc", "1,5"} {
		cell := []byte(s)
		if n := testing.AllocsPerRun(10, func() { ParseNumber(cell) }); n != 0 {
			t.Errorf("ParseNumber(%s) allocates %v times, want 0", s, n)
		}
	}
}

func BenchmarkNumber(b *testing.B) {
	for _, s := range []string{"7", "39.25", "-1234567.891", "72.06044011763512", "0.12345678901234567", "?", "abc"} {
		cell := []byte(s)
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ParseNumber(cell)
			}
		})
	}
	b.Run("strconv/-1234567.891", func(b *testing.B) {
		for b.Loop() {
			strconv.ParseFloat("-1234567.891", 64)
		}
	})
}

// The shortest text is parsed to the same number.
func TestFormatNumber(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 50: "50", -0.5: "-0.5", 1000000: "1000000", 72.06044011763512: "72.06044011763512", 1e-5: "0.00001",
		1e-6: "0.000001", 9e-7: "9e-07", 1e-9: "1e-09", -1e-6: "-0.000001", 999999999999999: "999999999999999",
		1e15: "1e+15", math.MaxFloat64: "1.7976931348623157e+308",
	} {
		got := FormatNumber(x)
		if back, ok := ParseNumber(got); got != want || !ok || back != x {
			t.Errorf("FormatNumber(%v) = %s, want %s; it is parsed to %v, %v", x, got, want, back, ok)
		}
	}
}

// TestTyped reads numbers as people type them for a column.
func TestTyped(t *testing.T) {
	euros, shares := NumberFormat{Decimal: ",", Thousands: ".", Unit: "€"}, NumberFormat{Decimal: ".", Unit: "%"}
	const least, most = 0, 60_000 // of the column
	for _, test := range []struct {
		format NumberFormat
		text   string
		want   float64
	}{
		{euros, "39,900", 39900}, // as reports have it, and as no one types 39.9
		{euros, "39.9", 39.9},
		{NumberFormat{}, " 9,000 ", 9000},
		{NumberFormat{}, "9000", 9000},
		{NumberFormat{}, "1,234,567.5", 1234567.5},
		{NumberFormat{Decimal: ","}, "2,5", 2.5},
		{NumberFormat{Decimal: ","}, "2.5", 2.5},
		{euros, "2.000,00 €", 2000},
		{euros, "2.000,00", 2000},
		{euros, "11146,5", 11146.5},
		{shares, "50%", 50},
		{shares, "50 %", 50},
		{shares, "50", 50},
	} {
		if got, ok := test.format.Typed(test.text, least, most); !ok || got != test.want {
			t.Errorf("%+v: %q is %v, %v, want %v", test.format, test.text, got, ok, test.want)
		}
	}
	for _, text := range []string{"", "old", "9,00,0", "5 €", "1,2,3"} {
		if got, ok := (NumberFormat{}).Typed(text, least, most); ok {
			t.Errorf("%q is %v, want no number", text, got)
		}
	}
}

// The numbers of a column tell which mark is the decimal one where a text can be read in two ways.
func TestTypedWithinARange(t *testing.T) {
	euros, kilometres := NumberFormat{Decimal: ",", Thousands: ".", Unit: "€"}, NumberFormat{Decimal: ","}
	for _, test := range []struct {
		format      NumberFormat
		text        string
		least, most float64
		want        float64
	}{
		{euros, "39,900", 21_000, 104_500, 39_900},
		{euros, "39.900", 21_000, 104_500, 39_900},
		{euros, "39.900 €", 21_000, 104_500, 39_900},
		{euros, "39,900 €", 21_000, 104_500, 39_900},
		{euros, "200.000 €", 21_000, 104_500, 200_000},
		{euros, "200,000", 21_000, 104_500, 200_000},
		{euros, "28.125", 0, 109.1, 28.125},
		{kilometres, "12,500", 0, 109.1, 12.5},
		{kilometres, "12.500", 0, 109.1, 12.5},
		{euros, "39,900", math.Inf(1), math.Inf(-1), 39_900}, // unknown
	} {
		if got, ok := test.format.Typed(test.text, test.least, test.most); !ok || got != test.want {
			t.Errorf("%+v: %q from %v to %v is %v, %v, want %v", test.format, test.text, test.least, test.most, got, ok, test.want)
		}
	}
}
