package rules

import (
	"cmp"
	"slices"

	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// mostShortened limits the pairs of shortened rules, times the rows, that the engine compares in one request.
const mostShortened = 1 << 34

// shortened identifies the rules that some rules become without their conditions on one column, for each of their columns.
type shortened struct {
	model    *protocol.Model
	list     *protocol.MultiClass // as Model.list
	from, to int                  // the rules, among all
}

// columns returns the number of columns that the rule can be shortened by. A rule of one condition would be always true.
func (c Card) columns() int {
	if n := len(c.Phrases); n > 1 && c.Parts != nil {
		return n
	}
	return 0
}

// askWithout requests the scores of the rules without each of their conditions: of all rules, or of too many only of the selected
// one. It waits while a bound is dragged.
func (m *Model) askWithout(c core.View, id core.ID) []core.Command {
	_, scored := m.Now().Outcome()
	if m.Stage != core.Final || m.Selected < 0 && m.Drawn == 0 || m.held || !scored || m.Now().Stale || !c.Idle() || !c.Browsable() {
		return nil
	}
	n := 0
	for _, card := range m.Cards {
		n += card.columns()
	}
	of := shortened{m.Model(), m.list(), 0, len(m.Cards)}
	if n*n > mostShortened/max(m.Whole.Rows, 1) {
		of.from, of.to = max(m.Selected, 0), m.Selected+1
	}
	model, features := *of.model, of.model.Encoder.Features()
	model.Model = model.WithLines(nil)
	for _, card := range m.Cards[of.from:max(of.from, of.to)] {
		for _, p := range card.Phrases[:card.columns()] {
			model.Rules = append(model.Rules, slices.DeleteFunc(slices.Clone(card.Rule), func(l rule.Literal) bool {
				return features[l.Feature].Name == p.Column
			}))
			model.Marks = append(model.Marks, card.Mark)
		}
	}
	if len(model.Rules) == 0 {
		return nil
	}
	return m.Without.Request(of, id, protocol.Score{Model: &model, MultiClass: of.list})
}

// without returns the scores of a rule of the current set without its conditions on each column, on the training rows and on the
// test rows; nil until they are known.
func (m Model) without(c Card) (train, test []eval.RuleScore) {
	q, of := m.Without, m.Without.Of()
	if q.Value == nil || of.model != m.Model() || of.list != m.list() || c.Line < of.from || c.Line >= of.to || of.to > len(m.Cards) {
		return nil, nil
	}
	at, n := 0, c.columns()
	for _, card := range m.Cards[of.from:c.Line] {
		at += card.columns()
	}
	if o := q.Value.Outcome; at+n <= len(o.Train.Rules) {
		if train = o.Train.Rules[at : at+n]; o.Test != nil {
			test = o.Test.Rules[at : at+n]
		}
	}
	return train, test
}

// ranked returns the conditions of a rule of a set, those first without which its precision falls the most. The last ones, minor of
// them, change less than a hundredth of its rows. It keeps their order where that is unknown, and in a model of several classes,
// where it is known of one class at a time.
func (m Model) ranked(c Card) (phrases []rule.Phrase, minor int) {
	train, test := m.without(c)
	if m.Classes.Model != nil || len(train) == 0 {
		return apart(c.Phrases, c.Shared), 0
	}
	const hundredth = 100
	worth, rank := make([]float64, len(train)), make([]int, len(train)) // the precision that is lost
	for i, s := range train {
		covered, right := s.Covered, s.Right
		if test != nil {
			covered, right = covered+test[i].Covered, right+test[i].Right
		}
		rank[i], worth[i] = i, -float64(right)/float64(max(covered, 1))
		if hundredth*(covered-c.Covered) < c.Covered && c.Phrases[i] != c.Shared {
			worth[i] -= 2 // after the others
			minor++
		}
	}
	slices.SortStableFunc(rank, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	for _, i := range rank {
		phrases = append(phrases, c.Phrases[i])
	}
	phrases = apart(phrases, c.Shared)
	return phrases, min(minor, len(phrases)-1)
}

// apart returns phrases without the one shown above the rule.
func apart(phrases []rule.Phrase, shared rule.Phrase) []rule.Phrase {
	return slices.DeleteFunc(slices.Clone(phrases), func(p rule.Phrase) bool { return p == shared })
}
