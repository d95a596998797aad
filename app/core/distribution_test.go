package core_test

import (
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// The distribution of a column is its histogram, or its twelve most frequent values.
func TestDistribution(t *testing.T) {
	table := coretest.Table()
	many := protocol.ColumnSummary{Kind: dataset.Categorical, Values: append(make([]protocol.Value, 19), protocol.Value{Text: "a", Rows: 9})}
	for _, test := range []struct {
		name   string
		column *protocol.ColumnSummary
		want   []int
	}{
		{"numbers", &table.Columns[0], []int{300, 400, 300, 200}},
		{"values", &table.Columns[1], []int{500, 400, 300}},
		{"many values", &many, []int{9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"unknown values", &table.Columns[4], nil},
	} {
		coretest.Equal(t, core.Distribution(test.column).Counts(), test.want, "%s", test.name)
	}
}

// The accepted part of a histogram reaches from bound to bound; an integer is as wide as its bin. For categories it is their bars.
func TestSpans(t *testing.T) {
	e := &binarize.Encoder{Columns: []binarize.EncodedColumn{
		{Name: "n", Thresholds: []float64{2, 4, 99}, Missable: true},
		{Name: "v", Values: []string{"a", "b"}, Rest: []string{"c", "d"}},
		{Name: "few", Values: []string{"1", "2", "8"}},
	}}
	const n, missing, v, rest, few = 0, 3, 4, 6, 7 // features
	decimals := protocol.Distribution{Histogram: &protocol.Histogram{Least: 0, Most: 8, First: 0, Last: 8}}
	integers := protocol.Distribution{Histogram: &protocol.Histogram{Least: 0.5, Most: 8.5, First: 1, Last: 8, Counts: make([]int, 8)}}
	values := protocol.Distribution{Values: []protocol.Value{{Text: "d"}, {Text: "a"}, {Text: "b"}, {Text: "c"}}}
	is := func(feature int) rule.Literal { return rule.Literal{Feature: feature} }
	not := func(feature int) rule.Literal { return rule.Literal{Feature: feature, Not: true} }
	for _, test := range []struct {
		name string
		d    protocol.Distribution
		rule rule.Rule
		want [][2]float64
	}{
		{"two bounds", decimals, rule.Rule{not(n), is(n + 1)}, [][2]float64{{0.25, 0.5}}},
		{"bounds of integers", integers, rule.Rule{not(n), is(n + 1)}, [][2]float64{{0.25, 0.5}}},
		{"a bound beyond the numbers", decimals, rule.Rule{is(n + 2)}, [][2]float64{{0, 1}}},
		{"no number", decimals, rule.Rule{not(n + 2)}, nil},
		{"missing", decimals, rule.Rule{is(missing)}, nil},
		{"known", integers, rule.Rule{not(missing)}, [][2]float64{{0, 1}}},
		{"one of few numbers", integers, rule.Rule{is(few + 1)}, [][2]float64{{0.125, 0.25}}},
		{"one of few decimals", decimals, rule.Rule{is(few + 1)}, [][2]float64{{0.25, 0.25}}},
		{"none of two numbers", integers, rule.Rule{not(few), not(few + 1)}, [][2]float64{{0.25, 1}}},
		{"all but the last number", integers, rule.Rule{not(few + 2)}, [][2]float64{{0, 0.875}}},
		{"a value", values, rule.Rule{is(v)}, [][2]float64{{0.25, 0.5}}},
		{"all but a value", values, rule.Rule{not(v + 1)}, [][2]float64{{0, 0.5}, {0.75, 1}}},
		{"the values without a feature", values, rule.Rule{is(rest)}, [][2]float64{{0, 0.25}, {0.75, 1}}},
	} {
		got := core.Spans(test.d, test.rule, e.Features(), e.Columns[1].Values)
		coretest.Equal(t, got, test.want, "%s", test.name)
	}
}
