package protocol

import (
	"drnet/engine/binarize"
	"drnet/engine/rule"
)

// Limits returns the requested rule constraints over the features of an encoder. Required holds the features of each
// required column, empty for a column without features.
func (r Train) Limits(e *binarize.Encoder) rule.Limits {
	l := rule.Limits{NoNot: r.Network.NoNot, MaxConditions: r.MaxConditions}
	if len(r.Require) == 0 {
		return l
	}
	features := e.Features()
	for _, name := range r.Require {
		var group []int
		for f := range features {
			if features[f].Name == name {
				group = append(group, f)
			}
		}
		l.Required = append(l.Required, group)
	}
	return l
}

// Weights returns the row weights of the classes as used in training.
func (l *Learned) Weights() rule.Weights {
	c := l.Trained.Train.Confusion
	return rule.NewWeights(l.Request.Network.Weight, c.TruePositives+c.FalseNegatives, c.TrueNegatives+c.FalsePositives)
}
