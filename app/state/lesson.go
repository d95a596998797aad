package state

import (
	"slices"
	"time"

	"drnet/app/core"
)

// Lesson is a walk through the page in steps. It drives the page itself: nothing in it is a picture of the page.
type Lesson struct {
	Name  string // of the lesson
	About string // what is learnt in it
	Steps []LessonStep
}

// LessonStep is one step of a lesson.
type LessonStep struct {
	Title string
	Text  string
	Point string // id of the part of the page that the step is about, "" for none
	Label string // of the button that does something, "" without one
	Do    []Msg  // what the button does; a Start or a TradeAsked gets the time
	// Done reports whether what the step asks for has come about; nil if it asks for nothing.
	Done func(State) bool
	// Says tells what is to be seen once the step is done; nil if there is nothing to tell.
	Says func(State) string
}

// tourLesson is the place of the tour among the lessons; LessonCount is the number of lessons beside it.
const tourLesson, LessonCount = 0, 3

// Lessons returns the tour, and then the lessons.
func Lessons() []Lesson {
	return []Lesson{tour(), ruleLesson(), pressureLesson(), overfittingLesson()}
}

// Step returns the step of the lesson that is under way; ok is false if there is none.
func (s State) Step() (step LessonStep, ok bool) {
	if !s.Teach.Guided {
		return step, false
	}
	return Lessons()[s.Teach.Lesson].Steps[s.Teach.At], true
}

// StepReached reports whether what the step asks for has come about.
func (s State) StepReached() bool {
	step, ok := s.Step()
	return ok && (step.Done == nil || step.Done(s))
}

// StepObstacle says why what the step offers cannot be done now, "" if it can.
func (s State) StepObstacle() string {
	switch {
	case s.Engine == core.Gone:
		return "The engine could not be started."
	case s.Reading != "":
		return "The table is being read …"
	case s.Run.Active():
		return "The network is learning …"
	case s.Trade.Active():
		return "Settings are being tried …"
	case s.Contest.Active():
		return "Learners are being compared …"
	}
	return ""
}

// doStep does what a step offers.
func (s *State) doStep(at time.Time) {
	step, ok := s.Step()
	if !ok || s.StepObstacle() != "" {
		return
	}
	for _, m := range step.Do {
		switch timed := m.(type) {
		case Start:
			timed.At = at
			m = timed
		case TradeAsked:
			timed.At = at
			m = timed
		}
		s.update(m)
	}
}

// trainedOn reports whether the rules in sight are those of the last training, on a built-in table and with these settings.
func trainedOn(name string, fields map[core.Field]string) func(State) bool {
	return func(s State) bool {
		r := s.Run
		if s.Source.Sample != name || s.Table == nil || r.Phase != core.Done || !r.Gave(s.Study.Model()) {
			return false
		}
		for f, text := range fields {
			if r.Setup.Text(f) != text {
				return false
			}
		}
		return true
	}
}

// loadedTable reports whether a built-in table is there.
func loadedTable(name string) func(State) bool {
	return func(s State) bool { return s.Table != nil && s.Source.Sample == name && s.Reading == "" }
}

// onTab reports whether a tab of the rules is in sight.
func onTab(t Tab) func(State) bool {
	return func(s State) bool { return s.Study.Model() != nil && s.Study.Tab == t }
}

// load is what has a built-in table read with the settings put back.
func load(name string) []Msg { return []Msg{Reset{}, SampleChosen{Name: name}} }

// sizeAndScores says how long the rules in sight are and how often they are right.
func sizeAndScores(s State) string {
	o, ok := s.Study.Now().Outcome()
	if !ok {
		return ""
	}
	text := core.Plural(o.Rules, "rule", "rules") + " with " + core.Plural(o.Conditions, "condition", "conditions") + ": right on " + core.Percent(o.Train.Accuracy) + " of the training rows"
	if o.Test != nil {
		text += " and on " + core.Percent(o.Test.Accuracy) + " of the held-out rows"
	}
	return text + "."
}

// comparedWith says the same of the rules in sight and of those before them.
func comparedWithBefore(s State) string {
	text := "Now: " + sizeAndScores(s)
	st := s.Study
	if i := st.At - 1; i >= 0 {
		if o, ok := st.Steps[i].Outcome(); ok && o.Test != nil {
			before := s
			before.Study.Steps, before.Study.At = slices.Clone(st.Steps[:i+1]), i
			text = "Before: " + sizeAndScores(before) + " " + text
		}
	}
	return text
}
