// Package rule holds sets of rules, each a conjunction of features of a table or of their negations. It matches, simplifies,
// explains, edits and writes rules; it does not know how they are learned.
package rule

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
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

// MatchVotes returns the rows of x on which at least votes rules fire, as bits.
func (s Set) MatchVotes(votes int, x *bitmat.Matrix) []uint64 {
	tally, fires := bitmat.NewTally(votes, bitmat.Words(x.Rows)), make([]uint64, bitmat.Words(x.Rows))
	for _, r := range s {
		r.Match(fires, x)
		tally.Add(fires)
	}
	return tally[votes-1]
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

// Size is the size of a rule set.
type Size struct {
	Rules          int     `json:"rules"`
	Conditions     int     `json:"conditions"`
	Complexity     int     `json:"complexity"`      // of the model in the paper: rules + conditions
	RuleComplexity float64 `json:"rule_complexity"` // of the paper: conditions per rule, 0 without rules
}

// Size returns the size of the set.
func (s Set) Size() Size {
	n := s.Conditions()
	return Size{len(s), n, s.Complexity(), float64(n) / float64(max(len(s), 1))}
}

// ByColumn groups the literals by the index of their column.
func (r Rule) ByColumn(features []binarize.Feature) map[int]Rule {
	groups := map[int]Rule{}
	for _, l := range r {
		c := features[l.Feature].Column
		groups[c] = append(groups[c], l)
	}
	return groups
}

// Ends returns the interval (low, high] of the numbers that meet the threshold conditions of r, all on one column. An end without a
// condition is infinite.
func (r Rule) Ends(features []binarize.Feature) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	for _, l := range r {
		if f := features[l.Feature]; f.Op == binarize.AtMost && l.Not {
			low = max(low, f.Threshold)
		} else if f.Op == binarize.AtMost {
			high = min(high, f.Threshold)
		}
	}
	return low, high
}

// Always is the text of a rule without conditions.
const Always = "always"

// Conditions returns the conditions of a rule as comments of exported programs write them, with two thresholds of a column merged into
// an interval: "25 < age ≤ 50", "color ≠ red". It returns none for a rule without conditions. A Typesetter writes for people.
func (r Rule) Conditions(features []binarize.Feature) []string {
	var list []string
	for _, l := range r {
		f := features[l.Feature]
		low := r.find(f.Column, binarize.AtMost, true, features)
		switch {
		case f.Op == binarize.Missing && l.Not && slices.ContainsFunc(r, func(o Literal) bool {
			g := features[o.Feature]
			return g.Column == f.Column && g.Op != binarize.Missing
		}):
			continue // the text of another condition on the column implies it
		case f.Op == binarize.AtMost && l.Not && r.find(f.Column, binarize.AtMost, false, features) != nil:
			continue // the text of the upper end contains it
		case f.Op == binarize.AtMost && !l.Not && low != nil:
			list = append(list, dataset.FormatNumber(low.Threshold)+" < "+f.Text(false))
		default:
			f.Missable = f.Missable && r.find(f.Column, binarize.Missing, true, features) == nil
			list = append(list, f.Text(l.Not))
		}
	}
	return list
}

// Text returns the conditions on a single line: "age ≤ 50 AND sex = Male". Among several, one that contains "or" is in
// parentheses.
func (r Rule) Text(features []binarize.Feature) string {
	list := r.Conditions(features)
	for i, text := range list {
		if len(list) > 1 && strings.HasSuffix(text, binarize.OrMissing) {
			list[i] = "(" + text + ")"
		}
	}
	return cmp.Or(strings.Join(list, " AND "), Always)
}

// find returns the feature with this column, operator and sign that has the greatest threshold, nil without one.
func (r Rule) find(column int, op binarize.Op, not bool, features []binarize.Feature) *binarize.Feature {
	var found *binarize.Feature
	for _, l := range r {
		f := &features[l.Feature]
		if f.Column == column && f.Op == op && l.Not == not && (found == nil || f.Threshold > found.Threshold) {
			found = f
		}
	}
	return found
}
