package baseline_test

import (
	"math/rand/v2"
	"testing"

	"drnet/engine/baseline"
	"drnet/engine/bitmat"
	"drnet/engine/eval"
	"drnet/engine/rule"
)

// TestSingle compares with every rule of one condition.
func TestSingle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		rows, features := 1+r.IntN(130), 1+r.IntN(6)
		x, labels := bitmat.New(rows, features), make([]uint64, bitmat.Words(rows))
		for i := range rows {
			for f := range features {
				if r.IntN(2) == 0 {
					x.Set(i, f)
				}
			}
			if r.IntN(3) == 0 {
				bitmat.Set(labels, i)
			}
		}
		want, most := rule.Literal{}, -1.
		for f := range features {
			for _, not := range []bool{false, true} {
				l := rule.Literal{Feature: f, Not: not}
				if accuracy := eval.MeasureBy(nil, rule.Set{{l}}, 1, x, labels).Accuracy; accuracy > most {
					want, most = l, accuracy
				}
			}
		}
		if got, _ := baseline.Single(x, labels); got != want {
			t.Fatalf("%d rows: %+v, want %+v", rows, got, want)
		}
	}
}
