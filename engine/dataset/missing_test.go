package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSuspectedMarks(t *testing.T) {
	read := func(cell func(row, column int) string) *Table {
		var b strings.Builder
		b.WriteString("a,b,c,y\n")
		for row := range 60 {
			fmt.Fprintf(&b, "%s,%s,%s,%d\n", cell(row, 0), cell(row, 1), cell(row, 2), row%2)
		}
		return tableFrom(t, Options{}, b.String())
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
	}).SuspectedMarks()
	if !slices.Equal(shared, []string{"-9", "-8"}) {
		t.Errorf("%q, want -9 and -8", shared)
	}
	alone := read(func(row, column int) string {
		if row == 0 && column == 0 {
			return "-999"
		}
		return number(row, column)
	}).SuspectedMarks()
	if alone != nil {
		t.Errorf("%q, want none: one column has a mark", alone)
	}
	nines := read(func(row, column int) string {
		if row%10 == 0 {
			return []string{"999", "9999", "99"}[column]
		}
		if column == 0 {
			return fmt.Sprint(60 + row%50) // among them 99
		}
		return number(row, column)
	}).SuspectedMarks()
	if !slices.Equal(nines, []string{"999", "9999"}) {
		t.Errorf("%q, want 999 and 9999: 99 is a number of another column", nines)
	}
}

// A mark of one column is said where another column has the number as a value, and then its other nines are not those of several columns.
func TestLoneMarks(t *testing.T) {
	var b strings.Builder
	b.WriteString("pain,income,pressure,y\n")
	for row := range 60 {
		pain, income := row%11, 500+137*row
		if row%20 == 0 {
			pain, income = 99, 99_999
		}
		fmt.Fprintf(&b, "%d,%d,%d,%d\n", pain, income, 80+row, row%2)
	}
	table := tableFrom(t, Options{}, b.String())
	if marks := table.SuspectedMarks(); marks != nil {
		t.Errorf("%q, want none", marks)
	}
	for _, want := range []string{
		`column "pain": it contains 99, far from its other numbers, which may mean a missing value`,
		`column "income": it contains 99999, far from its other numbers, which may mean a missing value`,
	} {
		if !slices.Contains(Warned(table), want) {
			t.Errorf("warnings %q lack %s", Warned(table), want)
		}
	}
	if marks, cells := table.Columns[0].LoneMarks([]float64{0, 5}); !slices.Equal(marks, []float64{99}) || cells != 3 {
		t.Errorf("LoneMarks = %v in %d cells, want 99 in 3", marks, cells)
	}
	if marks, cells := table.Columns[0].LoneMarks([]float64{0, 99}); len(marks) > 0 || cells != 0 {
		t.Errorf("LoneMarks = %v in %d cells, want none: 99 is known", marks, cells)
	}
	again := tableFrom(t, Options{Trained: Trained{Columns: table.TrainedColumns()}}, b.String())
	if len(Warned(again)) > 0 {
		t.Errorf("warnings %q about rows to predict, want none", Warned(again))
	}
}
