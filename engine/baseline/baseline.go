// Package baseline holds the learners that DR-Net is compared with. They turn labeled bits or numbers into a classifier.
//
// A learner is a struct whose fields are its settings; the zero value has the usual ones. The same rows and the same seed give
// the same classifier, on every machine unless a learner says otherwise.
package baseline

import (
	"context"
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// LabeledRows are labeled rows as a learner sees them.
type LabeledRows struct {
	X      *bitmat.Matrix // the features
	Labels []uint64       // bit i is 1 if row i is positive
	// Numbers holds columns of raw numbers, NaN for missing ones, in addition to the features of the other columns. Trees and
	// RIPPER can choose their own thresholds for them; nil for none.
	Numbers [][]float64
}

// A Learner fits a classifier to rows.
type Learner interface {
	// Learn returns nil if ctx is canceled. It calls tell often, with the share of the work that is done, for callers' events.
	Learn(ctx context.Context, rows LabeledRows, seed uint64, tell func(share float64)) Classifier
}

// A Classifier predicts the class of rows.
type Classifier interface {
	// Answer writes the prediction for row i to bit i of dst, which has bitmat.Words(rows.X.Rows) words.
	Answer(dst []uint64, rows LabeledRows)
}

// A Reader is a classifier that can be read as a rule set with the same predictions.
type Reader interface {
	Classifier
	Read() RuleClassifier
}

// RuleClassifier is a rule set as a classifier.
type RuleClassifier struct {
	Rules     rule.Set          // over the features, then the conditions
	Questions []NumberCondition // about numbers
}

// A NumberCondition is a threshold on a column of numbers: number ≤ Cut. It is false for a missing number.
type NumberCondition struct {
	Column int // of LabeledRows.Numbers
	Cut    float64
}

// Answer implements Classifier.
func (s RuleClassifier) Answer(dst []uint64, rows LabeledRows) {
	s.Rules.Match(dst, make([]uint64, len(dst)), rows.asked(s.Questions))
}

// Read implements Reader.
func (s RuleClassifier) Read() RuleClassifier { return s }

// asked returns the features, followed by the values of the conditions.
func (r LabeledRows) asked(questions []NumberCondition) *bitmat.Matrix {
	if len(questions) == 0 {
		return r.X
	}
	x := r.X.Clone()
	for _, q := range questions {
		r.Ask(x.Append(), q)
	}
	return x
}

// Ask writes the value of a condition for row i to bit i of dst, whose bits must be zero.
func (r LabeledRows) Ask(dst []uint64, q NumberCondition) {
	for i, v := range r.Numbers[q.Column] {
		if v <= q.Cut {
			bitmat.Set(dst, i)
		}
	}
}

// positives returns the number of positive rows.
func (r LabeledRows) positives() int { return bitmat.Count(r.Labels) }

// negatives returns the negative rows as bits.
func (r LabeledRows) negatives() []uint64 {
	no := make([]uint64, len(r.Labels))
	bitmat.Not(no, r.Labels, r.X.Rows)
	return no
}

// single reports whether all rows have the same label. The majority class is then the only model.
func (r LabeledRows) single() bool {
	positives := r.positives()
	return positives == 0 || positives == r.X.Rows
}

// middle returns a number from a on and below b.
func middle(a, b float64) float64 {
	m := a + (b-a)/2
	if !(m < b) || math.IsInf(m, 0) {
		return a
	}
	return m
}

// empty returns n empty sets of rows as bits.
func (r LabeledRows) empty(n int) [][]uint64 {
	sets := make([][]uint64, n)
	for k := range sets {
		sets[k] = make([]uint64, len(r.Labels))
	}
	return sets
}

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
	l, right := Single(rows.X, rows.Labels)
	if positives := rows.positives(); best != nil && right > max(positives, rows.X.Rows-positives) {
		return RuleClassifier{Rules: rule.Set{{l}}}
	}
	return best
}

// Single returns the single condition of highest accuracy as the only rule, and the number of rows that it predicts correctly;
// a negative number without features. Ties go to the first feature, and to a feature before its negation.
func Single(x *bitmat.Matrix, labels []uint64) (best rule.Literal, most int) {
	most = -1
	positives := bitmat.Count(labels)
	for j := range x.Cols {
		yes := bitmat.CountAnd(x.Column(j), labels)
		right := yes + x.Rows - positives - (bitmat.Count(x.Column(j)) - yes)
		if right > most {
			best, most = rule.Literal{Feature: j}, right
		}
		if wrong := x.Rows - right; wrong > most {
			best, most = rule.Literal{Feature: j, Not: true}, wrong
		}
	}
	return best, most
}

// candidate is a rule that a learner may choose, and the rows that it matches.
type candidate struct {
	rule    rule.Rule
	fires   []uint64
	gain    float64 // information gain, for BRS
	right   float64 // precision, for BRS
	cost    float64 // in rows, for CG: the price of the rule, and the negative rows that it covers
	reduced float64 // reduced cost in rows, for CG
}

// items returns the features and their negations as candidates.
func items(rows LabeledRows) []candidate {
	var items []candidate
	fires := rows.empty(2 * rows.X.Cols)
	for k := range fires {
		r := rule.Rule{{Feature: k / 2, Not: k%2 == 1}}
		r.Match(fires[k], rows.X)
		items = append(items, candidate{rule: r, fires: fires[k]})
	}
	return items
}

// hillClimber is a local search for the best set of candidates.
type hillClimber struct {
	pool  []candidate
	least float64 // increase that a change must exceed
	// value returns the value of a set, as indexes into the pool, and a function for the value with another candidate.
	value func(set []int) (own float64, with func(k int) float64)
	tick  func() // is called often, so that a caller can handle events
}

// best returns the better of two local optima: from a set, and from the empty set. The result is void if ctx is canceled.
func (c hillClimber) best(ctx context.Context, start []int) (best []int) {
	most := math.Inf(-1)
	for _, from := range [][]int{start, nil} {
		if set, value := c.climb(ctx, from); value > most {
			best, most = set, value
		}
	}
	return best
}

// climb adds, removes or replaces one candidate at a time, by the change of greatest gain, ties in order, until none gains.
func (c hillClimber) climb(ctx context.Context, set []int) (best []int, most float64) {
	now, _ := c.value(set)
	for {
		better := false
		best, most = set, now+c.least
		for at := -1; at < len(set); at++ { // without the candidate at this index, or with all for -1
			if c.tick(); ctx.Err() != nil {
				return set, now
			}
			rest := slices.Clone(set)
			if at >= 0 {
				rest = slices.Delete(rest, at, at+1)
			}
			own, with := c.value(rest)
			if at >= 0 && own > most {
				best, most, better = rest, own, true
			}
			for k := range c.pool {
				if v := with(k); v > most && !slices.Contains(rest, k) {
					best, most, better = append(slices.Clone(rest), k), v, true
				}
			}
		}
		if !better {
			return set, now
		}
		set, now = best, most
	}
}

// rules returns the rules of a set.
func (c hillClimber) rules(set []int) (rules rule.Set) {
	for _, k := range set {
		rules = append(rules, c.pool[k].rule)
	}
	return rules
}
