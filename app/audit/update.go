package audit

import (
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// ColumnChosen selects the first or the second column of the groups, "" for none. StabilityAsked learns rules again, and
// StabilityStopped stops that.
type (
	ColumnChosen struct {
		Place  int
		Column string
	}
	StabilityAsked   struct{ At time.Time }
	StabilityStopped struct{}
)

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	switch msg := msg.(type) {
	case ColumnChosen:
		m.by[msg.Place] = msg.Column
		if m.by[0] == "" || m.by[1] == m.by[0] {
			m.by[1] = ""
		}
	case StabilityAsked:
		if obstacle(c) == "" && !c.Busy {
			m.phase, m.draws, m.since, m.at, m.id = running, protocol.Evaluating{}, msg.At, msg.At, c.Free
			m.asked, m.problem = c.Revision.Model, nil
			return m, []core.Command{
				core.Say{Text: "Learning the rules again."},
				core.Request{ID: m.id, Body: protocol.Stability{Model: m.asked}},
			}
		}
	case StabilityStopped:
		if m.phase == running {
			m.phase = stopping
			return m, m.stop()
		}
	case core.TableRead:
		return Model{}, nil
	case core.Heard:
		if core.Hear(&m.groups, msg) {
			return m, nil
		}
		return m.hear(msg)
	case core.Refresh:
		return m.ask(c)
	}
	return m, nil
}

// ask requests the groups of the current rules.
func (m Model) ask(c core.View) (Model, []core.Command) {
	if m.by[0] == "" || c.Tab != core.RulesTab || !c.Idle() || c.Table == nil {
		return m, nil
	}
	key := grouped{c.Revision.Model, c.MultiClass, m.by}
	r := protocol.ByGroup{Model: key.model, MultiClass: key.classes, Columns: m.by[:1]}
	if m.by[1] != "" {
		r.Columns = m.by[:]
	}
	commands := m.groups.Request(key, c.Free, r)
	return m, commands
}

func (m Model) stop() []core.Command {
	return []core.Command{core.Request{ID: m.id, Body: protocol.Stop{}}}
}

// hear handles an event of the engine. A Stop that was too early is sent again.
func (m Model) hear(h core.Heard) (Model, []core.Command) {
	if !m.Active() || h.ID != m.id {
		return m, nil
	}
	switch e := h.Event.(type) {
	case protocol.Evaluating:
		early := m.draws.Of == 0
		if m.draws, m.at = e, h.At; m.phase == stopping && early {
			return m, m.stop()
		}
	case protocol.StabilityMeasured:
		m.phase, m.result, m.of = idle, &e, m.asked
		return m, []core.Command{core.Say{Text: m.inWords()}}
	case protocol.Refused:
		m.phase = idle
		p := core.ProblemOf(e)
		if p.Cancelled() {
			return m, []core.Command{core.Say{Text: "Stopped."}}
		}
		m.problem = p
		return m, []core.Command{core.Say{Text: p.Message}}
	}
	return m, nil
}
