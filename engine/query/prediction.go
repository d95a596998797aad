package query

import (
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// A prediction is what counterfactuals and the nearest row change: the answer of a model, or whether a multiclass model predicts a
// class.
type prediction struct {
	names    *rule.Model // of the two answers
	rules    rule.Set    // that decide it
	question rule.Question
	votes    int                  // of a model alone
	classes  *protocol.MultiClass // nil for a model alone
}

func predictionOf(m *protocol.Model) *prediction {
	return &prediction{names: &m.Model, rules: m.Rules, question: rule.AtLeast(m.Votes()), votes: m.Votes()}
}

// classPrediction asks whether a multiclass model predicts the class of one of its members; with code words, the predicted class.
func classPrediction(m *protocol.Model, c *protocol.MultiClass, predicted int) *prediction {
	is := rule.IsClass{Classes: &c.Classes, Class: slices.Index(c.Names, m.Positive)}
	p, order := &prediction{names: &m.Model, classes: c}, c.Places()
	if c.Codes != nil {
		is.Class, p.names = predicted, c.Alone(predicted)
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

// fires reports which of the rules fire on a row.
func (p *prediction) fires(row rule.Row) []bool {
	out := make([]bool, len(p.rules))
	for k, r := range p.rules {
		out[k] = row.Fires(r)
	}
	return out
}

// nameClasses gives counterfactuals of a multiclass model the class that it then predicts, if any but one was asked for. Fires reports
// which rules fire before.
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
		if found[i].Rules = []int{}; any { // the rules have other numbers in their sets
			found[i].Answer = p.classes.Prediction(is.Predict(then))
		}
	}
}

// positives returns the rows whose answer is yes. The columns of the rules must be encoded.
func (p *prediction) positives(h *encodedRows) []uint64 {
	is, many := p.question.(rule.IsClass)
	if !many {
		return h.set(p.rules).MatchVotes(p.votes, h.X)
	}
	rows := make([]uint64, bitmat.Words(h.X.Rows))
	for i, a := range is.Answers(h.sets(p.classes.Sets()), p.classes.Places(), h.X) {
		if int(a.Class) == is.Class {
			bitmat.Set(rows, i)
		}
	}
	return rows
}
