package refine

import "drnet/engine/rule"

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
	unchanged := 0
	for k := 0; unchanged < len(s.set); {
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
			unchanged = 0
		}
		unchanged++
		if s.ctx.Err() != nil {
			return
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
			s.progress.step(1)
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
