package audit

import (
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// ColumnChosen selects the first or the second column of the groups, "" for none. StabilityAsked measures the stability of the
// rules. BoundAsked searches rules under the bound on the groups and, with Adopts, opens the chosen ones. Stopped stops either task.
// DisparityChosen and LimitTyped change the bound. TradeOpened shows the rules of a point of its trade-off, by its index.
type (
	ColumnChosen struct {
		Place  int
		Column string
	}
	StabilityAsked struct{ At time.Time }
	BoundAsked     struct {
		Adopts bool
		At     time.Time
	}
	Stopped         struct{}
	DisparityChosen struct{ Index int }
	LimitTyped      struct{ Text string }
	TradeOpened     struct{ Index int }
)

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	switch msg := msg.(type) {
	case ColumnChosen:
		m.by[msg.Place], m.chosen = msg.Column, true
		if m.by[0] == "" || m.by[1] == m.by[0] {
			m.by[1] = ""
		}
	case StabilityAsked:
		if obstacle(stability, c) == "" && !c.Busy {
			m.asked = c.Revision.Model
			begin := m.drawing.Begin(protocol.Stability{Model: m.asked}, msg.At, c.Free)
			return m, []core.Command{announcement, begin}
		}
	case BoundAsked:
		if b, complaint := m.bound(); complaint == "" && obstacle(bounding, c) == "" && !c.Busy && m.by[0] != "" {
			m.asked, m.shown, m.askedBy, m.adopts = m.unbounded(c), c.Revision.Model, b, msg.Adopts
			begin := m.bounding.Begin(protocol.TraceBound{Model: m.asked, Bound: b}, msg.At, c.Free)
			return m, []core.Command{announcement, begin}
		}
	case DisparityChosen:
		m.disparity = msg.Index
	case LimitTyped:
		m.limits[m.disparity] = new(msg.Text)
	case TradeOpened:
		return m, m.open(msg.Index, c)
	case Stopped:
		commands := append(m.drawing.Stop(), m.bounding.Stop()...)
		return m, commands
	case core.TableRead:
		return Model{}, nil
	case core.Heard:
		if core.Hear(&m.groups, msg) {
			return m, nil
		}
		return m.hear(msg, c)
	case core.Refresh:
		return m.ask(c)
	}
	return m, nil
}

func (m Model) ask(c core.View) (Model, []core.Command) {
	if m.by[0] == "" || c.Tab != core.RulesTab || !c.Idle() || c.Table == nil {
		return m, nil
	}
	key := m.grouped(c)
	r := protocol.ByGroup{Model: key.model, MultiClass: key.classes, Columns: m.columns()}
	commands := m.groups.Request(key, c.Free, r)
	return m, commands
}

func (m Model) grouped(c core.View) grouped { return grouped{c.Revision.Model, c.MultiClass, m.by} }

func (m Model) columns() []string {
	if m.by[1] == "" {
		return m.by[:1]
	}
	return m.by[:]
}

var announcement = core.Say{Text: "Learning the rules again."}

func (m Model) hear(h core.Heard, c core.View) (Model, []core.Command) {
	if commands, own := m.drawing.Hear(h); own {
		if e, ok := h.Event.(protocol.StabilityMeasured); ok {
			m.result, m.of = &e, m.asked
			commands = []core.Command{core.Say{Text: m.inWords()}}
		}
		return m, commands
	}
	event := h.Event
	if e, ok := event.(protocol.Preparing); ok {
		h.Event = protocol.Evaluating{Of: 1}
		if e.Stage == protocol.Refining {
			h.Event = protocol.Evaluating{Done: e.Done, Of: e.Of, Share: float64(e.Done) / float64(max(e.Of, 1))}
		}
	}
	commands, own := m.bounding.Hear(h)
	if e, ok := event.(protocol.BoundTraced); ok && own {
		e.Models[0] = m.asked // the same pointer as on the page, which identifies the rules
		m.traced, m.tracedBy = &e, m.askedBy
		commands = []core.Command{core.Say{Text: m.tracedInWords()}}
		if m.adopts {
			commands = append(commands, m.open(e.Chosen, c)...)
		}
	}
	return m, commands
}
