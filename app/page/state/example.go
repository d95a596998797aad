package state

import (
	"slices"

	"drnet/app/core"
	"drnet/engine/rule"
)

// Example is a sample table with rules learned from it, short enough to be shown before anything runs.
type Example struct {
	Sample   string          `json:"sample"` // its name
	Rows     int             `json:"rows"`
	Columns  int             `json:"columns"`
	Target   string          `json:"target"`
	Positive string          `json:"positive"` // the prediction if any rule is true
	Negative string          `json:"negative"` // the prediction otherwise
	Rules    [][]rule.Phrase `json:"rules"`
	Unseen   int             `json:"unseen"` // rows of the test set
	Right    string          `json:"right"`  // test accuracy, as text
}

// Example returns the rules learned from the current sample; false without a sample or rules.
func (s State) Example() (Example, bool) {
	m := s.Run.Model
	if s.Table == nil || s.Source.Sample == "" || m == nil || len(s.Rules.Cards) == 0 {
		return Example{}, false
	}
	outcome := m.Learned.Outcome()
	if outcome.Test == nil {
		return Example{}, false
	}
	e := Example{
		Sample: s.Source.Sample, Rows: s.Table.Rows, Columns: len(s.Table.Columns),
		Target: m.Target, Positive: m.Positive, Negative: m.Negative,
		Unseen: outcome.Test.Confusion.Rows(),
		Right:  core.Percent(outcome.Test.Accuracy),
	}
	for _, card := range s.Rules.Cards {
		e.Rules = append(e.Rules, card.Phrases)
	}
	return e, true
}

// Inputs returns the columns that the rules use, in order of appearance.
func (e Example) Inputs() []string {
	var names []string
	for _, p := range slices.Concat(e.Rules...) {
		if !slices.Contains(names, p.Column) {
			names = append(names, p.Column)
		}
	}
	return names
}
