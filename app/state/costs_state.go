package state

import (
	"maps"
)

// MustUse reports whether the rules must use a column.
func (s State) MustUse(j int) bool {
	c := s.Column(j)
	return c != nil && s.Used(j) && s.Setup.Require[c.Name]
}

func (s *State) require(m MustChosen) {
	c := s.Column(m.Column)
	if c == nil {
		return
	}
	s.Setup.Require = maps.Clone(s.Setup.Require)
	if m.Must {
		s.Setup.Require[c.Name] = true
	} else {
		delete(s.Setup.Require, c.Name)
	}
}
