package drnet

import (
	"fmt"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// TestErrorsBlockByBlock counts over tables of less than a block, of whole ones, and of some and a rest.
func TestErrorsBlockByBlock(t *testing.T) {
	set := rule.Set{{{Feature: 0}, {Feature: 1, Not: true}}, {{Feature: 69}}}
	for _, rows := range []int{1, 63, blockRows - 1, blockRows, blockRows + 1, 2*blockRows + 70} {
		x, labels := randomTable(rows, 70)
		want, answer, scratch := 0, make([]uint64, len(labels)), make([]uint64, len(labels))
		set.Match(answer, scratch, x)
		for i := range rows {
			if bitmat.Get(answer, i) != bitmat.Get(labels, i) {
				want++
			}
		}
		missed, alarms := Config{}.countErrors(x.Transpose(labels), set)
		if got := missed + alarms; got != float64(want) {
			t.Errorf("%d rows: %v errors, want %d", rows, got, want)
		}
	}
}

// randomTable has a third of ones, and labels that are ones as often.
func randomTable(rows, features int) (x *bitmat.Matrix, labels []uint64) {
	x, labels = bitmat.New(rows, features), make([]uint64, bitmat.Words(rows))
	s := numeric.NewStream(uint64(rows), forWeights, features)
	for j := range features + 1 {
		column := labels
		if j < features {
			column = x.Column(j)
		}
		for k := range column {
			column[k] = s.At(j*len(column)+k) & s.At(-1-j*len(column)-k)
		}
		if tail := rows & 63; tail != 0 {
			column[len(column)-1] &= 1<<tail - 1
		}
	}
	return x, labels
}

// BenchmarkTableRows measures a step of tables of ever more rows: it must cost the same.
func BenchmarkTableRows(b *testing.B) {
	const features, batch = 128, 2000
	for _, rows := range []int{30_000, 3_000_000, 10_000_000} {
		b.Run(fmt.Sprintf("rows=%d,features=%d,batch=%d", rows, features, batch), func(b *testing.B) {
			x, labels := randomTable(rows, features)
			late := newDenseCase(stages[1], 1, features, 50, PenaltyMean, 2).net
			t := newTrainer(Config{Batch: batch, Rate: 1e-30, Alternate: 1 << 40}.Complete(rows), x, labels)
			copy(t.net.W, late.W)
			copy(t.net.Loc1, late.Loc1)
			copy(t.net.Loc2, late.Loc2)
			n := 0
			for b.Loop() {
				n++
				t.step(n)
			}
			b.ReportMetric(float64(len(t.order)*4+8*rows*bitmat.Words(features+1))/float64(rows), "B/row")
		})
	}
}
