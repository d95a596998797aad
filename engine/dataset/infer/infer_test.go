package infer

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// columnOf returns the summary of a column with these cells, "" for a missing one.
func columnOf(name string, cells ...string) ColumnContent {
	s := ColumnContent{Name: name}
	for _, cell := range cells {
		i := slices.Index(s.Texts, cell)
		switch {
		case cell == "":
			s.Missing++
		case i >= 0:
			s.Rows[i]++
		default:
			s.Texts, s.Rows = append(s.Texts, cell), append(s.Rows, 1)
		}
	}
	s.Patterns = CountPatterns(s.Texts, s.Rows)
	return s
}

// upTo returns texts made of the numbers from first to last.
func upTo(format string, first, last int) []string {
	var texts []string
	for i := first; i <= last; i++ {
		texts = append(texts, fmt.Sprintf(format, i))
	}
	return texts
}

// times returns the texts n times.
func times(n int, texts ...string) []string { return slices.Repeat(texts, n) }

func join(lists ...[]string) []string { return slices.Concat(lists...) }

var padded = NumberFormat{Padded: true}

func TestInfer(t *testing.T) {
	tests := []struct {
		name   string
		column string
		cells  []string
		want   Kind
		form   NumberFormat
		odd    int
		notes  int // see TestNotes
	}{
		{name: "nothing", cells: nil, want: Empty},
		{name: "missing only", cells: []string{"", ""}, want: Empty},
		{name: "negative in parentheses", cells: []string{"(5)", "(7)", "3"}, want: Numeric},
		{name: "numbers in parentheses alone", cells: times(5, "(1)", "(2)", "(3)"), want: Categorical},
		{name: "parentheses around letters too", cells: times(5, "(5)", "(a)", "(b)", "7"), want: Categorical, notes: 1},
		{name: "minus behind", cells: []string{"5-", "7-", "3"}, want: Numeric},
		{name: "no cents", cells: []string{"50.-", "7.-", "3.25"}, want: Numeric, form: NumberFormat{Decimal: "."}},
		{name: "minus behind all", cells: times(5, "5-", "10-", "20-"), want: Categorical},
		{name: "ranges", cells: times(5, "0-5", "5-10", "10-"), want: Categorical},
		{name: "one text", cells: []string{"a", "a"}, want: Constant, notes: 1},
		{name: "one number", cells: []string{"1", "1.0"}, want: Constant, form: NumberFormat{Decimal: "."}, notes: 1},
		{name: "two numbers", cells: []string{"0", "1", "", "1.0"}, want: Binary, form: NumberFormat{Decimal: "."}},
		{name: "two texts", cells: []string{"yes", "no", ""}, want: Binary},
		{name: "a number and a text", cells: []string{"1", "no"}, want: Binary},
		{name: "numbers", cells: []string{"1", "2", "4"}, want: Numeric},
		{name: "fractions, all different", cells: upTo("%d.5", 1, 20), want: Numeric, form: NumberFormat{Decimal: "."}},
		{name: "whole numbers, all different", cells: upTo("%d7", 1, 20), want: Numeric},
		{name: "commas", cells: []string{"1,5", "2", "3"}, want: Numeric, form: commas},
		{name: "percent", cells: []string{"1%", "2%", "3.5%"}, want: Numeric, form: NumberFormat{Decimal: ".", Unit: "%"}, notes: 1},
		{name: "thousands", cells: []string{"1,234", "2,345", "3,456"}, want: Numeric, form: NumberFormat{Thousands: ","}, notes: 1},

		{name: "run from 1", cells: upTo("%d", 1, 10), want: ID, notes: 1},
		{name: "run from 0", cells: upTo("%d", 0, 9), want: ID, notes: 1},
		{name: "short run", cells: upTo("%d", 0, 8), want: Numeric},
		{name: "run from 3", cells: upTo("%d", 3, 20), want: Numeric},
		{name: "long run", cells: upTo("%d", 3, 102), want: ID, notes: 1},
		{name: "run with a gap", cells: append(upTo("%d", 1, 20), ""), want: Numeric},
		{name: "run as 1.0", cells: upTo("%d.0", 1, 10), want: ID, form: NumberFormat{Decimal: "."}, notes: 1},
		{name: "identifier", column: "PatientID", cells: append(upTo("%d7", 1, 20), ""), want: ID, notes: 1},
		{name: "identifier that repeats", column: "PatientID", cells: join(upTo("%d7", 1, 20), upTo("%d7", 1, 2)), want: Numeric},
		{name: "identifier of few rows", column: "id", cells: upTo("%d7", 1, 9), want: Numeric},
		{name: "names", cells: upTo("name %d", 1, 10), want: ID, notes: 1},
		{name: "few names", cells: upTo("name %d", 1, 9), want: Categorical},

		{name: "codes", cells: []string{"00501", "10001", "90210", "00501"}, want: Categorical, notes: 1},
		{name: "codes in every row", cells: upTo("%05d", 1, 20), want: ID, notes: 2},
		{name: "counts", cells: []string{"00", "01", "00", "12", "67"}, want: Numeric, form: padded, notes: 1},
		{name: "months", cells: []string{"01", "02", "02", "12"}, want: Categorical, notes: 1},
		{
			name: "padded numbers", cells: join(upTo("%05d", 93, 97), upTo("%05d", 201, 205), upTo("%05d", 1001, 1003)), want: Numeric,
			form: padded, notes: 1,
		},
		{name: "zeros in some numbers", cells: []string{"1", "02", "13", "007"}, want: Numeric, form: padded, notes: 1},
		{name: "telephone numbers", cells: []string{"0612345678", "061234567", "0201234567", "0612345679"}, want: Categorical},
		{name: "infinite", cells: join(times(3, upTo("%d", 1, 9)...), times(4, "inf", "-Inf")), want: Numeric, odd: 8, notes: 1},
		{name: "mostly infinite", cells: []string{"1", "inf", "inf", "2", "-inf", "3", "inf"}, want: Categorical},
		{
			name:  "numbers of accounts",
			cells: []string{"1234567890123456789", "1234567890123456788", "2234567890123456788"}, want: Categorical, notes: 1,
		},
		{name: "limits", cells: join(upTo("0.%d", 1, 9), []string{"<0.1", "<LOD"}), want: ID, notes: 2},
		{name: "ages", cells: []string{"<18", "18-65", ">65"}, want: Categorical},

		{
			name: "one odd value", column: "price", cells: join(times(29, upTo("%d", 1, 100)...), []string{"n/k"}), want: Numeric, odd: 1, notes: 1,
		},
		{name: "too large", cells: join(times(2, upTo("%d", 1, 20)...), []string{"1e309"}), want: Numeric, odd: 1, notes: 1},
		{
			name: "reasons of Stata and SAS", cells: join(times(3, "1.5", "2.5", "4"), times(4, ".a", "._", ".Z")),
			want: Numeric, form: NumberFormat{Decimal: "."}, odd: 12, notes: 1,
		},
		{name: "two numbers and a reason", cells: times(9, "0", "1", ".a"), want: Binary, odd: 9, notes: 1},
		{name: "no data of Eurostat", cells: times(3, "1", "2", "3", ":", ": c", ":bu"), want: Numeric, odd: 9, notes: 1},
		{name: "endings of files", cells: times(5, ".c", ".h", ".a"), want: Categorical},
		{name: "flags", cells: times(5, "1.5", "2.5 b", "4 bu", ": c"), want: Categorical, notes: 1},
		{name: "odd values", cells: join(upTo("%d", 1, 9), upTo("%d", 1, 9), []string{"low"}), want: Categorical, notes: 1},
		{name: "half numbers", cells: join(times(5, "1", "a"), times(5, "2", "b")), want: Categorical, notes: 1},
		{name: "units", cells: join(times(5, "1 €", "2 €"), times(5, "3 $")), want: Categorical, notes: 1},
		{name: "few numbers", cells: times(5, "1", "a", "b"), want: Categorical},

		{name: "dates", cells: []string{"31.01.2020", "01.02.2020", ""}, want: Date, notes: 1},
		{name: "dates in any order", cells: []string{"1/2/2020", "3/4/2020"}, want: Date, notes: 2},
		{name: "years", cells: []string{"2019", "2020", "2021"}, want: Numeric},
		{name: "days as numbers", cells: []string{"20200131", "20200201", "20200131", "20200305"}, want: Date, notes: 2},
		{name: "times", cells: []string{"12:30", "12:45", "13:00"}, want: Categorical, notes: 1},

		{name: "categories", cells: times(10, upTo("c%d", 1, 100)...), want: Categorical},
		{name: "too many texts", cells: times(10, upTo("c%d", 1, 1001)...), want: Text, notes: 1},
		{name: "many texts in few rows", cells: times(9, upTo("c%d", 1, 101)...), want: Text, notes: 1},
		{name: "many texts in many rows", cells: times(10, upTo("c%d", 1, 101)...), want: Categorical},
		{name: "nearly all different", cells: join(upTo("c%d", 1, 21), []string{"c1"}), want: Text, notes: 1},
		{name: "half different", cells: times(2, upTo("c%d", 1, 21)...), want: Categorical},
		{name: "dominated", cells: join(times(1000, "0"), []string{"1", "2"}), want: Numeric, notes: 1},
		{name: "saved twice", cells: []string{"cafÃ©", "thÃ©", "lait"}, want: Categorical, notes: 1},
		{name: "lost", cells: []string{"caf\ufffd", "tea", "milk"}, want: Categorical, notes: 1},
		{name: "Portuguese", cells: []string{"SÃO PAULO", "JOÃO", "âmbar"}, want: Categorical},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := columnOf(cmp.Or(test.column, "x"), test.cells...)
			got, err := KindOf(s, "", Hint{Delimiter: ","})
			if err != nil {
				t.Fatal(err)
			}
			if got.Kind != test.want || got.Format != test.form || got.Odd != test.odd {
				t.Errorf("infer = %s, %+v, %d odd, want %s, %+v, %d odd", got.Kind, got.Format, got.Odd, test.want, test.form, test.odd)
			}
			if said := slices.Concat(got.Notes, got.Doubts); len(said) != test.notes {
				t.Errorf("notes and doubts = %q, want %d", said, test.notes)
			}
			checkResult(t, s, got)
		})
	}
}

