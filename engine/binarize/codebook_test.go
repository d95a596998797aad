package binarize_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/codebook"
	"drnet/engine/dataset"
)

// Grouped values become one value, in the encoder and for new rows: raw values, those that no training row had, and the name itself.
func TestGroups(t *testing.T) {
	const header = "education,code,n\n"
	table := readWith(t, header+strings.Repeat("9th,1,3\n10th,2,4\n11th,3,5\nHS-grad,3,6\nBSc,4,7\nMSc,5,8\n,1,9\n", 10),
		dataset.Options{Types: map[string]dataset.Kind{"code": dataset.Categorical}})
	book := codebook.Book{
		"education": {Groups: []codebook.ValueGroup{
			{Name: "HS or less", Values: []string{"9th", "10th", "11th", "HS-grad", "Preschool"}}, {Name: "unknown", Values: []string{"PhD"}},
		}},
		"code": {Label: codebook.Label{Alias: "level"}, Groups: []codebook.ValueGroup{{Name: "low", Values: []string{"1", "2.0"}}}},
		"n":    {Label: codebook.Label{Unit: "years"}},
	}
	e, err := binarize.Fit(table, binarize.FitRows{Rows: table.AllRows()}, table.Usable(-1), binarize.FitOptions{Codebook: book})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range e.Features() {
		if f.Name != "n" {
			texts = append(texts, f.Text(false))
		}
	}
	want := []string{
		"education = HS or less", "education = BSc", "education = MSc", "education is missing",
		"level = low", "level = 3", "level = 4", "level = 5",
	}
	if !reflect.DeepEqual(texts, want) {
		t.Errorf("the features are %q, want %q", texts, want)
	}
	if last := e.Features()[e.Bits()-1]; !strings.HasSuffix(last.Text(true), " years") {
		t.Errorf("the feature %q lacks the unit", last.Text(true))
	}
	file, err := json.Marshal(e)
	again := new(binarize.Encoder)
	if err != nil || json.Unmarshal(file, again) != nil || again.Validate() != nil || !reflect.DeepEqual(again, e) {
		t.Errorf("the encoder is another after writing and reading: %s", file)
	}
	unseen := readWith(t, header+"Preschool,2,3\nHS or less,low,3\n9th,1.0,3\nPhD,9,3\nBSc,4,3\n", dataset.Options{})
	x, report, err := again.Transform(unseen, unseen.AllRows())
	if err != nil {
		t.Fatal(err)
	}
	for row, want := range []string{"10001000", "10001000", "10001000", "00000000", "01000010"} {
		got := ""
		for k := range 8 {
			got += map[bool]string{true: "1", false: "0"}[x.Get(row, k)]
		}
		if got != want {
			t.Errorf("row %d is %s, want %s", row, got, want)
		}
	}
	if len(report.Gaps) != 2 || report.Gaps[0].Unseen != 1 {
		t.Errorf("the report is %+v, want one unseen value of each column", report)
	}
}

// A codebook that does not fit the table is refused with the next step.
func TestCodebookOfAnotherTable(t *testing.T) {
	table := readWith(t, "a,b,label\n"+strings.Repeat("1.5,x,0\n2.5,y,1\n3.5,z,1\n", 9), dataset.Options{})
	for name, test := range map[string]struct {
		book codebook.Book
		want string
	}{
		"no such column":    {codebook.Book{"c": {Label: codebook.Label{Unit: "m"}}}, `column "c" does not exist`},
		"alias of a column": {codebook.Book{"a": {Label: codebook.Label{Alias: "b"}}}, `columns "b" and "a" are both called "b"`},
		"one alias twice": {
			codebook.Book{"a": {Label: codebook.Label{Alias: "x"}}, "b": {Label: codebook.Label{Alias: "x"}}}, "are both called",
		},
		"numbers": {
			codebook.Book{"a": {Groups: []codebook.ValueGroup{{Name: "x", Values: []string{"1.5"}}}}},
			"only values of a categorical column can be grouped",
		},
		"two groups": {
			codebook.Book{"b": {Groups: []codebook.ValueGroup{{Name: "p", Values: []string{"x"}}, {Name: "q", Values: []string{"x"}}}}},
			"in two groups",
		},
	} {
		o := binarize.FitOptions{Codebook: test.book}
		if _, err := binarize.Fit(table, binarize.FitRows{Rows: table.AllRows()}, table.Usable(-1), o); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
}
