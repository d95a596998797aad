// Package baseline holds the learners that DR-Net is compared with, one file each: labelled bits (or numbers) come in, a
// classifier goes out. It knows nothing of columns, files or pages.
//
// A learner is a struct whose fields are its settings; the zero value is its usual form. The same rows and the same seed give
// the same classifier, on every machine unless a learner says otherwise.
package baseline

import (
	"context"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// Rows are labelled rows as a learner sees them.
type Rows struct {
	X      *bitmat.Matrix // the features
	Labels []uint64       // bit i says whether row i is positive
	// Numbers has columns with the numbers themselves, NaN where there is none, beside the features of the other columns. Trees and
	// RIPPER can ask about them; nil for none.
	Numbers [][]float64
}

// A Learner makes a classifier of rows.
type Learner interface {
	// Learn returns nil if ctx was cancelled. It calls tell often, with the share of the work that is done: whoever waits can be
	// heard then.
	Learn(ctx context.Context, rows Rows, seed uint64, tell func(share float64)) Classifier
}

// A Classifier answers for rows.
type Classifier interface {
	// Answer makes bit i of dst the answer to row i. Dst has bitmat.Words(rows.X.Rows) words.
	Answer(dst []uint64, rows Rows)
}

// A Reader is a classifier that can be read as a set of rules, which answers as it does.
type Reader interface {
	Classifier
	Read() Set
}

// Set is a classifier that is a set of rules.
type Set struct {
	Rules     rule.Set   // over the features, and the questions behind them
	Questions []Question // about numbers
}

// A Question asks whether a number of a row is Cut at most. The answer is no if there is no number.
type Question struct {
	Column int // of Rows.Numbers
	Cut    float64
}

// Answer implements Classifier.
func (s Set) Answer(dst []uint64, rows Rows) {
	s.Rules.Match(dst, make([]uint64, len(dst)), rows.asked(s.Questions))
}

// Read implements Reader.
func (s Set) Read() Set { return s }

// asked returns the features with the answers to questions behind them.
func (r Rows) asked(questions []Question) *bitmat.Matrix {
	if len(questions) == 0 {
		return r.X
	}
	x := r.X.Clone()
	for _, q := range questions {
		r.Ask(x.Append(), q)
	}
	return x
}

// Ask makes bit i of dst, whose bits are zero, the answer of row i.
func (r Rows) Ask(dst []uint64, q Question) {
	for i, v := range r.Numbers[q.Column] {
		if v <= q.Cut {
			bitmat.Set(dst, i)
		}
	}
}

// positives returns the number of positive rows.
func (r Rows) positives() int { return bitmat.Count(r.Labels) }
