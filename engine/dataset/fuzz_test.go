package dataset_test

import (
	"testing"

	"drnet/engine/dataset"
)

func FuzzRead(f *testing.F) {
	for _, file := range files {
		f.Add(file.csv)
	}
	for _, file := range wrongFiles {
		f.Add(file.csv)
	}
	f.Fuzz(func(t *testing.T, csv string) {
		table, err := read(csv, dataset.Options{})
		if err != nil {
			return
		}
		names := map[string]bool{}
		for j := range table.Columns {
			c := &table.Columns[j]
			if names[c.Name] {
				t.Errorf("two columns are called %q", c.Name)
			}
			names[c.Name] = true
			checkColumn(t, c, table.Rows)
		}
		if table.BlankLines < 0 {
			t.Errorf("BlankLines = %d", table.BlankLines)
		}
	})
}

// checkColumn checks the invariants of the type Column.
func checkColumn(t *testing.T, c *dataset.Column, rows int) {
	t.Helper()
	missing, occurs := 0, make([]bool, len(c.Values))
	for row := range rows {
		if c.IsMissing(row) {
			missing++
		} else if c.Values != nil {
			occurs[c.Codes.At(row)] = true
		}
	}
	if missing != c.Missing {
		t.Errorf("column %q: Missing = %d, want %d", c.Name, c.Missing, missing)
	}
	for code, ok := range occurs {
		if !ok || code > 0 && c.Values[code] == c.Values[code-1] {
			t.Errorf("column %q: value %q does not occur, or twice", c.Name, c.Values[code])
		}
	}
}
