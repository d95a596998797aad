package protocol_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset"
	"drnet/engine/golden"
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

// TestDescribe covers every column kind, missing cells, a blank line, and requested cells inside and outside the table.
func TestDescribe(t *testing.T) {
	const csv = "age;sex;colour;left;label\n31;Male;red;1;yes\n\n4,5;;blue;2;no\n53;Female;;3;\n-0;Male;red;1;yes\n"
	table := read(t, csv, dataset.Options{})
	got, err := json.MarshalIndent(protocol.Describe(table,
		[][2]int{{0, 0}, {0, 1}, {1, 1}, {1, 0}, {4, 0}, {0, 5}, {-1, 0}, {0, -1}, {3, 3}}), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/table.golden", golden.JSON(t, string(got)))
}

func TestDescribeLimits(t *testing.T) {
	tests := []struct {
		rows, values          int // of the first column
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
	tests := []struct {
		dialect dataset.Dialect
		want    string
	}{
		{dataset.Dialect{Delimiter: ",", Encoding: "UTF-8", Header: true}, "comma-separated, UTF-8, with header"},
		{
			dataset.Dialect{Delimiter: ";", Encoding: "Windows-1252", Decimal: ",", Header: true},
			"semicolon-separated, decimal comma, Windows-1252, with header",
		},
		{dataset.Dialect{Delimiter: "\t", Encoding: "UTF-8", Decimal: "."}, "tab-separated, UTF-8, without header"},
		{
			dataset.Dialect{Delimiter: "|", Header: true, Preamble: 2, Comments: 1, Packed: true},
			"bar-separated, with header, 2 title lines left out, 1 remark left out, unpacked",
		},
		{
			dataset.Dialect{Delimiter: "~", Quote: "'", Escape: "\\", Header: true},
			`"~"-separated, single quotes around values, \ before a quote inside a value, with header`,
		},
		{dataset.Dialect{Format: "json", Header: true}, "JSON, with header"},
	}
	for _, test := range tests {
		if got := (protocol.TableSummary{Dialect: test.dialect}).ReadAs(); got != test.want {
			t.Errorf("ReadAs() = %q, want %q", got, test.want)
		}
	}
}

// TestHistogram covers numeric columns of all shapes.
func TestHistogram(t *testing.T) {
	nan := math.NaN()
	many := make([]float64, 301)
	for i := range many {
		many[i] = float64(i) / 300
	}
	tests := []struct {
		name        string
		numbers     []float64
		least, most float64
		bins        int
	}{
		{"integers", []float64{3, 1, nan, 2, 2}, 0.5, 3.5, 3},
		{"integers at equal steps", []float64{17, 90, 40, 41}, 16.5, 91.5, 25}, // three integers per bin
		{"one integer", []float64{7, 7}, 6.5, 7.5, 1},
		{"thirty integers", []float64{0, 29}, -0.5, 29.5, 30},
		{"thirty-one integers", []float64{0, 30}, -0.5, 31.5, 16},
		{"fractions", many, 0, 1, 30},
		{"one fraction", []float64{0.5, 0.5}, 0.5, 0.5, 1},
		{"all there is", []float64{-math.MaxFloat64, 0, math.MaxFloat64}, -math.MaxFloat64, math.MaxFloat64, 30},
		{"large integers", []float64{1e300, 2e300}, 1e300, 2e300, 30},
		{"next to nothing", []float64{0, math.SmallestNonzeroFloat64}, 0, math.SmallestNonzeroFloat64, 1},
	}
	for _, test := range tests {
		plain := dataset.Column{Name: "x", Kind: dataset.Numeric, Numbers: test.numbers}
		coded := dataset.Column{Name: "x", Kind: dataset.Numeric, Codes: new(dataset.Codes)}
		present := 0
		for _, x := range test.numbers {
			if x == x && !slices.Contains(coded.Levels, x) {
				coded.Levels = append(coded.Levels, x)
			}
		}
		slices.Sort(coded.Levels)
		for _, x := range test.numbers {
			if x == x {
				present++
			}
			coded.Codes.Append(int32(slices.Index(coded.Levels, x)))
		}
		for shape, column := range map[string]dataset.Column{"numbers": plain, "codes": coded} {
			h := protocol.Describe(&dataset.Table{Rows: len(test.numbers), Columns: []dataset.Column{column}}, nil).Columns[0].Histogram
			if h == nil || h.Least != test.least || h.Most != test.most || len(h.Counts) != test.bins {
				t.Errorf("%s as %s: %+v, want %d bins from %v to %v", test.name, shape, h, test.bins, test.least, test.most)
				continue
			}
			sum := 0
			for _, n := range h.Counts {
				sum += n
			}
			if sum != present || h.Counts[0] == 0 || test.name != "integers at equal steps" &&
				test.name != "thirty-one integers" && h.Counts[len(h.Counts)-1] == 0 {
				t.Errorf("%s as %s: counts %v, want %d in all, and some at either end", test.name, shape, h.Counts, present)
			}
		}
	}
	empty := dataset.Column{Name: "x", Kind: dataset.Numeric, Numbers: []float64{nan}, Missing: 1}
	if h := protocol.Describe(&dataset.Table{Rows: 1, Columns: []dataset.Column{empty}}, nil).Columns[0].Histogram; h != nil {
		t.Errorf("without numbers the histogram is %+v, want none", h)
	}
}

// TestDescribeTakesOver checks that the description contains all findings of the reader.
func TestDescribeTakesOver(t *testing.T) {
	marks := []dataset.MissingMark{{Text: "NA", Rows: 2}, {Text: "", Rows: 1}}
	column := dataset.Column{
		Name: "x", Kind: dataset.Numeric, Numbers: []float64{1.5, math.NaN()}, Missing: 1, Odd: 1, Marks: marks,
		Form: dataset.Form{Decimal: ",", Unit: "%"}, Notes: []string{"a note"}, Doubts: []string{"a doubt"},
	}
	d := protocol.Describe(&dataset.Table{Rows: 2, Columns: []dataset.Column{column}, Repaired: 3, LeftOut: 4}, [][2]int{{0, 0}, {1, 0}})
	c := d.Columns[0]
	if d.Repaired != 3 || d.LeftOut != 4 || c.Odd != 1 || c.Form != column.Form || c.Distinct != 0 ||
		!slices.Equal(c.Marks, marks) || !slices.Equal(c.Notes, column.Notes) || !slices.Equal(c.Doubts, column.Doubts) {
		t.Errorf("Describe = %+v, want what the table has", d)
	}
	if d.Cells[0] == nil || d.Cells[0].Number == nil || *d.Cells[0].Number != 1.5 || d.Cells[1] != nil {
		t.Errorf("the cells are %+v, want 1.5 and a missing one", d.Cells)
	}
}

func TestDoubts(t *testing.T) {
	table := protocol.TableSummary{Warnings: []string{"2 rows were short"}, Columns: []protocol.ColumnSummary{
		{Name: "a", Notes: []string{`one value dominates: "a" in 99 of 100 rows`}},
		{Name: "b", Notes: []string{"4 values are not numbers"}, Doubts: []string{"odd values"}},
	}}
	want := []string{
		"2 rows were short", `column "b": odd values`, `column "a": one value dominates: "a" in 99 of 100 rows`,
		`column "b": 4 values are not numbers`,
	}
	if got := table.Doubts(); !slices.Equal(got, want) {
		t.Errorf("Doubts() = %q, want %q", got, want)
	}
	if got := (protocol.TableSummary{}).Doubts(); got == nil || len(got) > 0 {
		t.Errorf("Doubts() without any = %#v, want an empty list", got)
	}
}
