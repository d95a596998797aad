package settings

import (
	"reflect"

	"drnet/app/core"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// planOf returns a request without the options that only affect the network. With several restarts it keeps their number and the
// number of rules, which limit the parallel runs.
func planOf(r protocol.Train) protocol.Train {
	rules := r.Network.Rules
	r.Network, r.Refine, r.Require, r.MaxConditions = drnet.Config{}, 0, nil, 0
	if r.Restarts > 1 {
		r.Network.Rules = rules
	}
	return r
}

// refresh requests the plan of a run when its settings may have changed. At most one such request is pending, and none during a run
// or a reading. When the answer arrives, the newest settings are requested.
func (m Model) refresh(c core.View) (Model, []core.Command) {
	if c.Table == nil || c.Engine == core.Gone || c.Reading != "" || c.Busy || c.Dragging {
		return m, nil
	}
	if c.Obstacle() != "" {
		if m.planned = nil; c.PlanProblem == nil {
			return m, nil
		}
		return m, []core.Command{core.SetPlan{Plan: c.Plan}}
	}
	r := c.Setup.Request(c.Table)
	of := planOf(r)
	if m.plan != core.NoID || m.planned != nil && reflect.DeepEqual(*m.planned, of) {
		return m, nil
	}
	commands := m.stopTrial() // it is for other settings
	m.planned, m.plan = &of, c.Free
	return m, append(commands, core.Request{ID: c.Free, Body: protocol.Plan{Train: r}})
}

// stopTrial stops a pending trial run.
func (m Model) stopTrial() []core.Command {
	if m.trial == core.NoID {
		return nil
	}
	return []core.Command{core.Request{ID: m.trial, Body: protocol.Stop{}}}
}

// PlanInWords describes the input of the planned run, "" if it is unknown.
func PlanInWords(c core.View) string {
	if c.Plan == nil || c.Obstacle() != "" {
		return ""
	}
	return core.StartedInWords(c.Plan.Started)
}
