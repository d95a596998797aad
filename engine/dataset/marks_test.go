package dataset_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset"
)

// marked returns a file of a column of numbers and one of values, each as often as said.
func marked(name string, values ...any) string {
	var b strings.Builder
	fmt.Fprintf(&b, "n,%s\n", name)
	row := 0
	for i := 0; i < len(values); i += 2 {
		for range values[i+1].(int) {
			fmt.Fprintf(&b, "%d,%s\n", row%7, values[i])
			row++
		}
	}
	return b.String()
}

// Missing marks are values of the column where it would lose an answer without them.
func TestMarksThatAreValues(t *testing.T) {
	countries := []any{"NA", 3}
	for _, code := range []string{"DE", "FR", "US", "ZA", "BW", "AO"} {
		countries = append(countries, code, 5)
	}
	none := map[string][]string{"c": {}}
	tests := []struct {
		name, csv string
		o         dataset.Options
		kind      dataset.Kind
		kept      string // marks that are values
		missing   int
	}{
		{"signs", marked("c", "+", 40, "-", 60), dataset.Options{}, dataset.Binary, "-", 0},
		{"signs and a mark", marked("c", "+", 40, "-", 60, "?", 3), dataset.Options{}, dataset.Binary, "-", 3},
		{"signs in another column", marked("c,z", "+,1", 40, "-,2", 60), dataset.Options{}, dataset.Binary, "-", 0},
		{"a rare mark in another column", marked("c,z", "+,1", 199, "-,2", 1), dataset.Options{}, dataset.Constant, "", 1},
		{"a rare mark in the answer", marked("c", "yes", 398, "n/a", 2), dataset.Options{Target: "c"}, dataset.Binary, "n/a", 0},
		{"signs and another mark", marked("c", "+", 40, "-", 60, "n/a", 50), dataset.Options{}, dataset.Binary, "-", 50},
		{"signs and zero", marked("c,z", "-,1", 40, "+,2", 50, "0,3", 50), dataset.Options{}, dataset.Categorical, "-", 0},
		{"signs of a degree", marked("c", "-", 4, "+", 60, "++", 50, "n.a.", 3), dataset.Options{}, dataset.Categorical, "-", 3},
		{"a scale of signs", marked("c", "--", 9, "-", 40, "0", 9, "+", 60, "++", 5), dataset.Options{}, dataset.Categorical, "- --", 0},
		{"results in words", marked("c", "pos", 40, "neg", 60, "-", 50), dataset.Options{}, dataset.Binary, "", 50},
		{"severities", marked("c,z", "None,1", 50, "Mild,2", 30, "Severe,3", 9), dataset.Options{}, dataset.Categorical, "None", 0},
		{"a rare None", marked("c", "None", 1, "Mild", 30, "Severe", 9), dataset.Options{}, dataset.Binary, "", 1},
		{"countries", marked("c,z", withOther(countries)...), dataset.Options{}, dataset.Categorical, "NA", 0},
		{"classes of one letter", marked("c", "M", 30, "F", 30, "NA", 9), dataset.Options{}, dataset.Binary, "", 9},
		{"question and exclamation", marked("c", "?", 30, "!", 30), dataset.Options{}, dataset.Binary, "?", 0},
		{"point and cross", marked("c", ".", 70, "x", 30), dataset.Options{}, dataset.Binary, ".", 0},
		{"three signs", marked("c", "-", 30, "0", 30, "+", 30), dataset.Options{Target: "c"}, dataset.Categorical, "-", 0},
		{"unknown classes", marked("c", "a", 50, "b", 50, "?", 9), dataset.Options{}, dataset.Binary, "", 9},
		{"numbers", marked("c", "1", 30, "2", 30, "3", 30, "-", 50), dataset.Options{}, dataset.Numeric, "", 50},
		{
			"as asked", marked("c", "a", 50, "b", 50, "?", 9),
			dataset.Options{Values: map[string][]string{"c": {"?"}}},
			dataset.Categorical, "?", 0,
		},
		{"not as asked", marked("c", "+", 40, "-", 60), dataset.Options{Values: none}, dataset.Constant, "", 60},
		{"given marks", marked("c", "+", 40, "-", 60), dataset.Options{MissingValues: []string{"-"}}, dataset.Constant, "", 60},
		{"target", marked("c,z", "+,1", 3, "?,2", 3, "-,1", 3), dataset.Options{Target: "c"}, dataset.Binary, "-", 3},
		{"target of three", marked("c,z", "a,1", 30, "b,2", 30, "-,1", 30), dataset.Options{Target: "c"}, dataset.Categorical, "-", 0},
		{"the same in another column", marked("c,z", "a,1", 30, "b,2", 30, "-,1", 30), dataset.Options{}, dataset.Binary, "", 30},
	}
	for _, test := range tests {
		table := mustRead(t, test.csv, test.o)
		c := &table.Columns[table.Column("c")]
		var kept []string
		for _, mark := range c.Kept {
			kept = append(kept, mark.Text)
			said := fmt.Sprintf("column \"c\": %q counts as a value in %d rows, not as missing", mark.Text, mark.Rows)
			if test.o.Values == nil && !slices.Contains(dataset.Warned(table), said) {
				t.Errorf("%s: warnings %q lack %s", test.name, dataset.Warned(table), said)
			}
		}
		if c.Kind != test.kind || strings.Join(kept, " ") != test.kept || c.Missing != test.missing {
			t.Errorf("%s: %s, kept %q, %d missing, want %s, %q, %d", test.name, c.Kind, kept, c.Missing, test.kind, test.kept, test.missing)
		}
		checkColumn(t, c, table.Rows)
	}
	_, err := read(marked("c", "+", 4), dataset.Options{Values: map[string][]string{"z": {"-"}}})
	checkError(t, err, dataset.Header, `dataset: column "z" does not exist`)
}

