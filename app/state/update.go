package state

import (
	"fmt"
	"maps"
	"time"

	"drnet/engine/protocol"
)

// Update returns the state after a message, and what the engine is to be asked. It changes nothing that it was given.
func Update(s State, m Msg) (State, []protocol.Request) {
	switch m := m.(type) {
	case Connected:
		s.Engine = Ready
	case Failed:
		s.Engine, s.Problem = Gone, sentence(m.Why)
	case SampleChosen:
		return s.read(m.Name, protocol.Load{Sample: m.Name})
	case FileChosen:
		return s.read(m.Name, protocol.Load{Name: m.Name, File: m.File})
	case TargetChosen:
		s.Setup.Target, s.Setup.Proposed = m.Column, false
		s.Setup.Positive = likelyPositive(&s.Table.Columns[m.Column])
	case PositiveChosen:
		s.Setup.Positive, s.Setup.Proposed = s.TargetColumn().Values[m.Value].Text, false
	case Typed:
		s.Setup.Fields = maps.Clone(s.Setup.Fields)
		s.Setup.Fields[m.Field] = m.Text
	case CutTyped:
		s.Setup.Cuts = maps.Clone(s.Setup.Cuts)
		s.Setup.Cuts[s.Table.Columns[m.Column].Name] = m.Text
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
	s.Reading, s.DataProblem = name, nil
	if s.Run.Active() {
		return s, []protocol.Request{protocol.Stop{}, load}
	}
	return s, []protocol.Request{load}
}

func (s State) start(at time.Time) (State, []protocol.Request) {
	if s.Obstacle() != "" || s.Run.Active() {
		return s, nil
	}
	s.Run = Run{Phase: Preparing, Setup: s.Setup, since: at, at: at}
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
	r := &s.Run
	switch e := e.(type) {
	case protocol.Loaded:
		s.loaded(e.Table)
	case protocol.Started:
		r.Started, r.Phase, r.since, r.at = &e, Training, at, at
		s.Status = "Training has started."
	case protocol.Progress:
		if r.Phase != Held { // an event that was under way when the training was held
			r.at = at
		}
		r.progress(e)
	case protocol.Paused:
		r.at = at
		r.before, r.Phase = r.took(), Held
		s.Status = "Paused."
	case protocol.Resumed:
		r.Phase, r.since, r.at = Training, at, at
		s.Status = "Training goes on."
	case protocol.Trained:
		r.Phase, r.Model, r.Ended, r.Steps = Done, e.Model, e.Status, e.Steps
		s.Status = s.verdict()
	case protocol.Refused:
		s.refused(e)
	}
}

// loaded shows a new table with a proposal what to predict.
func (s *State) loaded(t protocol.Table) {
	chosen := s.Reading
	s.Reading, s.DataProblem, s.Table = "", nil, &t
	s.Run = Run{}
	s.Setup.Cuts = map[string]string{}
	target, positive := "", ""
	for _, built := range s.Samples {
		if built.Name == chosen {
			target, positive = built.Target, built.Positive
		}
	}
	s.Setup.propose(&t, target, positive)
	s.Status = fmt.Sprintf("Read %s: %s rows, %d columns.", t.Name, Count(t.Rows), len(t.Columns))
}

// refused puts a refusal where it belongs: beside the file, or beside the training.
func (s *State) refused(e protocol.Refused) {
	p := &Problem{Kind: e.Kind, Message: sentence(e.Message), Hint: sentence(e.Hint)}
	switch {
	case s.Run.Active():
		s.Run.Phase = Idle
		if e.Kind != protocol.Cancelled {
			s.Run.Problem = p
			s.Status = p.Message
		}
	case s.Reading != "":
		s.Reading, s.DataProblem = "", p
		s.Status = p.Message
	case e.Kind == protocol.Crashed || e.Kind == protocol.BadVersion:
		s.Engine, s.Problem = Gone, p.Message
	default:
		s.DataProblem = p
	}
}
