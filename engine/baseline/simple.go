package baseline

import (
	"context"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// Majority predicts the majority class of the training rows; ties are negative.
type Majority struct{}

// Learn implements Learner.
func (Majority) Learn(ctx context.Context, rows LabeledRows, _ uint64, _ func(float64)) Classifier {
	switch {
	case ctx.Err() != nil:
		return nil
	case 2*rows.positives() > rows.X.Rows:
		return RuleClassifier{Rules: rule.Set{{}}}
	}
	return RuleClassifier{}
}

// OneCondition is the single condition of highest training accuracy, ties in order; the majority class if no condition beats it.
//
// References: R. C. Holte: Very Simple Classification Rules Perform Well on Most Commonly Used Datasets. Machine Learning 11
// (1993), here on binary features.
type OneCondition struct{}

// Learn implements Learner.
func (OneCondition) Learn(ctx context.Context, rows LabeledRows, seed uint64, tell func(float64)) Classifier {
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
				right, best = asked, RuleClassifier{Rules: rule.Set{{l}}}
			}
			asked = n - asked
		}
	}
	return best
}
