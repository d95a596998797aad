package state

import (
	"slices"
	"time"

	"drnet/app/core"
)

// Area is a part of the page that a link can hide. The style sheet refers to it by its name.
type Area struct{ Name, Words string }

// Areas lists all areas, in the order of the page.
var Areas = []Area{
	{"samples", "the built-in tables"},
	{"file", "opening files"},
	{"dialect", "how a file is read"},
	{"preview", "the first rows"},
	{"columns", "the columns"},
	{"target", "what to predict"},
	{"settings", "all settings"},
	{"curves", "the curves"},
	{"live", "the rules while they are learnt"},
	{"stages", "what the rules were and are"},
	{"metrics", "precision, recall and other metrics"},
	{"edit", "editing of rules"},
	{"tabs", "the tabs of the rules"},
	{"share", "sharing and lessons"},
}

// inOrder returns the valid area names, each once, in the order of Areas.
func inOrder(names []string) []string {
	var list []string
	for _, p := range Areas {
		if slices.Contains(names, p.Name) {
			list = append(list, p.Name)
		}
	}
	return list
}

// Share is the dialog that creates a link to share.
type Share struct {
	Open   bool
	Hide   []string // areas that the link hides
	Lesson int      // lesson that the link starts, from 1; 0 for none
	Teach  bool
}

// LinkOpened passes the part of the address after the #.
type LinkOpened struct{ Hash string }

// NotesClosed closes the notes about the address.
type NotesClosed struct{}

// TeachSwitched switches teaching mode on or off.
type TeachSwitched struct{ On bool }

// ShareToggled opens or closes the dialog, MenuToggled the list of lessons. PartHidden, LessonLinked and TeachLinked
// change the shared link.
type (
	ShareToggled struct{}
	MenuToggled  struct{}
	PartHidden   struct {
		Name   string
		Hidden bool
	}
	LessonLinked struct{ Lesson int }
	TeachLinked  struct{ Teach bool }
)

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

func (LinkOpened) msg()    {}
func (NotesClosed) msg()   {}
func (ShareToggled) msg()  {}
func (MenuToggled) msg()   {}
func (PartHidden) msg()    {}
func (LessonLinked) msg()  {}
func (TeachLinked) msg()   {}
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
	case LinkOpened:
		s.linkOpened(m.Hash)
	case NotesClosed:
		s.Address.Notes = nil
	case ShareToggled:
		t.Share, t.Menu = Share{Open: !t.Share.Open, Hide: t.Hidden, Teach: t.Mode}, false
	case MenuToggled:
		t.Menu, t.Share.Open = !t.Menu, false
	case PartHidden:
		names := slices.DeleteFunc(slices.Clone(t.Share.Hide), func(name string) bool { return name == m.Name })
		if m.Hidden {
			names = append(names, m.Name)
		}
		t.Share.Hide = inOrder(names)
	case LessonLinked:
		t.Share.Lesson = max(0, min(m.Lesson, LessonCount))
	case TeachSwitched:
		t.Mode, t.Weights = m.On, t.Weights && m.On
	case TeachLinked:
		t.Share.Teach = m.Teach
	case LessonBegun:
		t.begin(m.Lesson)
	case StepTaken:
		t.take(m.By)
	case StepDone:
		s.doStep(m.At)
	case LessonEnded:
		t.Guided = false
	case GameBegun:
		if name := secretName + t.Game.seed(); builtIn(name) {
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
func (t *Teach) open(l Link) {
	t.Hidden, t.How, t.Mode = l.Hide, l.View == HowView, l.Teach
	if l.Lesson > 0 {
		t.begin(l.Lesson)
	} else if l.Tour {
		t.begin(tourLesson)
	}
}

func (t *Teach) begin(lesson int) {
	if lesson >= 0 && lesson <= LessonCount {
		t.Guided, t.Lesson, t.At, t.How, t.Handout, t.Share.Open, t.Menu = true, lesson, 0, false, 0, false, false
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

// ShareLink returns the link that the dialog shows.
func (s State) ShareLink() Link {
	l := s.Permalink()
	l.Hide, l.Lesson, l.Teach, l.Tour = s.Teach.Share.Hide, s.Teach.Share.Lesson, s.Teach.Share.Teach, false
	return l
}

// SharedInWords describes the content of the link.
func (s State) SharedInWords() string {
	switch {
	case s.Table == nil:
		return "The link holds the settings."
	case s.Source.Sample != "":
		return "The link holds the name of the built-in table and the settings."
	}
	return "The link holds the settings, and columns by their places: no name, no value and no file. Whoever opens it drops a " +
		"table of their own; the eight letters after “shape” tell whether it has the same form."
}
