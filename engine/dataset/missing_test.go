package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSuspectedCodes(t *testing.T) {
	read := func(cell func(row, column int) string) *Table {
		var b strings.Builder
		b.WriteString("a,b,c,y\n")
		for row := range 60 {
			fmt.Fprintf(&b, "%s,%s,%s,%d\n", cell(row, 0), cell(row, 1), cell(row, 2), row%2)
		}
		table, err := Read(t.Context(), "", strings.NewReader(b.String()), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	number := func(row, column int) string { return fmt.Sprint(20 + row*(column+1)%30) }
	shared := read(func(row, column int) string {
		switch {
		case row%10 == 0:
			return "-9"
		case row%10 == 1 && column < 2:
			return "-8"
		case row%10 == 2 && column == 2:
			return "-7"
		}
		return number(row, column)
	}).SuspectedCodes()
	if shared == nil || !slices.Equal(shared.Marks, []string{"-9", "-8"}) || shared.Columns != 3 || shared.Cells != 30 {
		t.Fatalf("%+v, want -9 and -8 in 30 cells of 3 columns", shared)
	}
	if got, want := shared.String(), "3 columns contain -9, -8: 30 cells, which look like codes for missing values"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	alone := read(func(row, column int) string {
		if row == 0 && column == 0 {
			return "-999"
		}
		return number(row, column)
	}).SuspectedCodes()
	if alone != nil {
		t.Errorf("%+v, want none: one column has a code", alone)
	}
}

// A column with too many numbers for codes is judged by its first cells.
func TestSuspectedCodesOfLongColumns(t *testing.T) {
	cells := make([]float64, maxTexts+10)
	for row := range cells {
		cells[row] = float64(row) / 8
	}
	cells[100] = -99
	column := Column{Kind: Numeric, Numbers: cells}
	table := &Table{Rows: len(cells), Columns: []Column{column, column}}
	if got := table.SuspectedCodes(); got == nil || !slices.Equal(got.Marks, []string{"-99"}) || got.Cells != 2 {
		t.Errorf("%+v, want -99 in 2 cells", got)
	}
}
