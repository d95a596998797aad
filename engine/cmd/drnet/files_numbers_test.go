package main

import (
	"fmt"
	"strings"
)

// numberFiles tests which texts are numbers, and their values.
func numberFiles() []fileCase {
	return append(writtenNumbers(), append(noNumbers(), oddNumbers()...)...)
}

// numbered is a column that repeats these cells, next to another column, with semicolons or commas between.
func numbered(name, between string, cells ...string) fileCase {
	return fileCase{
		name: name, in: column(between, times(12, cells...)...), delim: between, rows: "12", cols: 2,
		names: []string{"k", "x"}, leftOut: "0",
	}
}

// asNumbers is a column that must be read as these numbers.
func asNumbers(name, between string, want []any, cells ...string) fileCase {
	c := numbered(name, between, cells...)
	c.types, c.missing, c.cells = "categorical numeric", "0 0", map[string]any{}
	for i, x := range want {
		c.cells[fmt.Sprintf("%d,1", i)] = x
	}
	return c
}

// asTexts is a column of a file with commas that must keep its cells as they are.
func asTexts(name, types string, cells ...string) fileCase {
	c := numbered(name, ",", cells...)
	c.types, c.cells = "categorical "+types, map[string]any{}
	for i, text := range cells {
		c.cells[fmt.Sprintf("%d,1", i)] = strings.Trim(text, `"`)
	}
	return c
}

