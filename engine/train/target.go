package train

import (
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Target returns the target of a request, binary or multiclass.
func (tr *Trainer) Target(r protocol.Train) (*dataset.Target, error) {
	if r.Classes != "" {
		return tr.Table.Classes(r.Target)
	}
	return tr.Table.Target(r.Target, r.Positive)
}

// labelsIn returns the labels of another table for the target of the run.
func (p *PlannedRun) labelsIn(t *dataset.Table) (*dataset.Target, error) {
	if p.Target.Classes != nil {
		return t.ClassLabels(p.Target.Name, p.Target.Classes)
	}
	return t.Labels(p.Target.Name, p.Target.Positive, p.Target.Negative)
}

// either names the possible labels.
func (p *PlannedRun) either() string {
	if p.Target.Classes != nil {
		return "one of the classes of " + p.Target.Name
	}
	return rule.PredictionText(p.Target.Name, p.Target.Positive) + " or " + rule.PredictionText(p.Target.Name, p.Target.Negative)
}
