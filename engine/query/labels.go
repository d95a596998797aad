package query

import (
	"slices"

	"drnet/engine/dataset"
	"drnet/engine/rule"
)

// labelsOf reads the labels of a table for a model.
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

// isAnswer returns a function that reports whether a class belongs to the positive class of a model.
func isAnswer(m *rule.Model, classes []string) func(class int) bool {
	yes := m.Yes
	if yes == nil {
		yes = []string{m.Positive}
	}
	return func(class int) bool { return slices.Contains(yes, classes[class]) }
}
