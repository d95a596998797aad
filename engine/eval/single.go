package eval

import (
	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// Single returns the single condition with the highest accuracy as the only rule, a baseline for rule sets. Ties go to the first
// feature, and to a feature before its negation. X must have a column.
func Single(x *bitmat.Matrix, labels []uint64) rule.Literal {
	best, most := rule.Literal{}, -1
	positives := bitmat.Count(labels)
	for f := range x.Cols {
		fires := bitmat.Count(x.Column(f))
		both := bitmat.CountAnd(x.Column(f), labels)
		right := both + x.Rows - fires - (positives - both)
		if right > most {
			best, most = rule.Literal{Feature: f}, right
		}
		if wrong := x.Rows - right; wrong > most {
			best, most = rule.Literal{Feature: f, Not: true}, wrong
		}
	}
	return best
}
