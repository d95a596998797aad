package state

import (
	"reflect"

	"drnet/app/core"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// planKey identifies a plan: the request of a run without the options that only affect the network. With several
// restarts it keeps their number and the number of rules, which limit the parallel runs.
type planKey struct{ request protocol.Train }

// plan requests the plan of a run when its settings may have changed. At most one such request is pending, and none
// during a run or a reading. When the answer arrives, the newest settings are requested.
func (s *State) plan() {
	if s.Table == nil || s.Engine == core.Gone || s.Reading != "" || s.Busy() || s.Data.Dragging {
		return
	}
	if s.Obstacle() != "" {
		s.planned, s.PlanProblem = nil, nil
		return
	}
	r := s.Setup.Request(s.Table)
	key := planKey{r}
	key.request.Network, key.request.Refine, key.request.Require, key.request.MaxConditions = drnet.Config{}, 0, nil, 0
	if r.Restarts > 1 {
		key.request.Network.Rules = r.Network.Rules
	}
	if s.asking(askedPlan) || s.planned != nil && reflect.DeepEqual(*s.planned, key) {
		return
	}
	if s.asking(askedTrial) { // it is for other settings
		s.control(protocol.Stop{}, askedTrial)
	}
	s.planned = &key
	s.ask(protocol.Plan{Train: r}, pending{what: askedPlan})
}

func (s *State) hearPlan(e protocol.Planned, of pending) {
	switch of.what {
	case askedTrial:
		s.Trial = s.Trial.tried(e.Seconds)
	case askedPlan:
	default:
		return
	}
	e.Seconds = 0
	s.SetPlan(&e)
	s.PlanProblem = nil
}

// planRefused stores why a run cannot start. A cancelled plan is requested again.
func (s *State) planRefused(p *core.Problem) {
	if p.Kind == protocol.Cancelled {
		s.planned = nil
		return
	}
	s.SetPlan(nil)
	s.PlanProblem = p
}

// PlanInWords describes the input of the planned run, "" if it is unknown.
func (s State) PlanInWords() string {
	if s.Plan == nil || s.Obstacle() != "" {
		return ""
	}
	return core.StartedInWords(s.Plan.Started)
}