// checkResult checks the invariants of a Result.
func checkResult(t *testing.T, s ColumnContent, f Inference) {
	t.Helper()
	odd := 0
	for i, x := range f.Numbers {
		if math.IsInf(x, 0) {
			t.Errorf("%q counts as %v", s.Texts[i], x)
		}
		if math.IsNaN(x) {
			odd += s.Rows[i]
		}
	}
	if odd != f.Odd {
		t.Errorf("%d rows are no numbers, odd is %d", odd, f.Odd)
	}
	if f.Numbers != nil && len(f.Numbers) != len(s.Texts) {
		t.Errorf("%d numbers for %d texts", len(f.Numbers), len(s.Texts))
	}
	if f.Kind == Numeric && f.Numbers == nil || f.Numbers == nil && f.Format != (NumberFormat{}) {
		t.Errorf("kind %s, form %+v, numbers %v", f.Kind, f.Format, f.Numbers)
	}
}

func TestInferAsWanted(t *testing.T) {
	tests := []struct {
		want    Kind
		cells   []string
		odd     int
		numbers bool
		message string // of the error
	}{
		{want: Numeric, cells: []string{"1", "2", "x"}, odd: 1, numbers: true},
		{want: Numeric, cells: []string{"1", "x"}, odd: 1, numbers: true},
		{want: Numeric, cells: []string{"<0.1", "1.5", "2,5"}, odd: 2, numbers: true},
		{want: Numeric, cells: []string{"<0.1", "b"}, message: `column "c" cannot be numeric: none of its values is a number, such as "<0.1"`},
		{want: Numeric, cells: []string{"", ""}, numbers: true},
		{want: Numeric, cells: upTo("%d", 1, 20), numbers: true},
		{want: Binary, cells: []string{"1", "2.0", "2"}, numbers: true},
		{want: Binary, cells: []string{"a", "b"}},
		{want: Binary, cells: []string{"a", "b", "c"}, message: `column "c" cannot be binary: it has 3 different values`},
		{want: Binary, cells: []string{"1", "1.0"}, message: `column "c" cannot be binary: it has 1 different value`},
		{want: Categorical, cells: []string{"1", "1.0", "2"}},
		{want: Text, cells: []string{"1", "2", "3"}},
		{want: ID, cells: []string{"1", "2", "2"}, numbers: true},
		{want: ID, cells: []string{"1", "b"}},
		{want: ID, cells: []string{"01", "02"}},
		{want: Date, cells: []string{"2020-01-31"}},
		{want: Date, cells: []string{""}},
		{want: Date, cells: []string{"5"}, message: `column "c" cannot be a date: its values, such as "5", are not dates written in one way`},
		{
			want: Date, cells: []string{"2020-01-31", "2020-02-01", "soon"},
			message: `column "c" cannot be a date: 1 of 3 values are not dates, such as "soon"`,
		},
	}
	for _, test := range tests {
		s := columnOf("c", test.cells...)
		got, err := KindOf(s, test.want, Hint{})
		if err != nil {
			if err.Message != test.message || err.Hint == "" {
				t.Errorf("KindOf(%q, %s): error %q, want %q", test.cells, test.want, err.Message, test.message)
			}
			continue
		}
		if test.message != "" || got.Kind != test.want || got.Odd != test.odd || (got.Numbers != nil) != test.numbers {
			t.Errorf("KindOf(%q) = %s, %d odd, numbers %v, want %s, %d, %v; error %q", test.cells, got.Kind, got.Odd, got.Numbers,
				test.want, test.odd, test.numbers, test.message)
		}
		checkResult(t, s, got)
	}
}

