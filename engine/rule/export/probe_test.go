package export_test

import (
	"math"
	"slices"
	"testing"

	"drnet/engine/rule"
	"drnet/engine/rule/export"
)

// TestRowsHoldNumbers: the number that a column of values lacks is one that programs can hold, also with the greatest.
func TestRowsHoldNumbers(t *testing.T) {
	m := dropped()
	m.Encoder.Columns[1].Values = []string{"1", "8e+307", "1.6e+308"}
	rows, err := export.Probes(m, 1000)
	if err != nil {
		t.Fatal(err)
	}
	strange := false
	for _, row := range rows {
		for _, cell := range row {
			x, ok := cell.(float64)
			if ok && math.IsInf(x, 0) {
				t.Errorf("the row %v holds an infinite number", row)
			}
			strange = strange || x == 4e307
		}
	}
	if !strange {
		t.Error("no row has another value")
	}
}

// TestRowsAreLimited: at most the requested number of rows is written.
func TestRowsAreLimited(t *testing.T) {
	for _, most := range []int{1, 5, 12, 30} {
		rows, err := export.Probes(people(), most)
		if err != nil || len(rows) > most {
			t.Errorf("%d rows, %v, want at most %d", len(rows), err, most)
		}
	}
}

// TestRowsAreMadeFromRules: a program carries rows on which every rule that can fire does, rows on which none does, and
// some that are missing all over.
func TestRowsAreMadeFromRules(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, m := range []*rule.Model{people(), imputed(), hostile(), manyParts("first", "second")} {
		w := probed(t, "", m)
		if !slices.Contains(w.answers, m.Positive) || !slices.Contains(w.answers, m.Negative) {
			t.Errorf("rules for %q: the rows have one answer only", m.Target)
		}
		blank := func(row []any) bool { return !slices.ContainsFunc(row, func(cell any) bool { return cell != nil }) }
		if !slices.ContainsFunc(w.rows, blank) {
			t.Errorf("rules for %q: no row is missing all over", m.Target)
		}
		for k := range m.Rules {
			alone := *m
			alone.Rules = rule.Set{m.Rules[k]}
			if !slices.Contains(newWorld(t, "", &alone, w.cellsOf(t, &alone)).answers, m.Positive) {
				t.Errorf("rules for %q: rule %d fires on no row", m.Target, k+1)
			}
		}
	}
}

// cellsOf returns the rows with the columns that another model asks about.
func (w *world) cellsOf(t *testing.T, m *rule.Model) (rows [][]any) {
	columns, err := export.Columns(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range w.rows {
		var cells []any
		for _, c := range columns {
			cells = append(cells, row[slices.IndexFunc(w.columns, func(d export.Column) bool { return d.At == c.At })])
		}
		rows = append(rows, cells)
	}
	return rows
}
