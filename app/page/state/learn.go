package state

import "drnet/app/learn"

// teach passes a message to the lessons. The list of lessons and a lesson close the dialog of links.
func (s *State) teach(m learn.Msg) {
	take(s, &s.Learn, m)
	switch m.(type) {
	case learn.MenuToggled, learn.LessonBegun:
		s.Link.Open = false
	}
}
