package network

import (
	"slices"

	"drnet/app/core"
	"drnet/engine/drnet"
)

// Messages about the drawing. A rule is given by node.place. RulePointed: the pointer is on a rule; PointerLeft: it has left the drawing.
// RuleChosen: a rule was clicked or focused. Escaped clears the choice.
type (
	RulePointed   struct{ Rule int }
	RuleChosen    struct{ Rule int }
	PointerLeft   struct{}
	Escaped       struct{}
	PaletteChosen struct{ Name string }
)

// Messages about edits. EditingSwitched shows or hides the weights. NeuronChosen shows those of a neuron, by its number from 1.
// WeightTyped sets the weight of a feature in it, and GateSwitched opens or closes its gate. NeuronSwitched enables or
// disables the neuron. EditsDropped discards all edits; EditsKept shows the resulting rules as a revision.
type (
	EditingSwitched struct{ On bool }
	NeuronChosen    struct{ Number int }
	WeightTyped     struct {
		Feature int
		Text    string
	}
	GateSwitched struct {
		Feature int
		Open    bool
	}
	NeuronSwitched struct{ On bool }
	EditsDropped   struct{}
	EditsKept      struct{}
)

// Messages about the trace of a row: it is shown or hidden, and another row is chosen.
type (
	TraceShown    struct{ Shown bool }
	TraceRowTyped struct{ Text string }
)

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (_ Model, commands []core.Command) {
	switch msg := msg.(type) {
	case core.Heard:
		m.hear(msg)
	case core.TableRead:
		m.trace.query.Forget()
		m.edits.query.Forget()
		m.edits.before, m.edits.now = nil, nil
	case core.Refresh:
		commands = m.refresh(c)
	case RulePointed:
		m.hovered = msg.Rule
	case RuleChosen:
		m.selection = selection{chosen: msg.Rule}
	case PointerLeft:
		m.hovered = 0
	case Escaped:
		m.selection = selection{}
	case PaletteChosen:
		if i := slices.IndexFunc(palettes, func(p [2]string) bool { return p[0] == msg.Name }); i >= 0 {
			m.palette = i
		}
	case TraceShown:
		m.trace.shown = msg.Shown
	case TraceRowTyped:
		m.trace.row = msg.Text
	default:
		commands = m.edit(msg, c)
	}
	return m, commands
}

func (m *Model) edit(msg core.Msg, c core.View) []core.Command {
	e := &m.edits
	switch msg := msg.(type) {
	case EditingSwitched:
		*e = edits{shown: msg.On}
	case NeuronChosen:
		e.neuron, e.typed, e.complaint = msg.Number, "", ""
	case WeightTyped:
		m.typeWeight(msg.Feature, msg.Text, c)
	case GateSwitched:
		m.editLine(c, msg.Feature, func(l *drnet.Connection) { l.Loc = byHand[msg.Open] })
	case NeuronSwitched:
		m.editNeuron(c, func(n *drnet.Neuron) { n.Loc = byHand[msg.On] })
	case EditsDropped:
		*e = edits{shown: true, neuron: e.neuron, before: e.before, of: e.of, query: e.query}
	case EditsKept:
		return m.keepEdits(c)
	}
	return nil
}

func (m *Model) hear(h core.Heard) {
	core.Hear(&m.trace.query, h)
	if e := &m.edits; core.Hear(&e.query, h) {
		switch e.query.Of() {
		case e.of:
			e.before = e.query.Value
		case e.net:
			e.now = e.query.Value
		}
	}
}

// refresh follows the page: another run clears the selection, and the engine is asked about the current network and row.
func (m *Model) refresh(c core.View) []core.Command {
	if m.of != c.Run.Started {
		m.of, m.selection = c.Run.Started, selection{}
	}
	m.edits.shown = m.edits.shown && c.Teaching
	commands := m.askEvaluation(c, c.Free)
	return append(commands, m.askTrace(c, c.Free+core.ID(len(commands)))...)
}
