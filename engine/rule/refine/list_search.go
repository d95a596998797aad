package refine

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

const (
	mostRounds = 6  // of a search, and of improving all rules within it
	mostAdded  = 50 // rules, in one round
	mostGone   = 3  // neighboring rules left out at a time
	weightUnit = 64 // units of weight of a row of mean weight; weights are integers in units, so sums are exact
)

// listSearch is a local search on a decision list. The score is the weight of correct rows minus price × complexity.
type listSearch struct {
	ctx      context.Context
	rows     ClassRows
	limits   rule.Limits
	units    []int // of weight, of a row of each class
	price    float64
	progress *progress

	list    List
	fires   [][]uint64 // the rows on which each rule fires
	later   []uint8    // the prediction of the rules after the current position, for each row
	truth   [][]uint64 // the rows of each class
	left    []uint64
	scratch []uint64
	each    []*search // of each class against all others; nil until it is needed
}

func newListSearch(ctx context.Context, limits rule.Limits, rows ClassRows, p *progress) *listSearch {
	words := bitmat.Words(rows.X.Rows)
	limits.Required = nil
	s := &listSearch{ctx: ctx, rows: rows, limits: limits, progress: p, later: make([]uint8, rows.X.Rows)}
	s.left, s.scratch = make([]uint64, words), make([]uint64, words)
	s.each = make([]*search, len(rows.Weights))
	for _, w := range rows.Weights {
		s.truth = append(s.truth, make([]uint64, words))
		s.units = append(s.units, max(int(math.Round(float64(w*weightUnit))), 1))
	}
	for i, class := range rows.Labels {
		bitmat.Set(s.truth[class], i)
	}
	s.start(List{})
	return s
}

// counted returns the words counted so far.
func (s *listSearch) counted() (work int) {
	for _, e := range s.each {
		if e != nil {
			work += e.work
		}
	}
	return work
}

// start makes a list, as far as the limits allow it, the one to change.
func (s *listSearch) start(list List) {
	s.list, s.fires = List{}, s.fires[:0]
	for _, r := range list.Rules {
		if s.limits.Allows(r.Rule) {
			s.insert(len(s.list.Rules), r)
		}
	}
	s.list.Default = list.Default
	if len(s.list.Rules) == 0 {
		s.chooseDefault()
	}
}

func (s *listSearch) copy() List { return List{slices.Clone(s.list.Rules), s.list.Default} }

// sorted returns the list with the conditions of each rule in the order of their features.
func (s *listSearch) sorted() List {
	out := s.copy()
	for k, r := range out.Rules {
		out.Rules[k].Rule = slices.Clone(r.Rule)
		out.Rules[k].Rule.Sort()
	}
	return out
}

func (s *listSearch) insert(k int, r ListRule) {
	fires := make([]uint64, len(s.left))
	r.Rule.Match(fires, s.rows.X)
	s.list.Rules, s.fires = slices.Insert(s.list.Rules, k, r), slices.Insert(s.fires, k, fires)
}

func (s *listSearch) delete(k int) {
	s.list.Rules, s.fires = slices.Delete(s.list.Rules, k, k+1), slices.Delete(s.fires, k, k+1)
}

func (s *listSearch) replace(k int, r rule.Rule) {
	class := s.list.Rules[k].Class
	s.delete(k)
	s.insert(k, ListRule{r, class})
}

// pass sets left to the rows on which none of the first n rules fires.
func (s *listSearch) pass(n int) {
	bitmat.Ones(s.left, s.rows.X.Rows)
	for _, f := range s.fires[:n] {
		bitmat.AndNot(s.left, s.left, f)
	}
}

// correctUnits returns the weight, in units, of the rows that the list predicts correctly.
func (s *listSearch) correctUnits() int {
	sum := 0
	bitmat.Ones(s.left, s.rows.X.Rows)
	for k, f := range s.fires {
		bitmat.And(s.scratch, s.left, f)
		class := s.list.Rules[k].Class
		sum += s.units[class] * bitmat.CountAnd(s.scratch, s.truth[class])
		bitmat.AndNot(s.left, s.left, f)
	}
	class := s.list.Default
	return sum + s.units[class]*bitmat.CountAnd(s.left, s.truth[class])
}

// correct returns the number of rows, by weight, that the list predicts correctly.
func (s *listSearch) correct() float64 { return float64(float64(s.correctUnits()) / weightUnit) }

func (s *listSearch) score() float64 {
	return s.correct() - float64(s.price*float64(s.list.complexity()))
}

