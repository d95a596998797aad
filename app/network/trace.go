package network

import (
	"slices"

	"drnet/app/core"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// trace evaluates the rules in sight on one row of the table.
type trace struct {
	shown bool
	row   string // from 1, as typed; "" is the first
	query core.Query[traceKey, *protocol.Explained]
}

type traceKey struct {
	of  any // see sight
	row int
}

// askTrace requests the evaluation of the selected row, while the network does not train.
func (m *Model) askTrace(c core.View, id core.ID) []core.Command {
	s, ok := m.sight(c)
	if !ok || s.cut > 0 || !still(c) || c.Table == nil {
		m.trace.query.Forget()
		return nil
	}
	row, complaint := c.RowNumber(m.trace.row)
	if !m.trace.shown || row == 0 || complaint != "" || c.Run.Phase != core.Held && c.Busy {
		return nil
	}
	model := *s.model
	model.Rules, model.Marks, model.Off = nil, nil, nil
	for _, n := range s.nodes {
		model.Rules = append(model.Rules, n.rule)
	}
	return m.trace.query.Request(traceKey{s.of, row}, id, protocol.Explain{Model: &model, MultiClass: s.classes, Row: row})
}

// traced returns the evaluated row, nil until it is known for the rules of the drawing.
func (m Model) traced(f *figure) *protocol.Explained {
	p := m.trace.query.Value
	if !m.trace.shown || p == nil || m.trace.query.Of().of != f.of || len(p.Verdicts) != len(f.nodes) {
		return nil
	}
	return p
}

// fires reports whether a rule fires on a traced row, which may be nil.
func (n node) fires(row *protocol.Explained) bool { return row != nil && row.Verdicts[n.place-1].Fires }

// kind returns 1 for a condition of a rule that does not hold on the traced row, or without one that only excludes values; 0 for
// the others. See kinds.
func (n node) kind(c condition, row *protocol.Explained) int {
	contrary := row == nil && c.excludes || row != nil && slices.ContainsFunc(row.Verdicts[n.place-1].Checks, func(k rule.Check) bool {
		return !k.Holds && slices.Contains(c.names, k.Column)
	})
	if contrary {
		return 1
	}
	return 0
}