func writtenNumbers() []fileCase {
	unit := func(c fileCase) fileCase { // shares of a hundred may be kept as such, or become fractions
		for key, x := range c.cells {
			c.cells[key] = either{x, x.(float64) / 100}
		}
		return c
	}
	quiet := func(c fileCase) fileCase {
		c.warn = "-"
		return c
	}
	return []fileCase{
		quiet(asNumbers("whole numbers", ",", []any{1, 20, -3}, "1", "20", "-3")),
		quiet(asNumbers("decimal points", ",", []any{1.5, -0.25, 100.125}, "1.5", "-0.25", "100.125")),
		quiet(asNumbers("exponents", ",", []any{1e5, 0.0025, -3e10}, "1e5", "2.5E-3", "-3.0e+10")),
		asNumbers("signs, and points at the ends", ",", []any{5, 0.5, -0.5, 5}, "+5", ".5", "-.5", "5."),
		quiet(asNumbers("minus zero", ",", []any{0, 1.5, -1.5}, "-0", "1.5", "-1.5")),
		quiet(asNumbers("blanks around numbers", ",", []any{5, 6.5, -7}, " 5", "6.5 ", "  -7  ")),
		quiet(asNumbers("numbers in quotes", ",", []any{5, 6.5, -7}, `"5"`, `"6.5"`, `"-7"`)),
		asNumbers("decimal commas", ";", []any{1.5, -0.25, 100.125}, "1,5", "-0,25", "100,125"),
		asNumbers("decimal commas and whole numbers", ";", []any{1.5, 7, 100.25, 12}, "1,5", "7", "100,25", "12"),
		asNumbers("decimal commas, tabs between", "\t", []any{1.5, -0.25, 10.1}, "1,5", "-0,25", "10,1"),
		asNumbers("decimal commas in quotes, commas between", ",", []any{1.5, -0.25, 10.1}, `"1,5"`, `"-0,25"`, `"10,1"`),
		asNumbers("decimal commas and exponents", ";", []any{1.5e3, 2.5e-3, 10.1}, "1,5e3", "2,5E-3", "10,1"),
		asNumbers("German thousands", ";", []any{1234.56, 12345678.9, -1000.5, 7.25}, "1.234,56", "12.345.678,9", "-1.000,50", "7,25"),
		asNumbers("American thousands", ",", []any{1234.56, 12345678.9, -1000.5, 7.25}, `"1,234.56"`, `"12,345,678.9"`, `"-1,000.50"`, "7.25"),
		asNumbers("American thousands, whole numbers, millions", ",", []any{1234, 12345678, 999}, `"1,234"`, `"12,345,678"`, "999"),
		asNumbers("American thousands, tabs between", "\t", []any{1234.56, 12345678, 7.25}, "1,234.56", "12,345,678", "7.25"),
		asNumbers("millions with points", ";", []any{1_000_000, 2_500_000, 12_345_678}, "1.000.000", "2.500.000", "12.345.678"),
		asNumbers("millions with points, commas between", ",", []any{1_000_000, 2_500_000, 12_345_678}, "1.000.000", "2.500.000", "12.345.678"),
		asNumbers("Swiss thousands", ";", []any{1234.5, 12345678, 7.25}, "1'234.5", "12'345'678", "7.25"),
		asNumbers("Swiss thousands, typographic", ";", []any{1234.5, 12345678, 7.25}, "1’234.5", "12’345’678", "7.25"),
		asNumbers("French thousands, space", ";", []any{1234.5, 12345678, 7.25}, "1 234,5", "12 345 678", "7,25"),
		asNumbers("French thousands, no-break space", ";", []any{1234.5, 12345678, 7.25}, "1\u00a0234,5", "12\u00a0345\u00a0678", "7,25"),
		asNumbers("French thousands, narrow no-break space", ";", []any{1234.5, 12345678, 7.25}, "1\u202f234,5", "12\u202f345\u202f678", "7,25"),
		asNumbers("minus as it is printed", ",", []any{-5.5, 7, -12}, "\u22125.5", "7", "\u221212"),
		unit(asNumbers("percent", ",", []any{12., 7.5, 100.}, "12%", "7.5%", "100%")),
		unit(asNumbers("percent behind a space", ",", []any{12., 7.5, -3.}, "12 %", "7.5 %", "-3 %")),
		unit(asNumbers("percent and decimal comma", ";", []any{12.5, 7.25, 100.}, "12,5%", "7,25%", "100%")),
		asNumbers("euros before", ",", []any{5, 1234.5, 12.75}, "€ 5", "€ 1234.50", "€ 12.75"),
		asNumbers("euros behind, German", ";", []any{5, 1234.5, -12.75}, "5 €", "1.234,50 €", "-12,75 €"),
		asNumbers("dollars with thousands", ",", []any{5, 1234.5, -12.75}, "$5", `"$1,234.50"`, "-$12.75"),
		asNumbers("pounds", ",", []any{5, 1234.5, 12.75}, "£5.00", "£1234.50", "£12.75"),
		asNumbers("euros by letters", ",", []any{5, 1234.5, 12.75}, "EUR 5.00", "EUR 1234.50", "EUR 12.75"),
		{
			name: "a decimal comma in one column, a point in another",
			in:   "k;x;y\n" + strings.Repeat("a;1,5;2.25\nb;3,25;4.5\nc;5,75;6.125\n", 4), rows: "12",
			types: "categorical numeric numeric",
			cells: map[string]any{"0,1": 1.5, "0,2": 2.25, "2,1": 5.75, "2,2": 6.125},
		},
		{
			name: "zero and one", in: column(",", times(12, "0", "1")...), rows: "12", types: "categorical binary",
			missing: "0 0", warn: "-", cells: map[string]any{"0,1": 0, "1,1": 1},
		},
		{
			name: "years", in: column(",", times(12, "1998", "2004", "2021")...), rows: "12",
			types: "categorical numeric", warn: "-", cells: map[string]any{"0,1": 1998},
		},
	}
}

