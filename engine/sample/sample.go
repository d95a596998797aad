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
	Question string   // the rules answer it, for the user
	Target   string   // the column to predict
	Positive string   // the value that rules describe; "" for rules for each value
	Rows     int      // data rows
	Columns  int      // the target among them
	Seconds  int      // approximate duration of a run with default settings
	Truth    []string // the rules that the positive rows follow, joined by OR; nil if they are not planted, or secret

	records func() [][]string // header and rows
}

// WriteCSV writes the table with a header and lines that end by LF.
func (s Sample) WriteCSV(w io.Writer) error {
	return csv.NewWriter(w).WriteAll(s.records())
}

// Table returns the table as it is read from its CSV.
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

// Column returns the cells of a column, nil if the sample has none of that name.
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
