package engine

import (
	"slices"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// target makes the column to predict a question, with two answers or with one for each class.
func (s *Session) target(r protocol.Train) (*dataset.Target, error) {
	if r.Classes != "" {
		return s.table.Classes(r.Target)
	}
	return s.table.Target(r.Target, r.Positive)
}

// labelsOf reads what a table says about the answers of a model.
func labelsOf(m *rule.Model, t *dataset.Table) (*dataset.Target, error) {
	if m.Yes == nil {
		return t.Labels(m.Target, m.Positive, m.Negative)
	}
	y, err := t.ClassLabels(m.Target, append(m.Yes[:len(m.Yes):len(m.Yes)], m.No...))
	if err != nil {
		return nil, err
	}
	return y.Group(func(class int) bool { return class < len(m.Yes) }, m.Positive, m.Negative), nil
}

// isAnswer tells which classes the positive answer of a model stands for.
func isAnswer(m *rule.Model, classes []string) func(class int) bool {
	yes := m.Yes
	if yes == nil {
		yes = []string{m.Positive}
	}
	return func(class int) bool { return slices.Contains(yes, classes[class]) }
}

// labelsIn reads what another table says about the answers of a training.
func (p *plan) labelsIn(t *dataset.Table) (*dataset.Target, error) {
	if p.target.Classes != nil {
		return t.ClassLabels(p.target.Name, p.target.Classes)
	}
	return t.Labels(p.target.Name, p.target.Positive, p.target.Negative)
}

// either names the answers in words.
func (p *plan) either() string {
	if p.target.Classes != nil {
		return "one of the classes of " + p.target.Name
	}
	return rule.PredictionText(p.target.Name, p.target.Positive) + " or " + rule.PredictionText(p.target.Name, p.target.Negative)
}
