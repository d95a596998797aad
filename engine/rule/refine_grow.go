package rule

import (
	"slices"

	"drnet/engine/bitmat"
)

const (
	beamWidth = 4  // candidates for each way to rank
	longest   = 12 // conditions of a rule that grows, if no fewer are asked for
)

// beamWeights are what a negative row that is covered counts against a positive one when candidates are ranked. The first
// is the true one, which prefers conditions that hold for few rows; others leave room for those that are narrowed later.
var beamWeights = [...]float64{1, 0.5, 0.2}

// beam grows one rule at a time, several candidates side by side.
type beam struct {
	now, next []stem
	lists     [len(beamWeights)][]sprout
	noNot     bool // literals are not negated
	longest   int  // conditions of a rule, at most
}

// stem is a rule that may still grow, with the rows it covers.
type stem struct {
	rule  Rule
	fires []uint64
	paid  float64 // what it costs, in rows
}

// sprout is a stem with one more literal.
type sprout struct {
	parent  int
	literal Literal
	count   tally
	rank    float64
}

func (b *beam) init(a *arena) {
	n := 1 + beamWidth*len(beamWeights)
	b.now, b.next = make([]stem, n), make([]stem, n)
	for i := range n {
		b.now[i].fires, b.next[i].fires = make([]uint64, a.words), make([]uint64, a.words)
	}
}

// grow returns the rule with the most gain on the rows of free, less its cost, and that value.
func (b *beam) grow(a *arena, free []uint64, cost float64) (best Rule, value float64, work int) {
	best, value = Rule{}, a.gain(a.count(free))-cost
	b.now[0].rule, b.now[0].paid = b.now[0].rule[:0], cost
	copy(b.now[0].fires, free)
	n := 1
	for range b.longest {
		for i := range b.lists {
			b.lists[i] = b.lists[i][:0]
		}
		found := sprout{parent: -1}
		for p := range n {
			b.sprouts(a, p, cost, &value, &found)
		}
		work += n * len(a.columns) * a.words
		if found.parent >= 0 {
			best = append(slices.Clone(b.now[found.parent].rule), found.literal)
		}
		n = b.advance(a, cost, value)
	}
	return best, value, work
}

// sprouts offers every literal for stem p. If one makes a rule worth more than value, it becomes found.
func (b *beam) sprouts(a *arena, p int, cost float64, value *float64, found *sprout) {
	fires := b.now[p].fires
	all := a.count(fires)
	for f, column := range a.columns {
		yes := a.countBoth(fires, column)
		no := all.minus(yes)
		if yes == all || no == all {
			continue
		}
		for i, t := range [2]tally{yes, no} {
			if i == 1 && b.noNot {
				continue
			}
			s := sprout{p, Literal{f, i == 1}, t, 0}
			paid := b.now[p].paid + chargeOf(cost, s.literal)
			if a.most(t)-paid <= *value {
				continue // no matter how it grows on
			}
			if v := a.gain(t) - paid; v > *value+epsilon {
				*value, *found = v, s
			}
			for w, weight := range beamWeights {
				s.rank = a.most(t) - float64(weight*float64(a.no*float64(t.no)))
				b.offer(w, s)
			}
		}
	}
}

// offer keeps a sprout if it is among the best of its list. Sprouts that cover as many rows of either class are most likely the
// same rule in another order.
func (b *beam) offer(w int, s sprout) {
	list := b.lists[w]
	if len(list) == beamWidth && s.rank <= list[len(list)-1].rank {
		return
	}
	at := len(list)
	for i, o := range list {
		if o.count == s.count {
			return
		}
		if s.rank > o.rank && i < at {
			at = i
		}
	}
	if len(list) == beamWidth {
		list = list[:beamWidth-1]
	}
	b.lists[w] = slices.Insert(list, at, s)
}

// advance makes the sprouts of all lists the next stems, but those that cannot be worth more than value any more,
// with a further condition.
func (b *beam) advance(a *arena, cost, value float64) int {
	n := 0
	var seen [beamWidth * len(beamWeights)]tally
	for _, list := range b.lists {
		for _, s := range list {
			to, from := &b.next[n], &b.now[s.parent]
			to.paid = from.paid + chargeOf(cost, s.literal)
			if a.most(s.count)-to.paid-cost <= value || slices.Contains(seen[:n], s.count) {
				continue
			}
			seen[n] = s.count
			to.rule = append(append(to.rule[:0], from.rule...), s.literal)
			if s.literal.Not {
				bitmat.AndNot(to.fires, from.fires, a.columns[s.literal.Feature])
			} else {
				bitmat.And(to.fires, from.fires, a.columns[s.literal.Feature])
			}
			n++
		}
	}
	b.now, b.next = b.next, b.now
	return n
}
