package infer

import (
	"strings"
	"testing"
)

// grammar lists texts with the type that dialect detection sees, and the value that reading gives a column of them: a
// number, the layout of a date, "missing", or "text". It also seeds the fuzzer.
var grammar = []struct {
	text  string
	cell  CellType
	value string
}{
	{"", AbsentCell, "missing"},
	{"NA", AbsentCell, "missing"},
	{"?", AbsentCell, "missing"},
	{"-", AbsentCell, "missing"},
	{".", AbsentCell, "missing"},
	{"#N/A", AbsentCell, "missing"},
	{"#N/A N/A", AbsentCell, "missing"},
	{"-1.#QNAN", AbsentCell, "missing"},

	{"5", NumberCell, "5"},
	{"-5", NumberCell, "-5"},
	{"+5", NumberCell, "5"},
	{"−5", NumberCell, "-5"},
	{"0", NumberCell, "0"},
	{"9", NumberCell, "9"},
	{".5", NumberCell, "0.5"},
	{",5", NumberCell, "0.5"},
	{"," + strings.Repeat("6", 60), NumberCell, "0.6666666666666666"},
	{"5.", NumberCell, "5"},
	{"5,", NumberCell, "5"},
	{"1.5", NumberCell, "1.5"},
	{"1,5", NumberCell, "1.5"},
	{"-.5", NumberCell, "-0.5"},
	{"1,234", NumberCell, "1234"},
	{"1.234", NumberCell, "1.234"},
	{"1,234.5", NumberCell, "1234.5"},
	{"1.234,5", NumberCell, "1234.5"},
	{"1,234,567", NumberCell, "1234567"},
	{"1,23,456", NumberCell, "123456"},
	{"12.345.678", NumberCell, "12345678"},
	{"123,456,789.25", NumberCell, "123456789.25"},
	{"1,2345", NumberCell, "1.2345"},
	{"1234,567", NumberCell, "1234.567"},
	{"1234.5", NumberCell, "1234.5"},
	{"1'234", NumberCell, "1234"},
	{"1’234", NumberCell, "1234"},
	{"1 234", NumberCell, "1234"},
	{"1\u00a0234", NumberCell, "1234"},
	{"1\u202f234,5", NumberCell, "1234.5"},
	{"123 456 789", NumberCell, "123456789"},
	{"1 234,5", NumberCell, "1234.5"},
	{"1'234.5", NumberCell, "1234.5"},
	{"12'345'678", NumberCell, "12345678"},
	{"1e5", NumberCell, "100000"},
	{"1.5E-3", NumberCell, "0.0015"},
	{"1,5e3", NumberCell, "1500"},
	{"1e+5", NumberCell, "100000"},
	{"5%", NumberCell, "5"},
	{"5 %", NumberCell, "5"},
	{"$5", NumberCell, "5"},
	{"$ 5", NumberCell, "5"},
	{"-$5", NumberCell, "-5"},
	{"$-5", NumberCell, "-5"},
	{"$ -", NumberCell, "0"},
	{"€5", NumberCell, "5"},
	{"5€", NumberCell, "5"},
	{"£1.50", NumberCell, "1.5"},
	{"¥5", NumberCell, "5"},
	{"5 EUR", NumberCell, "5"},
	{"USD 5", NumberCell, "5"},
	{"CHF 12.50", NumberCell, "12.5"},
	{"12 kr", NumberCell, "12"},
	{"₹5", NumberCell, "5"},
	{"GBP 1,200", NumberCell, "1200"},
	{"1e309", NumberCell, "text"},

	// Codes are data as well, but reading keeps them as texts.
	{"007", NumberCell, "text"},
	{"00501", NumberCell, "text"},
	{"-01", NumberCell, "text"},
	{"+31612345678", NumberCell, "text"},
	{strings.Repeat("1", 40), NumberCell, "text"},
	{strings.Repeat("1", 70), NumberCell, "text"},

	{"2026-01-31", DateCell, "YYYY-MM-DD"},
	{"2026/1/31", DateCell, "YYYY/MM/DD"},
	{"2026.01.31", DateCell, "YYYY.MM.DD"},
	{"31.1.2026", DateCell, "DD.MM.YYYY"},
	{"31/1/26", DateCell, "DD/MM/YY"},
	{"1/31/20", DateCell, "MM/DD/YY"},
	{"2026-01", DateCell, "YYYY-MM"},
	{"2026/12", DateCell, "YYYY/MM"},
	{"01/2020", DateCell, "MM/YYYY"},
	{"Jan 5, 2020", DateCell, "Mon DD YYYY"},
	{"31-Jan-2020", DateCell, "DD-Mon-YYYY"},
	{"31 January 2020", DateCell, "DD Mon YYYY"},
	{"2020-Jan-31", DateCell, "YYYY-Mon-DD"},
	{"Jan 2020", DateCell, "Mon YYYY"},
	{"2026-01-31 12:30", DateCell, "YYYY-MM-DD hh:mm"},
	{"2026-01-31T12:30:00Z", DateCell, "YYYY-MM-DD hh:mm"},
	{"2026-01-31 12:30:00.123 +01:00", DateCell, "YYYY-MM-DD hh:mm"},
	{"1/31/20 9:05 PM", DateCell, "MM/DD/YY hh:mm"},
	{"2026-01-31 12:30:00." + strings.Repeat("0", 20), DateCell, "YYYY-MM-DD hh:mm"},

	// Times, durations and dates of zeros are data as well, but reading keeps them as texts.
	{"12:30", DateCell, "text"},
	{"0000-00-00", DateCell, "text"},
	{"00.00.0000 00:00", DateCell, "text"},
	{"1:05", DateCell, "text"},
	{"9:05", DateCell, "text"},
	{"12:30:59", DateCell, "text"},
	{"12:30:59.123", DateCell, "text"},
	{"12:30+02", DateCell, "text"},
	{"12:30-05:00", DateCell, "text"},
	{"12:30Z", DateCell, "text"},
	{"12:30 Z", DateCell, "text"},
	{"12:30pm", DateCell, "text"},
	{"1:05 AM", DateCell, "text"},
	{"1:05 Pm", DateCell, "text"},
	{"26:15:00", DateCell, "text"},

	// So are versions, which may be dates.
	{"1-2-26", DateCell, "text"},
	{"1/2/6", DateCell, "text"},
	{"31.1.26", DateCell, "text"},
	{"1.2.13", DateCell, "text"},
}