func noNumbers() []fileCase {
	const text = "categorical"
	return []fileCase{
		asTexts("codes with zeros in front", text, "00501", "10001", "90210"),
		asTexts("codes with zeros in front, in quotes", text, `"00501"`, `"10001"`, `"90210"`),
		asTexts("short codes with zeros in front", text, "007", "008", "010"),
		asTexts("codes with a zero in front in one row alone", text, "10115", "01067", "80331", "20095"),
		asTexts("telephone numbers", text, "+31612345678", "+49301234567", "+15551234567"),
		asTexts("telephone numbers with blanks", text, "+31 6 1234 5678", "030 123456", "(555) 123-4567"),
		asTexts("hexadecimal", text, "0x1F", "0x2A", "0xFF"),
		asTexts("binary floating point", text, "0x1p-2", "0x1p3", "0x1p4"),
		asTexts("underscores", text, "1_000", "2_000", "3_000"),
		asTexts("the word infinity", text, "inf", "Infinity", "-inf"),
		asTexts("codes, some like exponents", text, "1A5", "1E5", "2B7"),
		asTexts("ranges", text, "18-25", "26-35", "36-45"),
		asTexts("shares as fractions", text+"|date", "1/2", "3/4", "5/8"),
		asTexts("addresses of computers", text, "192.168.0.1", "10.0.0.254", "172.16.5.4"),
		asTexts("addresses of computers, like thousands", text, "10.100.100.100", "172.168.200.101", "10.0.0.254"),
		asTexts("versions", text, "1.2.3", "1.10.0", "2.0.1"),
		asTexts("measures with units", text, "5 kg", "10 kg", "7.5 kg"),
		asTexts("digits of other scripts", text+"|numeric", "١٢", "٣٤", "٥٦"),
		asTexts("signs alone", text, "+", "*", "/"),
		asTexts("powers of ten without a number", text, "e5", "E10", "e"),
		asTexts("two points", text, "1.2.", "1..2", "3..4"),
		asTexts("formulas", text, "=1+1", "@sum", "-2+3"),
		asTexts("true and false", "binary", "TRUE", "FALSE"),
		{
			name: "numbers and inf", in: column(",", append(times(11, "1.5", "2.5", "3.5"), "inf")...), rows: "12",
			types: "categorical numeric|categorical", warn: "inf",
			cells: map[string]any{"11,1": either{nil, "inf"}, "0,1": 1.5},
		},
		{
			name: "account numbers beyond 2^53", in: column(",", times(12, "9007199254740993", "9007199254740992", "9007199254740995")...),
			rows: "12", holds: func(got inspected) string {
				if got.Cells["0,1"] == "9007199254740993" || len(got.Warnings) > 0 {
					return ""
				}
				return fmt.Sprintf("9007199254740993 became %v without a word", got.Cells["0,1"])
			}, cells: map[string]any{"0,1": either{"9007199254740993", 9007199254740992., nil}},
		},
		{
			name: "numbers of forty digits",
			in:   column(",", times(12, strings.Repeat("1234567890", 4), strings.Repeat("9876543210", 4), "5")...),
			rows: "12", cols: 2,
		},
		asTexts("card numbers of sixteen digits with blanks", text, "4000 1234 5678 9010", "4000 1234 5678 9028", "4000 1234 5678 9036"),
	}
}

