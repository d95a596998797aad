package rule

import (
	"context"
	"slices"

	"drnet/engine/bitmat"
)

// search is a set under change. Everything it counts is in rows, by their weight: the score is the number of rows answered
// rightly less the cost of the set's complexity.
type search struct {
	*arena
	limits
	ctx  context.Context
	cost float64 // of a rule or a condition
	set  Set
	fire [][]uint64 // of each rule
	free []uint64   // rows that no other rule covers
	base []uint64
	beam beam

	quick    bool      // no rule is grown anew
	pruning  bool      // conditions are taken out only
	work     int       // words counted so far
	progress *progress // nil if nobody is told
}

func newSearch(ctx context.Context, a *arena, price float64) *search {
	s := &search{arena: a, ctx: ctx}
	s.setPrice(price)
	s.limit(Limits{})
	s.free, s.base = make([]uint64, a.words), make([]uint64, a.words)
	s.beam.init(a)
	return s
}

// setPrice sets the price of a rule or a condition.
func (s *search) setPrice(price float64) { s.cost = float64(price * float64(s.rows())) }

// limit says what the rules may be.
func (s *search) limit(l Limits) {
	s.limits = newLimits(l, len(s.columns))
	s.beam.noNot, s.beam.longest = l.NoNot, min(s.longest, longest)
}

// start makes the set the one to change, as far as the limits allow it.
func (s *search) start(set Set) {
	s.set = s.set[:0]
	for _, r := range set {
		if !s.allows(r) {
			s.freeOf(-1)
			r = s.fit(r)
		}
		s.append(r)
	}
}

func (s *search) append(r Rule) {
	k := len(s.set)
	s.set = append(s.set, slices.Clone(r))
	if len(s.fire) <= k {
		s.fire = append(s.fire, make([]uint64, s.words))
	}
	s.match(s.fire[k], r, -1)
}

func (s *search) delete(k int) {
	s.set = slices.Delete(s.set, k, k+1)
	gone := s.fire[k]
	copy(s.fire[k:], s.fire[k+1:])
	s.fire[len(s.fire)-1] = gone
}

func (s *search) replace(k int, r Rule) {
	s.set[k] = append(s.set[k][:0:0], r...)
	s.match(s.fire[k], r, -1)
}

// freeOf fills free with the rows that no rule but k covers; k = -1 counts all rules.
func (s *search) freeOf(k int) {
	s.all(s.free)
	for i := range s.set {
		if i != k {
			bitmat.AndNot(s.free, s.free, s.fire[i])
		}
	}
}

// freeOfBoth fills free with the rows that no rule but i and k covers.
func (s *search) freeOfBoth(i, k int) {
	s.all(s.free)
	for n := range s.set {
		if n != i && n != k {
			bitmat.AndNot(s.free, s.free, s.fire[n])
		}
	}
}

// right returns the number of rows, by their weight, that the set answers rightly.
func (s *search) right() float64 {
	s.freeOf(-1)
	left := s.count(s.free)
	return float64(s.yes*float64(s.positives-left.yes)) + float64(s.no*float64(left.no))
}

func (s *search) score() float64 {
	score := s.right()
	for _, r := range s.set {
		score -= charge(s.cost, r)
	}
	return score
}

// epsilon is below every difference of scores that matters: of two ways that are as good, the earlier stays.
const epsilon = 1e-9

// improve makes the best change of rule k: take a condition out, put one in, put one in the place of another, or drop the
// rule. It reports whether there was one.
func (s *search) improve(k int) (dropped, changed bool) {
	s.progress.tick()
	s.freeOf(k)
	r := s.set[k]
	value := s.value(s.fire[k], r)
	best, out, in := value+epsilon, -1, Literal{Feature: -1}
	droppable := !s.loses(nil, k, k)
	if droppable {
		best = max(value, 0) + epsilon
	}
	whole := charge(s.cost, r)
	for i := -1; i < len(r); i++ {
		s.match(s.base, r, i)
		bitmat.And(s.base, s.base, s.free)
		all, paid, needed := s.count(s.base), whole, s.needed(k, i)
		if i >= 0 {
			paid -= chargeOf(s.cost, r[i])
			if v := s.gain(all) - paid; v > best && needed < 0 {
				best, out, in = v, i, Literal{Feature: -1}
			}
		}
		if paid += s.cost; s.pruning || s.most(all)-paid <= best {
			continue // not even a condition that keeps all positive rows and no other would do
		}
		if i < 0 && len(r) >= s.longest {
			continue
		}
		s.work += len(s.columns) * s.words
		for f, column := range s.columns {
			if needed >= 0 && s.group[f] != needed {
				continue
			}
			yes := s.countBoth(s.base, column)
			if v := s.gain(yes) - paid; v > best {
				best, out, in = v, i, Literal{f, false}
			}
			if v := s.gain(all.minus(yes)) - paid - aversion; v > best && !s.NoNot {
				best, out, in = v, i, Literal{f, true}
			}
		}
	}
	if out < 0 && in.Feature < 0 {
		if value <= epsilon && droppable { // without it the set is no worse, and shorter
			s.delete(k)
			return true, true
		}
		return false, false
	}
	next := slices.Clone(r)
	if out >= 0 {
		next = slices.Delete(next, out, out+1)
	}
	if in.Feature >= 0 {
		next = append(next, in)
	}
	s.replace(k, next)
	return false, true
}

