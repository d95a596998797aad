package engine

import (
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// target makes the column to predict a question, with two answers or with one for each class.
func (s *trainer) target(r protocol.Train) (*dataset.Target, error) {
	if r.Classes != "" {
		return s.table.Classes(r.Target)
	}
	return s.table.Target(r.Target, r.Positive)
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
