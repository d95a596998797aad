package state

import (
	"slices"

	"drnet/app/core"
	"drnet/app/storage"
	"drnet/engine/protocol"
)

// pending is a request without a final answer, with the context of its answer.
type pending struct {
	core.Request
	what asked

	source  core.Source            // the source of a table
	again   bool                   // the file of the current table is read again
	project *storage.ProjectOpened // the project that the table belongs to
	learn   bool                   // a run starts when the table is loaded

	model *protocol.Model // the model of that revision

	classes *protocol.MultiClass // the model that this one is a member of
}

// asked is the purpose of a request.
type asked string

const (
	askedTable   asked = "table"
	askedFeature asked = "feature" // a feature with its own model asked
)

// ask sends a request to the engine under a new ID.
func (s *State) ask(r protocol.Request, p pending) core.ID {
	s.lastID++
	p.Request = core.Request{ID: s.lastID, Body: r}
	s.pending = append(slices.Clip(s.pending), p)
	s.do(p.Request)
	return p.ID
}

// send queues a request of a feature. It is pending until its final answer.
func (s *State) send(r core.Request) {
	if r.ID > s.lastID {
		s.lastID = r.ID
		s.pending = append(slices.Clip(s.pending), pending{Request: r, what: askedFeature})
	}
	s.do(r)
}

// do queues a command for Update to return.
func (s *State) do(c core.Command) { s.commands = append(s.commands, c) }

// control sends Pause, Resume, Step, Pace or Stop after the pending requests of some kinds.
func (s *State) control(r protocol.Request, about ...asked) {
	for _, p := range s.pending {
		if slices.Contains(about, p.what) {
			s.do(core.Request{ID: p.ID, Body: r})
		}
	}
}

// asking reports whether a request of a kind is pending.
func (s State) asking(what asked) bool {
	return slices.ContainsFunc(s.pending, func(p pending) bool { return p.what == what })
}

// Pending lists the requests without a final answer, the oldest first.
func (s State) Pending() []core.Request {
	var list []core.Request
	for _, p := range s.pending {
		list = append(list, p.Request)
	}
	return list
}

// answered returns the request of an event, and removes it from the pending requests if the event is final. The zero
// value represents no request.
func (s *State) answered(id core.ID, e protocol.Event) pending {
	i := slices.IndexFunc(s.pending, func(p pending) bool { return p.ID == id })
	if i < 0 {
		return pending{}
	}
	p := s.pending[i]
	if !protocol.Final(e) {
		return p
	}
	s.pending = slices.Delete(slices.Clone(s.pending), i, i+1)
	if p.what == askedTable && !s.asking(askedTable) {
		s.Reading, s.Peek = "", nil
	}
	return p
}
