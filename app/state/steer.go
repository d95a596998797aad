package state

import (
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Speeds lists the intervals of view updates during a run, in epochs, with their labels.
var Speeds = [][2]string{{"0", "as fast as it goes"}, {"1", "every epoch"}, {"5", "every 5 epochs"}, {"25", "every 25 epochs"}}

// Steerable returns why a run cannot be shown epoch by epoch, "" if it can.
func (s State) Steerable() string {
	switch {
	case s.Run.Started != nil && s.Run.Active() && s.Run.Started.Helpers > 0, !s.Run.Active() && s.Plan != nil && s.Plan.Helpers > 0:
		return "Trainings that are done at the same time have no common epochs."
	}
	return ""
}

// step trains the next epoch of the active run, which then pauses. Without an active run, it starts one.
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

// speed sets the interval of view updates, also for the active run.
func (s *State) speed(epochs int) {
	s.Speed = max(epochs, 0)
	if s.Run.Active() && s.Run.Phase != core.Stopping {
		s.Run.Slowed = s.Run.Slowed || s.Speed > 0
		s.control(protocol.Pace{Epochs: s.Speed}, askedTraining)
	}
}

// startOver starts a run with the current settings. It first discards the active run.
func (s *State) startOver(at time.Time) {
	if !s.Run.Active() {
		s.start(at)
		return
	}
	s.stop()
	s.Run.StartsOver = true
}

// over starts the requested new run after the previous one has ended, and reports whether it did.
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

// Toggle returns the message of the space bar: Pause or Resume; nil if neither applies.
func (s State) Toggle() Msg {
	switch s.Run.Phase {
	case core.Training:
		return Pause{}
	case core.Held:
		return Resume{}
	}
	return nil
}
