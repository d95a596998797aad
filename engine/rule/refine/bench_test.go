package refine_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/realdata"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// BenchmarkTable searches for rules of a real table, all of whose rows are encoded with the default options.
func BenchmarkTable(b *testing.B) {
	for _, table := range []struct{ name, target string }{
		{"adult", "label"}, {"magic", "class:"}, {"heloc", "RiskPerformance"}, {"house", "binaryClass"},
	} {
		b.Run("table="+table.name, func(b *testing.B) {
			x, labels := encoded(b, table.name, table.target)
			b.ReportAllocs()
			for b.Loop() {
				refine.Refiner{}.Refine(b.Context(), nil, x, labels)
			}
		})
	}
}

// encoded returns the features of a real table and the rows of its rarer class.
func encoded(b *testing.B, name, target string) (x *bitmat.Matrix, labels []uint64) {
	b.Helper()
	table, err := dataset.Read(b.Context(), name, bytes.NewReader(realdata.Read(b, name+".csv")), dataset.Options{})
	if err != nil {
		b.Fatal(err)
	}
	y, err := table.Target(target, "")
	if err != nil {
		b.Fatal(err)
	}
	e, err := binarize.Fit(table, binarize.FitRows{Rows: y.Rows}, table.Usable(y.Column), binarize.FitOptions{})
	if err != nil {
		b.Fatal(err)
	}
	if x, _, err = e.Transform(table, y.Rows); err != nil {
		b.Fatal(err)
	}
	labels = make([]uint64, bitmat.Words(x.Rows))
	for i, positive := range y.Positives {
		if positive {
			bitmat.Set(labels, i)
		}
	}
	return x, labels
}

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
