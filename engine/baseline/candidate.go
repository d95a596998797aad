package baseline

import (
	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// candidate is a rule that a learner may choose, and the rows that it matches.
type candidate struct {
	rule  rule.Rule
	fires []uint64
	gain  float64 // information gain
	right float64 // precision
}

// items returns the features and their negations as candidates.
func items(rows LabeledRows) []candidate {
	var items []candidate
	for j := range rows.X.Cols {
		for _, not := range []bool{false, true} {
			r := rule.Rule{{Feature: j, Not: not}}
			fires := make([]uint64, bitmat.Words(rows.X.Rows))
			r.Match(fires, rows.X)
			items = append(items, candidate{rule: r, fires: fires})
		}
	}
	return items
}
