package state

import (
	"strconv"

	"drnet/engine/sample"
)

// Game is the guess-the-rules game. A seed determines the rules that label its table, and the page hides them until
// they are revealed.
type Game struct {
	Seed     string // of the next game, as typed
	Guess    string // the guessed rules, one per line
	Revealed *Reveal
}

// SeedTyped, GuessTyped and GameBegun play a game; SecretRevealed ends it.
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

// Playing returns the seed of the game whose table is loaded; ok is false for other tables.
func (s State) Playing() (seed uint64, ok bool) {
	name := s.Source.Sample
	if s.Table == nil || len(name) <= len(secretName) || name[:len(secretName)] != secretName {
		return 0, false
	}
	seed, err := strconv.ParseUint(name[len(secretName):], 10, 32)
	return seed, err == nil
}

// SeedComplaint describes an error in the seed of the next game, "" if it is valid.
func (g Game) SeedComplaint() string {
	if _, ok := sample.Find(secretName + g.seed()); ok {
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

// game updates the state for messages about the game; it returns false for others. The message GameBegun is handled by
// guide.
func (s *State) game(m Msg) bool {
	g := &s.Teach.Game
	switch m := m.(type) {
	case SeedTyped:
		g.Seed = m.Text
	case GuessTyped:
		g.Guess, g.Revealed = m.Text, nil
	case SecretRevealed:
		if seed, ok := s.Playing(); ok {
			r := reveal(sample.NewSecret(seed), s.Rules.Now(), g.Guess)
			g.Revealed = &r
			s.Status = r.Verdict
		}
	default:
		return false
	}
	return true
}
