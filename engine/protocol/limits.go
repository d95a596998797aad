package protocol

import (
	"drnet/engine/binarize"
	"drnet/engine/rule"
)

// Limits returns what the request asks of the rules, over the features of an encoder: for each column that is required, its
// features. There are none if the column gives no question.
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

// Weights returns what a row counts by its class, as the training weighed it.
func (l *Learned) Weights() rule.Weights {
	c := l.Trained.Train.Confusion
	return rule.NewWeights(l.Request.Network.Weight, c.TruePositives+c.FalseNegatives, c.TrueNegatives+c.FalsePositives)
}
