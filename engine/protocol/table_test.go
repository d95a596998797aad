package protocol_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

func read(t *testing.T, csv string, o dataset.Options) *dataset.Table {
	t.Helper()
	table, err := dataset.Read(context.Background(), "people.csv", strings.NewReader(csv), o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestDescribe has a column of each kind, missing cells, a blank line, and cells asked for inside and outside the table.
func TestDescribe(t *testing.T) {
	const csv = "age;sex;colour;left;label\n31;Male;red;1;yes\n\n4,5;;blue;2;no\n53;Female;;3;\n-0;Male;red;1;yes\n"
	table := read(t, csv, dataset.Options{})
	got, err := json.MarshalIndent(protocol.Describe(table, [][2]int{{0, 0}, {0, 1}, {1, 1}, {1, 0}, {4, 0}, {0, 5}, {-1, 0}, {0, -1}, {3, 3}}), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/table.golden"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(got)+"\n" != string(want) {
		t.Errorf("Describe =\n%s\nwant\n%s", got, want)
	}
}

func TestDescribeLimits(t *testing.T) {
	tests := []struct {
		rows, values          int // of the table's first column
		wantPreview, wantList int
	}{
		{1, 1, 1, 1}, {20, 3, 20, 3}, {21, 3, 20, 3}, {200, 50, 20, 50}, {200, 51, 20, 0},
	}
	for _, test := range tests {
		csv := "a,b\n"
		for i := range test.rows {
			csv += fmt.Sprintf("v%d,x\n", i%test.values)
		}
		d := protocol.Describe(read(t, csv, dataset.Options{}), nil)
		if got := len(d.Preview); got != test.wantPreview {
			t.Errorf("%d rows: %d are shown, want %d", test.rows, got, test.wantPreview)
		}
		if got := len(d.Columns[0].Values); got != test.wantList {
			t.Errorf("%d values: %d are listed, want %d", test.values, got, test.wantList)
		}
		sum := 0
		for _, v := range d.Columns[0].Values {
			sum += v.Rows
		}
		if test.wantList > 0 && sum != test.rows {
			t.Errorf("%d rows: the values are those of %d", test.rows, sum)
		}
	}
}

func TestDescribeSharesNothing(t *testing.T) {
	table := read(t, "1,2\n3,4\n", dataset.Options{})
	d := protocol.Describe(table, nil)
	if len(d.Warnings) != 1 {
		t.Fatalf("warnings %q, want one about names that are numbers", d.Warnings)
	}
	d.Warnings[0] = "changed"
	if table.Warnings[0] == "changed" {
		t.Error("a change of the description changed the table")
	}
}

func TestReadAs(t *testing.T) {
	for delimiter, want := range map[string]string{
		",": "comma between values, UTF-8, first row = names", ";": "semicolon between values, UTF-8, first row = names",
		"\t": "tab between values, UTF-8, first row = names", "|": "bar between values, UTF-8, first row = names",
		"~": `"~" between values, UTF-8, first row = names`,
	} {
		table := protocol.Table{Dialect: dataset.Dialect{Delimiter: delimiter}}
		if got := table.ReadAs(); got != want {
			t.Errorf("ReadAs() with %q = %q, want %q", delimiter, got, want)
		}
	}
}
