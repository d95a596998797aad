package rules

import (
	"cmp"
	"slices"

	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// mostShortened limits the work of one request: the number of pairs of shortened rules times the number of rows.
const mostShortened = 1 << 34

// shortened identifies a request for shortened rules: each rule of a range, once for each of its columns without the conditions on it.
type shortened struct {
	model    *protocol.Model
	list     *protocol.MultiClass // as Model.list
	from, to int                  // indexes of the first rule and after the last one, among all rules
}

// columns returns the number of shortened versions of a rule: one for each column; 0 for unscored rules and for rules on a single column,
// which would always hold.
func (c Card) columns() int {
	if n := len(c.Phrases); n > 1 && c.Parts != nil {
		return n
	}
	return 0
}

// askWithout requests the scores of the shortened versions of all rules or, if too many, of the selected rule. It waits during a drag.
func (m *Model) askWithout(c core.View, id core.ID) []core.Command {
	_, scored := m.Now().Outcome()
	settled := scored && !m.Now().Stale && !m.held
	drawn := m.Selected >= 0 || m.Drawn > 0 // some rule shows the scores
	if m.Stage != core.Final || !settled || !drawn || !c.Idle() || !c.Browsable() {
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

// shorter holds the scores of the shortened versions of a rule.
type shorter struct {
	model       *protocol.Model
	list        *protocol.MultiClass // as Model.list
	covered     int                  // rows that the rule covered
	train, test []eval.RuleScore     // by phrase of the rule; test is nil without test rows
}

// spread copies the scores of the newest answer to the cards, if it is about the current rules.
func (m *Model) spread() {
	q, of := m.Without, m.Without.Of()
	if q.Value == nil || m.Stage != core.Final || of.model != m.Model() || of.list != m.list() || of.to > len(m.Cards) {
		return
	}
	m.Cards = slices.Clone(m.Cards)
	o, at := q.Value.Outcome, 0
	for k := of.from; k < of.to; k++ {
		c := &m.Cards[k]
		end := at + c.columns()
		if end > len(o.Train.Rules) {
			return
		}
		if c.without = (shorter{of.model, of.list, c.Covered, o.Train.Rules[at:end], nil}); o.Test != nil {
			c.without.test = o.Test.Rules[at:end]
		}
		at = end
	}
}

// retain keeps the scores of shortened rules after an edit, for rules that still have the same columns. Until new scores arrive, these
// determine the order of the conditions and take the same space, so that nothing moves below a bound that is dragged.
func (st *Set) retain(known []Card) {
	same := func(a, b rule.Phrase) bool { return a.Column == b.Column }
	for i := range min(len(st.Cards), len(known)) {
		if c := &st.Cards[i]; slices.EqualFunc(c.Phrases, known[i].Phrases, same) {
			c.without = known[i].without
		}
	}
}

// ranked returns the conditions of a rule, first those without which its precision would be lowest. The last ones, minor of them, are of
// little effect: without one of them the rule would cover less than 1% more rows. The order of the rule is kept if the scores are unknown,
// and in a multiclass model, where they are known for one class at a time only.
func (m Model) ranked(c Card) (phrases []rule.Phrase, minor int) {
	train, test := c.without.train, c.without.test
	if m.Classes.Model != nil || len(train) == 0 {
		return apart(c.Phrases, c.Shared), 0
	}
	const hundredth = 100
	worth, rank := make([]float64, len(train)), make([]int, len(train)) // minus the precision without the condition
	for i, s := range train {
		covered, right := s.Covered, s.Right
		if test != nil {
			covered, right = covered+test[i].Covered, right+test[i].Right
		}
		rank[i], worth[i] = i, -float64(right)/float64(max(covered, 1))
		if before := c.without.covered; hundredth*(covered-before) < before && c.Phrases[i] != c.Shared {
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

// apart returns phrases without a shared one.
func apart(phrases []rule.Phrase, shared rule.Phrase) []rule.Phrase {
	return slices.DeleteFunc(slices.Clone(phrases), func(p rule.Phrase) bool { return p == shared })
}
