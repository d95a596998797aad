package rule

import (
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// Always is the text of a rule without conditions.
const Always = "always"

// Phrases returns the conditions of a rule as text, with the thresholds of a column merged into an interval: "25 < age
// ≤ 50", "color ≠ red". It returns none for a rule without conditions.
func (r Rule) Phrases(features []binarize.Feature) []string {
	var phrases []string
	for k, l := range r {
		f := features[l.Feature]
		switch {
		case r.saysKnown(k, features):
			continue // implied by the phrase of another condition on the column
		case f.Op == binarize.AtMost && l.Not && r.upper(f.Column, features) != nil:
			continue // part of the interval of the upper end
		case f.Op == binarize.AtMost && !l.Not && r.lower(f.Column, features) != nil:
			low := *r.lower(f.Column, features)
			phrases = append(phrases, dataset.FormatNumber(low.Threshold)+" < "+f.Text(false))
		default:
			f.Missable = f.Missable && !r.requiresKnown(f.Column, features)
			phrases = append(phrases, f.Text(l.Not))
		}
	}
	return phrases
}

// Conditions returns the parts of Text: Phrases, or Always. Among several phrases, one that contains "or" is in parentheses.
func (r Rule) Conditions(features []binarize.Feature) []string {
	phrases := r.Phrases(features)
	for i, p := range phrases {
		if len(phrases) > 1 && strings.HasSuffix(p, binarize.OrMissing) {
			phrases[i] = "(" + p + ")"
		}
	}
	if len(phrases) == 0 {
		return []string{Always}
	}
	return phrases
}

// Text returns the rule on a single line: "age ≤ 50 AND sex = Male".
func (r Rule) Text(features []binarize.Feature) string {
	return strings.Join(r.Conditions(features), " AND ")
}

// find returns the feature of a literal on a column with this operator and sign. It returns the one with the greatest
// threshold among several, nil without one.
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

func (r Rule) upper(column int, features []binarize.Feature) *binarize.Feature {
	return r.find(column, binarize.AtMost, false, features)
}

func (r Rule) lower(column int, features []binarize.Feature) *binarize.Feature {
	return r.find(column, binarize.AtMost, true, features)
}

// requiresKnown reports whether the rule requires that the column is not missing.
func (r Rule) requiresKnown(column int, features []binarize.Feature) bool {
	return r.find(column, binarize.Missing, true, features) != nil
}

// saysKnown reports whether literal k only requires a known cell of a column that the rule has other conditions on.
func (r Rule) saysKnown(k int, features []binarize.Feature) bool {
	f := features[r[k].Feature]
	if f.Op != binarize.Missing || !r[k].Not {
		return false
	}
	for i, l := range r {
		if g := features[l.Feature]; i != k && g.Column == f.Column && g.Op != binarize.Missing {
			return true
		}
	}
	return false
}
