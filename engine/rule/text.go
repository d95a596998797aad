package rule

import (
	"slices"
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
	for _, l := range r {
		f := features[l.Feature]
		low := r.find(f.Column, binarize.AtMost, true, features)
		switch {
		case f.Op == binarize.Missing && l.Not && slices.ContainsFunc(r, func(o Literal) bool {
			g := features[o.Feature]
			return g.Column == f.Column && g.Op != binarize.Missing
		}):
			continue // implied by the phrase of another condition on the column
		case f.Op == binarize.AtMost && l.Not && r.find(f.Column, binarize.AtMost, false, features) != nil:
			continue // part of the interval of the upper end
		case f.Op == binarize.AtMost && !l.Not && low != nil:
			phrases = append(phrases, dataset.FormatNumber(low.Threshold)+" < "+f.Text(false))
		default:
			f.Missable = f.Missable && r.find(f.Column, binarize.Missing, true, features) == nil
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
