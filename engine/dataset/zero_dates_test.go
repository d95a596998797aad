package dataset_test

import (
	"fmt"
	"strings"
	"testing"

	"drnet/engine/dataset"
)

// Dates of zeros are missing marks of a column of dates, and texts elsewhere.
func TestZeroDates(t *testing.T) {
	var long strings.Builder
	for i := range 70_000 {
		fmt.Fprintf(&long, ",2024-01-%02d %02d:%02d:%02d", 1+i/86_400, i/3600%24, i/60%60, i%60)
	}
	long.WriteString(",0000-00-00 00:00:00")
	trained := dataset.Trained{Columns: []dataset.TrainedColumn{{Name: "d", Kind: dataset.Date}}}
	tests := []struct {
		name, cells string // between commas
		o           dataset.Options
		kind        dataset.Kind
		marks       string
	}{
		{"ISO", "2024-01-02,0000-00-00,2024-01-03,0000-00-00,2024-01-04,NA", dataset.Options{}, dataset.Date, "[{0000-00-00 2} {NA 1}]"},
		{"points", "31.01.2024,00.00.0000,01.02.2024", dataset.Options{}, dataset.Date, "[{00.00.0000 1}]"},
		{
			"times", "2024-01-02 10:00:00,0000-00-00 00:00:00,2024-01-03 11:00:00",
			dataset.Options{},
			dataset.Date, "[{0000-00-00 00:00:00 1}]",
		},
		{"many", long.String()[1:], dataset.Options{}, dataset.Date, "[{0000-00-00 00:00:00 1}]"},
		{"among texts", "2024-01-02,0000-00-00,soon,late", dataset.Options{}, dataset.Categorical, "[]"},
		{"alone", "0000-00-00,0000-00-00", dataset.Options{}, dataset.Constant, "[]"},
		{"wanted texts", "2024-01-02,0000-00-00", dataset.Options{Types: map[string]dataset.Kind{"d": dataset.Text}}, dataset.Text, "[]"},
		{"alone, trained on dates", "0000-00-00", dataset.Options{Trained: trained}, dataset.Empty, "[{0000-00-00 1}]"},
	}
	for _, test := range tests {
		table := mustRead(t, "d,n\n"+strings.ReplaceAll(test.cells, ",", ",1\n")+",2\n", test.o)
		if c := table.Columns[0]; c.Kind != test.kind || fmt.Sprint(c.Marks) != test.marks {
			t.Errorf("%s: %s, marks %v, want %s, %s", test.name, c.Kind, c.Marks, test.kind, test.marks)
		}
	}
}
