package core

import (
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/rule"
)

// Phrase is the text of a rule's conditions on one column.
type Phrase struct{ Text, Column string }

// PhrasesByColumn returns the texts of a rule's conditions, one for each column.
func PhrasesByColumn(r rule.Rule, features []binarize.Feature) []Phrase {
	var columns []int
	asked := map[int]rule.Rule{}
	for _, l := range r {
		c := features[l.Feature].Column
		if asked[c] == nil {
			columns = append(columns, c)
		}
		asked[c] = append(asked[c], l)
	}
	var list []Phrase
	for _, c := range columns {
		list = append(list, Phrase{phrase(asked[c], features), features[asked[c][0].Feature].Name})
	}
	return list
}

// phrase describes all conditions of a rule on one column: "occupation is none of Clerk, Driver". It counts redundant
// thresholds, which occur in rules that are not simplified, instead of listing them.
func phrase(r rule.Rule, features []binarize.Feature) string {
	low, high := -1, -1 // indexes of the literals that bound a number
	known, missable := false, false
	var not []string
	var rest, others rule.Rule // others is rest without the excluded values
	bounds := 0
	for k, l := range r {
		f := features[l.Feature]
		switch {
		case f.Op == binarize.AtMost && l.Not:
			if bounds++; low < 0 || f.Threshold > features[r[low].Feature].Threshold {
				low = k
			}
			continue
		case f.Op == binarize.AtMost:
			if bounds++; high < 0 || f.Threshold < features[r[high].Feature].Threshold {
				high = k
			}
			continue
		case f.Op == binarize.Missing && l.Not:
			known = true
		case f.Op == binarize.Equals && l.Not && f.Other == "":
			not, missable = append(not, dataset.EscapeControl(f.Value)), f.Missable
			rest = append(rest, l)
			continue
		default:
			others = append(others, l)
		}
		rest = append(rest, l)
	}
	if len(not) > 1 && low < 0 && high < 0 {
		text := dataset.EscapeControl(features[r[0].Feature].Name) + " is none of " + strings.Join(not, ", ")
		if missable && !known && len(others) == 0 {
			text += ", or is missing"
		}
		if len(others) > 0 {
			text += " and " + strings.Join(others.Phrases(features), " and ")
		}
		return text
	}
	needless := bounds
	for _, k := range []int{low, high} {
		if k >= 0 {
			rest = append(rest, r[k])
			needless--
		}
	}
	text := strings.Join(rest.Phrases(features), " and ")
	if needless > 0 {
		text += " (" + Plural(needless, "condition more says", "conditions more say") + " less)"
	}
	return text
}
