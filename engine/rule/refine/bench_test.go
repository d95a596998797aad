package refine_test

import (
	"math/rand/v2"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// BenchmarkRefine has the size of one fold of the paper's adult, and labels that three rules give but for a tenth of the rows.
func BenchmarkRefine(b *testing.B) {
	const rows, features = 24_000, 230
	x, labels := planted(rows, features, 0.1)
	for _, price := range []float64{rule.AutoPrice, 3e-4} {
		name := "price=auto,rows=24000,features=230"
		if price > 0 {
			name = "price=3e-4,rows=24000,features=230"
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				refine.Refiner{Price: price}.Refine(b.Context(), nil, x, labels)
			}
		})
	}
}

// truth are the rules that planted labels follow.
var truth = rule.Set{
	{{Feature: 3}, {Feature: 11}},
	{{Feature: 5}, {Feature: 7, Not: true}, {Feature: 12}},
	{{Feature: 0}, {Feature: 14}, {Feature: 2, Not: true}},
}

// planted draws rows and labels that follow the truth but for a share of noise.
func planted(rows, features int, noise float64) (x *bitmat.Matrix, labels []uint64) {
	r := rand.New(rand.NewPCG(1, uint64(rows)))
	x = bitmat.New(rows, features)
	for i := range rows {
		for j := range features {
			if r.IntN(2) == 0 {
				x.Set(i, j)
			}
		}
	}
	labels = make([]uint64, bitmat.Words(rows))
	truth.Match(labels, make([]uint64, len(labels)), x)
	for i := range rows {
		if r.Float64() < noise {
			labels[i>>6] ^= 1 << (i & 63)
		}
	}
	return x, labels
}
