// Package rule holds sets of rules, each a conjunction of features of a table or of their negations. It matches, simplifies,
// explains, edits and writes rules; it does not know how they are learned.
package rule

import (
	"slices"

	"drnet/engine/bitmat"
)

// A Literal is a feature, or its negation.
type Literal struct {
	Feature int  `json:"feature"` // a column of the bit matrix, an index into the encoder's features
	Not     bool `json:"not,omitempty"`
}

// And sets dst to the rows of a on which the literal holds; column has the bits of its feature.
func (l Literal) And(dst, a, column []uint64) {
	if l.Not {
		bitmat.AndNot(dst, a, column)
	} else {
		bitmat.And(dst, a, column)
	}
}

// A Rule is a conjunction: it fires on a row for which every literal holds. Without literals it fires on every row.
type Rule []Literal

// A Set is a disjunction of rules (DNF): a row is positive if any rule fires. The empty set never fires.
type Set []Rule

// Match makes bit i of dst one where the rule fires on row i of x. Dst has bitmat.Words(x.Rows) words.
func (r Rule) Match(dst []uint64, x *bitmat.Matrix) {
	bitmat.Ones(dst, x.Rows)
	for _, l := range r {
		l.And(dst, dst, x.Column(l.Feature))
	}
}

// Match makes bit i of dst one where some rule fires on row i of x. Dst and scratch have bitmat.Words(x.Rows) words.
func (s Set) Match(dst, scratch []uint64, x *bitmat.Matrix) {
	clear(dst)
	for _, r := range s {
		r.Match(scratch, x)
		bitmat.Or(dst, dst, scratch)
	}
}

// Clone returns a deep copy.
func (s Set) Clone() Set {
	out := make(Set, len(s))
	for k, r := range s {
		out[k] = slices.Clone(r)
	}
	return out
}

// Conditions returns the number of literals of all rules.
func (s Set) Conditions() int {
	n := 0
	for _, r := range s {
		n += len(r)
	}
	return n
}

// Complexity returns the model complexity of the paper: the number of rules plus the number of conditions.
func (s Set) Complexity() int { return len(s) + s.Conditions() }

// RuleComplexity returns the rule complexity of the paper: conditions per rule, 0 without rules.
func (s Set) RuleComplexity() float64 {
	if len(s) == 0 {
		return 0
	}
	return float64(s.Conditions()) / float64(len(s))
}