func oddNumbers() []fileCase {
	with := func(n int, odd string, at int) string {
		return lines("x,y", n, func(i int) string {
			if i == at {
				return odd + ",a"
			}
			return fmt.Sprintf("%d.%d,%s", i%997, i%4, []string{"a", "b"}[i%2])
		})
	}
	warned := func(name, between, types, warn string, cells ...string) fileCase {
		c := numbered(name, between, cells...)
		c.types, c.warn = "categorical "+types, warn
		return c
	}
	return []fileCase{
		{
			name: "a number beyond the range", in: column(",", append(times(11, "1.5", "2.5", "3.5"), "1e309")...),
			rows: "12", warn: "1e309|large|range|x", cells: map[string]any{"11,1": either{nil, "1e309"}, "0,1": 1.5},
		},
		{
			name: "a negative number beyond the range",
			in:   column(",", append(times(11, "1.5", "2.5", "3.5"), "-1e400")...), rows: "12",
			warn: "-1e400|large|range|x", cells: map[string]any{"11,1": either{nil, "-1e400"}, "0,1": 1.5},
		},
		{
			name: "numbers beyond the range only", in: column(",", times(12, "1e309", "1e310", "1e311")...),
			mayRefused: "number_range", rows: "12", warn: "*",
		},
		{
			name: "a number too near to zero", in: column(",", append(times(11, "1.5", "2.5", "3.5"), "1e-400")...),
			rows: "12", cells: map[string]any{"11,1": either{0, nil, "1e-400"}, "0,1": 1.5},
		},
		{
			name: "one odd value among 29,000 numbers", in: with(29_000, "abc", 17_345), rows: "29000",
			types: "numeric|text binary", warn: "abc", cells: map[string]any{"17345,0": either{nil, "abc"}, "0,0": 0},
		},
		{
			name: "one odd value among 29,000 numbers, the first", in: with(29_000, "abc", 0), rows: "29000",
			types: "numeric|text binary", warn: "abc", cells: map[string]any{"0,0": either{nil, "abc"}},
		},
		{
			name: "one odd value among 29,000 numbers, the last", in: with(29_000, "abc", 28_999), rows: "29000",
			types: "numeric|text binary", warn: "abc", cells: map[string]any{"28999,0": either{nil, "abc"}},
		},
		{
			name: "one decimal comma among 29,000 decimal points",
			in:   strings.Replace(strings.ReplaceAll(with(29_000, "odd", 17_345), ",", ";"), "odd", "12,5", 1),
			rows: "29000", types: "numeric|text binary", warn: "12,5",
			cells: map[string]any{"17345,0": either{nil, "12,5", 12.5}, "0,0": 0},
		},
		{
			name: "a unit in one of 300 values", in: with(300, "12.5 kg", 200), rows: "300",
			types: "numeric|text binary", warn: "12.5 kg", cells: map[string]any{"200,0": either{nil, "12.5 kg"}},
		},
		warned("below the limit of a laboratory", ",", "categorical|text", "<0.1|x", "<0.1", "0.5", "1.25", "2.5"),
		warned("above the limit of a laboratory", ",", "categorical|text", ">90|x", "45.5", "60", ">90", "80.25"),
		warned("decimal commas and points in one column", ";", "categorical|text|numeric", "*", "1.5", "2,5", "3.25", "4,75"),
		warned("German and American thousands in one column", ";", "categorical|text|numeric", "*", "1.234,56", "1,234.56", "2.345,67"),
		warned("euros and dollars in one column", ",", "categorical|text|numeric", "*", "€ 5", "$ 5", "€ 7.5"),
		warned("percent and plain numbers in one column", ",", "categorical|text|numeric", "*", "12%", "0.5", "30%"),
		{
			name: "three digits behind each point, in a German file",
			in:   "k;x;y\n" + strings.Repeat("a;1.234;1,5\nb;5.678;2,5\nc;9.123;3,5\n", 4), rows: "12",
			types: "categorical numeric numeric", warn: "x",
			cells: map[string]any{"0,1": either{1234, 1.234}, "0,2": 1.5},
		},
		asNumbers("three digits behind each point, in an English file", ",", []any{1.234, 5.678, 0.123}, "1.234", "5.678", "0.123"),
		warned("three digits behind each comma", ";", "numeric", "x", "1,234", "5,678", "9,123"),
		{
			name: "negative by brackets", in: column(",", times(12, `"(1,234.50)"`, "250.75", `"(12.5)"`)...),
			rows:  "12",
			cells: map[string]any{"0,1": -1234.5, "1,1": 250.75},
		},
		{
			name: "minus behind", in: column(",", times(12, "5-", "7.5", "3.25-")...), rows: "12",
			cells: map[string]any{"0,1": -5, "1,1": 7.5},
		},
		{
			name: "Indian thousands", in: column(",", times(12, `"12,34,567"`, `"1,00,000"`, `"5,000"`)...), rows: "12",
			cells: map[string]any{"0,1": 1234567, "1,1": 100000, "2,1": 5000},
		},
		{
			name: "a list of two numbers in quotes is no number",
			in:   column(",", times(12, `"1,2"`, `"3,4,5"`, `"6,7,8,9"`)...), rows: "12",
			types: "categorical categorical", cells: map[string]any{"0,1": "1,2", "2,1": "6,7,8,9"},
		},
	}
}
