package binarize_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/binarize"
)

// TestUnread finds values that count as missing, where missing cells of the training rows leave no gap to report.
func TestUnread(t *testing.T) {
	const head = "visit,crp,sex\n"
	trained := head
	for i := range 20 {
		trained += fmt.Sprintf("2024-03-31,%d.5,m\n,,\n2023-12-24,7,f\n", i)
	}
	e := fit(t, read(t, trained), binarize.FitOptions{})
	const unknown = "Sun 31 March,1.5 mm,m\n,,\nMon 1 July,2 mm,f\n"
	var all []string
	for _, c := range e.Columns {
		all = append(all, c.Name)
	}
	tests := []struct {
		name, csv string
		used      []string
		want      []binarize.Unread
	}{
		{"as in training", "2024-03-31,1.5,m\n,,\n", all, nil},
		{"another format", "31.03.2024,\"1,5\",x\n", all, nil},
		{"all unknown", unknown, all, []binarize.Unread{
			{Column: "crp", Cells: 2, Example: "1.5 mm"}, {Column: "visit", Cells: 2, Dates: true, Example: "Sun 31 March"},
		}},
		{"some dates", "2024-03-31,1.5,m\n2023-02-29,2.5,f\n", all, []binarize.Unread{
			{Column: "visit", Cells: 1, Dates: true, Example: "2023-02-29"},
		}},
		{"serial days", "45178,1.5,m\n", all, []binarize.Unread{{Column: "visit", Cells: 1, Dates: true, Example: "45178"}}},
		{"no such column is used", unknown, []string{"sex"}, nil},
		{"part of a date is used", unknown, []string{"month of visit"}, []binarize.Unread{
			{Column: "visit", Cells: 2, Dates: true, Example: "Sun 31 March"},
		}},
	}
	for _, test := range tests {
		used := make([]bool, len(e.Columns))
		for _, name := range test.used {
			used[slices.Index(all, name)] = true
		}
		if got := e.Unread(read(t, head+test.csv), used); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: Unread = %+v, want %+v", test.name, got, test.want)
		}
	}
}
