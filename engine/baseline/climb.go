package baseline

import (
	"context"
	"slices"
)

// climber is a search for the best set of candidates, which are numbers from 0.
type climber struct {
	candidates int
	least      float64 // by which a change must raise the value
	// value returns what a set is worth, and what it would be worth with a further candidate.
	value func(set []int) (own float64, with func(k int) float64)
	tick  func() // is called often: whoever waits can be heard then
}

// climb changes a set, whose value is known, by one candidate at a time: it is added, dropped or replaced, always by the change that
// raises the value most, the first of equals, until none does. It reports whether it came to its end.
func (c climber) climb(ctx context.Context, set []int, now float64) (best []int, most float64, ended bool) {
	for {
		better := false
		best, most = set, now+c.least
		for at := -1; at < len(set); at++ { // without the candidate there, or with all
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