func TestNumbersOfDecimalCommas(t *testing.T) {
	got, err := KindOf(columnOf("c", "1.234,5", "−2", "x"), Numeric, Hint{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{1234.5, -2}; !slices.Equal(got.Numbers[:2], want) || !math.IsNaN(got.Numbers[2]) {
		t.Errorf("numbers = %v, want %v and NaN", got.Numbers, want)
	}
}

// Texts of digits are codes if one has a leading zero, or, from sixteen digits on, if float64 would round any of them.
func TestCodes(t *testing.T) {
	tests := []struct {
		texts       []string
		codes, long bool
	}{
		{[]string{"00501", "10001", "90210"}, true, false},
		{[]string{"01", "02", "12"}, true, false},
		{[]string{"00501", "unknown"}, true, false},
		{[]string{"007", "1234"}, false, false},
		{[]string{"10001", "90210"}, false, false},
		{[]string{"0", "1"}, false, false},
		{[]string{"0.5", "0.7"}, false, false},
		{[]string{"007", "0.5"}, false, false},
		{[]string{"00", "-5"}, false, false},
		{[]string{"a"}, false, false},
		{nil, false, false},
		{[]string{"1234567890123456789"}, false, true},
		{[]string{"1000000000000000000"}, false, false},
		{[]string{"9007199254740993"}, false, true},
		{[]string{"9007199254740992"}, false, false},
		{[]string{"9007199254740992", "9007199254740993"}, false, true},
		{[]string{"9007199254740993", "9007199254740992"}, false, true},
		{[]string{"123456789012345"}, false, false},
		{[]string{"9007199254740993", "90071992547409931"}, false, false},
		{[]string{"9007199254740993", "900719925474099x"}, false, false},
		{[]string{strings.Repeat("9", 400)}, false, true},
		{[]string{"1234567890123456"}, false, false},
		{[]string{"1234567890123456789", "12"}, false, false},
		{[]string{"1234567890123456789", "123456789012345678.5"}, false, false},
	}
	for _, test := range tests {
		if codes, long := areCodes(test.texts), areLongCodes(test.texts); codes != test.codes || long != test.long {
			t.Errorf("%q: codes %v, long codes %v, want %v, %v", test.texts, codes, long, test.codes, test.long)
		}
	}
}

func TestCensored(t *testing.T) {
	for _, text := range []string{"<0.1", ">100", "≤5", "≥ 5", "<=5", ">= 5", "< 0,1", ">1,000", "<LOD", "< loq", "<−1"} {
		if !isCensored(text) {
			t.Errorf("isCensored(%q) = false, want true", text)
		}
	}
	for _, text := range []string{"", "<", "0.1", "<b>", "<NA>", "< 5 years", "->5", "5<", "≤", "<<5", "LOD"} {
		if isCensored(text) {
			t.Errorf("isCensored(%q) = true, want false", text)
		}
	}
}

func TestNamesID(t *testing.T) {
	for _, name := range []string{
		"id", "ID", "Id", "customer_id", "customerId", "CustomerID", "customer id", "patientid", "sampleno", "id_patient", "key",
		"index", "row", "rownum", "Row Number", "nr", "No", "order number", "uuid", "Unnamed: 0", "row index",
	} {
		if !namesID(name) {
			t.Errorf("namesID(%q) = false, want true", name)
		}
	}
	for _, name := range []string{
		"", "age", "grid", "paid", "bid", "price_index", "valid", "casino", "number of rooms",
		"keyboard", "-", "idle", "humid",
	} {
		if namesID(name) {
			t.Errorf("namesID(%q) = true, want false", name)
		}
	}
}

// The wrong letters of a text that was saved twice are the characters of Windows-1252 for the bytes of UTF-8.
func TestWrongLetters(t *testing.T) {
	for text, want := range map[string]string{
		"cafÃ©": "Ã©", "Ã¼ber": "Ã¼", "itâ€™s": "â€™", "Â°C": "Â°", "Ã–l": "Ã–", // as é ü ’ ° Ö become
		"Ã\u0080": "Ã\u0080", "Ã\u00bf": "Ã\u00bf", "x Â°": "Â°", "Ã€": "Ã€", "â€": "â€", "ÃÃ©": "Ã©",
		"": "", "SÃO": "", "Ã": "", "â": "", "café": "", "Â": "", "trâ": "", "Ã\u00c0": "", "Ã\u007f": "", "Ãx": "", "âx€": "",
	} {
		if got := wrongLetters(text); got != want {
			t.Errorf("wrongLetters(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 29000: "29,000", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("grouped(%d) = %s, want %s", n, got, want)
		}
	}
}

// The kind of a column of numbers without codes does not depend on their number.
func TestSpread(t *testing.T) {
	numbers := make([]float64, 10_000)
	for i := range numbers {
		numbers[i] = float64((i*7)%len(numbers) + 500)
	}
	if got := StatsOf(numbers, nil).Kind("x", 0); got != ID {
		t.Errorf("a run is %s, want %s", got, ID)
	}
	numbers[9999] = numbers[0]
	if got := StatsOf(numbers, nil).Kind("id", 0); got != Numeric {
		t.Errorf("a run with a number twice is %s, want %s", got, Numeric)
	}
	numbers[9999] = math.NaN()
	if got := StatsOf(numbers, nil).Kind("id", 1); got != ID {
		t.Errorf("an identifier with a missing one is %s, want %s", got, ID)
	}
}

// Different numbers below a name such as Number are not identifiers if they have thousands marks or a unit.
func TestAmountsAreNoIdentifiers(t *testing.T) {
	for pattern, want := range map[string]Kind{"%d207": ID, "%d,207,000": Numeric, "€%d207": Numeric} {
		if got, _ := KindOf(columnOf("Males Number", upTo(pattern, 1, 20)...), "", Hint{Delimiter: ";"}); got.Kind != want {
			t.Errorf("numbers like %s are %s, want %s", pattern, got.Kind, want)
		}
	}
}

func FuzzInfer(f *testing.F) {
	f.Add("id", "1\n2\n3", uint8(0), uint8(0))
	for _, test := range writtenForms {
		f.Add("x", strings.Join(test.texts, "\n"), uint8(30), uint8(1))
	}
	for _, test := range writtenDates {
		f.Add("date", strings.Join(test.texts, "\n"), uint8(1), uint8(2))
	}
	for _, text := range []string{
		"00501\n10001", "<0.1\n1\n2", "cafÃ©\n\n\ufffd", "1e309\n5\n5%", "1234567890123456789\n12345678901234567890",
	} {
		f.Add("c", text, uint8(200), uint8(3))
	}
	wanted := []Kind{"", "", "", Numeric, Binary, Categorical, Text, ID, Date}
	f.Fuzz(func(t *testing.T, name, cells string, repeat, choice uint8) {
		lines := strings.Split(cells, "\n")
		s := columnOf(name, join(lines, times(int(repeat), lines[0]))...)
		h := Hint{Delimiter: []string{",", ";"}[choice%2], Proven: []string{"", ".", ","}[choice/2%3]}
		got, err := KindOf(s, wanted[int(choice)%len(wanted)], h)
		if err != nil {
			if err.Hint == "" {
				t.Errorf("error %+v", err)
			}
			return
		}
		checkResult(t, s, got)
	})
}

func BenchmarkInfer(b *testing.B) {
	columns := []struct {
		name, format string
	}{{"numbers", "%d.25"}, {"commas", "%d,25"}, {"words", "word %d"}}
	for _, bench := range columns {
		texts := upTo(bench.format, 1, 10_000)
		rows := onceEach(len(texts))
		b.Run(bench.name+"/texts=10000", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s := ColumnContent{Name: "x", Texts: texts, Rows: rows}
				s.Patterns = CountPatterns(texts, rows)
				if _, err := KindOf(s, "", Hint{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestNames: what names of columns say about the rows.
func TestNames(t *testing.T) {
	tests := []struct {
		name                     string
		entity, recording, birth bool
	}{
		{"patient", true, false, false},
		{"PatientID", true, false, false},
		{"customer_no", true, false, false},
		{"Shops", true, false, false},
		{"age group", true, false, false},
		{"patient age", false, false, false},
		{"storey", false, false, false},
		{"year", false, true, false},
		{"created_at", false, true, false},
		{"visitDate", false, true, false},
		{"model year", false, false, false},
		{"surveyWeight", false, false, false},
		{"fnlwgt", false, false, false},
		{"weight", false, false, false},
		{"birth weight", false, false, true},
		{"date_of_birth", false, false, true},
		{"Geburtsdatum", false, false, true},
		{"geboren am", false, false, true},
		{"Date de naissance", false, false, true},
		{"fecha_nacimiento", false, false, true},
		{"data di nascita", false, false, true},
		{"data de nascimento", false, false, true},
		{"", false, false, false},
	}
	for _, test := range tests {
		if got := NamesEntity(test.name); got != test.entity {
			t.Errorf("%q names an entity: %t", test.name, got)
		}
		if got := NamesRecording(test.name); got != test.recording {
			t.Errorf("%q names a time of recording: %t", test.name, got)
		}
		if got, want := NamesWeight(test.name), test.name == "surveyWeight" || test.name == "fnlwgt"; got != want {
			t.Errorf("%q names a weight of rows: %t", test.name, got)
		}
		if got := NamesBirth(test.name); got != test.birth {
			t.Errorf("%q names a birth: %t", test.name, got)
		}
	}
}
