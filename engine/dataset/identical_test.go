package dataset_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset"
)

// Equal rows have equal hashes, also in a table whose columns are of other kinds; missing cells equal each other only.
func TestIdenticalRows(t *testing.T) {
	read := func(csv string, o dataset.Options) *dataset.Table {
		table, err := dataset.Read(context.Background(), "t.csv", strings.NewReader(csv), o)
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	a := read("x,name,y\n1,ann,a\n2,bob,b\n1,cid,a\n,dan,a\n1,eve,b\n1.0,fay,a\n,gus,a\n", dataset.Options{})
	hashes := a.RowHashes([]int{0, 2}, a.AllRows())
	if got, want := dataset.Firsts(hashes), []int32{0, 1, 0, 3, 4, 0, 3}; !slices.Equal(got, want) {
		t.Errorf("Firsts() = %v, want %v", got, want)
	}
	b := read("y,x\na,1\na,\nc,3\nb,2\n", dataset.Options{Types: map[string]dataset.Kind{"x": dataset.Text}})
	if got, want := dataset.Repeats(b.RowHashes([]int{1, 0}, b.AllRows()), hashes), 3; got != want {
		t.Errorf("%d rows of the second table are in the first one, want %d", got, want)
	}
	if got := a.Repeated(); got != 0 {
		t.Errorf("%d rows repeat an earlier one, want 0", got)
	}
	if got, want := read("x,y\n"+strings.Repeat("1,a\n2,b\n", 10), dataset.Options{}).Repeated(), 18; got != want {
		t.Errorf("%d rows repeat an earlier one, want %d", got, want)
	}
}

// The estimate for many rows is near the number.
func TestRepeatsOfManyRows(t *testing.T) {
	const rows = 600_000
	c := dataset.Column{Kind: dataset.Numeric}
	for i := range rows {
		c.Numbers = append(c.Numbers, float64(i%(rows/3*2))) // the last third repeats the first
	}
	table := &dataset.Table{Rows: rows, Columns: []dataset.Column{c}}
	hashes := table.RowHashes([]int{0}, table.AllRows())
	for name, got := range map[string]int{"Repeated": table.Repeated(), "Repeats": dataset.Repeats(hashes[rows/2:], hashes[:rows/2])} {
		if got < 195_000 || got > 205_000 {
			t.Errorf("%s() = %d, want about 200,000", name, got)
		}
	}
}