// chooseDefault chooses the class of the most rows, by weight, on which no rule fires; of all rows, if there are none.
func (s *listSearch) chooseDefault() {
	s.pass(len(s.fires))
	if bitmat.Count(s.left) == 0 {
		bitmat.Ones(s.left, s.rows.X.Rows)
	}
	most := -1
	for class, truth := range s.truth {
		if n := s.units[class] * bitmat.CountAnd(s.left, truth); n > most {
			most, s.list.Default = n, class
		}
	}
}

// answerFrom sets later to the predictions of the rules from number k on, for rows on which no earlier rule fires.
func (s *listSearch) answerFrom(k int) {
	for i := range s.later {
		s.later[i] = uint8(s.list.Default)
	}
	for n := len(s.fires) - 1; n >= k; n-- {
		s.answer(n)
	}
}

// answer sets later to the class of rule k where it fires.
func (s *listSearch) answer(k int) {
	class := uint8(s.list.Rules[k].Class)
	bitmat.EachBit(s.fires[k], func(i int) { s.later[i] = class })
}

// problem returns the binary search for a rule of a class. Its rows are those in reach whose prediction the rule would make correct or
// wrong: later must hold the predictions without the rule.
func (s *listSearch) problem(class int, reach []uint64) *search {
	if s.each[class] == nil {
		s.each[class] = s.against(class)
	}
	e := s.each[class]
	clear(e.among)
	bitmat.EachBit(reach, func(i int) {
		if truth := s.rows.Labels[i]; (int(truth) == class) != (truth == s.later[i]) {
			bitmat.Set(e.among, int(e.place[i]))
		}
	})
	e.cost = float64(s.price * weightUnit)
	e.start(nil)
	return e
}

// against returns a search for rules of a class. The rows of the other classes are in one group if they weigh the same.
func (s *listSearch) against(class int) *search {
	kinds, of := []kind{{positive: true, weight: s.units[class]}}, make([]int, len(s.units))
	for other, units := range s.units {
		if other == class {
			continue
		}
		k := kind{weight: units}
		if of[other] = slices.Index(kinds, k); of[other] < 0 {
			of[other], kinds = len(kinds), append(kinds, k)
		}
	}
	kindOf := func(row int) int { return of[s.rows.Labels[row]] }
	e := newSearch(s.ctx, newGroups(s.rows.X, bitmat.Indexes[int32](s.rows.X.Rows), kindOf, kinds), s.limits)
	e.progress = s.progress
	return e
}

// separate returns a list of the rules found for each class against all others, the most precise first by Laplace's estimate.
func (s *listSearch) separate() List {
	type found struct {
		ListRule
		worth float64
	}
	var all []found
	fires := make([]uint64, len(s.left))
	for class, truth := range s.truth {
		bitmat.Ones(s.left, s.rows.X.Rows)
		for i := range s.later {
			s.later[i] = s.rows.Labels[i]
		}
		e := s.problem(class, s.left)
		for _, place := range e.place {
			bitmat.Set(e.among, int(place))
		}
		e.localSearch()
		for _, r := range e.set {
			r.Match(fires, s.rows.X)
			right, covered := bitmat.CountAnd(fires, truth), bitmat.Count(fires)
			all = append(all, found{ListRule{slices.Clone(r), class}, float64(right+1) / float64(covered+len(s.truth))})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return cmp.Less(all[j].worth, all[i].worth) })
	out := List{}
	for _, f := range all {
		out.Rules = append(out.Rules, f.ListRule)
	}
	return out
}

// improved returns the best rule found from a given one and from nothing, for the rows that reach it; nil if none gains anything.
func (s *listSearch) improved(r ListRule, reach []uint64) rule.Rule {
	e := s.problem(r.Class, reach)
	e.append(r.Rule)
	for changed := true; changed && s.ctx.Err() == nil; {
		var dropped bool
		if dropped, changed = e.improve(0); dropped {
			break
		}
	}
	if s.ctx.Err() != nil {
		return r.Rule
	}
	var best rule.Rule
	value := 0.
	e.all(e.uncovered)
	if len(e.set) > 0 {
		best, value = e.set[0], e.value(e.fires[0], e.set[0])
	}
	if grown, v := e.grow(); v > value+epsilon {
		best, value = grown, v
	}
	if value <= epsilon {
		return nil
	}
	return best
}

// round replaces each rule, from last to first, by the best one found for its place, or removes it.
func (s *listSearch) round() {
	reach := make([][]uint64, len(s.fires))
	for k := range reach {
		s.pass(k)
		reach[k] = slices.Clone(s.left)
	}
	s.answerFrom(len(s.fires))
	for k := len(reach) - 1; k >= 0 && s.ctx.Err() == nil; k-- {
		r := s.improved(s.list.Rules[k], reach[k])
		if r == nil {
			s.delete(k)
			continue
		}
		s.replace(k, r)
		s.answer(k)
	}
	s.chooseDefault()
}

