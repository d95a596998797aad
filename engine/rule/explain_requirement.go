package rule

import (
	"math"
	"slices"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// A requirement is the part of a rule about one column.
type requirement struct {
	column   int // of the encoder
	literals Rule
	allowed  []bool // which states of the column meet it
}

// requirements groups the conditions of a rule by column, in the order of the rule.
func requirements(r Rule, features []binarize.Feature, columns []columnStates) []requirement {
	var list []requirement
	for _, l := range r {
		c := features[l.Feature].Column
		k := slices.IndexFunc(list, func(d requirement) bool { return d.column == c })
		if k < 0 {
			k = len(list)
			list = append(list, requirement{column: c})
		}
		list[k].literals = append(list[k].literals, l)
	}
	for k := range list {
		d := &list[k]
		c := &columns[d.column]
		d.allowed = make([]bool, len(c.states))
		for s := range c.states {
			d.allowed[s] = !slices.ContainsFunc(d.literals, func(l Literal) bool { return !c.states[s].meets(l.Feature-c.first, l.Not) })
		}
	}
	return list
}

// met reports whether a row, given by its bits, meets the requirement.
func (d *requirement) met(holds func(feature int) bool) bool {
	for _, l := range d.literals {
		if holds(l.Feature) == l.Not {
			return false
		}
	}
	return true
}

// between returns the ends of the allowed numbers: above low and at most high.
func (d *requirement) between(features []binarize.Feature) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	for _, l := range d.literals {
		if f := features[l.Feature]; f.Op == binarize.AtMost && l.Not {
			low = max(low, f.Threshold)
		} else if f.Op == binarize.AtMost {
			high = min(high, f.Threshold)
		}
	}
	return low, high
}

// describe words the requirement: "at most 37.5", "more than 25 and at most 50", "red".
func (d *requirement) describe(features []binarize.Feature) string {
	low, high := d.between(features)
	var parts, not []string
	known, open := false, true // open: every condition is also met by a missing cell
	for _, l := range d.literals {
		f := features[l.Feature]
		switch {
		case f.Op == binarize.Missing:
			known = known || l.Not
			open = open && !l.Not
			if !l.Not {
				parts = append(parts, "a missing cell")
			}
		case f.Op == binarize.Rest && l.Not != (f.Named == 1):
			parts = append(parts, "one of the named values")
		case f.Op == binarize.Rest:
			parts = append(parts, "a value that is not named")
		case f.Op == binarize.Equals && !l.Not:
			parts = append(parts, f.Value)
		case f.Op == binarize.Equals && f.Other != "":
			parts = append(parts, f.Other)
		case f.Op == binarize.Equals:
			not = append(not, f.Value)
		}
		open = open && (f.Op == binarize.Missing || l.Not && f.Missable)
	}
	if words := numbersBetween(low, high); words != "" {
		parts = append(parts, words)
	}
	if len(not) > 0 {
		parts = append(parts, "anything but "+orList(not))
	}
	switch {
	case len(parts) == 0:
		return "a value"
	case open && !known && !slices.Contains(parts, "a missing cell"):
		return strings.Join(parts, " and ") + ", or a missing cell"
	}
	return strings.Join(parts, " and ")
}

// numbersBetween describes the numbers above low and at most high; "" if all are.
func numbersBetween(low, high float64) string {
	switch from, to := !math.IsInf(low, -1), !math.IsInf(high, 1); {
	case from && to:
		return "more than " + dataset.FormatNumber(low) + " and at most " + dataset.FormatNumber(high)
	case from:
		return "more than " + dataset.FormatNumber(low)
	case to:
		return "at most " + dataset.FormatNumber(high)
	}
	return ""
}

// orList lists texts: "a", "a or b", "a, b or c"; of many only the first, and the number of the others.
func orList(texts []string) string {
	const most = 6
	if len(texts) > most {
		return strings.Join(texts[:most], ", ") + " or one of " + dataset.FormatNumber(float64(len(texts)-most)) + " more"
	}
	if n := len(texts); n > 1 {
		return strings.Join(texts[:n-1], ", ") + " or " + texts[n-1]
	}
	return strings.Join(texts, "")
}
