package binarize_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// level draws one of n levels; zeros is the percentage that is the first one.
func level(r *rand.Rand, n, zeros int) int32 {
	if r.IntN(100) < zeros {
		return 0
	}
	return int32(r.IntN(n))
}

// coded is a column of n levels, as numbers or as a category.
func coded(r *rand.Rand, name string, rows, n, zeros int, number bool) dataset.Column {
	c := dataset.Column{Name: name, Kind: dataset.Categorical, Codes: new(dataset.Codes)}
	if n == 2 {
		c.Kind = dataset.Binary
	}
	for i := range n {
		if number {
			c.Kind, c.Levels = dataset.Numeric, append(c.Levels, float64(i))
		} else {
			c.Values = append(c.Values, "value "+strconv.Itoa(100+i))
		}
	}
	for range rows {
		c.Codes.Append(level(r, n, zeros))
	}
	return c
}

// adultShaped has as many columns as the adult table, with as many different values each: 128 features.
func adultShaped(rows int) *dataset.Table {
	r := rand.New(rand.NewPCG(1, 2))
	t := &dataset.Table{Rows: rows}
	for i, n := range []int{8, 16, 7, 14, 6, 5, 2, 41} {
		t.Columns = append(t.Columns, coded(r, fmt.Sprintf("c%d", i), rows, n, 0, false))
	}
	for i, n := range []int{74, 28000, 16, 123, 99, 96} {
		t.Columns = append(t.Columns, coded(r, fmt.Sprintf("n%d", i), rows, n, []int{0, 0, 0, 92, 95, 30}[i], true))
	}
	return t
}

// measured has 15 columns of numbers that are nearly all different.
func measured(rows int) *dataset.Table {
	r := rand.New(rand.NewPCG(1, 2))
	t := &dataset.Table{Rows: rows}
	for i := range 15 {
		c := dataset.Column{Name: fmt.Sprintf("x%d", i), Kind: dataset.Numeric, Numbers: make([]float64, rows)}
		for row := range c.Numbers {
			c.Numbers[row] = r.NormFloat64()
		}
		t.Columns = append(t.Columns, c)
	}
	return t
}

var shapes = []struct {
	name string
	make func(rows int) *dataset.Table
}{{"adult", adultShaped}, {"numbers", measured}}

const benchRows = 400_000

func BenchmarkFit(b *testing.B) {
	for _, shape := range shapes {
		table := shape.make(benchRows)
		r := rand.New(rand.NewPCG(1, 2))
		sample := binarize.FitRows{Rows: table.AllRows(), Positives: make([]bool, benchRows)}
		for i := range sample.Positives {
			sample.Positives[i] = r.IntN(4) == 0
		}
		for _, method := range []binarize.Method{binarize.Quantile, binarize.Target} {
			b.Run(fmt.Sprintf("table=%s,rows=%d,method=%s", shape.name, benchRows, method), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := binarize.Fit(table, sample, table.Usable(-1), binarize.FitOptions{Method: method, Values: 100}); err != nil {
						b.Fatal(err)
					}
				}
				perRow(b)
			})
		}
	}
}

func BenchmarkTransform(b *testing.B) {
	for _, shape := range shapes {
		table := shape.make(benchRows)
		e := fit(b, table, binarize.FitOptions{Values: 100})
		b.Run(fmt.Sprintf("table=%s,rows=%d,features=%d", shape.name, benchRows, e.Bits()), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				transform(b, e, table)
			}
			perRow(b)
		})
	}
}

func perRow(b *testing.B) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchRows, "ns/row")
}
