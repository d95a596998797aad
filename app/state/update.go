package state

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"drnet/engine/protocol"
)

// Update returns the state after a message, and what the engine is to be asked. It changes nothing that it was given.
func Update(s State, m Msg) (State, []protocol.Request) {
	switch m := m.(type) {
	case Connected:
		s.Engine, s.Problem = Ready, ""
	case Failed:
		s.Engine, s.Problem = Gone, sentence(m.Why)
		s.Reading, s.pending = "", nil
	case SampleChosen:
		return s.read(m.Name, protocol.Load{Sample: m.Name})
	case FileChosen:
		return s.read(m.Name, protocol.Load{Name: m.Name, File: m.File})
	case TargetChosen:
		if c := s.column(m.Column); c != nil {
			s.Setup.Target, s.Setup.Proposed = m.Column, false
			s.Setup.Positive = likelyPositive(c)
		}
	case PositiveChosen:
		if c := s.TargetColumn(); c != nil && m.Value >= 0 && m.Value < len(c.Values) {
			s.Setup.Positive, s.Setup.Proposed = c.Values[m.Value].Text, false
		}
	case Typed:
		s.Setup.Fields = maps.Clone(s.Setup.Fields)
		s.Setup.Fields[m.Field] = m.Text
	case CutTyped:
		if c := s.column(m.Column); c != nil {
			s.Setup.Cuts = maps.Clone(s.Setup.Cuts)
			s.Setup.Cuts[c.Name] = m.Text
		}
	case Reset:
		s.Setup.Fields, s.Setup.Cuts = maps.Clone(defaults), map[string]string{}
	case Start:
		return s.start(m.At)
	case Pause:
		return s.control(Training, protocol.Pause{})
	case Resume:
		return s.control(Held, protocol.Resume{})
	case Stop:
		return s.stop()
	case Heard:
		s.hear(m.Event, m.At)
	}
	return s, nil
}

// read asks for a table. A training that is under way belongs to the table before, and ends.
func (s State) read(name string, load protocol.Load) (State, []protocol.Request) {
	if s.Engine == Gone {
		s.DataProblem = &Problem{Kind: protocol.Crashed, Message: s.Problem, Hint: "Reload the page."}
		return s, nil
	}
	s.Reading, s.DataProblem, s.Status = name, nil, "Reading "+name+"."
	s.pending = append(slices.Clip(s.pending), name)
	if s.Run.Active() {
		s.Run.Phase = Stopping
		return s, []protocol.Request{protocol.Stop{}, load}
	}
	return s, []protocol.Request{load}
}

// answered returns the name of the table that the engine has answered for: it reads them in the order of asking.
func (s *State) answered() string {
	if len(s.pending) == 0 {
		return ""
	}
	name := s.pending[0]
	if s.pending = s.pending[1:]; len(s.pending) == 0 {
		s.Reading = ""
	}
	return name
}

func (s State) start(at time.Time) (State, []protocol.Request) {
	if s.Obstacle() != "" || s.Run.Active() {
		return s, nil
	}
	before := s.Run
	if before.Model == nil && before.replaced != nil { // it broke off: what it was to replace is still the newest
		before = *before.replaced
	}
	before.replaced, before.Problem = nil, nil
	s.Run = Run{Phase: Preparing, Setup: s.Setup, since: at, at: at, replaced: &before}
	return s, []protocol.Request{s.Setup.request(s.Table)}
}

// control asks for something that only makes sense in one phase of a training.
func (s State) control(in RunPhase, r protocol.Request) (State, []protocol.Request) {
	if s.Run.Phase != in {
		return s, nil
	}
	return s, []protocol.Request{r}
}

func (s State) stop() (State, []protocol.Request) {
	if !s.Run.Active() || s.Run.Phase == Stopping {
		return s, nil
	}
	s.Run.Phase = Stopping
	return s, []protocol.Request{protocol.Stop{}}
}

func (s *State) hear(e protocol.Event, at time.Time) {
	switch e := e.(type) {
	case protocol.Loaded:
		s.loaded(e.Table)
	case protocol.Refused:
		s.refused(e)
	default:
		if s.Run.Active() { // or else it is of a training that nobody waits for
			s.hearRun(e, at)
		}
	}
}

// hearRun is hear for the events of a training. What was stopped goes on stopping, whatever was under way.
func (s *State) hearRun(e protocol.Event, at time.Time) {
	r := &s.Run
	switch e := e.(type) {
	case protocol.Started:
		r.Started, r.since, r.at = &e, at, at
		r.enter(Training)
		s.Problem, s.Status = "", "Training has started."
	case protocol.Progress:
		if r.Phase != Held { // an event that was under way when the training was held
			r.at = at
		}
		if r.Started != nil {
			r.progress(e)
		}
	case protocol.Paused:
		if r.Phase == Training {
			r.at = at
			r.before, r.Phase = r.took(), Held
			s.Status = "Paused."
		}
	case protocol.Resumed:
		if r.Phase == Held {
			r.Phase, r.since, r.at = Training, at, at
			s.Status = "Training goes on."
		}
	case protocol.Trained:
		r.Phase, r.Model, r.Ended, r.Steps, r.replaced = Done, e.Model, e.Status, e.Steps, nil
		s.Status = s.verdict()
	}
}

// loaded shows a new table with a proposal what to predict.
func (s *State) loaded(t protocol.Table) {
	chosen := s.answered()
	s.Problem, s.DataProblem, s.Table = "", nil, &t
	s.Run = Run{}
	s.Setup.Cuts = map[string]string{}
	target, positive := "", ""
	for _, built := range s.Samples {
		if built.Name == chosen {
			target, positive = built.Target, built.Positive
		}
	}
	s.Setup.propose(&t, target, positive)
	s.Status = fmt.Sprintf("Read %s: %s, %s.", t.Name, Plural(t.Rows, "row", "rows"), Plural(len(t.Columns), "column", "columns"))
}

// refused puts a refusal where it belongs: beside the file, or beside the training.
func (s *State) refused(e protocol.Refused) {
	p := &Problem{Kind: e.Kind, Message: sentence(e.Message), Hint: sentence(e.Hint)}
	switch {
	case s.Run.Active():
		if s.Run.Phase = Idle; s.Run.Started == nil && s.Run.replaced != nil {
			s.Run = *s.Run.replaced
		}
		if e.Kind != protocol.Cancelled {
			s.Run.Problem = p
			s.Status = p.Message
		}
	case s.Reading != "":
		s.answered()
		s.DataProblem, s.Status = p, p.Message
	case e.Kind == protocol.Crashed || e.Kind == protocol.BadVersion: // the next request may still find an engine
		s.Problem = strings.TrimSpace(p.Message + " " + p.Hint)
	default:
		s.DataProblem = p
	}
}
