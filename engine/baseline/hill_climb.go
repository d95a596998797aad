package baseline

import (
	"context"
	"slices"
)

// hillClimber is a local search for the best set of candidates, which are numbered from 0.
type hillClimber struct {
	candidates int
	least      float64 // increase that a change must exceed
	// value returns the value of a set, and a function for the value with another candidate.
	value func(set []int) (own float64, with func(k int) float64)
	tick  func() // is called often, so that a caller can handle events
}

// hillClimb adds, removes or replaces one candidate of a set at a time, until no change gains. It always makes the
// change of greatest gain, ties in order. It reports false if ctx is canceled.
func (c hillClimber) hillClimb(ctx context.Context, set []int, now float64) (best []int, most float64, ended bool) {
	for {
		better := false
		best, most = set, now+c.least
		for at := -1; at < len(set); at++ { // without the candidate at this index, or with all for -1
			if c.tick(); ctx.Err() != nil {
				return set, now, false
			}
			rest := slices.Clone(set)
			if at >= 0 {
				rest = slices.Delete(rest, at, at+1)
			}
			own, with := c.value(rest)
			if at >= 0 && own > most {
				best, most, better = rest, own, true
			}
			for k := range c.candidates {
				if v := with(k); v > most && !slices.Contains(rest, k) {
					best, most, better = append(slices.Clone(rest), k), v, true
				}
			}
		}
		if !better {
			return set, now, true
		}
		set, now = best, most
	}
}
