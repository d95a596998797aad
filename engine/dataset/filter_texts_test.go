package dataset

import (
	"slices"
	"testing"
)

// A filter of a column without codes tests every cell.
func TestFilterOfTexts(t *testing.T) {
	texts := new(Texts)
	for _, s := range []string{"Bern", "bern west", "Rom"} {
		texts.Append([]byte(s))
	}
	texts.AppendMissing()
	c := &Column{Kind: Text, Texts: texts}
	ids := &Column{Kind: ID, Codes: NewCodes([]int32{0, 1, 2, -1}), Levels: []float64{10, 20, 101}}
	for _, test := range []struct {
		column *Column
		filter string
		want   []int
	}{
		{c, "bern", []int{0, 1}},
		{c, "= Bern", []int{0}},
		{c, "≠ Bern", []int{1, 2}},
		{c, "is missing", []int{3}},
		{ids, "10", []int{0, 2}},
		{ids, "= 10", []int{0}},
		{ids, "≠ 10", []int{1, 2}},
	} {
		holds, err := test.column.Filter(test.filter)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for row := range 4 {
			if holds(row) {
				got = append(got, row)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: rows %v, want %v", test.filter, got, test.want)
		}
	}
}
