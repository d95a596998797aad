// Package learn teaches the method: with lessons that drive the page and their printed handouts, an explanation with interactive drawings,
// and a game of guessing rules.
package learn

import "drnet/app/core"

// Model is the state of the lessons and of the options for teaching. The zero value shows none of them.
type Model struct {
	Teaching  bool // teaching mode: weights of the network can be edited
	Projector bool // larger text and fewer controls, for a class

	Menu   bool // the list of lessons is open
	Guided bool // a lesson is active
	Lesson int  // index into Lessons; the first one is the tour

	Handout   int  // number of the lesson shown as a handout for print, from 1; 0 for none
	Explained bool // the explanation of the method is open
	Game      Game

	at      int    // index of the current step
	chosen  [2]int // choices of its questions, from 1; 0 for none
	reached bool   // the step is completed, or has just begun
	dials   dials
	own     fields // the user's values of the settings that the lesson has changed; nil if it has not changed any
}

func (m *Model) begin(lesson int) {
	if lesson >= 0 && lesson < len(Lessons()) {
		m.Guided, m.Lesson, m.at, m.chosen, m.reached = true, lesson, 0, [2]int{}, true
		m.Explained, m.Handout, m.Menu = false, 0, false
	}
}

// move moves forward by a number of steps. Beyond the last one the lesson ends.
func (m *Model) move(by int) {
	m.Guided = m.Guided && m.at+by < len(Lessons()[m.Lesson].Steps)
	m.at, m.chosen, m.reached = max(m.at+by, 0), [2]int{}, true
}

// Return moves to the last step about a section until now, or else to the first one after. It reports whether the step changes.
func (m *Model) Return(at core.Section) bool {
	step, ok := m.Step()
	if !ok || step.Place.Section == at {
		return false
	}
	to := -1
	for i, s := range Lessons()[m.Lesson].Steps {
		if s.Place.Section == at && (to < 0 || i < m.at) {
			to = i
		}
	}
	if to >= 0 {
		m.move(to - m.at)
	}
	return to >= 0
}

// Step returns the current step of the current lesson; ok is false if no lesson is active.
func (m Model) Step() (step LessonStep, ok bool) {
	if !m.Guided {
		return step, false
	}
	return Lessons()[m.Lesson].Steps[m.at], true
}

// Reached reports whether the current step is completed.
func (m Model) Reached(c core.View) bool {
	step, ok := m.Step()
	return ok && (step.Done == nil || step.Done(c))
}

func (m Model) obstacle(c core.View) string {
	switch step, _ := m.Step(); {
	case step.Place.Section == core.RulesSection && c.Revision.Model == nil:
		return "There are no rules yet: go back and train."
	case step.Asks[Before].Text != "" && m.chosen[Before] == 0 && !m.Reached(c):
		return "Choose what you expect first."
	}
	return Obstacle(c)
}
