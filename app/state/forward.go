package state

import (
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// Forward traces one row through the network, step by step.
type Forward struct {
	Shown bool
	Row   string // from 1, as typed; "" is the first
	At    int    // the current step, from 0: the bits, then each rule that is on, the OR neuron, the prediction
	query core.Query[passKey, *protocol.RowTraced]
}

// Pass returns the trace of the row, nil if unknown.
func (f Forward) Pass() *protocol.RowTraced { return f.query.Value }

type passKey struct {
	net *drnet.Sketch
	row int
}

// ForwardShown shows or hides the trace. ForwardRow chooses the row, ForwardTo the step.
type (
	ForwardShown struct{ Shown bool }
	ForwardRow   struct{ Text string }
	ForwardTo    struct{ Step int }
)

// forward updates the state for messages about the trace; it returns false for others.
func (s *State) forward(m Msg) bool {
	f := &s.Forward
	switch m := m.(type) {
	case ForwardShown:
		f.Shown, f.At = m.Shown, 0
	case ForwardRow:
		f.Row = m.Text
	case ForwardTo:
		f.At = max(min(m.Step, s.lastStep()), 0)
		s.Net.point(0)
		s.Net.Pinned = false
		if on := s.On(); f.At > 0 && f.At <= len(on) {
			s.Net.point(s.forwardRule(on[f.At-1]))
			s.Net.Pinned = true
		}
	default:
		return false
	}
	return true
}

// Passable reports whether a row can be traced now: the network is complete and does not change.
func (s State) Passable() bool {
	net, _ := s.net()
	return net != nil && net.Whole && s.standsStill() && s.Table != nil
}

// ForwardNumber returns the number of the row, 0 if it is not valid.
func (s State) ForwardNumber() int {
	text := strings.TrimSpace(s.Forward.Row)
	if text == "" {
		text = "1"
	}
	n, ok := setting.ParseInt(text)
	if !ok || s.Table == nil || n < 1 || n > s.Table.Rows {
		return 0
	}
	return n
}

// On returns the indices of the rules that are on, in the current trace.
func (s State) On() []int {
	var on []int
	if p := s.Forward.Pass(); p != nil {
		for k, n := range p.Neurons {
			if n.On {
				on = append(on, k)
			}
		}
	}
	return on
}

// lastStep returns the step that compares the prediction with the label.
func (s State) lastStep() int { return len(s.On()) + 2 }

// forwardRule returns the number, from 1, of the rule at index k of the trace.
func (s State) forwardRule(k int) int {
	if net := s.Forward.query.Of().net; net != nil && k < len(net.Neurons) {
		return net.Neurons[k].Rule + 1
	}
	return 0
}

const askedPass asked = "pass"

// askPass requests the trace of the selected row.
func (s *State) askPass() {
	f := &s.Forward
	net, model := s.net()
	key := passKey{net, s.ForwardNumber()}
	if !s.Passable() {
		f.query.Forget()
		return
	}
	if f.Shown && key.row > 0 && f.query.Wants(key) && (s.Run.Phase == core.Held || !s.Busy()) {
		f.query.Ask(key, s.ask(protocol.TraceRow{Model: model, Net: net, Row: key.row}, pending{what: askedPass}))
	}
}

func (s *State) hearPassed(p protocol.RowTraced, of pending) {
	if f := &s.Forward; f.query.Answer(of.ID, &p) {
		f.At = min(f.At, s.lastStep())
	}
}

// ForwardStep is a step of the trace.
type ForwardStep struct {
	Title    string
	Equation string // with names
	Numbers  string // with the numbers of this row
	Words    string
	Terms    []ForwardTerm
}

// ForwardTerm is a weight and the bit that it multiplies.
type ForwardTerm struct {
	Question  string // the feature behind the bit
	Bit       string
	Weight    string // "" for an input
	Product   string
	Condition string // of the rule
	Holds     bool
}

// ForwardStep returns the current step; ok is false while the trace is unknown.
func (s State) ForwardStep() (step ForwardStep, ok bool) {
	f := s.Forward
	figure := s.Figure()
	if f.Pass() == nil || f.Pass().Problem != nil || figure == nil || f.query.Of().net == nil ||
		len(f.Pass().Neurons) != len(f.query.Of().net.Neurons) {
		return step, false
	}
	on := s.On()
	switch at := f.At; {
	case at == 0:
		return s.bitsStep(figure), true
	case at <= len(on):
		return s.ruleStep(figure, on[at-1]), true
	case at == len(on)+1:
		return s.orStep(on), true
	}
	return s.answerStep(), true
}

// bitsStep shows the bits that have a weight in some rule.
func (s State) bitsStep(figure *Figure) ForwardStep {
	p := s.Forward.Pass()
	bits := map[int]bool{}
	for _, n := range p.Neurons {
		for _, t := range n.Terms {
			bits[t.Feature] = t.X
		}
	}
	step := ForwardStep{Title: "The row becomes bits", Equation: "xᵢ = 1 if the answer to question i is yes, else 0"}
	var cells []string
	for _, c := range p.Cells {
		text := c.Text
		if c.Missing {
			text = "missing"
		}
		cells = append(cells, c.Column+" = "+text)
	}
	step.Words = "Row " + core.Count(p.Row) + ": " + strings.Join(cells, ", ") + "."
	for i := range figure.Asks {
		if x, met := bits[i]; met {
			step.Terms = append(step.Terms, ForwardTerm{Question: figure.Asks[i].Text(false), Bit: bit(x), Holds: x})
		}
	}
	return step
}

// ruleStep shows Eqs. (1) and (2) for a rule.
func (s State) ruleStep(figure *Figure, k int) ForwardStep {
	n := s.Forward.Pass().Neurons[k]
	step := ForwardStep{
		Title:    "Rule R" + core.Count(s.forwardRule(k)),
		Equation: "y = Σ wᵢ xᵢ − Σ₊ wᵢ + 1, where Σ₊ is over the positive weights; the rule fires (h = 1) if y = 1",
		Numbers:  "y = " + Weight(n.Held) + " − " + Weight(n.All) + " + 1 = " + Weight(n.Y),
	}
	broken := 0
	for _, t := range n.Terms {
		term := ForwardTerm{
			Question: figure.Asks[t.Feature].Text(false), Bit: bit(t.X), Weight: Weight(t.W),
			Condition: figure.Asks[t.Feature].Text(t.W < 0), Holds: !t.Broken, Product: "0.00",
		}
		if t.X {
			term.Product = Weight(t.W)
		}
		if t.Broken {
			broken++
		}
		step.Terms = append(step.Terms, term)
	}
	if n.Fires {
		step.Words = "Every condition holds, so nothing is taken off the 1: the rule fires, h = 1."
	} else {
		step.Words = core.Plural(broken, "condition does not hold, and takes its weight off the 1",
			"conditions do not hold, and take their weights off the 1") + ": the rule does not fire, h = 0."
	}
	return step
}

// orStep shows Eqs. (4) and (5).
func (s State) orStep(on []int) ForwardStep {
	p := s.Forward.Pass()
	var names, numbers []string
	const most = 12 // rules in one sum
	for _, k := range on[:min(len(on), most)] {
		names, numbers = append(names, "h"+strconv.Itoa(s.forwardRule(k))), append(numbers, bit(p.Neurons[k].Fires))
	}
	if len(on) > most {
		names, numbers = append(names, "…"), append(numbers, "…")
	}
	step := ForwardStep{
		Title:    "The OR neuron",
		Equation: "o = " + strings.Join(names, " + ") + " − ½",
		Numbers:  "o = " + strings.Join(numbers, " + ") + " − 0.5 = " + Weight(p.Output),
	}
	if len(on) == 0 {
		step.Equation, step.Numbers = "o = 0 − ½", "o = 0 − 0.5 = "+Weight(p.Output)
	}
	step.Words = core.Plural(p.Sum, "rule fires", "rules fire") + " of the " + core.Count(len(on)) +
		" that are on. One is enough to be above 0."
	if p.Sum == 0 {
		step.Words = "No rule fires, so the output stays below 0."
	}
	return step
}

func (s State) answerStep() ForwardStep {
	p := s.Forward.Pass()
	sign := "o > 0"
	if !p.Positive {
		sign = "o ≤ 0"
	}
	step := ForwardStep{
		Title:    "The answer",
		Equation: "the answer is positive if o > 0",
		Numbers:  "o = " + Weight(p.Output) + ", so " + sign + ": " + p.Answer,
	}
	switch {
	case p.Truth == "":
		step.Words = "The table does not say what is true of this row."
	case p.Right != nil && *p.Right:
		step.Words = "The table says " + p.Truth + ": the answer is right."
	case p.Right != nil:
		step.Words = "The table says " + p.Truth + ": the answer is wrong."
	default:
		step.Words = "The table says " + p.Truth + "."
	}
	return step
}

// ForwardSteps returns the number of steps of the trace.
func (s State) ForwardSteps() int { return s.lastStep() + 1 }

func bit(x bool) string {
	if x {
		return "1"
	}
	return "0"
}

func (ForwardShown) msg() {}
func (ForwardRow) msg()   {}
func (ForwardTo) msg()    {}
