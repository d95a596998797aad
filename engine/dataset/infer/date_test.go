package infer

import (
	"fmt"
	"testing"
)

// writtenDates are columns with the layout of their dates, "" for other columns. They also seed the fuzzer.
var writtenDates = []struct {
	texts     []string
	layout    string
	ambiguous bool
}{
	{[]string{"2020-01-31", "2021-12-01"}, "YYYY-MM-DD", false},
	{[]string{"2020/1/31"}, "YYYY/MM/DD", false},
	{[]string{"2020.01.31"}, "YYYY.MM.DD", false},
	{[]string{"2020-01-31T12:30:00Z"}, "YYYY-MM-DD hh:mm", false},
	{[]string{"2020-01-31 12:30", "2020-02-01"}, "YYYY-MM-DD hh:mm", false},
	{[]string{"2020-01-31 12:30:59.123456+02:00"}, "YYYY-MM-DD hh:mm", false},
	{[]string{"2020-01-31T12:30:59,5-0330"}, "YYYY-MM-DD hh:mm", false},
	{[]string{"2020-01-31 00:00:00 UTC"}, "YYYY-MM-DD hh:mm", false},
	{[]string{"2020-07-31 00:00:00 CEST", "2020-01-31 00:00:00 CET"}, "YYYY-MM-DD hh:mm", false},
	{[]string{"1/31/2020 1:05 PM"}, "MM/DD/YYYY hh:mm", false},
	{[]string{"2020-02-29"}, "YYYY-MM-DD", false},
	{[]string{"2000-02-29"}, "YYYY-MM-DD", false},
	{[]string{"9999-12-31"}, "YYYY-MM-DD", false},
	{[]string{"31.1.2020", "1.12.2020"}, "DD.MM.YYYY", false},
	{[]string{"01.02.2020"}, "DD.MM.YYYY", false},
	{[]string{"31.01.20"}, "DD.MM.YY", false},
	{[]string{"31/01/2020", "01/02/2020"}, "DD/MM/YYYY", false},
	{[]string{"01/31/2020", "02/01/2020"}, "MM/DD/YYYY", false},
	{[]string{"01/02/2020", "03/04/2021"}, "DD/MM/YYYY", true},
	{[]string{"1/2/20"}, "DD/MM/YY", true},
	{[]string{"1/31/20"}, "MM/DD/YY", false},
	{[]string{"31-01-2020"}, "DD-MM-YYYY", false},
	{[]string{"01-31-2020"}, "MM-DD-YYYY", false},
	{[]string{"31-12-99"}, "DD-MM-YY", false},
	{[]string{"31-Jan-2020"}, "DD-Mon-YYYY", false},
	{[]string{"31-jan-20"}, "DD-Mon-YY", false},
	{[]string{"31 January 2020"}, "DD Mon YYYY", false},
	{[]string{"31JAN2020", "1feb2020"}, "DDMonYYYY", false},
	{[]string{"31JAN20"}, "DDMonYY", false},
	{[]string{"1. May 2020"}, "DD.Mon.YYYY", false},
	{[]string{"Jan 31, 2020", "March 1, 2020"}, "Mon DD YYYY", false},
	{[]string{"2020-Jan-31"}, "YYYY-Mon-DD", false},
	{[]string{"May 2020", "JUNE 2020"}, "Mon YYYY", false},
	{[]string{"2020-01", "2020-12"}, "YYYY-MM", false},
	{[]string{"01/2020"}, "MM/YYYY", false},

	{[]string{"31/01/2020", "01/31/2020"}, "", false},
	{[]string{"2020-01-31", "31.01.2020"}, "", false},
	{[]string{"2020-01-31", "later"}, "", false},
	{nil, "", false},
}

// notDates are texts that no column of dates has.
var notDates = []string{
	"20200131", "2020", "12:30", "1.5", "1/2", "01.2020", "2020.01", "31.02.2020", "2021-02-29", "1900-02-29", "2020-13-01",
	"2020-00-01", "2020-01-00", "32/01/2020", "13/13/2020", "2020-01/31", "1.2.13", "1-2-10", "1.2.3", "10.0.0.1", "1/2/200",
	"1200-12", "2020-01-31 25:00", "2020-01-31 12:60", "2020-01-31 12", "2020-01-31x", "2020-01-31 12:30 CETX",
	"2020-01-31 12:30+2x", "2020-01 12:30", "31-Foo-2020", "May be", "marching", "555-1234", "06-12-34-56", "2020-01-31-5", "",
}

func TestDates(t *testing.T) {
	for _, test := range writtenDates {
		layout, ok, _ := dateLayout(test.texts, onceEach(len(test.texts)), "")
		if layout.String() != test.layout || ok != (test.layout != "") || layout.IsAmbiguous != test.ambiguous {
			t.Errorf("dateLayout(%q) = %q, %v, %v, want %q, %v", test.texts, layout, ok, layout.IsAmbiguous, test.layout, test.ambiguous)
		}
	}
	for _, text := range notDates {
		if layout, ok, _ := dateLayout([]string{text}, []int{1}, ""); ok {
			t.Errorf("%q is a date %s", text, layout)
		}
	}
}

func FuzzDates(f *testing.F) {
	seeds := notDates
	for _, test := range writtenDates {
		seeds = append(seeds, test.texts...)
	}
	for _, text := range seeds {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, is := readNumber(text); is == IsNumber {
			if layout, ok, _ := dateLayout([]string{text}, []int{1}, ""); ok {
				t.Errorf("the number %q is a date %s", text, layout)
			}
		}
		dateLayout([]string{text, text + "0"}, []int{1, 1}, "")
	})
}

func BenchmarkDates(b *testing.B) {
	columns := map[string][]string{}
	for i := range 10_000 {
		columns["dates"] = append(columns["dates"], fmt.Sprintf("%d-%02d-%02d", 1900+i%200, 1+i%12, 1+i/200%28))
		columns["words"] = append(columns["words"], fmt.Sprintf("word %d", i))
	}
	for name, texts := range columns {
		rows := onceEach(len(texts))
		b.Run(name+"/texts=10000", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				dateLayout(texts, rows, "")
			}
		})
	}
}
