package state

import (
	"drnet/app/core"
	"drnet/engine/protocol"
)

// Example is a built-in table with the rules that were learnt from it, short enough to be shown before anything runs.
type Example struct {
	Sample   string     `json:"sample"` // its name
	Rows     int        `json:"rows"`
	Columns  int        `json:"columns"`
	Target   string     `json:"target"`
	Positive string     `json:"positive"` // the answer if any rule is true
	Negative string     `json:"negative"` // the answer otherwise
	Rules    [][]Phrase `json:"rules"`
	Unseen   int        `json:"unseen"` // rows that the rules were tested on
	Right    string     `json:"right"`  // share of them that is answered rightly, in words
}

// Example returns what was learnt from the built-in table in sight; false if nothing was, or not from such a table.
func (s State) Example() (Example, bool) {
	m := s.Run.Model
	if s.Table == nil || s.Source.Sample == "" || m == nil || len(s.Study.Cards) == 0 {
		return Example{}, false
	}
	outcome := protocol.Trained{Model: m}.Outcome()
	if outcome.Test == nil {
		return Example{}, false
	}
	e := Example{
		Sample: s.Source.Sample, Rows: s.Table.Rows, Columns: len(s.Table.Columns),
		Target: m.Target, Positive: m.Positive, Negative: m.Negative,
		Unseen: outcome.Test.Confusion.Rows(),
		Right:  core.Percent(outcome.Test.Accuracy),
	}
	for _, card := range s.Study.Cards {
		e.Rules = append(e.Rules, card.Phrases)
	}
	return e, true
}

// Inputs are the columns that the rules ask about, in the order in which they are read.
func (e Example) Inputs() []string {
	var names []string
	seen := map[string]bool{}
	for _, rule := range e.Rules {
		for _, p := range rule {
			if !seen[p.Column] {
				seen[p.Column] = true
				names = append(names, p.Column)
			}
		}
	}
	return names
}
