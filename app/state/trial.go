package state

import (
	"reflect"
	"time"

	"drnet/app/core"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// Trial is how long a training would take on this computer: as a short trial has shown, or, with the same settings, the
// training before.
type Trial struct {
	Seconds float64 // 0 if it is not known
	Whole   bool    // a training took so long, with all that comes after it; or else it is the networks alone

	of    *protocol.Train // what it is about: a request without what takes no time
	tries int
}

// A browser translates a program twice, and better while it runs. So a trial is made again until it takes no longer a fifth
// less than the one before, but not for ever.
const (
	mostTries = 4
	steady    = 0.8
)

// tried takes in what a further trial has shown.
func (t Trial) tried(seconds float64) Trial {
	t.tries++
	if before := t.Seconds; t.tries > 1 && (seconds >= steady*before || t.tries == mostTries) {
		t.Seconds, t.tries = min(seconds, before), mostTries
		return t
	}
	t.Seconds = seconds
	return t
}

// known reports whether no further trial is needed.
func (t Trial) known() bool { return t.Whole || t.tries == mostTries }

// timed returns a request without what does not change the time that its networks take.
func timed(r protocol.Train) *protocol.Train {
	r.Require, r.MaxConditions = nil, 0
	r.Network.Lambda1, r.Network.Lambda2, r.Network.Seed, r.Network.Rate, r.Network.Weight = nil, nil, 0, 0, 0
	r.Split.Seed = 0
	if r.Refine > 0 {
		r.Refine = 0
	}
	return &r
}

// Untimed reports whether it is not known how long the planned training takes, and the engine has nothing else to do.
func (s State) Untimed() bool {
	if s.Plan == nil || len(s.pending) > 0 || s.Engine != core.Ready || s.Obstacle() != "" || s.Busy() || s.grabbed {
		return false
	}
	return !s.Trial.known() || !reflect.DeepEqual(s.Trial.of, timed(s.Setup.Request(s.Table)))
}

// rested asks how long the planned training takes.
func (s *State) rested() {
	if !s.Untimed() {
		return
	}
	r := s.Setup.Request(s.Table)
	if of := timed(r); !reflect.DeepEqual(s.Trial.of, of) {
		s.Trial = Trial{of: of}
	}
	s.ask(protocol.Plan{Train: r, Trial: true}, pending{what: askedTrial})
}

// trialRefused forgets a trial that was stopped: it is made when there is time again.
func (s *State) trialRefused() { s.Trial = Trial{} }

// took keeps how long a training took that made all its steps.
func (s *State) keepTime(status drnet.Status) {
	r := &s.Run
	if status == drnet.Finished && s.Speed == 0 && r.Setup.SameAs(s.Setup) && s.Table != nil && !r.Slowed {
		s.Trial = Trial{Seconds: r.Took().Seconds(), Whole: true, of: timed(s.Setup.Request(s.Table))}
	}
}

// TrialInWords says how long the training that is planned would take, "" if that is not known.
func (s State) TrialInWords() string {
	if s.Trial.Seconds <= 0 || !s.Trial.known() || s.Plan == nil || s.Obstacle() != "" {
		return ""
	}
	span := core.Span(time.Duration(s.Trial.Seconds * float64(time.Second)))
	if s.Trial.Seconds < 1 {
		span = "a second"
	}
	if s.Trial.Whole {
		return "about " + span + " on this computer, as the last time"
	}
	text := "about " + span + " on this computer"
	if s.Setup.Fields[core.Refining] != "off" {
		text += ", then refining"
	}
	return text
}

// OutlineInWords says what a training would start with and how long it takes: "108 yes/no questions, 24,129 rows, about 3 min
// on this computer"; "" if nothing is known.
func (s State) OutlineInWords() string {
	if s.Plan == nil || s.Obstacle() != "" {
		return ""
	}
	text := core.Plural(s.Plan.Features, "yes/no question", "yes/no questions") + ", " + core.Plural(s.Plan.Rows, "row", "rows") + " to learn from"
	switch words := s.TrialInWords(); {
	case words != "":
		return text + ", " + words + "."
	case s.asking(askedTrial) || s.Trial.tries > 0 && !s.Trial.known():
		return text + ", trying how long it takes …"
	}
	return text + "."
}

// RareInWords says how rare what the rules describe is, if it is so rare that rules hardly pay and the rows count evenly; ""
// if there is nothing to say.
func (s State) RareInWords() string {
	const rare = 0.2
	if s.Setup.Classes != "" || s.Splits() || s.Setup.Fields[core.Costs] != "even" {
		return ""
	}
	all, positive := 0, 0
	for _, v := range s.Choices() {
		all += v.Rows
		if v.Text == s.Setup.Positive {
			positive = v.Rows
		}
	}
	if all == 0 || positive == 0 || float64(positive) >= rare*float64(all) {
		return ""
	}
	return "Only " + core.Percent(float64(positive)/float64(all)) + " of the rows are “" + s.Setup.Positive +
		"”. Always saying something else is right nearly always, so rules for it may seem not to pay."
}
