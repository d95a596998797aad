package rule

import (
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// Always is how a rule without conditions reads.
const Always = "always"

// Phrases returns the conditions of a rule in words, each column's thresholds as one interval:
// "25 < age ≤ 50", "colour ≠ red". A rule without conditions has none.
func (r Rule) Phrases(features []binarize.Feature) []string {
	var phrases []string
	for k, l := range r {
		f := features[l.Feature]
		switch {
		case r.saysKnown(k, features):
			continue // another condition of the column is worded so that it says it
		case f.Op == binarize.AtMost && l.Not && r.upper(f.Column, features) != nil:
			continue // told by the upper end of the interval
		case f.Op == binarize.AtMost && !l.Not && r.lower(f.Column, features) != nil:
			low := *r.lower(f.Column, features)
			phrases = append(phrases, dataset.FormatNumber(low.Threshold)+" < "+f.Text(false))
		default:
			f.Missable = f.Missable && !r.known(f.Column, features)
			phrases = append(phrases, f.Text(l.Not))
		}
	}
	return phrases
}

// Conditions returns the parts of Text: Phrases, of which one with an "or" of its own stands in parentheses beside others,
// or Always.
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

// Text returns the rule as one line, each condition once: "age ≤ 50 AND sex = Male".
func (r Rule) Text(features []binarize.Feature) string {
	return strings.Join(r.Conditions(features), " AND ")
}

// find returns the feature of a literal of a column with this question and sign, that with the greatest threshold if
// there are several, nil without one.
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

// known reports whether the rule asks that the column is not missing.
func (r Rule) known(column int, features []binarize.Feature) bool {
	return r.find(column, binarize.Missing, true, features) != nil
}

// saysKnown reports whether literal k only says that a column is known of which the rule asks something else too.
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
