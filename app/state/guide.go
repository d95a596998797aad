package state

import (
	"time"

	"drnet/app/core"
	"drnet/app/link"
)

// TeachSwitched switches teaching mode on or off.
type TeachSwitched struct{ On bool }

// MenuToggled opens or closes the list of lessons.
type MenuToggled struct{}

// LessonBegun starts a lesson, by its index in Lessons. StepTaken moves forward by a number of steps, which may be
// negative. StepDone performs the action of the step. LessonEnded ends the lesson.
type (
	LessonBegun struct{ Lesson int }
	StepTaken   struct{ By int }
	StepDone    struct{ At time.Time }
	LessonEnded struct{}
)

// HowOpened opens or closes the explanation of the method.
type HowOpened struct{ Open bool }

// HandoutOpened shows a printable lesson, by its place in Lessons from 1; 0 closes it.
type HandoutOpened struct{ Lesson int }

func (MenuToggled) msg()   {}
func (TeachSwitched) msg() {}
func (LessonBegun) msg()   {}
func (StepTaken) msg()     {}
func (StepDone) msg()      {}
func (LessonEnded) msg()   {}
func (HowOpened) msg()     {}
func (HandoutOpened) msg() {}

// guide updates the state for messages about teaching; ok is false for others.
func (s *State) guide(m Msg) (ok bool) {
	t := &s.Teach
	switch m := m.(type) {
	case MenuToggled:
		t.Menu, s.Link.Open = !t.Menu, false
	case TeachSwitched:
		t.Mode = m.On
	case LessonBegun:
		t.begin(m.Lesson)
		s.Link.Open = s.Link.Open && !t.Guided
	case StepTaken:
		t.take(m.By)
	case StepDone:
		s.doStep(m.At)
	case LessonEnded:
		t.Guided = false
	case GameBegun:
		if name := secretName + t.Game.seed(); t.Game.SeedComplaint() == "" {
			t.Menu, t.How, t.Handout = false, false, 0
			s.read(pending{source: core.Source{Name: name, Sample: name}})
		}
	case HowOpened:
		t.How, t.Handout, s.Help = m.Open, 0, ""
	case HandoutOpened:
		if t.Handout = m.Lesson; t.Handout < 0 || t.Handout > len(Lessons()) {
			t.Handout = 0
		}
		t.How, t.Menu, t.Guided, s.Help = false, false, t.Guided && t.Handout == 0, ""
	default:
		if !t.Shown.change(m) && !s.game(m) {
			return false
		}
	}
	return true
}

// open applies the teaching options of a link.
func (t *Teach) open(l link.Scene) {
	t.How, t.Mode = l.View == link.HowView, l.Teach
	if l.Lesson > 0 {
		t.begin(l.Lesson)
	} else if l.Tour {
		t.begin(tourLesson)
	}
}

func (t *Teach) begin(lesson int) {
	if lesson >= 0 && lesson <= link.Lessons {
		t.Guided, t.Lesson, t.At, t.How, t.Handout, t.Menu = true, lesson, 0, false, 0, false
	}
}

func (t *Teach) take(by int) {
	if !t.Guided {
		return
	}
	steps := len(Lessons()[t.Lesson].Steps)
	if t.At+by >= steps {
		t.Guided = false
		return
	}
	t.At = max(t.At+by, 0)
}
