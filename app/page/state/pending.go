package state

import (
	"slices"

	"drnet/app/core"
	"drnet/app/storage"
	"drnet/engine/protocol"
)

// pending is a request without a final answer. Load is nil for a request of a feature.
type pending struct {
	core.Request
	load *load
}

// load is the reading of a table.
type load struct {
	source  core.Source
	again   bool                   // the file of the current table is read again
	project *storage.ProjectOpened // the project that the table belongs to
	learn   bool                   // a run starts when the table is loaded
}

// reserve notes the new requests among the commands of a feature, before any of them leads to further requests.
func (s *State) reserve(commands []core.Command) {
	for _, c := range commands {
		if r, ok := c.(core.Request); ok && r.ID > s.lastID {
			s.lastID = r.ID
			s.pending = append(slices.Clip(s.pending), pending{Request: r})
		}
	}
}

// do queues a command for Update to return.
func (s *State) do(c core.Command) { s.commands = append(s.commands, c) }

// stopReading cancels the pending readings.
func (s *State) stopReading() {
	for _, p := range s.pending {
		if p.load != nil {
			s.do(core.Request{ID: p.ID, Body: protocol.Stop{}})
		}
	}
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
	if p.load != nil && !slices.ContainsFunc(s.pending, func(p pending) bool { return p.load != nil }) {
		s.Reading, s.Peek = "", nil
	}
	return p
}
