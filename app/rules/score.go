package rules

import (
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// follow returns requests for the scores of the rules on the current table that no file contains. At most one request of
// each kind is pending.
func (m *Model) follow(c core.View) (commands []core.Command) {
	m.gather()
	m.refresh()
	p := m.Now()
	if !c.Idle() || c.Table == nil || p.Problem != nil {
		return nil
	}
	ask := func(applies bool, r protocol.Request) {
		id := c.Free + core.ID(len(commands))
		m.asked = append(slices.Clip(m.asked), question{id, applies, m.At, p.Model, m.Classes.Model})
		commands = append(commands, core.Request{ID: id, Body: r})
	}
	if p.Foreign && p.Applied == nil && !m.asking(true) {
		ask(true, protocol.Apply{Model: p.Model})
	}
	comparable := p.Foreign && p.Applied != nil && p.Applied.Scores != nil
	rules := (p.Model.Edited || comparable) && p.Scored == nil
	if (rules || m.Classes.unmeasured() && (comparable || !p.Foreign)) && !m.asking(false) {
		m.Classes.measured = m.Classes.Model
		ask(false, protocol.Score{Model: p.Model, MultiClass: m.Classes.Model})
	}
	return commands
}

func (m *Model) asking(applies bool) bool {
	return slices.ContainsFunc(m.asked, func(q question) bool { return q.applies == applies })
}

// hear stores the answer to a request. It ignores the answers to other requests.
func (m *Model) hear(h core.Heard) {
	i := slices.IndexFunc(m.asked, func(q question) bool { return q.id == h.ID })
	if i < 0 || !protocol.Final(h.Event) {
		return
	}
	q := m.asked[i]
	m.asked = slices.Delete(slices.Clone(m.asked), i, i+1)
	change := func(change func(*core.Revision)) {
		if q.at < len(m.Revisions) && m.Revisions[q.at].Model == q.model { // otherwise the revision has changed
			m.Set.change(q.at, change)
		}
	}
	switch e := h.Event.(type) {
	case protocol.Scored:
		if e.Classes != nil && q.classes == m.Classes.Model {
			m.Classes.Outcome = e.Classes
		}
		change(func(p *core.Revision) {
			if p.Scored == nil { // otherwise another set of the model has changed
				p.Scored = &e
			}
		})
	case protocol.Applied:
		change(func(p *core.Revision) { p.Applied = &e })
	case protocol.Refused:
		switch p := core.ProblemOf(e); {
		case !p.Cancelled():
			change(func(r *core.Revision) { r.Problem = p })
		case !q.applies: // another stop cancelled it, and it is requested again
			m.Classes.measured = nil
		}
	}
}

// ScoreNote describes the origin of the scores or why they are missing; "" if no note is needed.
func (m Model) ScoreNote(c core.View) string {
	p := m.Now()
	switch {
	case p.Model == nil:
		return ""
	case p.Problem != nil:
		return strings.TrimSpace(p.Problem.Message + " " + p.Problem.Hint)
	case p.Scored == nil && (p.Model.Edited || p.Foreign) && c.Busy:
		return "These rules are scored when the engine is idle."
	case p.Scored == nil && p.Model.Edited && c.Table != nil:
		return "Measuring …"
	case p.Foreign && c.Table == nil:
		return "Figures are those in the file. Drop a table to apply the rules to it."
	}
	return ""
}
