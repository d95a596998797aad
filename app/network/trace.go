package network

import (
	"cmp"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

// trace evaluates the rules in sight on one row of the table.
type trace struct {
	shown bool
	row   string // from 1, as typed; "" is the first
	query core.Query[traceKey, *protocol.RowTraced]
}

type traceKey struct {
	of  any // see sight
	row int
}

// traceRow returns the number of the traced row, 0 if it is not valid.
func (m Model) traceRow(c core.View) int {
	n, ok := setting.ParseInt(cmp.Or(strings.TrimSpace(m.trace.row), "1"))
	if !ok || c.Table == nil || n < 1 || n > c.Table.Rows {
		return 0
	}
	return n
}

// askTrace requests the evaluation of the selected row, while the network does not train.
func (m *Model) askTrace(c core.View, id core.ID) []core.Command {
	s, ok := m.sight(c)
	if !ok || s.cut > 0 || !still(c) || c.Table == nil {
		m.trace.query.Forget()
		return nil
	}
	key := traceKey{s.of, m.traceRow(c)}
	if !m.trace.shown || key.row == 0 || c.Run.Phase != core.Held && c.Busy || !m.trace.query.Wants(key) {
		return nil
	}
	return m.trace.query.Request(key, id, protocol.TraceRow{Model: s.model, Net: sketchOf(s.rules), Row: key.row})
}

// sketchOf returns a network with these rules: the weight of each condition is 1 or −1, and its gate is open.
func sketchOf(set rule.Set) *drnet.Sketch {
	net := &drnet.Sketch{Rules: len(set), Whole: true}
	for k, r := range set {
		n := drnet.Neuron{Rule: k, Loc: drnet.OpenByHand, Lines: drnet.Connections{}}
		literals := slices.Clone(r)
		slices.SortFunc(literals, func(a, b rule.Literal) int { return cmp.Compare(a.Feature, b.Feature) })
		for _, l := range slices.Compact(literals) {
			if last := len(n.Lines) - 1; last >= 0 && int(n.Lines[last].Feature) == l.Feature {
				n.Loc = drnet.ClosedByHand // it requires a feature and its opposite, so it never fires
				continue
			}
			weight := float32(1)
			if l.Not {
				weight = -1
			}
			n.Lines = append(n.Lines, drnet.Connection{Feature: int32(l.Feature), W: weight, Loc: drnet.OpenByHand})
		}
		net.Neurons = append(net.Neurons, n)
	}
	return net
}

// traced returns the evaluated row, nil until it is known for the rules of the drawing.
func (m Model) traced(f *figure) *protocol.RowTraced {
	p := m.trace.query.Value
	if !m.trace.shown || p == nil || p.Problem != nil || m.trace.query.Of().of != f.of || len(p.Neurons) != len(f.rules) {
		return nil
	}
	return p
}

// fires reports whether a rule, by its number from 1, fires on a traced row.
func fires(row *protocol.RowTraced, number int) bool {
	n := row.Neurons[number-1]
	return n.Fires && n.On
}

// contrary reports whether a condition of a rule does not hold on the traced row, or without one whether it only excludes values.
func contrary(c condition, number int, row *protocol.RowTraced) bool {
	if row == nil {
		return c.excludes
	}
	return slices.ContainsFunc(row.Neurons[number-1].Terms, func(t drnet.OpenWeight) bool {
		return t.Broken && slices.Contains(c.features, t.Feature)
	})
}
