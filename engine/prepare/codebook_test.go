package prepare

import (
	"context"
	"slices"
	"strings"
	"testing"

	"drnet/engine/codebook"
	"drnet/engine/dataset"
)

// TestGroupNotes names values of a codebook that the table does not have.
func TestGroupNotes(t *testing.T) {
	const text = "dept,code,y\nSurgery,1.50,a\nICU,2,b\nWard,3,a\n"
	table, err := dataset.Read(context.Background(), "ward.csv", strings.NewReader(text),
		dataset.Options{Types: map[string]dataset.Kind{"code": dataset.Categorical}})
	if err != nil {
		t.Fatal(err)
	}
	group := func(column string, values ...string) codebook.Book {
		return codebook.Book{column: {Groups: []codebook.ValueGroup{{Name: "operating", Values: values}}}}
	}
	const dept = `the groups of column "dept" contain values that it does not have: `
	for _, test := range []struct {
		name string
		book codebook.Book
		want []string
	}{
		{"none", nil, nil},
		{"only a name", codebook.Book{"dept": {Label: codebook.Label{Alias: "department"}}}, nil},
		{"all there", group("dept", "Surgery", "ICU"), nil},
		{"misspelt", group("dept", "Surgry", "ICU"), []string{dept + `"Surgry"`}},
		{"many", group("dept", "a", "b", "c", "d", "e", "f", "g"), []string{dept + `"a", "b", "c", "d", "e" and 2 more`}},
		{"a number in another spelling", group("code", "1.5", "2.0", "4"), []string{strings.Replace(dept, "dept", "code", 1) + `"4"`}},
	} {
		if got := GroupNotes(table, test.book); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
