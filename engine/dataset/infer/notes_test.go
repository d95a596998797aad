package infer

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Numbers in 95 % of the rows decide the kind and prove the decimal mark; one row in a hundred may be a slip.
func TestShares(t *testing.T) {
	for rows, want := range map[int]string{19: ",", 18: ""} {
		if got := ProvenDecimal([]PatternCounts{CountPatterns([]string{"1,5", "word"}, []int{rows, 1})}); got != want {
			t.Errorf("%d numbers and a word prove %q, want %q", rows, got, want)
		}
	}
	for rows, want := range map[int]Kind{19: Numeric, 18: Categorical} {
		s := columnOf("x", join(times(rows-2, "1"), []string{"2", "3", "word"})...)
		if f, err := KindOf(s, "", Hint{}); err != nil || f.Kind != want {
			t.Errorf("%d numbers and a word are %s, want %s", rows, f.Kind, want)
		}
	}
	if f, err := KindOf(columnOf("x", join(upTo("%d", 1, 60), []string{"", "odd"})...), "", Hint{}); err != nil || f.Kind != Numeric {
		t.Errorf("row numbers with one missing and one odd are %s, want %s", f.Kind, Numeric)
	}
	d := ambiguity{rows: 100}
	if d.slips(2) || !d.slips(1) || !d.slips(0) {
		t.Error("one of a hundred may be a slip, two not")
	}
	for rows, want := range map[int]string{1: "", 2: ","} {
		if got := ProvenDecimal([]PatternCounts{CountPatterns([]string{"1,234", "1,5"}, []int{100, rows})}); got != want {
			t.Errorf("100 rows of 1,234 and %d of 1,5 prove %q, want %q", rows, got, want)
		}
	}
	for rows, want := range map[int]string{1: "", 2: "."} {
		if got := ProvenDecimal([]PatternCounts{CountPatterns([]string{"1.234", "1.5"}, []int{100, rows})}); got != want {
			t.Errorf("100 rows of 1.234 and %d of 1.5 prove %q, want %q", rows, got, want)
		}
	}
}

