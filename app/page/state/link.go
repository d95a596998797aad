package state

import (
	"drnet/app/core"
	"drnet/app/learn"
	"drnet/app/link"
)

// Scene returns what a link to this page opens besides the settings.
func (s State) Scene() link.Scene {
	at := link.Scene{Teach: s.Learn.Teaching}
	if s.Learn.Guided {
		at.Tour, at.Lesson = s.Learn.Lesson == 0, s.Learn.Lesson
	}
	switch {
	case s.Learn.Explained:
		at.View = link.HowView
	case s.Tab != core.RulesTab:
		at.View = string(s.Tab)
	}
	return at
}

// Permalink returns the link to the current state of the page.
func (s State) Permalink() link.Link { return s.Link.Address(s.Shared, s.Scene()) }

// openLink shows the scene of a link, and loads its table.
func (s *State) openLink(l link.Link) {
	lesson := l.Lesson
	if lesson == 0 && !l.Tour {
		lesson = -1
	}
	take(s, &s.Learn, learn.Opened{Teaching: l.Teach, Explained: l.View == link.HowView, Lesson: lesson})
	s.Link.Open = s.Link.Open && !s.Learn.Guided
	if tab, ok := l.Tab(); ok {
		s.Tab = tab
	}
	if l.Loads(s.Shared) {
		s.read(load{source: core.Source{Name: l.Sample, Sample: l.Sample}})
	} else if l.Configures() {
		s.Learn.Game.Revealed = nil
	}
}
