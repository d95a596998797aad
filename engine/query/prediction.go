package query

import (
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// A prediction is what counterfactuals and the nearest row flip: the prediction of a model, or whether a multiclass model predicts a
// given class.
type prediction struct {
	names    *rule.Model // has the names of both answers
	rules    rule.Set    // decide the question
	question rule.Question
	classes  *protocol.MultiClass // nil for a model alone
}

// predictionOf returns the prediction of a model or, if c is not nil, whether c predicts the positive class of the model.
func predictionOf(m *protocol.Model, c *protocol.MultiClass) *prediction {
	if c == nil {
		return &prediction{names: &m.Model, rules: m.Rules, question: rule.AtLeast(m.Votes())}
	}
	is := rule.IsClass{Classes: &c.Classes, Class: slices.Index(c.Names, m.Positive)}
	p, order := &prediction{names: &m.Model, classes: c}, c.Places()
	if c.Codes != nil {
		for i, set := range c.Sets() {
			for k := range set {
				order = append(order, rule.RuleRef{Set: i, Rule: k})
			}
		}
	}
	for _, at := range order {
		p.rules, is.Sets = append(p.rules, c.Members[at.Set].Rules[at.Rule]), append(is.Sets, at.Set)
	}
	p.question = is
	return p
}

// settle sets the class of the question for a model with code words, whose sets do not belong to classes: it is the class that c
// predicts for the row.
func (p *prediction) settle(fires []bool) {
	if is, many := p.question.(rule.IsClass); many && is.Codes != nil {
		is.Class = is.Predict(fires)
		p.names, p.question = p.classes.Alone(is.Class), is
	}
}

// fires reports which of the rules fire on a row.
func (p *prediction) fires(row rule.Row) []bool {
	out := make([]bool, len(p.rules))
	for k, r := range p.rules {
		out[k] = row.Fires(r)
	}
	return out
}

// nameClasses sets Answer in counterfactuals of a multiclass model, if the row now has the class of the question, so that any other
// class flips it. Fires reports which rules fire on the row. It removes the numbers of the rules, which are not those of their sets.
func (p *prediction) nameClasses(found []rule.Counterfactual, fires []bool) {
	is, many := p.question.(rule.IsClass)
	if !many {
		return
	}
	any := is.Answer(fires)
	for i := range found {
		then := slices.Clone(fires)
		for _, k := range found[i].Rules {
			then[k-1] = !then[k-1]
		}
		if found[i].Rules = []int{}; any {
			found[i].Answer = p.classes.Prediction(is.Predict(then))
		}
	}
}

// positives returns the rows whose answer is yes. The columns of the rules must be encoded.
func (p *prediction) positives(h *encodedRows) []uint64 {
	if votes, alone := p.question.(rule.AtLeast); alone {
		return h.set(p.rules).MatchVotes(int(votes), h.X)
	}
	is, rows := p.question.(rule.IsClass), make([]uint64, bitmat.Words(h.X.Rows))
	for i, a := range is.Answers(h.sets(p.classes.Sets()), p.classes.Places(), h.X) {
		if int(a.Class) == is.Class {
			bitmat.Set(rows, i)
		}
	}
	return rows
}
