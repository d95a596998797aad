package dataset_test

import (
	"slices"
	"testing"

	"drnet/engine/dataset"
)

func TestGroupsOfColumns(t *testing.T) {
	table, err := read("name,age,note\nann,3,x\nbob,4,\nann,3,z\ncy,,x\nAnn,4,y\n", dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]int32{"name": {0, 1, 0, 2, 0}, "age": {0, 1, 0, -1, 1}, "note": {0, -1, 1, 0, 2}} {
		if got := table.Columns[table.Column(name)].Groups(table.AllRows()); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
