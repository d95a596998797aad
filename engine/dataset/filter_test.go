package dataset_test

import (
	"slices"
	"testing"

	"drnet/engine/dataset"
)

const filterable = "age;city;price;code;day\n20;Bern;1,5;a1;05.01.2023\n30;bern west;2,5;a2;14.12.2022\n;Rom;;a3;\n" +
	"40;?;7;a4;03.02.2023\n55;ROM;-2,5;a5;05.01.2023\n"

var filters = []struct{ column, text, want string }{
	{"age", "", "12345"},
	{"age", " 30 ", "2"},
	{"age", "20 to 40", "124"},
	{"age", "20..30", "12"},
	{"age", "> 20", "245"},
	{"age", "> 20 and <= 40", "24"},
	{"age", "> 20 and ≤ 40 and < 40", "2"},
	{"age", "is missing", "3"},
	{"age", "IS KNOWN", "1245"},
	{"age", "old", "refused"},
	{"age", "20 to", "refused"},
	{"age", "> 20 or < 3", "refused"},
	{"price", "2,5", "2"},
	{"price", "2.5", "2"},
	{"price", "≥ 2,5", "24"},
	{"price", "-3 to 1,5", "15"},
	{"price", "2,50", "2"},
	{"city", "bern", "12"},
	{"city", "= Bern", "1"},
	{"city", "=bern", ""},
	{"city", "≠ Bern", "235"},
	{"city", "rom", "35"},
	{"city", "is missing", "4"},
	{"city", "> 3", ""},
	{"code", "a", "12345"},
	{"code", "5", "5"},
	{"day", "> 05.01.2023", "4"},
	{"day", "<= 31.12.2022", "2"},
	{"day", "≥ 14.12.2022 and < 03.02.2023", "125"},
	{"day", "01.01.2023 to 31.01.2023", "15"},
	{"day", "01.2023", "15"},
	{"day", "= 14.12.2022", "2"},
	{"day", "is missing", "3"},
	{"day", "> 2022", "refused"},
	{"day", "> 05.01.2023 12:00", "refused"},
}

func TestFilter(t *testing.T) {
	table := mustRead(t, filterable, dataset.Options{})
	for _, test := range filters {
		holds, err := table.Columns[table.Column(test.column)].Filter(test.text)
		got := ""
		for row := range table.Rows {
			if err == nil && holds(row) {
				got += string(rune('1' + row))
			}
		}
		if err != nil {
			got = "refused"
		}
		if got != test.want {
			t.Errorf("%s %q: rows %s, want %s (%v)", test.column, test.text, got, test.want, err)
		}
	}
}

// Dates are in the order of time, with their minutes, also where the text begins with the day.
func TestOrderOfDates(t *testing.T) {
	for _, text := range []string{
		"day;n\n05.01.2023;1\n14.12.2022;2\n03.02.2023;3\n05.01.2023;4\n",
		"day;n\n05.01.2023 10:45;1\n14.12.2022 11:00;2\n03.02.2023 09:30;3\n05.01.2023 10:50;4\n",
	} {
		rows := []int{0, 1, 2, 3}
		slices.SortStableFunc(rows, mustRead(t, text, dataset.Options{}).Columns[0].Order())
		if want := []int{1, 0, 3, 2}; !slices.Equal(rows, want) {
			t.Errorf("%q is in the order %v, want %v", text, rows, want)
		}
	}
}

// FuzzFilter checks that every filter decides every row, and that the text of a number finds the number.
func FuzzFilter(f *testing.F) {
	for _, test := range filters {
		f.Add(test.text)
	}
	table := mustRead(f, filterable, dataset.Options{})
	f.Fuzz(func(t *testing.T, text string) {
		for j := range table.Columns {
			holds, err := table.Columns[j].Filter(text)
			if err != nil && !table.Columns[j].IsNumber() && table.Columns[j].Kind != dataset.Date {
				t.Fatalf("%q is refused for texts: %v", text, err)
			}
			for row := 0; err == nil && row < table.Rows; row++ {
				holds(row)
			}
		}
	})
}
