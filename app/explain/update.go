package explain

import (
	"strconv"

	"drnet/app/core"
)

// RowTyped selects a row of the table, from 1. CellTyped changes a cell, CellsRestored undoes all changes, and CellLocked excludes a cell
// from counterfactuals. CounterfactualTried applies one, by its index. NearestAsked searches the nearest row of another class.
type (
	RowTyped      struct{ Text string }
	CellTyped     struct{ Column, Text string }
	CellsRestored struct{}
	CellLocked    struct {
		Column string
		Locked bool
	}
	CounterfactualTried struct{ Index int }
	NearestAsked        struct{}
)

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	switch msg := msg.(type) {
	case RowTyped:
		m.row = msg.Text
		if _, complaint := c.RowNumber(msg.Text); complaint == "" { // otherwise the shown row has not changed
			m.values, m.nearest = nil, false
		}
	case core.RowTried:
		m.row, m.values, m.nearest = strconv.Itoa(msg.Row), nil, false
		return m, []core.Command{core.Send{Msg: core.TabChosen{Tab: core.ExplainTab}}, core.Focus{ID: core.ExplainTab.ID()}}
	case CellTyped:
		return m.set(msg.Column, msg.Text), nil
	case CellsRestored:
		m.values, m.nearest = nil, false
	case CellLocked:
		m.locked = core.With(m.locked, msg.Column, msg.Locked)
	case CounterfactualTried:
		return m.try(msg.Index), []core.Command{core.Focus{ID: core.ExplainTab.ID()}} // the answer may be off the screen
	case NearestAsked:
		m.nearest = true
	case core.RulesOpened:
		return Model{row: m.row, locked: m.locked}, nil
	case core.SetShown:
		return Model{row: m.row, values: m.values, locked: m.locked}, nil
	case core.TableRead:
		return Model{}, nil
	case core.Heard:
		if core.Hear(&m.query, msg) && m.query.Problem != nil {
			m.query.Value = nil
		}
	case core.Refresh:
		return m.ask(c)
	}
	return m, nil
}

func (m Model) set(column, text string) Model {
	m.values, m.nearest = core.With(m.values, column, text), false
	return m
}

func (m Model) try(i int) Model {
	if a := m.query.Value; a != nil && i >= 0 && i < len(a.Counterfactuals.Found) {
		for _, c := range a.Counterfactuals.Found[i].Changes {
			text := c.To.Text
			if text == "" && !c.To.Missing {
				text = "known" // the counterfactual only requires that the value is not missing
			}
			m = m.set(c.Column, text)
		}
	}
	return m
}

func (m Model) ask(c core.View) (Model, []core.Command) {
	if !c.Idle() || c.Tab != core.ExplainTab {
		return m, nil
	}
	r := m.request(c)
	if r == nil {
		return m, nil
	}
	commands := core.Ask(&m.query, *r, c.Free)
	return m, commands
}
