package network

import (
	"cmp"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// trace follows one row through the network, step by step.
type trace struct {
	shown bool
	row   string // from 1, as typed; "" is the first
	at    int    // the current step, from 0: the bits, then each active rule, the OR neuron, the prediction
	query core.Query[traceKey, *protocol.RowTraced]
}

type traceKey struct {
	net *drnet.Sketch
	row int
}

// chooseStep shows a step, and selects the rule it is about.
func (m *Model) chooseStep(to int) {
	t := &m.trace
	t.at = max(min(to, t.last()), 0)
	m.selection = selection{}
	if active := t.active(); t.at > 0 && t.at <= len(active) {
		m.selection = selection{rule: t.number(active[t.at-1]), rulePinned: true}
	}
}

// traceRow returns the number of the traced row, 0 if it is not valid.
func (m Model) traceRow(c core.View) int {
	n, ok := setting.ParseInt(cmp.Or(strings.TrimSpace(m.trace.row), "1"))
	if !ok || c.Table == nil || n < 1 || n > c.Table.Rows {
		return 0
	}
	return n
}

// active returns the indexes of the active rules of the trace.
func (t trace) active() []int {
	var list []int
	if p := t.query.Value; p != nil {
		for k, n := range p.Neurons {
			if n.On {
				list = append(list, k)
			}
		}
	}
	return list
}

// last returns the step that compares the prediction with the label.
func (t trace) last() int { return len(t.active()) + 2 }

// number returns the number, from 1, of the rule at index k of the trace.
func (t trace) number(k int) int {
	if net := t.query.Of().net; net != nil && k < len(net.Neurons) {
		return net.Neurons[k].Rule + 1
	}
	return 0
}

// askTrace requests the trace of the selected row.
func (m *Model) askTrace(c core.View, id core.ID) []core.Command {
	if !m.canTrace(c) {
		m.trace.query.Forget()
		return nil
	}
	net, model := m.net(c)
	key := traceKey{net, m.traceRow(c)}
	if !m.trace.shown || key.row == 0 || c.Run.Phase != core.Held && c.Busy {
		return nil
	}
	return m.trace.query.Request(key, id, protocol.TraceRow{Model: model, Net: net, Row: key.row})
}

// step is a step of the trace.
type step struct {
	title    string
	equation string // with names
	numbers  string // with the numbers of this row
	words    string
	terms    []term
}

// term is a weight and the bit that it multiplies.
type term struct {
	feature, bit    string
	weight, product string // "" for an input
	condition       string // of the rule, with a mark that it holds; "" for an input
}

// step returns the current step; ok is false while the trace is unknown.
func (t trace) step(f *figure) (now step, ok bool) {
	p, net := t.query.Value, t.query.Of().net
	if p == nil || p.Problem != nil || net == nil || len(p.Neurons) != len(net.Neurons) {
		return now, false
	}
	active := t.active()
	switch {
	case t.at == 0:
		return t.bitsStep(f), true
	case t.at <= len(active):
		return t.ruleStep(f, active[t.at-1]), true
	case t.at == len(active)+1:
		return t.orStep(active), true
	}
	return t.predictionStep(), true
}

// bitsStep shows the bits that have a weight in some rule.
func (t trace) bitsStep(f *figure) step {
	p := t.query.Value
	bits := map[int]bool{}
	for _, n := range p.Neurons {
		for _, w := range n.Terms {
			bits[w.Feature] = w.X
		}
	}
	s := step{title: "The row becomes bits", equation: "xᵢ = 1 if the row has feature i, else 0"}
	var cells []string
	for _, c := range p.Cells {
		text := c.Text
		if c.Missing {
			text = "missing"
		}
		cells = append(cells, c.Column+" = "+text)
	}
	s.words = "Row " + core.Count(p.Row) + ": " + strings.Join(cells, ", ") + "."
	for i := range f.features {
		if x, met := bits[i]; met {
			s.terms = append(s.terms, term{feature: f.features[i].Text(false), bit: core.Bit(x)})
		}
	}
	return s
}

// ruleStep shows Eqs. (1) and (2) for a rule.
func (t trace) ruleStep(f *figure, k int) step {
	n := t.query.Value.Neurons[k]
	s := step{
		title:    "Rule R" + core.Count(t.number(k)),
		equation: "y = Σ wᵢ xᵢ − Σ₊ wᵢ + 1, where Σ₊ is over the positive weights; the rule fires (h = 1) if y = 1",
		numbers:  "y = " + weightText(n.Held) + " − " + weightText(n.All) + " + 1 = " + weightText(n.Y),
	}
	broken := 0
	for _, w := range n.Terms {
		mark, product, feature := "✓ ", "0.00", f.features[w.Feature]
		if w.Broken {
			mark = "✗ "
			broken++
		}
		if w.X {
			product = weightText(w.W)
		}
		s.terms = append(s.terms, term{feature.Text(false), core.Bit(w.X), weightText(w.W), product, mark + feature.Text(w.W < 0)})
	}
	s.words = core.Plural(broken, "condition does not hold, and takes its weight off the 1",
		"conditions do not hold, and take their weights off the 1") + ": the rule does not fire, h = 0."
	if n.Fires {
		s.words = "Every condition holds, so nothing is taken off the 1: the rule fires, h = 1."
	}
	return s
}

// orStep shows Eqs. (4) and (5).
func (t trace) orStep(active []int) step {
	p := t.query.Value
	var names, numbers []string
	const most = 12 // rules in one sum
	for _, k := range active[:min(len(active), most)] {
		names, numbers = append(names, "h"+strconv.Itoa(t.number(k))), append(numbers, core.Bit(p.Neurons[k].Fires))
	}
	switch {
	case len(active) == 0:
		names, numbers = []string{"0"}, []string{"0"}
	case len(active) > most:
		names, numbers = append(names, "…"), append(numbers, "…")
	}
	words := "No rule fires, so the output stays below 0."
	if p.Sum > 0 {
		words = core.Plural(p.Sum, "rule fires", "rules fire") + " of the " + core.Count(len(active)) +
			" that are on. One is enough to be above 0."
	}
	return step{
		title:    "The OR neuron",
		equation: "o = " + strings.Join(names, " + ") + " − ½",
		numbers:  "o = " + strings.Join(numbers, " + ") + " − 0.5 = " + weightText(p.Output),
		words:    words,
	}
}

func (t trace) predictionStep() step {
	p := t.query.Value
	sign := "o > 0"
	if !p.Positive {
		sign = "o ≤ 0"
	}
	words := "The label is " + p.Truth
	switch {
	case p.Truth == "":
		words = "The row has no label"
	case p.Right != nil && *p.Right:
		words += ": the prediction is correct"
	case p.Right != nil:
		words += ": the prediction is wrong"
	}
	return step{
		title:    "The prediction",
		equation: "the prediction is positive if o > 0",
		numbers:  "o = " + weightText(p.Output) + ", so " + sign + ": " + p.Answer,
		words:    words + ".",
	}
}
