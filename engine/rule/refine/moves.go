package refine

import (
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// improve makes the best change of rule k: it removes, adds or replaces a condition, or drops the rule. It reports whether it
// dropped the rule, and whether it changed anything.
func (s *search) improve(k int) (dropped, changed bool) {
	s.progress.tick()
	s.uncoverExcept(k)
	r := s.set[k]
	value := s.value(s.fires[k], r)
	least := value
	droppable := !s.loses(nil, k, k)
	if droppable {
		least = max(value, 0)
	}
	out, in := s.bestExchange(k, least+epsilon)
	switch {
	case out >= 0 || in.Feature >= 0:
		return false, s.rises(func() { s.replace(k, exchanged(r, out, in)) })
	case value <= epsilon && droppable: // the set is as good without the rule, and shorter
		s.delete(k)
		return true, true
	}
	return false, false
}

// bestExchange returns the change of rule k with the highest value, if that exceeds best: the index of the literal to remove, -1 for none,
// and the literal to add, with feature -1 for none.
func (s *search) bestExchange(k int, best float64) (out int, in rule.Literal) {
	none := rule.Literal{Feature: -1}
	r := s.set[k]
	out, in = -1, none
	all := ruleCost(s.cost, r)
	var alone *known // the rows that only this rule covers, which all sets below contain; nil until one is counted
	for i := -1; i < len(r); i++ {
		s.match(s.scratch, r, i)
		bitmat.And(s.scratch, s.scratch, s.uncovered)
		left, paid, needed := s.count(s.scratch), all, s.needed(k, i)
		if i >= 0 {
			paid -= literalCost(s.cost, r[i])
			if v := s.gain(left) - paid; v > best && needed < 0 {
				best, out, in = v, i, none
			}
		}
		if paid += s.cost; s.pruning || s.maxGain(left)-paid <= best || i < 0 && len(r) >= s.maxConditions {
			continue // even a condition that keeps exactly the positive rows would not do
		}
		s.work += len(s.columns) * s.size
		if alone == nil && !s.few {
			alone = &s.alone
			bitmat.And(alone.rows, s.fires[k], s.uncovered)
			alone.each = append(alone.each[:0], s.countEach(alone.rows, nil)...)
		}
		for f, yes := range s.countEach(s.scratch, alone) {
			if needed >= 0 && s.group[f] != needed {
				continue
			}
			if v := s.net(yes) - paid; v > best {
				if v = s.gain(yes) - paid; v > best {
					best, out, in = v, i, rule.Literal{Feature: f}
				}
			}
			no := left - yes
			if v := s.net(no) - paid - negationCost; v > best && !s.NoNot {
				if v = s.gain(no) - paid - negationCost; v > best {
					best, out, in = v, i, rule.Literal{Feature: f, Not: true}
				}
			}
		}
	}
	return out, in
}

// exchanged returns the rule without literal out, unless that is -1, and with literal in, unless its feature is -1.
func exchanged(r rule.Rule, out int, in rule.Literal) rule.Rule {
	next := slices.Clone(r)
	if out >= 0 {
		next = slices.Delete(next, out, out+1)
	}
	if in.Feature >= 0 {
		next = append(next, in)
	}
	return next
}

// grow returns the best rule for the uncovered rows, and its value.
func (s *search) grow() (rule.Rule, float64) {
	r, value, work := s.beam.grow(s.evaluator, s.uncovered, s.cost)
	s.work += work
	s.progress.tick()
	return r, value
}

// regrow replaces rule k by the best rule found for the rows that no other rule covers, if that is better. It reports whether it did.
func (s *search) regrow(k int) bool {
	s.uncoverExcept(k)
	now := s.value(s.fires[k], s.set[k])
	r, value := s.grow()
	if value <= now+epsilon || s.loses(r, k, k) {
		return false
	}
	return s.rises(func() { s.replace(k, r) })
}

// add adds the best rule found for the uncovered rows, if that raises the score. It reports whether it did.
func (s *search) add() bool {
	s.uncoverExcept(-1)
	r, value := s.grow()
	if value <= epsilon {
		return false
	}
	return s.rises(func() { s.append(r) })
}

// addFrom adds rules of the pool, the best first, as long as that raises the score.
func (s *search) addFrom(pool rule.Set) {
	fires, fitted := make([][]uint64, len(pool)), make(rule.Set, len(pool))
	s.uncoverExcept(-1)
	for i, r := range pool {
		fitted[i], fires[i] = s.fit(r), make([]uint64, s.words)
		s.match(fires[i], fitted[i], -1)
	}
	for s.ctx.Err() == nil {
		s.uncoverExcept(-1)
		best, at := epsilon, -1
		for i, r := range fitted {
			if v := s.value(fires[i], r); v > best {
				best, at = v, i
			}
		}
		if at < 0 {
			return
		}
		s.append(fitted[at])
	}
}

// merge replaces the first two rules for which that raises the score by one rule of their common conditions. It reports whether it did.
func (s *search) merge() bool {
	for k := 1; k < len(s.set); k++ {
		for i := range k {
			var common rule.Rule
			for _, l := range s.set[i] {
				if slices.Contains(s.set[k], l) {
					common = append(common, l)
				}
			}
			if len(common) == 0 {
				continue
			}
			s.uncoverExcept(k)
			now := s.value(s.fires[k], s.set[k])
			s.uncoverExcept(i, k)
			now += s.value(s.fires[i], s.set[i])
			s.match(s.scratch, common, -1)
			if s.value(s.scratch, common) > now+epsilon && !s.loses(common, i, k) && s.rises(func() {
				s.replace(i, common)
				s.delete(k)
			}) {
				return true
			}
		}
	}
	return false
}

// searchFrom starts from every set and from a selection among all rules, and ends with the best result.
func (s *search) searchFrom(sets []rule.Set) {
	var top rule.Set
	score := 0.0
	keep := func() {
		if v := s.score(); top == nil || v > score+epsilon {
			top, score = s.set.Clone(), v
		}
	}
	var pool rule.Set
	for _, set := range sets {
		s.start(set)
		s.descend()
		keep()
		pool = append(append(pool, s.set.Clone()...), set...)
	}
	s.start(nil)
	s.addFrom(pool)
	s.localSearch()
	keep()
	s.start(top)
	s.localSearch()
	if s.enforceRequired() {
		s.localSearch()
	}
}

// localSearch makes all kinds of changes until none raises the score.
func (s *search) localSearch() {
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

// descend changes one rule after the other until no single change raises the score.
func (s *search) descend() {
	for k, unchanged := 0, 0; unchanged < len(s.set) && s.ctx.Err() == nil; unchanged++ {
		k %= len(s.set)
		dropped, changed := s.improve(k)
		if changed {
			unchanged = 0
		}
		for changed && !dropped {
			dropped, changed = s.improve(k)
		}
		if !dropped {
			k++
		}
	}
}

// maxWork ends the kicks on tables where each takes long: about a second of counting.
const maxWork = 2_000_000_000

// kick removes rules, one and then two at a time, and searches again; it keeps improvements only.
func (s *search) kick(tries int) {
	best, score := s.set.Clone(), s.score()
	for round, n := 0, 0; n < tries && round <= len(best) && s.work < maxWork && s.ctx.Err() == nil; round++ {
		for k := 0; k < len(best) && n < tries && s.work < maxWork; k++ {
			n++
			s.progress.step()
			s.start(best)
			s.perturb(k, round)
			if v := s.score(); v > score+epsilon {
				s.localSearch()
				best, score = s.set.Clone(), s.score()
				round = -1
			}
		}
	}
	s.start(best)
}

// perturb drops rule k, from the second round on another one too, and lets the set grow again. Required features come back last.
func (s *search) perturb(k, round int) {
	s.delete(k)
	if round > 0 && len(s.set) > 0 {
		s.delete((k + round - 1) % len(s.set))
	}
	s.descend()
	for s.ctx.Err() == nil && s.add() {
		s.descend()
	}
	s.enforceRequired()
}
