package train

import (
	"slices"

	"drnet/engine/baseline"
	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// rowsOf returns the rows for a benchmark learner. With numeric columns, threshold features are omitted.
func (u *Unit) rowsOf(b protocol.Bits) baseline.LabeledRows {
	rows := baseline.LabeledRows{X: b.X, Labels: b.Labels, Numbers: b.Numbers}
	if b.Numbers != nil {
		rows.X = b.X.Columns(u.categorical())
	}
	return rows
}

// categorical returns the features that are not thresholds.
func (u *Unit) categorical() []int {
	var kept []int
	for j, f := range u.Head.Encoder.Features() {
		if f.Op != binarize.AtMost {
			kept = append(kept, j)
		}
	}
	return kept
}

// recut replaces the thresholds of the unit by those in the rules, which changes its encoder and its rows. It returns
// the rules over the new features. Columns that no rule uses keep their thresholds.
func (u *Unit) recut(s baseline.RuleClassifier) rule.Set {
	if u.Train.Numbers == nil {
		return s.Rules
	}
	kept := u.categorical()
	cuts := map[int][]float64{} // by numeric column
	for _, r := range s.Rules {
		for _, l := range r {
			if k := l.Feature - len(kept); k >= 0 {
				q := s.Questions[k]
				cuts[q.Column] = append(cuts[q.Column], q.Cut)
			}
		}
	}
	encoder := *u.Head.Encoder
	encoder.Columns = slices.Clone(encoder.Columns)
	var source []int                            // the old index of each new feature, -1 for a new threshold
	asked := map[baseline.NumberCondition]int{} // the feature index of each new threshold
	from, column := 0, 0
	for i := range encoder.Columns {
		c := &encoder.Columns[i]
		thresholds := len(c.Thresholds)
		end := from + (&binarize.Encoder{Columns: []binarize.EncodedColumn{*c}}).Bits()
		if own := cuts[column]; thresholds > 0 && own != nil {
			slices.Sort(own)
			c.Thresholds = slices.Compact(own)
			for _, cut := range c.Thresholds {
				asked[baseline.NumberCondition{Column: column, Cut: cut}] = len(source)
				source = append(source, -1)
			}
			from += thresholds
		}
		for ; from < end; from++ {
			source = append(source, from)
		}
		if thresholds > 0 {
			column++
		}
	}
	u.Head.Encoder = &encoder
	for _, b := range []*protocol.Bits{&u.Train, &u.Test} {
		if b.X != nil {
			b.X = answered(*b, source, asked)
		}
	}
	u.Configure(bitmat.Count(u.Train.Labels), u.Train.X.Rows)
	return translate(s, kept, source, asked)
}

// answered returns the new feature matrix. Old features are copied; new thresholds are evaluated.
func answered(b protocol.Bits, source []int, asked map[baseline.NumberCondition]int) *bitmat.Matrix {
	x := bitmat.New(b.X.Rows, len(source))
	for j, old := range source {
		if old >= 0 {
			copy(x.Column(j), b.X.Column(old))
		}
	}
	rows := baseline.LabeledRows{Numbers: b.Numbers}
	for q, j := range asked {
		rows.Ask(x.Column(j), q)
	}
	return x
}

// translate maps rules over categorical features and questions to the new features.
func translate(s baseline.RuleClassifier, kept, source []int, asked map[baseline.NumberCondition]int) rule.Set {
	set := make(rule.Set, len(s.Rules))
	for i, r := range s.Rules {
		set[i] = rule.Rule{}
		for _, l := range r {
			if k := l.Feature - len(kept); k >= 0 {
				l.Feature = asked[s.Questions[k]]
			} else {
				l.Feature = slices.Index(source, kept[l.Feature])
			}
			set[i] = append(set[i], l)
		}
	}
	return set
}
