package baseline

import (
	"context"
	"math"
	"slices"

	"drnet/engine/rule"
)

// candidate is a rule that a learner may choose, and the rows that it matches.
type candidate struct {
	rule    rule.Rule
	fires   []uint64
	gain    float64 // information gain, for BRS
	right   float64 // precision, for BRS
	cost    float64 // in rows, for CG: the price of the rule, and the negative rows that it covers
	reduced float64 // reduced cost in rows, for CG
}

// items returns the features and their negations as candidates.
func items(rows LabeledRows) []candidate {
	var items []candidate
	fires := rows.empty(2 * rows.X.Cols)
	for k := range fires {
		r := rule.Rule{{Feature: k / 2, Not: k%2 == 1}}
		r.Match(fires[k], rows.X)
		items = append(items, candidate{rule: r, fires: fires[k]})
	}
	return items
}

// hillClimber is a local search for the best set of candidates.
type hillClimber struct {
	pool  []candidate
	least float64 // increase that a change must exceed
	// value returns the value of a set, as indexes into the pool, and a function for the value with another candidate.
	value func(set []int) (own float64, with func(k int) float64)
	tick  func() // is called often, so that a caller can handle events
}

// best returns the better of two local optima: from a set, and from the empty set. The result is void if ctx is canceled.
func (c hillClimber) best(ctx context.Context, start []int) (best []int) {
	most := math.Inf(-1)
	for _, from := range [][]int{start, nil} {
		if set, value := c.climb(ctx, from); value > most {
			best, most = set, value
		}
	}
	return best
}

// climb adds, removes or replaces one candidate at a time, by the change of greatest gain, ties in order, until none gains.
func (c hillClimber) climb(ctx context.Context, set []int) (best []int, most float64) {
	now, _ := c.value(set)
	for {
		better := false
		best, most = set, now+c.least
		for at := -1; at < len(set); at++ { // without the candidate at this index, or with all for -1
			if c.tick(); ctx.Err() != nil {
				return set, now
			}
			rest := slices.Clone(set)
			if at >= 0 {
				rest = slices.Delete(rest, at, at+1)
			}
			own, with := c.value(rest)
			if at >= 0 && own > most {
				best, most, better = rest, own, true
			}
			for k := range c.pool {
				if v := with(k); v > most && !slices.Contains(rest, k) {
					best, most, better = append(slices.Clone(rest), k), v, true
				}
			}
		}
		if !better {
			return set, now
		}
		set, now = best, most
	}
}

// rules returns the rules of a set.
func (c hillClimber) rules(set []int) (rules rule.Set) {
	for _, k := range set {
		rules = append(rules, c.pool[k].rule)
	}
	return rules
}