// NA may be a code of the column, such as North America, if it is as frequent as its other codes.
func TestCodesAsMarks(t *testing.T) {
	const region = `column "c": "NA" counts as missing in 20 rows; if it is a code like "APAC", count it as a value`
	tests := []struct {
		name, csv string
		o         dataset.Options
		want      string
	}{
		{"regions", marked("c", "APAC", 30, "EMEA", 30, "NA", 20, "LATAM", 30), dataset.Options{}, region},
		{"regions as the target", marked("c", "APAC", 30, "EMEA", 30, "NA", 20, "LATAM", 30), dataset.Options{Target: "c"}, region},
		{"rare", marked("c", "APAC", 30, "EMEA", 30, "NA", 3, "LATAM", 30), dataset.Options{}, ""},
		{"two codes", marked("c", "YES", 30, "NO", 30, "NA", 20), dataset.Options{}, ""},
		{"letters", marked("c", "A", 30, "B", 30, "NA", 20, "C", 30), dataset.Options{}, ""},
		{"words", marked("c", "APAC", 30, "Europe", 30, "NA", 20, "LATAM", 30), dataset.Options{}, ""},
		{"numbers", marked("c", "10", 30, "20", 30, "NA", 20, "30", 30), dataset.Options{}, ""},
		{
			"as asked", marked("c", "APAC", 30, "EMEA", 30, "NA", 20, "LATAM", 30),
			dataset.Options{Values: map[string][]string{"c": {}}},
			"",
		},
	}
	for _, test := range tests {
		warnings := dataset.Warned(mustRead(t, test.csv, test.o))
		warnings = slices.DeleteFunc(warnings, func(text string) bool { return !strings.Contains(text, "NA") })
		if got := strings.Join(warnings, "\n"); got != test.want {
			t.Errorf("%s: warnings %s, want %s", test.name, got, test.want)
		}
	}
}

// withOther adds a second column to the values of marked.
func withOther(values []any) []any {
	out := slices.Clone(values)
	for i := 0; i < len(out); i += 2 {
		out[i] = fmt.Sprint(out[i], ",", i%3)
	}
	return out
}
