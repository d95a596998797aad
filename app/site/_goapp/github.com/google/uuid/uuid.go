// Package uuid makes the names by which pages in the same browser tell their
// messages apart; they keep no secret.
package uuid

import (
	"math/rand/v2"
	"strconv"
)

// NewString returns a random name.
func NewString() string { return strconv.FormatUint(rand.Uint64(), 16) }
