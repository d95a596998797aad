package state

import (
	"reflect"
	"time"

	"drnet/app/core"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// Trial estimates the duration of a run on this computer. It uses a short trial run or, with the same settings, the
// previous run.
type Trial struct {
	Seconds float64 // 0 if unknown
	Whole   bool    // a complete run took this time; otherwise Seconds covers the networks only

	of    *protocol.Train // the request of the estimate, without options that do not affect the duration
	tries int
}

// Browsers compile a program twice, so that it becomes faster after a while. A trial is therefore repeated until the
// gain is below a fifth, up to mostTries times.
const (
	mostTries = 4
	steady    = 0.8
)

// tried returns the estimate updated by another trial.
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

// timed returns a request without the options that do not affect the duration of its networks.
func timed(r protocol.Train) *protocol.Train {
	r.Require, r.MaxConditions = nil, 0
	r.Network.Lambda1, r.Network.Lambda2, r.Network.Seed, r.Network.Rate, r.Network.Weight = nil, nil, 0, 0, 0
	r.Split.Seed = 0
	if r.Refine > 0 {
		r.Refine = 0
	}
	return &r
}

// Untimed reports whether the duration of the planned run is unknown and the engine is idle.
func (s State) Untimed() bool {
	if s.Plan == nil || len(s.pending) > 0 || s.Engine != core.Ready || s.Obstacle() != "" || s.Busy() || s.Data.Dragging {
		return false
	}
	return !s.Trial.known() || !reflect.DeepEqual(s.Trial.of, timed(s.Setup.Request(s.Table)))
}

// rested requests the duration of the planned run.
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

// trialRefused discards a cancelled trial; it is repeated when the engine is idle.
func (s *State) trialRefused() { s.Trial = Trial{} }

// keepTime stores the duration of a run that completed all its steps.
func (s *State) keepTime(status drnet.Status) {
	r := &s.Run
	if status == drnet.Finished && s.Training.Speed == 0 && r.Setup.SameAs(s.Setup) && s.Table != nil && !r.Slowed {
		s.Trial = Trial{Seconds: r.Took().Seconds(), Whole: true, of: timed(s.Setup.Request(s.Table))}
	}
}

// TrialInWords describes the estimated duration of the planned run, "" if it is unknown.
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
	if s.Setup.Fields[setting.Refining] != "off" {
		text += ", then refining"
	}
	return text
}

// OutlineInWords describes the input and duration of the planned run: "108 yes/no questions, 24,129 rows, about 3 min
// on this computer". It returns "" if nothing is known.
func (s State) OutlineInWords() string {
	if s.Plan == nil || s.Obstacle() != "" {
		return ""
	}
	text := core.Plural(s.Plan.Features, "yes/no question", "yes/no questions") + ", " +
		core.Plural(s.Plan.Rows, "row", "rows") + " to learn from"
	switch words := s.TrialInWords(); {
	case words != "":
		return text + ", " + words + "."
	case s.asking(askedTrial) || s.Trial.tries > 0 && !s.Trial.known():
		return text + ", trying how long it takes …"
	}
	return text + "."
}

// RareInWords warns of a rare positive class with unweighted rows, for which rules hardly improve the accuracy. It
// returns "" if the warning does not apply.
func (s State) RareInWords() string {
	const rare = 0.2
	if s.Setup.Classes != "" || s.Splits() || s.Setup.Fields[setting.Costs] != "even" {
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
