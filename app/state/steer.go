package state

import (
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Speeds are how often a training is shown, in epochs, and the words for it.
var Speeds = [][2]string{{"0", "as fast as it goes"}, {"1", "every epoch"}, {"5", "every 5 epochs"}, {"25", "every 25 epochs"}}

// Steerable says why a training cannot be shown epoch by epoch, "" if it can.
func (s State) Steerable() string {
	switch {
	case s.Run.Started != nil && s.Run.Active() && s.Run.Started.Helpers > 0, !s.Run.Active() && s.Plan != nil && s.Plan.Helpers > 0:
		return "Trainings that are done at the same time have no common epochs."
	}
	return ""
}

// step makes one epoch: the first one of a new training, or the next of one that is at work, which is then paused.
func (s *State) step(at time.Time) {
	phase := s.Run.Phase
	switch {
	case s.Steerable() != "":
		return
	case !s.Run.Active():
		s.start(at)
	case phase != core.Training && phase != core.Held && phase != core.Preparing:
		return
	}
	s.control(protocol.Step{}, askedTraining)
}

// speed changes how often a training is shown, also the one at work.
func (s *State) speed(epochs int) {
	s.Speed = max(epochs, 0)
	if s.Run.Active() && s.Run.Phase != core.Stopping {
		s.Run.Slowed = s.Run.Slowed || s.Speed > 0
		s.control(protocol.Pace{Epochs: s.Speed}, askedTraining)
	}
}

// startOver begins a new training with the settings of now. One that is at work is given up first, with all it has.
func (s *State) startOver(at time.Time) {
	if !s.Run.Active() {
		s.start(at)
		return
	}
	s.stop()
	s.Run.StartsOver = true
}

// over reports whether the training that has ended was to begin anew, and begins it.
func (s *State) over(at time.Time) (again bool) {
	if !s.Run.StartsOver {
		return false
	}
	if s.Run.Previous != nil {
		s.Run = *s.Run.Previous
	} else {
		s.Run = core.Run{}
	}
	s.Question, s.waiting = nil, nil
	s.start(at)
	return true
}

// Toggle is what the space bar asks for: to pause, or to go on; nil if there is nothing to do either with.
func (s State) Toggle() Msg {
	switch s.Run.Phase {
	case core.Training:
		return Pause{}
	case core.Held:
		return Resume{}
	}
	return nil
}
