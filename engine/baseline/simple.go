package baseline

import (
	"context"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// Majority gives each row the answer that more of the training rows have; of equals the negative one.
type Majority struct{}

// Learn implements Learner.
func (Majority) Learn(ctx context.Context, rows Rows, _ uint64, _ func(float64)) Classifier {
	switch {
	case ctx.Err() != nil:
		return nil
	case 2*rows.positives() > rows.X.Rows:
		return Set{Rules: rule.Set{{}}}
	}
	return Set{}
}

// single reports whether all rows have one label: there is nothing to tell apart, and the majority answers.
func (r Rows) single() bool {
	positives := r.positives()
	return positives == 0 || positives == r.X.Rows
}

// OneCondition asks the one question that answers most training rows rightly, which is the first of equals; none if always
// giving the more frequent answer is as good.
//
// References: R. C. Holte: Very Simple Classification Rules Perform Well on Most Commonly Used Datasets. Machine Learning 11
// (1993), here with yes/no questions.
type OneCondition struct{}

// Learn implements Learner.
func (OneCondition) Learn(ctx context.Context, rows Rows, seed uint64, tell func(float64)) Classifier {
	best := Majority{}.Learn(ctx, rows, seed, tell)
	if best == nil {
		return nil
	}
	n, positives := rows.X.Rows, rows.positives()
	right := max(positives, n-positives)
	for j := range rows.X.Cols {
		column := rows.X.Column(j)
		yes := bitmat.CountAnd(column, rows.Labels)
		asked := yes + n - positives - (bitmat.Count(column) - yes)
		for _, l := range []rule.Literal{{Feature: j}, {Feature: j, Not: true}} {
			if asked > right {
				right, best = asked, Set{Rules: rule.Set{{l}}}
			}
			asked = n - asked
		}
	}
	return best
}
