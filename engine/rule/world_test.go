package rule_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/rule"
)

// A world is an encoder with a table that has the rows the encoder can tell apart: all of them, or many if they are
// too many. Some columns have thresholds, some values, of which some share a question, some two values, each with missing cells or without.
type world struct {
	encoder    *binarize.Encoder
	features   []binarize.Feature
	table      *dataset.Table
	x          *bitmat.Matrix // the table, encoded
	exhaustive bool           // the table has every row there can be
}

const mostRows = 2000

// newWorld draws a world. With strangers its rows also have values that the encoder does not know, and missing
// cells where it knows of none.
func newWorld(r *rand.Rand, strangers bool) *world {
	w := &world{encoder: &binarize.Encoder{Policy: binarize.Own}, table: &dataset.Table{}, exhaustive: true}
	states, all := []int{}, 1 // of each column, and of all together
	for c := range 1 + r.IntN(4) {
		column, cells := newColumn(r, fmt.Sprintf("c%d", c), strangers)
		w.encoder.Columns = append(w.encoder.Columns, column)
		w.table.Columns = append(w.table.Columns, cells)
		states = append(states, count(cells))
		all *= states[c]
	}
	w.exhaustive = all <= mostRows
	w.table.Rows = min(all, mostRows)
	stride := 1
	for c, n := range states {
		w.table.Columns[c] = spread(w.table.Columns[c], w.table.Rows, func(row int) int {
			if w.exhaustive {
				return row / stride % n
			}
			return r.IntN(n)
		})
		stride *= n
	}
	if err := w.encoder.Validate(); err != nil {
		panic(err)
	}
	w.features = w.encoder.Features()
	x, _, err := w.encoder.Transform(w.table, w.table.AllRows())
	if err != nil {
		panic(err)
	}
	w.x = x
	return w
}

// newColumn returns a column of the encoder and one cell for each of its states.
func newColumn(r *rand.Rand, name string, strangers bool) (binarize.Column, dataset.Column) {
	c, cells := binarize.Column{Name: name, Missable: r.IntN(2) == 0}, dataset.Column{Name: name}
	switch kind := r.IntN(4); kind {
	case 0:
		cells.Kind = dataset.Numeric
		for k := range 1 + r.IntN(5) {
			c.Thresholds = append(c.Thresholds, float64(10*k))
			cells.Numbers = append(cells.Numbers, float64(10*k-5), float64(10*k))
		}
		cells.Numbers = append(cells.Numbers, 1000)
		if c.Missable || strangers {
			cells.Numbers = append(cells.Numbers, math.NaN())
		}
	default:
		cells.Kind, cells.Codes = dataset.Categorical, new(dataset.Codes)
		known := 2
		if kind > 1 {
			known = 3 + r.IntN(3)
		}
		for k := range known {
			cells.Values = append(cells.Values, fmt.Sprintf("v%d", k))
			cells.Codes.Append(int32(k))
		}
		if c.Values = cells.Values; kind == 1 {
			c.Values, c.Other = cells.Values[1:], cells.Values[0]
		} else if kind == 3 {
			c.Values, c.Rest = cells.Values[2:], cells.Values[:2]
		}
		if strangers {
			cells.Codes.Append(int32(known))
			cells.Values = append(cells.Values[:known:known], "stranger")
		}
		if c.Missable || strangers {
			cells.Codes.Append(-1)
		}
	}
	return c, cells
}

// count returns the number of cells of a column.
func count(c dataset.Column) int {
	if c.Codes != nil {
		return c.Codes.Len()
	}
	return len(c.Numbers)
}

// spread gives each row one of the column's cells.
func spread(c dataset.Column, rows int, choose func(row int) int) dataset.Column {
	out := c
	if c.Codes != nil {
		out.Codes = new(dataset.Codes)
	}
	out.Numbers = nil
	for row := range rows {
		if k := choose(row); c.Numbers != nil {
			out.Numbers = append(out.Numbers, c.Numbers[k])
		} else {
			out.Codes.Append(c.Codes.At(k))
		}
	}
	return out
}

// set draws rules, some of which make no sense.
func (w *world) set(r *rand.Rand) rule.Set {
	set := make(rule.Set, r.IntN(6))
	for k := range set {
		set[k] = rule.Rule{}
		for range r.IntN(6) {
			set[k] = append(set[k], rule.Literal{Feature: r.IntN(len(w.features)), Not: r.IntN(2) == 0})
		}
	}
	return set
}

// fires returns the rows on which a set fires.
func (w *world) fires(set rule.Set) []uint64 {
	dst, scratch := make([]uint64, bitmat.Words(w.x.Rows)), make([]uint64, bitmat.Words(w.x.Rows))
	set.Match(dst, scratch, w.x)
	return dst
}
