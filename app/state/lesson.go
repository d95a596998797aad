package state

import (
	"slices"
	"time"

	"drnet/app/core"
	"drnet/app/tradeoff"
	"drnet/engine/setting"
)

// Lesson is a sequence of steps that drives the page itself and shows no screenshots.
type Lesson struct {
	Name  string // of the lesson
	About string // its topic
	Steps []LessonStep
}

// LessonStep is one step of a lesson.
type LessonStep struct {
	Title string
	Text  string
	Point string // id of the part of the page that the step describes, "" for none
	Label string // of the action button, "" for none
	Do    []Msg  // messages that the button sends; Start and tradeoff.EvaluationAsked get the current time
	// Done reports whether the step is completed; nil if it requires no action.
	Done func(State) bool
	// Says describes the result of the completed step; nil for none.
	Says func(State) string
}

// tourLesson is the index of the tour in Lessons.
const tourLesson = 0

// Lessons returns the tour, followed by the lessons.
func Lessons() []Lesson {
	return []Lesson{tour(), ruleLesson(), pressureLesson(), overfittingLesson()}
}

// Step returns the current step of the current lesson; ok is false if no lesson is active.
func (s State) Step() (step LessonStep, ok bool) {
	if !s.Teach.Guided {
		return step, false
	}
	return Lessons()[s.Teach.Lesson].Steps[s.Teach.At], true
}

// StepReached reports whether the current step is completed.
func (s State) StepReached() bool {
	step, ok := s.Step()
	return ok && (step.Done == nil || step.Done(s))
}

// StepObstacle returns the reason why the action of the step is not possible now, "" if it is.
func (s State) StepObstacle() string {
	switch {
	case s.Engine == core.Gone:
		return "The engine could not be started."
	case s.Reading != "":
		return "The table is being read …"
	case s.Run.Active():
		return "The network is learning …"
	case s.TradeOff.Active():
		return "Settings are being tried …"
	case s.Compare.Active():
		return "Learners are being compared …"
	}
	return ""
}

// doStep sends the messages of the current step.
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
		case tradeoff.EvaluationAsked:
			timed.At = at
			m = timed
		}
		s.update(m)
	}
}

// trainedOn reports whether the current rules come from the last run, on the named sample with these settings.
func trainedOn(name string, fields map[setting.Key]string) func(State) bool {
	return func(s State) bool {
		r := s.Run
		if s.Source.Sample != name || s.Table == nil || r.Phase != core.Done || !r.Gave(s.Rules.Model()) {
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

// loadedTable reports whether the named sample is loaded.
func loadedTable(name string) func(State) bool {
	return func(s State) bool { return s.Table != nil && s.Source.Sample == name && s.Reading == "" }
}

// onTab reports whether a tab of the rules is selected.
func onTab(t core.Tab) func(State) bool {
	return func(s State) bool { return s.Rules.Model() != nil && s.Tab == t }
}

// load returns the messages that reset the settings and load a sample.
func load(name string) []Msg { return []Msg{Reset{}, SampleChosen{Name: name}} }

// sizeAndScores describes the size and the accuracy of the current rules.
func sizeAndScores(s State) string {
	o, ok := s.Rules.Now().Outcome()
	if !ok {
		return ""
	}
	text := core.Plural(o.Rules, "rule", "rules") + " with " + core.Plural(o.Conditions, "condition", "conditions") +
		": right on " + core.Percent(o.Train.Accuracy) + " of the training rows"
	if o.Test != nil {
		text += " and on " + core.Percent(o.Test.Accuracy) + " of the held-out rows"
	}
	return text + "."
}

// comparedWithBefore describes the current rules and the previous ones in the history.
func comparedWithBefore(s State) string {
	text := "Now: " + sizeAndScores(s)
	st := s.Rules
	if i := st.At - 1; i >= 0 {
		if o, ok := st.Revisions[i].Outcome(); ok && o.Test != nil {
			before := s
			before.Rules.Revisions, before.Rules.At = slices.Clone(st.Revisions[:i+1]), i
			text = "Before: " + sizeAndScores(before) + " " + text
		}
	}
	return text
}
