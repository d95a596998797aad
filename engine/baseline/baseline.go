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
	// Numbers has columns with the numbers themselves, NaN where there is none, beside the features of the other columns. Only
	// the trees use them; nil for none.
	Numbers [][]float64
}

// A Learner makes a classifier of rows.
type Learner interface {
	// Learn returns nil if ctx was cancelled. It calls tell from time to time with the share of the work that is done.
	Learn(ctx context.Context, rows Rows, seed uint64, tell func(share float64)) Classifier
}

// A Classifier answers for rows.
type Classifier interface {
	// Answer makes bit i of dst the answer to row i. Dst has bitmat.Words(rows.X.Rows) words.
	Answer(dst []uint64, rows Rows)
}

// A Reader is a classifier that is a set of rules over the features: it answers as the set does.
type Reader interface {
	Classifier
	Rules() rule.Set
}

// Set is a classifier that is a set of rules.
type Set rule.Set

// Answer implements Classifier.
func (s Set) Answer(dst []uint64, rows Rows) {
	rule.Set(s).Match(dst, make([]uint64, len(dst)), rows.X)
}

// Rules implements Reader.
func (s Set) Rules() rule.Set { return rule.Set(s) }

// positives returns the number of positive rows.
func (r Rows) positives() int { return bitmat.Count(r.Labels) }