// textCells lists texts that are neither data nor missing marks, by type.
var textCells = map[CellType][]string{
	WordCell: {
		"x", "a b", "+", "%", "-%", ".x", "5x", "x5", "..5", "5..", "1e", "1e5x", "e5", "5%%", "$", "% 5 %", "+-", "- 5", "5  €",
		"1.2.3.4", "1.23.456", "1.234.56", "1234.567.890", "1'23", "12 34", "1234 567", "1234'567", "1 2345", "1.234.",
		"1 234'567.8", "1.234'567.890", "-+5", "0-5", "000-1", "007x",
		"2026-1", "2026.01.", "26-01", "123-1-2", "12345-1-2", "2026--31", "2026-123-1", "2026-01/31", "1-2-345", "2026-01-311",
		"2026-01-3101", "31-1-20261", "31-1-", "1200-12", "1.2-3", "100.2.3", "1.2.3x", "2026-02-30", "99/99/2026",
		"2026_01_31", "2026-01-31x", "2026-01-31T", "2026-01-31 1", "2026-01-31x12:30", "2026-01-31 noon", "2026-01-31 24:00",
		"31.1.26  9:05", "-01-26", "-2026-01-31", "x2026-01-31", "Jan", "January", "Jan 5",
		"123:30", ":30", "12:3", "12:305", "12-30", "12:30:", "12:30:x", "12:30x", "12:30a", "12:30 zm", "12:30 ax", "12:30 pmx",
		"12:30Zx", "12:60", "2026-01-31 12:30:00." + strings.Repeat("0", 21), strings.Repeat("1", 70) + "x",
	},
	ProseCell: {"Jane 5, 2020", "a, b", "a; b", "a, b; c", "Hello, world, hello"},
	OddCell: {
		"a,b", "a;b", "a,", ";", "a\tb", "a|b", "a, b,c", "a,b, c", "a, b|c", "1,23.", "1,234,56", "1234,567,890",
		"1,234.567,8", "1,234.56,7",
	},
}

// valueOf returns the value that reading gives a column of one text, as in grammar.
func valueOf(text string) string {
	if NewMarks(nil).Has([]byte(text)) {
		return "missing"
	}
	got, err := KindOf(columnOf("x", text), "", Hint{})
	switch {
	case err != nil:
		return err.Message
	case got.Numbers != nil && got.Odd == 0:
		return FormatNumber(got.Numbers[0])
	case got.Kind == Date:
		return got.Layout.String()
	}
	return "text"
}

func TestGrammar(t *testing.T) {
	for _, test := range grammar {
		if got := TypeOf([]byte(test.text)); got != test.cell {
			t.Errorf("TypeOf(%q) = %d, want %d", test.text, got, test.cell)
		}
		if got := valueOf(test.text); got != test.value {
			t.Errorf("%q is read as %s, want %s", test.text, got, test.value)
		}
		if data := test.cell != AbsentCell; test.cell.IsData() != data || test.cell.IsText() {
			t.Errorf("%q: data %v, text %v", test.text, test.cell.IsData(), test.cell.IsText())
		}
	}
	for want, cells := range textCells {
		for _, text := range cells {
			if got := TypeOf([]byte(text)); got != want || !got.IsText() || got.IsData() {
				t.Errorf("TypeOf(%q) = %d, want %d", text, got, want)
			}
			if got := valueOf(text); got != "text" {
				t.Errorf("%q is read as %s, want text", text, got)
			}
		}
	}
}

// Dialect detection takes every number, date and missing mark of reading for one.
func FuzzGrammar(f *testing.F) {
	for _, test := range grammar {
		f.Add(test.text)
	}
	for _, cells := range textCells {
		for _, text := range cells {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.TrimSpace(text)
		cell, value := TypeOf([]byte(text)), valueOf(text)
		_, isNumber := ParseNumber(value)
		ok := cell.IsData() || cell.IsText() // a text may be a code or a time
		switch {
		case value == "missing":
			ok = cell == AbsentCell
		case isNumber:
			ok = cell == NumberCell
		case value != "text":
			ok = cell == DateCell
		}
		if !ok {
			t.Errorf("TypeOf(%q) = %d, but it is read as %s", text, cell, value)
		}
	})
}
