package rule

import (
	"slices"

	"drnet/engine/binarize"
)

// Shared returns an encoder for the rules of several models: the fitted one with the thresholds that edited rules use in addition, or
// the fitted one itself if they use none.
func Shared(fitted *binarize.Encoder, models ...*Model) *binarize.Encoder {
	shared := fitted
	for _, m := range models {
		features := m.Encoder.Features()
		for _, line := range m.Lines() {
			for _, l := range line.Rule {
				if f := features[l.Feature]; f.Op == binarize.AtMost {
					shared = withThreshold(shared, f.Column, f.Threshold)
				}
			}
		}
	}
	return shared
}

// withThreshold returns an encoder with one more threshold of a column, or e itself if it has that threshold.
func withThreshold(e *binarize.Encoder, column int, x float64) *binarize.Encoder {
	at, known := slices.BinarySearch(e.Columns[column].Thresholds, x)
	if known {
		return e
	}
	out := *e
	out.Columns = slices.Clone(e.Columns)
	out.Columns[column].Thresholds = slices.Insert(slices.Clone(e.Columns[column].Thresholds), at, x)
	return &out
}

// Over translates the rules of the model to another encoder of the same columns and drops the scorecard. It returns the model itself
// and false if that encoder lacks a feature that a rule uses.
func (m Model) Over(e *binarize.Encoder) (Model, bool) {
	lines, from, place := m.Lines(), m.Encoder.Features(), map[binarize.Feature]int{}
	for i, f := range e.Features() {
		place[f] = i
	}
	for k := range lines {
		lines[k].Rule = slices.Clone(lines[k].Rule)
		for i, l := range lines[k].Rule {
			at, ok := place[from[l.Feature]]
			if !ok {
				return m, false
			}
			lines[k].Rule[i].Feature = at
		}
	}
	m.Encoder = e
	return m.WithLines(lines), true
}

// UsedColumns reports which columns of an encoder the rules of some sets use.
func UsedColumns(e *binarize.Encoder, sets ...Set) []bool {
	features := e.Features()
	used := make([]bool, len(e.Columns))
	for _, set := range sets {
		for _, r := range set {
			for _, l := range r {
				used[features[l.Feature].Column] = true
			}
		}
	}
	return used
}

// InputColumns is UsedColumns with the operands of the derived columns that the rules use.
func InputColumns(e *binarize.Encoder, sets ...Set) []bool {
	columns := UsedColumns(e, sets...)
	e.AddOperands(columns)
	return columns
}