// Doubtful values give doubts, others notes.
func TestNotes(t *testing.T) {
	const dominates = `one value dominates: %q in %s of %s rows with a value`
	tests := []struct {
		name  string
		cells []string
		want  Kind
		note  string
		doubt bool
	}{
		{"counts", []string{"00", "01", "00", "12"}, "", "some of its numbers have leading zeros: make it a category if they are codes", false},
		{
			"leading zeros",
			[]string{"01", "02", "02", "03"},
			"",
			"its values have leading zeros: they count as codes, not as numbers; make it numeric if they are numbers", false,
		},
		{
			"long numbers",
			[]string{"1234567890123456789", "1234567890123456788", "2234567890123456788"},
			"",
			"its numbers have too many digits to be distinguished: they count as codes; make it numeric if they are numbers", false,
		},
		{
			"limits", join(times(2, upTo("0.%d", 1, 9)...), []string{"<0.1", "<LOD"}), "",
			`2 of 20 values are limits, not numbers, such as "<0.1": it stays text; write numbers in the file, ` +
				`or make it numeric to count them as missing`,
			true,
		},
		{
			"odd", join(times(10, "1", "2", "3"), []string{"x"}), "",
			`1 of 31 values are not numbers and count as missing, such as "x"; make it a category if they matter`,
			true,
		},
		{
			"infinite", join(times(10, "1", "2", "3"), []string{"inf", "-inf"}), "",
			`2 of 32 values are infinite and count as missing, such as "inf"`,
			true,
		},
		{
			"other numbers", join(times(10, "1.5", "2", "3"), []string{"1,5"}), "",
			`1 of 31 values are written in another way than the other numbers and count as missing, such as "1,5"`,
			true,
		},
		{
			"no number",
			[]string{"1", "x", "y", "x"},
			Numeric,
			`3 of 4 values are not numbers and count as missing, such as "x"`,
			true,
		},
		{
			"too large", join(times(10, "1", "2", "3"), []string{"1e309"}), "",
			`1 of 31 values are too large for a number and count as missing, such as "1e309"; write it in another unit`,
			true,
		},
		{
			"several too large", join(times(30, "1", "2", "3"), []string{"1e309", "1e310", "1e309"}), "",
			`3 of 93 values are too large for a number and count as missing, such as "1e309"; write it in another unit`,
			true,
		},
		{
			"half numbers", join(times(5, "1", "a"), times(5, "2", "b")), "",
			`10 of 20 values are not numbers, such as "a": it counts as categorical; make it numeric to count them as missing`,
			true,
		},
		{
			"codes like exponents", join(times(5, "20", "401", "57"), times(2, "2E5"), []string{"12E3"}), "",
			`3 of 18 values are read as powers of ten, such as "2E5": make it a category if they are codes`,
			true,
		},
		{"exponents", times(5, "1e5", "2e6", "3e7"), "", "", false},
		{"exponents and fractions", times(5, "1.5", "2E6", "3"), "", "", false},
		{"exponents of programs", times(5, "1.5E3", "2E-6", "3E+07"), "", "", false},
		{
			"Arabic digits", upTo("١٢٫%d", 1, 9), "",
			`its numbers are written with other digits than 0 to 9, such as "١٢٫1": it counts as categorical; ` +
				"write them with 0 to 9 for rules with thresholds",
			true,
		},
		{
			"full-width digits in a few rows", join(upTo("1%d", 0, 9), []string{"１０", "２０"}), "",
			`2 of 12 values are written in another way than the other numbers, such as "１０": it counts as id; ` +
				"make it numeric to count them as missing",
			true,
		},
		{"texts with other digits", times(5, "２階", "３階", "屋上"), "", "", false},
		{
			"letter case", times(5, "ICU", "surgery", "Surgery"), "",
			`"surgery" and "Surgery" differ by letter case only: write them alike, or group them, if they mean the same`, false,
		},
		{
			"invisible characters", times(5, "Bern", "Genf\u200b", "Genf"), "",
			`"Genf\u200b" and "Genf" differ by invisible characters only: write them alike, or group them, if they mean the same`, false,
		},
		{
			"flags", join(upTo("%d.5", 1, 9), upTo("%d.25 b", 1, 9), []string{": c"}), "",
			`9 of 19 values are numbers with a unit or a flag, such as "1.25 b": it counts as id; ` +
				"write the numbers alone for rules with thresholds",
			true,
		},
		{
			"credits and debits", join(upTo("1,%d.50 CR", 100, 120), upTo("1,%d.25 DR", 100, 120)), "",
			`42 of 42 values are numbers with a unit or a flag, such as "1,100.50 CR": it counts as id; ` +
				"write the numbers alone for rules with thresholds",
			true,
		},
		{
			"thousands and millions", join(upTo("%d.2K", 10, 30), upTo("%dM", 1, 9), []string{"950", "7k"}), "",
			`31 of 32 values are numbers with a unit or a flag, such as "10.2K": it counts as id; ` +
				"write the numbers alone for rules with thresholds",
			true,
		},
		{
			"apostrophes", times(5, "'12", "'7.5", "'1,200"), "",
			`15 of 15 values are numbers with an apostrophe before them, such as "'12": it counts as categorical; ` +
				"write the numbers alone for rules with thresholds",
			true,
		},
		{"codes and names with apostrophes", join(times(5, "'007", "'012", "'099"), times(1, "'t Hooft")), "", "", false},
		{"two classes with apostrophes", times(9, "'0", "'1"), "", "", false},
		{"codes of a number and letters", join(upTo("%dK", 10, 15), upTo("%dA", 1, 9), times(3, "7C")), "", "", false},
		{
			"measures, one without the unit", join(upTo("%d.25 kg", 50, 90), []string{"64"}), "",
			`its values look like numbers with the unit kg, such as "50.25 kg", and remain texts: make it numeric for rules with thresholds`,
			false,
		},
		{
			"accents apart", times(5, "Köln", "Z\u00fcrich", "Zu\u0308rich"), "",
			"\"Z\u00fcrich\" and \"Zu\u0308rich\" differ by the encoding of accents only: write them alike, or group them, if they mean the same",
			false,
		},
		{"two accents", times(5, "Z\u00fcrich", "Z\u00f6rich", "Zo\u0308r"), "", "", false},
		{"fewer numbers", join(times(5, "1", "a"), times(5, "2", "b"), []string{"c"}), "", "", false},
		{"half of nine are numbers", []string{"1", "2", "1", "2", "3", "a", "b", "a", "b"}, "", "", false},
		{
			"units", join(times(6, "1 €", "2 €"), times(5, "3 $")), "",
			"its numbers have different units, € and $: it counts as categorical; make a column for each unit", true,
		},
		{
			"units and none", join(times(6, "1 €", "2 €"), times(5, "3", "3")), "",
			"its numbers have different units, € and none: it counts as categorical; make a column for each unit",
			true,
		},
		{
			"versions",
			[]string{"1.10", "2.0", "1.9", "1.1", "1.9"},
			"",
			`"1.1" and "1.10" count as the same number: make it a category if its values are versions`,
			true,
		},
		{"decimals of different lengths", []string{"1.10", "2.0", "1.05", "1.1", "1.9"}, "", "", false},
		{"versions without a tenth", []string{"1.10", "2.0", "1.9", "1.2"}, "", "", false},
		{"tenths and whole numbers", []string{"1.10", "2", "1.9", "1.1"}, "", "", false},
		{"large numbers with tenths", []string{"101.10", "2.5", "1.9", "101.1"}, "", "", false},
		{
			"amounts with two readings",
			[]string{"$1,234", "$2,345", "$3,456"},
			"",
			`its numbers have the unit $: "$1,234" counts as 1234; if that is wrong, choose the decimal comma`,
			true,
		},
		{
			"amounts of two currencies, all different", join(upTo("$%d.50", 1, 30), upTo("€%d.50", 1, 9)), "",
			"its numbers have different units, $ and €: it counts as id; make a column for each unit",
			true,
		},
		{
			"codes, half of them numbers", join(upTo("%d.5", 1, 20), upTo("A%d", 1, 12)), "",
			`12 of 32 values are not numbers, such as "A1": it counts as id; make it numeric to count them as missing`,
			true,
		},
		{
			"fractions with both marks",
			[]string{"0.943", "8.054", "3,866"},
			"",
			`"3,866" was read as 3866; if that is wrong, write all numbers with the same decimal mark`, true,
		},
		{"two readings", []string{"1,234", "2,345", "3,456"}, "", `"1,234" was read as 1234; if that is wrong, choose the decimal comma`, true},
		{"a unit", []string{"1%", "2%", "3%"}, "", `its numbers have the unit %: "1%" counts as 1`, false},
		{
			"dates",
			[]string{"31.01.2020", "01.02.2020"},
			"",
			"its values are dates (DD.MM.YYYY): rules can ask about their parts, such as the weekday", false,
		},
		{
			"one date",
			[]string{"31.01.2020", "31.01.2020"},
			"",
			"it has one date only (DD.MM.YYYY): rules can ask about the days between it and another date", false,
		},
		{
			"dates in two formats",
			[]string{"31.01.2020", "2020-02-01", "01.02.2020"},
			"",
			"its values are dates in several formats, and remain texts: write them in one, such as 2024-03-31, for rules about them", false,
		},
		{
			"dates with other text",
			[]string{"2020/03/05 5:20:11 PM in Rome", "2020/03/06 8:01:00 AM in Rome", "2020/04/01 9:00:30 AM in Rome"},
			"",
			`its values look like dates, such as "2020/03/05 5:20:11 PM in Rome", and remain texts: ` +
				"write them as 2024-03-31 17:05 for rules about them",
			false,
		},
		{
			"days of the week and dates",
			[]string{"Sa, 09.09.2023", "So, 10.09.2023", "Sa, 16.09.2023"},
			"",
			`its values look like dates, such as "Sa, 09.09.2023", and remain texts: ` +
				"write them as 2024-03-31 17:05 for rules about them",
			false,
		},
		{
			"dates of other countries and programs",
			[]string{
				"1. April 2023", "2023年9月9日", "August 23rd, 2021", "9 septembre 2023", "22/May/2020:06:14:03 +0200",
				"Sat Sep  9 23:12:00 UTC 2023",
			},
			"",
			`its values look like dates, such as "2023年9月9日", and remain texts: ` +
				"write them as 2024-03-31 17:05 for rules about them",
			false,
		},
		{
			"months of Excel",
			[]string{"Mar-24", "Dec-23", "Apr-24"},
			"",
			`its values look like dates, such as "Mar-24", and remain texts: write them as 2024-03-31 17:05 for rules about them`,
			false,
		},
		{"months among sizes", []string{"Mar-24", "10-49", "Dec-23", "50-99"}, "", "", false},
		{"names of months", []string{"Mar", "Dec", "Apr"}, "", "", false},
		{"years and numbers that are no days", []string{"2023-0001", "2023-0002 32", "2023 Q1", "7 2023 2024"}, "", "", false},
		{"numbers with other text", []string{"1.2.3 beta", "10 Sep", "12 km", "3/4 cup"}, "", "", false},
		{"times with points", []string{"18.00.00", "00.00.00", "18.00.00", "05.30.00"}, "", "", false},
		{"few dates and texts", []string{"31.01.2020", "2020-02-01", "soon"}, "", "", false},
		{
			"dates and texts", join(times(2, upTo("2020-01-%d", 11, 19)...), times(2, "soon")), "",
			`2 of 20 values are not dates, such as "soon": it counts as categorical; write dates or empty cells for rules about dates`,
			true,
		},
		{"more texts than dates", join(upTo("2020-01-%d", 11, 19), times(10, "soon")), "", "", false},
		{
			"times",
			[]string{"08:30", "17:05", "23:59:59", "08:30", ""},
			"",
			`its values are times, such as "08:30", and remain texts: write them as numbers, such as hours, so that rules can have thresholds`,
			false,
		},
		{
			"unique times",
			upTo("08:%d:00", 10, 59),
			"",
			`its values are times, such as "08:10:00", and remain texts: write them as numbers, such as hours, so that rules can have thresholds`,
			false,
		},
		{
			"durations of days",
			[]string{"72:00:00", "672:30:00", "1000:00", "72:00:00"},
			"",
			`its values are times, such as "72:00:00", and remain texts: write them as numbers, such as hours, so that rules can have thresholds`,
			false,
		},
		{
			"times in digits",
			[]string{"202403312359", "20240401000000", "202402290830"},
			"",
			`its numbers may be dates with a time, such as "202403312359": write them as 2024-03-31 23:59 for rules about their parts`,
			false,
		},
		{
			"basic format of ISO 8601",
			[]string{"20141013T000000", "20141209T000000Z", "20150225T0930"},
			"",
			`its values look like dates, such as "20141013T000000", and remain texts: write them as 2024-03-31 17:05 for rules about them`,
			false,
		},
		{
			"hours in digits",
			[]string{"2018030100", "2018030123", "2019123107"},
			"",
			`its numbers may be dates with a time, such as "2018030100": write them as 2024-03-31 23:59 for rules about their parts`,
			false,
		},
		{"the hour 24 in digits", []string{"2018030100", "2018030124", "2019123107"}, "", "", false},
		{"times in digits and another number", []string{"202403312359", "202404012500", "202402290830"}, "", "", false},
		{"some times", []string{"08:30", "17:05", "noon", "08:30"}, "", "", false},
		{
			"thousands among cents",
			[]string{"12.50", "8.604", "7213.55", "9.99", "120"},
			"",
			`1 of 5 values are written with three decimals, such as "8.604", and the others with two: write 8604 if the mark separates thousands`,
			true,
		},
		{
			"thousands among cents, with commas",
			[]string{"1.012,50", "8,604", "-7.213,55", "9,99", "4,125"},
			"",
			`2 of 5 values are written with three decimals, such as "8,604", and the others with two: write 8604 if the mark separates thousands`,
			true,
		},
		{"three decimals below one", []string{"12.50", "8.604", "7213.55", "9.99", "0.125", "1.75"}, "", "", false},
		{"one decimal too", []string{"12.50", "8.604", "7213.55", "9.99", "1.5"}, "", "", false},
		{"as many with three decimals", []string{"12.50", "8.604", "7.125", "9.99"}, "", "", false},
		{"one value", []string{"a", "a"}, "", "it has one value only: rules cannot ask about it", false},
		{
			"ticked or empty",
			[]string{"x", "", "x"},
			"",
			"it has one value only: rules cannot ask about it; make it a category for rules about its missing cells", false,
		},
		{"ticked or empty, wanted", []string{"x", "", "x"}, Categorical, "", false},
		{
			"different values", upTo("name %d", 1, 10), "",
			"its values are unique per row (ID), like a name or a row number: rules do not use them", false,
		},
		{"different values, wanted", upTo("name %d", 1, 10), ID, "", false},
		{
			"many texts",
			join(upTo("%d/80", 100, 150), []string{"100/80"}),
			"",
			`it has 51 different texts, too many for rules, which do not use them`,
			false,
		},
		{
			"weeks", upTo("2024-W%d", 10, 52), "",
			`its values look like dates, such as "2024-W10", and remain texts: write them as 2024-03-31 17:05 for rules about them`, false,
		},
		{"many texts, wanted", join(upTo("%d/80", 100, 150), []string{"100/80"}), Text, "", false},
		{"nearly one value", join(times(100, "a"), []string{"b"}), "", fmt.Sprintf(dominates, "a", "100", "101"), false},
		{"nearly one value, last", join([]string{"b"}, times(1000, "a")), "", fmt.Sprintf(dominates, "a", "1,000", "1,001"), false},
		{"one value in 99 of 100", join(times(99, "a"), []string{"b"}), "", "", false},
		{"nothing", nil, "", "", false},
		{
			"saved twice",
			[]string{"tea", "cafÃ©", "thÃ¨"},
			"",
			"some letters look wrong (Ã©): the file was probably saved twice; save it again from its source as UTF-8",
			true,
		},
		{
			"lost",
			[]string{"caf\ufffd", "tea", "milk"},
			"",
			"some letters are lost (\ufffd): they were so before the file was saved; save it again from its source as UTF-8",
			true,
		},
	}
	for _, test := range tests {
		f, err := KindOf(columnOf("x", test.cells...), test.want, Hint{})
		if err != nil {
			t.Fatal(test.name, err)
		}
		said, others := f.Notes, f.Doubts
		if test.doubt {
			said, others = others, said
		}
		if strings.Join(said, "; ") != test.note || len(others) > 0 {
			t.Errorf("%s: notes %q, doubts %q, want %q", test.name, f.Notes, f.Doubts, test.note)
		}
	}
	f, err := KindOf(columnOf("x", "1,234", "2,345"), "", Hint{Delimiter: ";"})
	if want := []string{`"1,234" was read as 1.234; if that is wrong, choose the decimal point`}; err != nil || !slices.Equal(f.Doubts, want) {
		t.Errorf("doubts %q, want %q", f.Doubts, want)
	}
	for n, want := range map[int]string{1: "1 value is", 2: "2 values are", 29000: "29,000 values are"} {
		if got := (&inferrer{present: n}).values(); got != want {
			t.Errorf("values() = %s, want %s", got, want)
		}
	}
}

