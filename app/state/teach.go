package state

// Teach is what helps to learn from the page, and to teach with it. The zero value shows everything and teaches nothing.
type Teach struct {
	Mode    bool     // teaching mode: what is of use in a lesson only can be switched on
	Weights bool     // weights of the network may be changed by hand
	Hidden  []string // parts of the page that are not shown, by Area.Name, in the order of Areas

	Menu   bool // the lessons are listed
	Guided bool // a lesson is under way
	Lesson int  // place in Lessons; the first one is the tour
	At     int  // the step of it, from 0

	Handout int // the lesson that is in sight as a sheet to print, from 1; 0 for none

	How   bool // the page that explains the method is in sight
	Shown How  // what its drawings are of
	Share Share
	Game  Game
	Help  string // the place whose explanation is open, "" for none
}
