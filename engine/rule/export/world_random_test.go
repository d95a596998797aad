package export_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/codebook"
	"drnet/engine/rule"
)

// randomlyGrouped groups values of a model's columns with others, under their names.
func randomlyGrouped(m *rule.Model, seed uint64) *rule.Model {
	r := rand.New(rand.NewPCG(seed, 7))
	for i := range m.Encoder.Columns {
		c := &m.Encoder.Columns[i]
		for k, v := range slices.Concat(c.Values, c.Rest) {
			if r.IntN(2) == 0 {
				spare := []string{fmt.Sprint(20 + k), fmt.Sprintf("%d.50", k), hostiles[k] + "!"}
				c.Groups = append(c.Groups, codebook.ValueGroup{Name: v, Values: spare[r.IntN(3):]})
			}
		}
	}
	return m
}

// randomlyDerived derives columns of those of a model that have thresholds, and adds conditions on them to its rules.
func randomlyDerived(m *rule.Model, seed uint64) *rule.Model {
	r, e := rand.New(rand.NewPCG(seed, 6)), m.Encoder
	e.Columns = append([]binarize.EncodedColumn{randomThresholds(r, "x"), randomThresholds(r, "y <")}, e.Columns...)
	for k := range m.Rules {
		for i := range m.Rules[k] {
			m.Rules[k][i].Feature += e.Columns[0].Bits() + e.Columns[1].Bits()
		}
	}
	m.Rules = append(m.Rules, rule.Rule{})
	for range 2 + r.IntN(3) {
		d := binarize.Derived{Op: []binarize.Operation{binarize.Ratio, binarize.Difference}[r.IntN(2)], Of: [2]string{"x", "y <"}}
		if i := r.IntN(2); i == 1 {
			d.Of[0], d.Of[1] = d.Of[1], d.Of[0]
		}
		if slices.ContainsFunc(e.Columns, func(c binarize.EncodedColumn) bool { return c.Name == d.Name() }) {
			continue
		}
		c, at := binarize.EncodedColumn{Name: d.Name(), Derived: &d, Thresholds: []float64{-7.5, r.Float64()}}, e.Bits()
		if e.Policy == binarize.Own {
			c.Missable = r.IntN(2) == 0
		} else if r.IntN(2) == 0 {
			c.Fill = "0.25"
		}
		e.Columns = append(e.Columns, c)
		for k := range m.Rules {
			if r.IntN(2) == 0 {
				m.Rules[k] = append(m.Rules[k], rule.Literal{Feature: at + r.IntN(c.Bits()), Not: r.IntN(2) == 0})
			}
		}
	}
	return m
}

func randomThresholds(r *rand.Rand, name string) binarize.EncodedColumn {
	thresholds := []float64{-float64(1 + r.IntN(3)), float64(r.IntN(2)), 2.5}
	return binarize.EncodedColumn{Name: name, Thresholds: thresholds, Missable: r.IntN(2) == 0}
}

// random draws a model whose columns are of all kinds.
func random(seed uint64) *rule.Model {
	r := rand.New(rand.NewPCG(seed, 4))
	e := &binarize.Encoder{Policy: binarize.Own}
	if r.IntN(2) == 0 {
		e.Policy = binarize.Impute
	}
	for i := range 2 + r.IntN(5) {
		e.Columns = append(e.Columns, randomColumn(r, e.Policy, hostiles[(int(seed)+5*i)%len(hostiles)]))
	}
	set := make(rule.Set, r.IntN(8))
	for k := range set {
		set[k] = rule.Rule{}
		for range r.IntN(5) {
			set[k] = append(set[k], rule.Literal{Feature: r.IntN(e.Bits()), Not: r.IntN(2) == 0})
		}
	}
	return &rule.Model{Target: "target of the rules", Positive: "yes", Negative: "no", Encoder: e, Rules: set}
}

func randomColumn(r *rand.Rand, policy binarize.Policy, name string) binarize.EncodedColumn {
	c := binarize.EncodedColumn{Name: name, Missable: r.IntN(2) == 0}
	if !c.Missable && policy == binarize.Impute && r.IntN(2) == 0 {
		c.Fill = "1"
	}
	switch r.IntN(5) {
	case 0:
		c.Thresholds = []float64{r.NormFloat64() - 9, float64(r.IntN(5)), 5 + 1e3*r.Float64(), 1e6 * (1 + r.Float64())}
	case 1:
		c.Values = []string{"0", "1", "2.5"}
	case 2:
		c.Values, c.Other = []string{"1"}, "2"
	case 3:
		c.Values, c.Rest = []string{"1", "b", hostiles[r.IntN(len(hostiles))]}, []string{"1.0", "d"}
	case 4:
		c.Values, c.Rest = []string{"-3", "4"}, []string{"1", "11"}
	}
	return c
}
