package state

import (
	"reflect"

	"drnet/app/core"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// planKey is what a plan follows from: a training's request without what only the network needs. Of several trainings the
// number and the rules say how many there is room for at the same time.
type planKey struct{ request protocol.Train }

// plan asks what a training would start with, whenever that may have changed. One such question is under way at a time,
// and none beside a training or a reading: the newest state is asked about when the answer has come.
func (s *State) plan() {
	if s.Table == nil || s.Engine == core.Gone || s.Reading != "" || s.Busy() || s.grabbed {
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
	if s.asking(askedTrial) { // it is of other settings
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
	s.Plan, s.PlanProblem = &e, nil
	s.answer = make(map[string]int, len(e.Columns))
	for i, c := range e.Columns {
		s.answer[c.Name] = i
	}
}

// planRefused keeps why a training cannot start. One that was stopped with something else is asked for again.
func (s *State) planRefused(p *core.Problem) {
	if p.Kind == protocol.Cancelled {
		s.planned = nil
		return
	}
	s.Plan, s.PlanProblem, s.answer = nil, p, nil
}

// Planning returns what becomes of a column, nil if it becomes nothing or that is not known.
func (s State) Planning(name string) *protocol.Planning {
	i, ok := s.answer[name]
	if !ok || s.Plan == nil || i >= len(s.Plan.Columns) {
		return nil
	}
	return &s.Plan.Columns[i]
}

// PlanInWords says what a training would start with, "" if that is not known.
func (s State) PlanInWords() string {
	if s.Plan == nil || s.Obstacle() != "" {
		return ""
	}
	return StartedInWords(s.Plan.Started)
}

// StartedInWords says what a training starts with.
func StartedInWords(b protocol.Started) string {
	kept := "none"
	if b.TestRows > 0 {
		kept = core.Plural(b.TestRows, "row", "rows")
	}
	text := core.Plural(b.Features, "yes/no question", "yes/no questions") + ", " + core.Plural(b.Rows, "row", "rows") + " to learn from, " +
		kept + " kept for the test."
	if len(b.Classes) > 0 {
		text += " Rows to learn from of each class: " + ClassesInWords(b.Classes) + "."
	}
	if b.Dropped > 0 {
		text += " " + core.Plural(b.Dropped, "row", "rows") + " left out for a missing cell."
	}
	if b.Unnamed > 0 {
		text += " " + core.Plural(b.Unnamed, "row", "rows") + " left out because the target is missing."
	}
	if b.Helpers > 0 {
		text += " " + core.Count(b.Helpers) + " trainings at the same time, in about " + core.Count(int(max(b.HelperMemory>>20, 1))) + " MB of memory."
	}
	return text
}
