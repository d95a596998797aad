package state

import (
	"drnet/app/core"
	"drnet/app/link"
)

// Scene returns what a link to this page opens besides the settings.
func (s State) Scene() link.Scene {
	at := link.Scene{Teach: s.Teach.Mode}
	switch {
	case s.Teach.Lesson == tourLesson:
		at.Tour = s.Teach.Guided
	case s.Teach.Guided:
		at.Lesson = s.Teach.Lesson
	}
	switch {
	case s.Teach.How:
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
	s.Teach.open(l.Scene)
	s.Link.Open = s.Link.Open && !s.Teach.Guided
	if tab, ok := l.Tab(); ok {
		s.Tab = tab
	}
	if l.Loads(s.Shared) {
		s.read(pending{source: core.Source{Name: l.Sample, Sample: l.Sample}})
	} else if l.Configures() {
		s.Teach.Game.Revealed = nil
	}
}
