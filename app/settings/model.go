// Package settings selects the target and the settings of the next run, and estimates how long it takes.
package settings

import (
	"reflect"
	"time"

	"drnet/app/core"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

// Model holds the estimate of the next run, and the requests to the engine about it. The settings themselves are in core.Shared.
type Model struct {
	Estimate estimate
	Limit    string // the longest training, as in limits; "" for no limit

	unfolded map[setting.FieldGroup]bool // groups that had an invalid setting
	planned  *protocol.Train             // the settings of the plan, of its problem, or of the pending request; see planOf
	plan     core.ID                     // the pending request for a plan, NoID for none
	trial    core.ID                     // the pending trial run, NoID for none
	aim      core.Aim                    // prediction task of the newer request
}

// estimate is the duration of a run on this computer, from short trial runs or from a run with the same settings.
type estimate struct {
	Seconds  float64 // 0 if unknown
	complete bool    // a complete run took this time; otherwise Seconds covers the networks only

	of    *protocol.Train // the request of the estimate, without options that do not affect the duration
	tries int
}

// Browsers optimize a running program, so it becomes faster after a while. Trials are therefore repeated until one takes at least
// steady times as long as the one before, up to mostTries times.
const (
	mostTries = 4
	steady    = 0.8
)

// Duration returns the estimate, 0 if it is unknown.
func (t estimate) Duration() time.Duration { return time.Duration(t.Seconds * float64(time.Second)) }

func (t estimate) tried(seconds float64) estimate {
	t.tries++
	if before := t.Seconds; t.tries > 1 && (seconds >= steady*before || t.tries == mostTries) {
		t.Seconds, t.tries = min(seconds, before), mostTries
		return t
	}
	t.Seconds = seconds
	return t
}

// known reports whether no further trial is needed.
func (t estimate) known() bool { return t.complete || t.tries == mostTries }

// timed returns a request without the options that do not affect the duration of its networks.
func timed(r protocol.Train) *protocol.Train {
	r.Require, r.MaxConditions = nil, 0
	r.Network.Lambda1, r.Network.Lambda2, r.Network.Seed, r.Network.Rate, r.Network.Weight = nil, nil, 0, 0, 0
	r.Split.Seed = 0
	if r.Refine != rule.NoPrice {
		r.Refine = 0
	}
	return &r
}

// Untimed reports whether the duration of the planned run is unknown and the engine is idle.
func (m Model) Untimed(c core.View) bool {
	if c.Plan == nil || c.Pending || !c.Ready || c.Obstacle() != "" || c.Busy || c.Dragging {
		return false
	}
	return !m.Estimate.known() || !reflect.DeepEqual(m.Estimate.of, timed(c.Request(c.Setup)))
}

// rested starts a trial run that measures the duration of the planned run, if that is unknown.
func (m Model) rested(c core.View) (Model, []core.Command) {
	if !m.Untimed(c) {
		return m, nil
	}
	r := c.Request(c.Setup)
	if of := timed(r); !reflect.DeepEqual(m.Estimate.of, of) {
		m.Estimate = estimate{of: of}
	}
	m.trial, m.aim = c.Free, c.Setup.Aim()
	return m, []core.Command{core.Request{ID: c.Free, Body: protocol.Plan{Train: r, Trial: true}}}
}

// planOf returns a request without the options that do not change its plan, so that a change of these needs no new plan. With several
// restarts it keeps the number of rules, because the plan says how many networks can train in parallel.
func planOf(r protocol.Train) *protocol.Train {
	network := drnet.Config{}
	if r.Restarts > 1 {
		network.Rules = r.Network.Rules
	}
	r.Network, r.Refine, r.Require, r.MaxConditions = network, 0, nil, 0
	return &r
}

// refresh requests the plan of a run when its settings may have changed. At most one such request is pending, and none during a run
// or a reading. When the answer arrives, the newest settings are requested.
func (m Model) refresh(c core.View) (Model, []core.Command) {
	if c.Table == nil || c.Reading != "" || c.Busy || c.Dragging {
		return m, nil
	}
	if c.Obstacle() != "" {
		if m.planned = nil; c.PlanProblem == nil {
			return m, nil
		}
		return m, []core.Command{core.SetPlan{Plan: c.Plan, Aim: c.PlanAim}}
	}
	r := c.Request(c.Setup)
	of := planOf(r)
	if m.plan != core.NoID || reflect.DeepEqual(m.planned, of) {
		return m, nil
	}
	commands := m.stopTrial() // it is for other settings
	m.planned, m.plan, m.aim = of, c.Free, c.Setup.Aim()
	return m, append(commands, core.Request{ID: c.Free, Body: protocol.Plan{Train: r}})
}

func (m Model) stopTrial() []core.Command {
	if m.trial == core.NoID {
		return nil
	}
	return []core.Command{core.Request{ID: m.trial, Body: protocol.Stop{}}}
}

// Left returns the training time until the limit; ok is false without a limit, or if no run trains.
func (m Model) Left(run core.Run, now time.Time) (left time.Duration, ok bool) {
	limit, _ := time.ParseDuration(m.Limit)
	return limit - run.Elapsed - now.Sub(run.Resumed), limit > 0 && run.Phase == core.Training
}

// PlanInWords describes the input of the planned run, "" if it is unknown.
func PlanInWords(c core.View) string {
	if c.Plan == nil || c.Obstacle() != "" {
		return ""
	}
	return core.StartedInWords(c.Plan.Started)
}