// descend changes one rule after the other until no single change makes the set better.
func (s *search) descend() {
	still := 0
	for k := 0; still < len(s.set); {
		if k >= len(s.set) {
			k = 0
		}
		moved := false
		for {
			dropped, changed := s.improve(k)
			moved = moved || changed
			if dropped || !changed {
				if !dropped {
					k++
				}
				break
			}
		}
		if moved {
			still = 0
		}
		still++
		if s.ctx.Err() != nil {
			return
		}
	}
}

// grow returns the best rule for the rows of free, and what it adds to the score.
func (s *search) grow() (Rule, float64) {
	r, value, work := s.beam.grow(s.arena, s.free, s.cost)
	s.work += work
	s.progress.tick()
	return r, value
}

// regrow replaces rule k by the best one that grows from nothing on the rows that are left to it.
func (s *search) regrow(k int) bool {
	s.freeOf(k)
	now := s.value(s.fire[k], s.set[k])
	r, value := s.grow()
	if value <= now+epsilon || s.loses(r, k, k) {
		return false
	}
	s.replace(k, r)
	return true
}

// add adds the best rule that grows on the rows that are left.
func (s *search) add() bool {
	s.freeOf(-1)
	r, value := s.grow()
	if value <= epsilon {
		return false
	}
	s.append(r)
	return true
}

// pick adds rules of the pool, the best first, as long as that makes the set better.
func (s *search) pick(pool Set) {
	fire, fitted := make([][]uint64, len(pool)), make(Set, len(pool))
	s.freeOf(-1)
	for i, r := range pool {
		fitted[i] = s.fit(r)
	}
	pool = fitted
	for i, r := range pool {
		fire[i] = make([]uint64, s.words)
		s.match(fire[i], r, -1)
	}
	for s.ctx.Err() == nil {
		s.freeOf(-1)
		best, at := epsilon, -1
		for i, r := range pool {
			if v := s.value(fire[i], r); v > best {
				best, at = v, i
			}
		}
		if at < 0 {
			return
		}
		s.append(pool[at])
	}
}

// value is what a rule adds to the score by answering yes to the rows of fire that are free.
func (s *search) value(fire []uint64, r Rule) float64 {
	return s.gain(s.countBoth(s.free, fire)) - charge(s.cost, r)
}

// aversion is a further cost of a negation, in rows: too small to matter but where all else is equal. "colour = red" says
// more than "colour ≠ blue".
const aversion = 1e-6

// charge is what a rule costs, in rows.
func charge(cost float64, r Rule) float64 {
	sum := cost
	for _, l := range r {
		sum += chargeOf(cost, l)
	}
	return sum
}

func chargeOf(cost float64, l Literal) float64 {
	if l.Not {
		return cost + aversion
	}
	return cost
}

// merge replaces two rules by one of what they have in common, where that makes the set better.
func (s *search) merge() bool {
	for k := 1; k < len(s.set); k++ {
		for i := range k {
			var common Rule
			for _, l := range s.set[i] {
				if slices.Contains(s.set[k], l) {
					common = append(common, l)
				}
			}
			if len(common) == 0 {
				continue
			}
			s.freeOf(k)
			now := s.value(s.fire[k], s.set[k])
			s.freeOfBoth(i, k)
			now += s.value(s.fire[i], s.set[i])
			s.match(s.base, common, -1)
			if s.value(s.base, common) > now+epsilon && !s.loses(common, i, k) {
				s.replace(i, common)
				s.delete(k)
				return true
			}
		}
	}
	return false
}

// settle runs all changes until none makes the set better.
func (s *search) settle() {
	for s.ctx.Err() == nil {
		s.descend()
		again := s.add() || s.merge()
		for k := 0; k < len(s.set) && !again && !s.quick; k++ {
			again = s.regrow(k)
		}
		if !again {
			return
		}
	}
}

// mostWork ends the kicks on tables where each takes long: about a second of counting.
const mostWork = 2_000_000_000

// kick takes rules out, one and then two at a time, and lets the set grow again; what is no better is undone.
func (s *search) kick(tries int) {
	best, score := s.set.clone(), s.score()
	for round, n := 0, 0; n < tries && round <= len(best) && s.work < mostWork && s.ctx.Err() == nil; round++ {
		for k := 0; k < len(best) && n < tries && s.work < mostWork; k++ {
			n++
			s.progress.step(1)
			s.start(best)
			s.without(k, round)
			if v := s.score(); v > score+epsilon {
				s.settle()
				best, score = s.set.clone(), s.score()
				round = -1
			}
		}
	}
	s.start(best)
}

// without drops rule k, from the second round on another one too, and lets the set grow again. What it must ask for comes
// back last.
func (s *search) without(k, round int) {
	s.delete(k)
	if round > 0 && len(s.set) > 0 {
		s.delete((k + round - 1) % len(s.set))
	}
	s.descend()
	for s.ctx.Err() == nil && s.add() {
		s.descend()
	}
	s.insist()
}

func (s Set) clone() Set {
	out := make(Set, len(s))
	for k, r := range s {
		out[k] = slices.Clone(r)
	}
	return out
}
