package state

// Teach holds the lessons and the options for teaching. The zero value hides nothing and shows no lesson.
type Teach struct {
	Mode bool // teaching mode: options for lessons can be enabled

	Menu   bool // the list of lessons is open
	Guided bool // a lesson is active
	Lesson int  // index into Lessons; the first one is the tour
	At     int  // index of the current step

	Handout int // number of the lesson shown as a handout for print, from 1; 0 for none

	How   bool // the explanation of the method is open
	Shown How  // the example that its drawings show
	Game  Game
}
