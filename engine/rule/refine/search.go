package refine

import (
	"context"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// search is a set under change. All values are in rows, by weight: the score is the number of correct rows minus the cost of the
// set's complexity.
type search struct {
	*evaluator
	limits
	ctx       context.Context
	cost      float64 // of a rule or a condition
	set       rule.Set
	fires     [][]uint64 // the rows that each rule covers
	uncovered []uint64   // the rows that no other rule covers; see uncoverExcept
	scratch   []uint64
	beam      beam

	quick    bool      // no rule is regrown
	pruning  bool      // conditions are only removed
	work     int       // words counted so far
	progress *progress // nil without an observer
}

func newSearch(ctx context.Context, e *evaluator, price float64) *search {
	s := &search{evaluator: e, ctx: ctx}
	s.setPrice(price)
	s.limit(rule.Limits{})
	s.uncovered, s.scratch = make([]uint64, e.words), make([]uint64, e.words)
	s.beam.init(e)
	return s
}

func (s *search) setPrice(price float64) { s.cost = float64(price * float64(s.rows())) }

func (s *search) limit(l rule.Limits) {
	s.limits = newLimits(l, len(s.columns))
	s.beam.noNot, s.beam.maxConditions = l.NoNot, min(s.maxConditions, maxGrown)
}

// start makes the set the one to change, as far as the limits allow it.
func (s *search) start(set rule.Set) {
	s.set = s.set[:0]
	for _, r := range set {
		if !s.Allows(r) {
			s.uncoverExcept(-1)
			r = s.fit(r)
		}
		s.append(r)
	}
}

func (s *search) append(r rule.Rule) {
	k := len(s.set)
	s.set = append(s.set, slices.Clone(r))
	if len(s.fires) <= k {
		s.fires = append(s.fires, make([]uint64, s.words))
	}
	s.match(s.fires[k], r, -1)
}

func (s *search) delete(k int) {
	s.set = slices.Delete(s.set, k, k+1)
	gone := s.fires[k]
	copy(s.fires[k:], s.fires[k+1:])
	s.fires[len(s.fires)-1] = gone
}

func (s *search) replace(k int, r rule.Rule) {
	s.set[k] = append(s.set[k][:0:0], r...)
	s.match(s.fires[k], r, -1)
}

// uncoverExcept sets uncovered to the rows that no rule except k covers; k = -1 excepts none.
func (s *search) uncoverExcept(k int) { s.uncoverExceptBoth(k, k) }

// uncoverExceptBoth sets uncovered to the rows that no rule except i and k covers.
func (s *search) uncoverExceptBoth(i, k int) {
	s.all(s.uncovered)
	for n := range s.set {
		if n != i && n != k {
			bitmat.AndNot(s.uncovered, s.uncovered, s.fires[n])
		}
	}
}

// correct returns the number of rows, by weight, that the set predicts correctly.
func (s *search) correct() float64 {
	s.uncoverExcept(-1)
	left := s.count(s.uncovered)
	return float64(s.yes*float64(s.positives-left.yes)) + float64(s.no*float64(left.no))
}

func (s *search) score() float64 {
	score := s.correct()
	for _, r := range s.set {
		score -= ruleCost(s.cost, r)
	}
	return score
}

// value returns the gain in score if a rule covers the uncovered rows among fires.
func (s *search) value(fires []uint64, r rule.Rule) float64 {
	return s.gain(s.countBoth(s.uncovered, fires)) - ruleCost(s.cost, r)
}

// epsilon is below every difference of scores that matters: among equal changes, the earlier wins.
const epsilon = 1e-9

// negationCost is a further cost of a negation, in rows: it only breaks ties. "color = red" says more than "color ≠ blue".
const negationCost = 1e-6

// ruleCost returns the cost of a rule, in rows.
func ruleCost(cost float64, r rule.Rule) float64 {
	sum := cost
	for _, l := range r {
		sum += literalCost(cost, l)
	}
	return sum
}

func literalCost(cost float64, l rule.Literal) float64 {
	if l.Not {
		return cost + negationCost
	}
	return cost
}
