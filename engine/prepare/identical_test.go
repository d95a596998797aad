package prepare_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"drnet/engine/dataset"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
)

// Identical rows are kept on one side of a split by share and by folds.
func TestIdenticalRowsTogether(t *testing.T) {
	for _, test := range []struct {
		name     string
		distinct int // rows; each occurs several times
		by       protocol.Split
	}{
		{"share", 40, protocol.Split{Share: 0.25, Seed: 3}},
		{"folds", 40, protocol.Split{Parts: 4, Fold: 1, Seed: 3}},
		{"no row twice", 400, protocol.Split{Share: 0.25, Seed: 3}},
		{"no test rows", 40, protocol.Split{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var csv strings.Builder
			csv.WriteString("a,b,id,y\n")
			for i := range 400 {
				k := i * 7919 % test.distinct
				fmt.Fprintf(&csv, "%d.5,v%d,n%d,%d\n", k/5, k%5, i, k%3/2)
			}
			table, err := dataset.Read(context.Background(), "t.csv", strings.NewReader(csv.String()), dataset.Options{})
			if err != nil {
				t.Fatal(err)
			}
			target, err := table.Target("y", "1")
			if err != nil {
				t.Fatal(err)
			}
			tables, columns := prepare.Tables{Table: table}, table.Usable(target.Column)
			test.by.Identical = protocol.Together
			p, err := tables.Split(target, columns, test.by)
			if err != nil {
				t.Fatal(err)
			}
			all := prepare.Labeled(table, target)
			repeats := func(p prepare.Parts) int {
				return dataset.Repeats(tables.Hashes(all.At(p.Test), columns), tables.Hashes(all.At(p.Train), columns))
			}
			if got := repeats(p); got != 0 || len(p.Train)+len(p.Test) != 400 {
				t.Errorf("%d of %d test rows equal one of %d training rows", got, len(p.Test), len(p.Train))
			}
			if n := len(p.Test); test.by.Share+float64(test.by.Parts) > 0 && (n < 40 || n > 180) {
				t.Errorf("%d test rows of 400", n)
			}
		})
	}
}

// Settings of the split that exclude each other are refused.
func TestIdenticalRowsRefused(t *testing.T) {
	target := &dataset.Target{Rows: []int32{0, 1}, Positives: []bool{true, false}}
	for _, by := range []protocol.Split{
		{Identical: "apart"},
		{Identical: protocol.Together, Folds: []uint8{0, 1}},
		{Identical: protocol.Together, Group: "a"},
	} {
		if _, err := (prepare.Tables{}).Split(target, nil, by); err == nil {
			t.Errorf("%+v is accepted", by)
		}
	}
}
