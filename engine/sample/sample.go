// Package sample generates the built-in tables, always with the same bytes. It knows nothing of learning.
package sample

import (
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"slices"

	"drnet/engine/dataset"
)

// Sample is a built-in table.
type Sample struct {
	Name     string   // the argument of Find
	Title    string   // for lists
	Question string   // what the rules tell, as a question for the user
	Target   string   // the column to predict
	Positive string   // the value that rules describe; "" for rules for each value
	Rows     int      // data rows
	Columns  int      // number of columns, with the target
	Truth    []string // the true rules: positive rows match at least one; nil if there are none or they are secret

	records func() [][]string // header and rows
}

// WriteCSV writes the table as CSV with a header; lines end with LF.
func (s Sample) WriteCSV(w io.Writer) error {
	return csv.NewWriter(w).WriteAll(s.records())
}

// Table returns the table as dataset.Read reads it from its CSV.
func (s Sample) Table() *dataset.Table {
	var file bytes.Buffer
	if err := s.WriteCSV(&file); err != nil {
		panic("sample: a built-in table cannot be written")
	}
	t, err := dataset.Read(context.Background(), s.Name+".csv", &file, dataset.Options{})
	if err != nil {
		panic("sample: a built-in table cannot be read")
	}
	return t
}

// Column returns the cells of the column of that name, nil if there is none.
func (s Sample) Column(name string) []string {
	records := s.records()
	j := slices.Index(records[0], name)
	if j < 0 {
		return nil
	}
	cells := make([]string, 0, len(records)-1)
	for _, record := range records[1:] {
		cells = append(cells, record[j])
	}
	return cells
}

// All returns the samples, the easiest to read first.
func All() []Sample {
	return []Sample{
		{
			Name: "heart-risk", Title: "Heart risk · synthetic, known rules", Question: "Is the risk of heart disease low?",
			Target: "risk", Positive: "low", Rows: heartRows, Columns: 9, records: heartRecords,
			Truth: []string{"age ≤ 50", "smoker = no", "cholesterol ≤ 130 AND blood_pressure ≤ 120"},
		}, {
			Name: "tic-tac-toe", Title: "Tic-tac-toe endgames", Question: "On which final boards has x won?",
			Target: "x_wins", Positive: "positive", Rows: 958, Columns: 10, records: ticTacToeRecords,
			Truth: ticTacToeTruth(),
		}, {
			Name: "monk-1", Title: "MONK's problem 1", Question: "Which robots belong to the class?",
			Target: "class", Positive: "1", Rows: monkRows, Columns: 7, records: monkRecords,
			Truth: []string{"a1 = 1 AND a2 = 1", "a1 = 2 AND a2 = 2", "a1 = 3 AND a2 = 3", "a5 = 1"},
		}, {
			Name: "irises", Title: "Irises · synthetic, 3 classes", Question: "Which kind of iris is it?",
			Target: "kind", Rows: 3 * irisesEach, Columns: 5, records: irisesRecords,
		}, {
			Name: "balance-scale", Title: "Balance scale · 3 classes", Question: "To which side does the balance tip?",
			Target: "tips", Rows: 625, Columns: 5, records: balanceRecords,
		}, {
			Name: "digits", Title: "Faulty 7-segment digits · 10 classes", Question: "Which digit does the display show?",
			Target: "digit", Rows: 10 * digitsEach, Columns: 8, records: digitsRecords,
		},
	}
}

// Find returns the sample of that name: one of All, the table of a lesson, or that of a Secret, such as "secret-17".
func Find(name string) (Sample, bool) {
	for _, s := range append(All(), visits) {
		if s.Name == name {
			return s, true
		}
	}
	return secretTable(name)
}
