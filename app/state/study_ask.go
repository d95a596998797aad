package state

import (
	"reflect"

	"drnet/app/core"
	"drnet/engine/protocol"
)

const askedExplain asked = "explain"

// follow requests the explanation of the row that is shown, when the engine is idle.
func (s *State) follow() {
	if s.View().Idle() {
		s.askExplain()
	}
}

// sameQuestion reports whether two requests about a row are equal. Models are immutable, so that comparing pointers
// suffices.
func sameQuestion(a, b *protocol.Explain) bool {
	if a == nil || a.Model != b.Model || a.MultiClass != b.MultiClass {
		return false
	}
	x, y := *a, *b
	x.Model, y.Model, x.MultiClass, y.MultiClass = nil, nil, nil, nil
	return reflect.DeepEqual(x, y)
}

// hearStudy stores an explanation.
func (s *State) hearStudy(e protocol.Event, a pending) {
	if e, ok := e.(protocol.Explained); ok {
		s.Try.Query.Answer(a.ID, &e)
	}
}

// studyRefused stores why a row was not explained, and reports whether a asked for one.
func (s *State) studyRefused(a pending, p *core.Problem) bool {
	if a.what != askedExplain {
		return false
	}
	if s.Try.Query.Refuse(a.ID, p) && !p.Cancelled() {
		s.Try.Query.Value = nil
	}
	return true
}

// study handles the messages about a model, and reports whether m is one.
func (s *State) study(m Msg) bool {
	switch m := m.(type) {
	case Said:
		s.Status = m.Text
	default:
		return s.try(m)
	}
	return true
}
