// Package scorecard gives points to the rules of a set and to some single conditions, so that the sum of the points ranks rows.
// It reads bits and labels, and knows nothing of columns.
package scorecard

import (
	"cmp"
	"sort"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// Fit returns the scorecard of a set of rules on at least one row: the points of the rules, up to rule.MaxScoreLines single
// conditions, the one with the most points first, and the probability of each sum. The rules themselves never change.
//
// It minimizes the logistic loss plus a price: each line costs 2 ln(rows)/8 nats, and points other than 1 cost ln(rows)/8 more. It
// starts with one point for each rule, and makes one change at a time as long as the objective falls: other points for a line, one
// more condition, or another condition in place of one. Each change that is tried gets its own slope and offset, fitted to Platt's
// labels.
//
// The rows are usually the ones that the rules were learned from. Rules that fit them too well then get too many points; fitting
// on other rows would need rules learned without them.
//
// The order of all attempts is fixed: the same rows give the same scorecard.
//
// References: G. Schwarz: Estimating the Dimension of a Model. Annals of Statistics 6 (1978) (the price). B. Ustun, C. Rudin:
// Learning Optimized Risk Scores. Journal of Machine Learning Research 20 (2019) (small points under logistic loss).
func Fit(set rule.Set, votes int, x *bitmat.Matrix, labels []uint64) *rule.Scorecard {
	s := newSearch(set, x, labels)
	s.run()
	c := &rule.Scorecard{Points: []int{}, Lines: []rule.ScoreLine{}, Slope: s.curve.Slope, Offset: s.curve.Offset, Rows: x.Rows}
	for _, l := range s.lines[:s.rules] {
		c.Points = append(c.Points, l.points)
	}
	for _, l := range s.lines[s.rules:] {
		c.Lines = append(c.Lines, rule.ScoreLine{Literal: rule.Literal{Feature: l.feature}, Points: l.points})
	}
	sort.Slice(c.Lines, func(i, j int) bool {
		a, b := c.Lines[i], c.Lines[j]
		return cmp.Or(cmp.Compare(size(b.Points), size(a.Points)), cmp.Compare(a.Feature, b.Feature)) < 0
	})
	c.Clipped = c.CountClipped(set, votes, x)
	return c
}

func size(points int) int { return max(points, -points) }