// Dates that databases write for an open end or a missing date are doubtful.
func TestNoDates(t *testing.T) {
	for _, test := range []struct{ cells, want string }{
		{"2023-01-31 9999-12-31 2023-02-01 9999-12-31", `2 of its 4 values, such as "9999-12-31",`},
		{"31.01.2023 31.12.9999 01.02.2023 01.03.2023", `1 of its 4 values, such as "31.12.9999",`},
		{"1/31/2023 12/31/2999 2/1/2023 3/1/2023", `1 of its 4 values, such as "12/31/2999",`},
		{"2023-01-31T10:00 9999-12-31T23:59 2023-02-01T11:30", `1 of its 3 values, such as "9999-12-31T23:59",`},
		{"0001-01-01T00:00 2023-02-01T11:30", `1 of its 2 values, such as "0001-01-01T00:00",`},
		{"1899-12-30 2023-02-01 2023-02-02", `1 of its 3 values, such as "1899-12-30",`},
		{"1899-12-31 1861-04-12 1899-12-30 1902-02-01", ""},
		{"1899-12-31 1861-04-12 9999-12-31 1902-02-01", `1 of its 4 values, such as "9999-12-31",`},
		{"01/02/01 03/04/99 05/06/02", ""},
		{"31DEC9999 30JAN2023 31JAN2023", `1 of its 3 values, such as "31DEC9999",`},
		{"20230131 99991231 20230301", `its values are dates except "99991231", which stands for no date: count it as missing`},
		{"2023 99991231 20230301", ""},
		{"1699999999 1699999800 1699999100", ""},
		{"2023-01-31 2099-12-31 2999-06-30", ""},
		{"2023-01-31 2099-12-31 31.12.2099", ""},
		{"2023-01-31 2099-12-31 2024-06-30 2099-12-31", `2 of its 4 values, such as "2099-12-31",`},
		{"2098-12-31 2099-12-31 2097-12-31", ""},
		{"2023-12-31 2098-12-31 2024-12-31", ""},
		{"9999-12-31 9999-12-31", ""},
		{"9999-1 9999-2 9999-3", ""},
	} {
		f, err := KindOf(columnOf("x", strings.Fields(test.cells)...), "", Hint{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSuffix(strings.Join(f.Doubts, "; "), " may stand for no date: count them as missing if so"); got != test.want {
			t.Errorf("%s: doubts %q, want %q", test.cells, f.Doubts, test.want)
		}
	}
}
