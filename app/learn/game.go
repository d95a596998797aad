package learn

import (
	"strconv"

	"drnet/app/core"
	"drnet/engine/sample"
)

// Game is the guess-the-rules game. A seed determines the rules that label its table, and the page hides them until
// they are revealed.
type Game struct {
	Seed     string // of the next game, as typed
	Guess    string // the guessed rules, one per line
	Revealed *Reveal
}

const secretName = "secret-"

// Playing returns the seed of the game whose table is loaded; ok is false for other tables.
func Playing(c core.View) (seed uint64, ok bool) {
	name := c.Source.Sample
	if c.Table == nil || len(name) <= len(secretName) || name[:len(secretName)] != secretName {
		return 0, false
	}
	seed, err := strconv.ParseUint(name[len(secretName):], 10, 32)
	return seed, err == nil
}

// complaint describes an error in the seed of the next game, "" if it is valid.
func (g Game) complaint() string {
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