// add adds the best rule before or behind all others. It reports whether one raises the score.
func (s *listSearch) add() bool {
	var best ListRule
	value, at := epsilon, 0
	offer := func(k int) {
		for class := range s.units {
			e := s.problem(class, s.left)
			e.all(e.uncovered)
			if r, v := e.grow(); v > value {
				best, value, at = ListRule{r, class}, v, k
			}
		}
	}
	n := len(s.fires)
	s.pass(n)
	s.answerFrom(n)
	offer(n)
	if n > 0 {
		bitmat.Ones(s.left, s.rows.X.Rows)
		s.answerFrom(0)
		offer(0)
	}
	if value <= epsilon {
		return false
	}
	s.insert(at, best)
	s.chooseDefault()
	return true
}

// admit tries to insert a rule for each class that the list never predicts, at the position where it gains most: add tries only the first
// and the last position. If it inserts a rule, it searches once more.
func (s *listSearch) admit() {
	most, inserted := s.counted()+maxWork/2, false
	for class := range s.units {
		given := func(r ListRule) bool { return r.Class == class }
		if class == s.list.Default || slices.ContainsFunc(s.list.Rules, given) || s.counted() >= most {
			continue
		}
		var best rule.Rule
		value, at := epsilon, 0
		for k := len(s.fires); k >= 0 && s.ctx.Err() == nil; k-- {
			s.pass(k)
			s.answerFrom(k)
			e := s.problem(class, s.left)
			e.all(e.uncovered)
			if r, v := e.grow(); v > value {
				best, value, at = r, v, k
			}
		}
		if best != nil {
			s.insert(at, ListRule{best, class})
			inserted = true
		}
	}
	if inserted {
		s.search(1)
	}
}

// prune removes rules and conditions as long as that does not lower the score. A rule without conditions becomes the default.
func (s *listSearch) prune() {
	score := s.score()
	for changed := true; changed; {
		changed = false
		keep := func(before List) bool {
			if now := s.score(); now >= score-epsilon {
				score, changed = now, true
				return true
			}
			s.start(before)
			return false
		}
		for k := 0; k < len(s.list.Rules); k++ {
			before := s.copy()
			s.delete(k)
			s.chooseDefault()
			if keep(before) {
				k--
				continue
			}
			for i := 0; i < len(s.list.Rules[k].Rule); i++ {
				before := s.copy()
				s.replace(k, exchanged(before.Rules[k].Rule, i, rule.Literal{Feature: -1}))
				s.cut(k)
				if keep(before) {
					break
				}
			}
			k = min(k, len(s.list.Rules)-1)
		}
	}
}

// cut ends the list at rule k if the rule lacks conditions: its class becomes the default.
func (s *listSearch) cut(k int) {
	if len(s.list.Rules[k].Rule) == 0 {
		s.list.Default = s.list.Rules[k].Class
		s.list.Rules, s.fires = s.list.Rules[:k], s.fires[:k]
	}
}

// search improves, adds and removes rules as long as the score rises, at most the given number of times.
func (s *listSearch) search(times int) {
	for range times {
		before := s.score()
		s.settle()
		for n := 0; n < mostAdded && s.ctx.Err() == nil && s.add(); n++ {
		}
		s.prune()
		if s.score() <= before+epsilon || s.ctx.Err() != nil {
			return
		}
	}
}

// settle improves all rules as long as the score rises, and keeps the best list.
func (s *listSearch) settle() {
	for range mostRounds {
		best, before := s.copy(), s.score()
		if s.round(); s.score() <= before+epsilon {
			if s.score() < before {
				s.start(best)
			}
			return
		}
	}
}

// kick leaves out each rule in turn, then some neighboring ones, and searches again; it keeps improvements only.
func (s *listSearch) kick() {
	best, score := s.copy(), s.score()
	most := s.counted() + maxWork/2
	for gone := 1; gone <= mostGone; gone++ {
		for k := 0; k+gone <= len(best.Rules) && s.counted() < most && s.ctx.Err() == nil; {
			s.start(best)
			for range gone {
				s.delete(k)
			}
			s.chooseDefault()
			s.search(1)
			if v := s.score(); v > score+epsilon {
				best, score, gone = s.copy(), v, 1
				continue
			}
			k++
		}
	}
	s.start(best)
}
