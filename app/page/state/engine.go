package state

// silence is the message shown while the engine sends nothing.
const silence = "Nothing has been heard of the engine for two seconds: it may have much to do. " +
	"If that lasts for ten, another one takes its place, with the table and the best rules so far. Stopping does not wait as long."

// Trouble describes the current problem with the engine, "" if it has none.
func (s State) Trouble() string {
	if s.Problem == "" && s.Silent {
		return silence
	}
	return s.Problem
}
