package rule

import (
	"fmt"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// A Condition is a literal in terms of columns, as a user writes it.
type Condition struct {
	Column string      `json:"column"`
	Op     binarize.Op `json:"op"`
	Value  string      `json:"value,omitempty"` // a number for AtMost, a value for Equals; ignored for Missing and Rest
	Not    bool        `json:"not,omitempty"`
}

// literal returns the literal of a condition. A new threshold becomes a feature of the returned model's encoder, which changes no
// prediction.
func (m Model) literal(c Condition) (Model, Literal, error) {
	i := slices.IndexFunc(m.Encoder.Columns, func(col binarize.EncodedColumn) bool { return col.Name == c.Column })
	if i < 0 {
		return m, Literal{}, fmt.Errorf("rule: the model knows no column %q: choose one that the rules may ask about", c.Column)
	}
	col := &m.Encoder.Columns[i]
	if c.Op == binarize.AtMost {
		return m.threshold(i, c)
	}
	value := c.Value
	if c.Op == binarize.Equals && col.Other != "" && value == col.Other {
		value, c.Not = col.Values[0], !c.Not
	}
	for k, f := range m.Encoder.Features() {
		if f.Column == i && f.Op == c.Op && (c.Op != binarize.Equals || f.Value == value) {
			return m, Literal{k, c.Not}, nil
		}
	}
	return m, Literal{}, fmt.Errorf("rule: column %q: %s", c.Column, lacking(col, c))
}

// lacking explains why a column lacks a feature for a condition.
func lacking(col *binarize.EncodedColumn, c Condition) string {
	switch {
	case c.Op == binarize.Missing:
		return "no training row was missing, so that no rule can ask for it"
	case c.Op == binarize.Rest:
		return "every value of the training rows has a name of its own"
	case len(col.Thresholds) > 0:
		return "it has numbers: ask for at most, or more than, a number"
	case slices.Contains(col.Rest, c.Value):
		return fmt.Sprintf("%q is too rare to be asked for by itself: learn with more values for each category", c.Value)
	}
	return fmt.Sprintf("no training row had the value %q", c.Value)
}

// threshold returns the literal of a condition on a number.
func (m Model) threshold(i int, c Condition) (Model, Literal, error) {
	col := &m.Encoder.Columns[i]
	x, ok := dataset.ParseNumber(c.Value)
	switch {
	case !ok:
		return m, Literal{}, fmt.Errorf("rule: column %q: %q is not a number", c.Column, c.Value)
	case len(col.Thresholds) == 0:
		return m, Literal{}, fmt.Errorf("rule: column %q: it has values and not numbers: ask for one of them", c.Column)
	}
	at, known := slices.BinarySearch(col.Thresholds, x)
	feature := at
	for _, before := range m.Encoder.Columns[:i] {
		one := binarize.Encoder{Columns: []binarize.EncodedColumn{before}}
		feature += one.Bits()
	}
	if !known {
		m = m.withThreshold(i, at, feature, x)
	}
	return m, Literal{feature, c.Not}, nil
}

// withThreshold returns the model with another threshold, whose feature shifts the later ones.
func (m Model) withThreshold(i, at, feature int, x float64) Model {
	encoder := *m.Encoder
	encoder.Columns = slices.Clone(encoder.Columns)
	encoder.Columns[i].Thresholds = slices.Insert(slices.Clone(encoder.Columns[i].Thresholds), at, x)
	m.Encoder = &encoder
	lines := m.Lines()
	for k := range lines {
		lines[k].Rule = slices.Clone(lines[k].Rule)
		for j := range lines[k].Rule {
			if l := &lines[k].Rule[j]; l.Feature >= feature {
				l.Feature++
			}
		}
	}
	return m.WithLines(lines)
}
