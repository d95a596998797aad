package state

import (
	"strconv"

	"drnet/engine/sample"
)

// Game is “find my secret rules”: a table whose answers follow from rules that a seed decides, and that the page does not show
// before they are asked for.
type Game struct {
	Seed     string // of the next game, as it is typed
	Guess    string // the rules that a person suspects, one a line
	Revealed *Reveal
}

// SeedTyped, GuessTyped and GameBegun make a game; SecretRevealed ends it.
type (
	SeedTyped      struct{ Text string }
	GuessTyped     struct{ Text string }
	GameBegun      struct{}
	SecretRevealed struct{}
)

func (SeedTyped) msg()      {}
func (GuessTyped) msg()     {}
func (GameBegun) msg()      {}
func (SecretRevealed) msg() {}

const secretName = "secret-"

// Playing returns the seed of the game whose table is in sight; ok is false if it is another table.
func (s State) Playing() (seed uint64, ok bool) {
	name := s.Source.Sample
	if s.Table == nil || len(name) <= len(secretName) || name[:len(secretName)] != secretName {
		return 0, false
	}
	seed, err := strconv.ParseUint(name[len(secretName):], 10, 32)
	return seed, err == nil
}

// SeedComplaint says what is wrong with the seed of the next game, "" if nothing is.
func (g Game) SeedComplaint() string {
	if builtIn(secretName + g.seed()) {
		return ""
	}
	return "Type a whole number from 0 to 1,000,000."
}

func (g Game) seed() string {
	if g.Seed == "" {
		return "1"
	}
	return g.Seed
}

// game changes the state by a message about the game, and reports whether it was one. The table is asked for in update.
func (s *State) game(m Msg) bool {
	g := &s.Teach.Game
	switch m := m.(type) {
	case SeedTyped:
		g.Seed = m.Text
	case GuessTyped:
		g.Guess, g.Revealed = m.Text, nil
	case SecretRevealed:
		if seed, ok := s.Playing(); ok {
			r := reveal(sample.NewSecret(seed), s.Study.Now(), g.Guess)
			g.Revealed = &r
			s.Status = r.Verdict
		}
	default:
		return false
	}
	return true
}
