package network

import (
	"slices"

	"drnet/app/core"
	"drnet/engine/drnet"
)

// Msg is a message of this feature.
type Msg interface{ msg() }

// Messages about the drawing. Rules are counted from 1, and 0 means all rules; a line is named by its feature, from 1. The
// pointer or the focus is on a rule or a line, or has left the drawing. A click pins a rule or a line, or releases it. Escape
// closes the line first, then the rule. PartDrawn draws more of the network.
type (
	RulePointed   struct{ Rule int }
	RulePinned    struct{ Rule int }
	LinePointed   struct{ Line int }
	LinePinned    struct{ Line int }
	PointerLeft   struct{}
	Escaped       struct{}
	PaletteChosen struct{ Name string }
	TableToggled  struct{}
	PartDrawn     struct{}
)

// Messages about edits. EditingSwitched enables or disables them. WeightTyped sets the weight of the selected line, and
// GateSwitched opens or closes its gate. RuleSwitched enables or disables the selected rule. EditsDropped discards all edits;
// EditsKept shows the resulting rules as a revision.
type (
	EditingSwitched struct{ On bool }
	WeightTyped     struct{ Text string }
	GateSwitched    struct{ Open bool }
	RuleSwitched    struct{ On bool }
	EditsDropped    struct{}
	EditsKept       struct{}
)

// Messages about the trace of a row: it is shown or hidden, and another row or step is chosen.
type (
	TraceShown      struct{ Shown bool }
	TraceRowTyped   struct{ Text string }
	TraceStepChosen struct{ Step int }
)

func (RulePointed) msg()     {}
func (RulePinned) msg()      {}
func (LinePointed) msg()     {}
func (LinePinned) msg()      {}
func (PointerLeft) msg()     {}
func (Escaped) msg()         {}
func (PaletteChosen) msg()   {}
func (TableToggled) msg()    {}
func (PartDrawn) msg()       {}
func (EditingSwitched) msg() {}
func (WeightTyped) msg()     {}
func (GateSwitched) msg()    {}
func (RuleSwitched) msg()    {}
func (EditsDropped) msg()    {}
func (EditsKept) msg()       {}
func (TraceShown) msg()      {}
func (TraceRowTyped) msg()   {}
func (TraceStepChosen) msg() {}

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	switch msg := msg.(type) {
	case core.Heard:
		m.hear(msg)
	case core.Refresh:
		commands := m.refresh(c)
		return m, commands
	case EditsKept:
		return m, m.keepEdits(c)
	case PaletteChosen:
		if i := slices.IndexFunc(palettes, func(p [2]string) bool { return p[0] == msg.Name }); i >= 0 {
			m.palette = i
		}
	case TableToggled:
		m.table = !m.table
	case PartDrawn:
		m.Drawn++
	case EditingSwitched:
		m.editable, m.edits = msg.On, edits{}
	case WeightTyped:
		m.typeWeight(msg.Text, c)
	case GateSwitched:
		m.editLine(c, func(l *drnet.Connection) { l.Loc = byHand(msg.Open) })
	case RuleSwitched:
		m.editRule(c, func(n *drnet.Neuron) { n.Loc = byHand(msg.On) })
	case EditsDropped:
		m.edits = edits{before: m.edits.before, of: m.edits.of, query: m.edits.query}
	case TraceShown:
		m.trace.shown, m.trace.at = msg.Shown, 0
	case TraceRowTyped:
		m.trace.row = msg.Text
	case TraceStepChosen:
		m.chooseStep(msg.Step)
	default:
		m.point(msg)
	}
	return m, nil
}

// point handles the messages about the selection.
func (m *Model) point(msg core.Msg) {
	s := &m.selection
	before := s.line
	switch msg := msg.(type) {
	case RulePointed:
		if !s.rulePinned && s.rule != msg.Rule {
			s.selectRule(msg.Rule)
		}
	case RulePinned:
		if s.rulePinned && s.rule == msg.Rule {
			s.rulePinned = false
			break
		}
		if s.rule != msg.Rule {
			s.selectRule(msg.Rule)
		}
		s.rulePinned = msg.Rule != 0
	case LinePointed:
		if !s.linePinned {
			s.line = msg.Line
		}
	case LinePinned:
		if s.linePinned && s.line == msg.Line {
			s.linePinned = false
			break
		}
		s.line, s.linePinned, s.rulePinned = msg.Line, msg.Line != 0, s.rulePinned || msg.Line != 0
	case PointerLeft:
		if !s.linePinned {
			s.line = 0
		}
		if !s.rulePinned {
			s.selectRule(0)
		}
	case Escaped:
		if s.line != 0 {
			s.line, s.linePinned = 0, false
			break
		}
		*s = selection{}
	}
	if s.line != before {
		m.edits.typed, m.edits.complaint = "", ""
	}
}

// hear takes the answers to the requests of this feature.
func (m *Model) hear(h core.Heard) {
	if core.Hear(&m.trace.query, h) {
		m.trace.at = min(m.trace.at, m.trace.last())
	}
	if e := &m.edits; core.Hear(&e.query, h) {
		switch e.query.Of() {
		case e.of:
			e.before = e.query.Value
		case e.net:
			e.now = e.query.Value
		}
	}
}

// refresh follows the page: another run clears the selection, and the engine is asked about the current network.
func (m *Model) refresh(c core.View) []core.Command {
	if m.of != c.Run.Started {
		m.of, m.Drawn, m.selection = c.Run.Started, 0, selection{}
	}
	m.editable = m.editable && c.Teaching
	commands := m.askEvaluation(c, c.Free)
	return append(commands, m.askTrace(c, c.Free+core.ID(len(commands)))...)
}
