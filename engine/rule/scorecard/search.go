package scorecard

import (
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// search holds the lines of a scorecard while they change.
type search struct {
	x      *bitmat.Matrix
	labels []uint64
	rows   []uint64 // all of them
	rules  int      // the first lines, which keep their place
	price  float64  // nats
	state
	estimator estimator

	all   histogram // of the present sums
	stale bool      // the sums have changed since all was counted
	on    histogram // of the rows of the latest split
	off   histogram // of the other rows
	tried histogram // after a change that is tried
}

// state is what changes and may be restored.
type state struct {
	lines []line  // rules, then single conditions
	sums  []int32 // of each row, padded to whole words
	curve LogisticCurve
	value float64 // the objective in nats
}

func (s state) clone() state {
	s.lines, s.sums = slices.Clone(s.lines), slices.Clone(s.sums)
	return s
}

// line is a rule or a condition with its points.
type line struct {
	feature int // of a condition
	points  int
	fires   []uint64
}

// newSearch gives each rule one point.
func newSearch(set rule.Set, x *bitmat.Matrix, labels []uint64) *search {
	positives, words := bitmat.Count(labels), bitmat.Words(x.Rows)
	s := &search{x: x, labels: labels, rows: make([]uint64, words), rules: len(set), stale: true}
	bitmat.Ones(s.rows, x.Rows)
	s.all.labels = plattLabels(x.Rows-positives, positives)
	s.tried.labels = s.all.labels
	s.sums = make([]int32, 64*words)
	for _, r := range set {
		fires := make([]uint64, words)
		r.Match(fires, x)
		s.push(line{points: 1, fires: fires})
	}
	const divisor = 8 // a line has 2 units: it costs ln(rows)/4, half of a parameter by the Bayesian information criterion
	s.price = naturalLog(float64(x.Rows)) / divisor
	s.estimator.init(x)
	return s
}

// run changes the lines until no change lowers the objective. Then it tries all points doubled, and tripled, so that one point is a
// finer step, and changes the lines again; it keeps that if the objective is lower.
func (s *search) run() {
	s.refit()
	s.settle()
	for scale := 2; scale <= rule.MaxPoints; scale++ {
		before := s.state.clone()
		s.multiply(scale)
		if len(s.lines) == 1 {
			s.fill() // points only count relative to other lines: repoint would give this one a single point again
		}
		if s.settle(); s.value > before.value-leastGain {
			s.state, s.stale = before, true
		}
	}
}

// settle changes the lines until no change lowers the objective.
func (s *search) settle() {
	for moved := true; moved; {
		moved = s.repoint()
		moved = s.fill() || moved
		moved = s.replace() || moved
	}
	s.refit()
}

// leastGain is the least gain of a change in nats: less may be a rounding error.
const leastGain = 1e-6

// refit fits the curve to the present sums, and sets the value.
func (s *search) refit() {
	s.recount()
	var loss float64
	s.curve, loss = s.all.fit(s.curve)
	s.value = loss + s.cost()
}

// cost returns the price of all lines.
func (s *search) cost() float64 {
	units := 0
	for _, l := range s.lines {
		units += unitsOf(l.points)
	}
	return float64(s.price * float64(units))
}

// costWith returns the price of all lines if one with some points gets others; 0 points mean none.
func (s *search) costWith(points, others int) float64 {
	return s.cost() + float64(s.price*float64(unitsOf(others)-unitsOf(points)))
}

// unitsOf returns the complexity of a line with these points: a rule and a condition are one unit each, and points other than 1 are
// another one. All lines count as rules of one condition, since the rules never change.
func unitsOf(points int) int {
	switch points {
	case 0:
		return 0
	case 1:
		return 2
	}
	return 3
}

// push appends a line and adds its points.
func (s *search) push(l line) {
	s.lines = append(s.lines, l)
	s.give(l.fires, l.points)
}

// remove removes a line and its points.
func (s *search) remove(k int) {
	s.give(s.lines[k].fires, -s.lines[k].points)
	s.lines = slices.Delete(s.lines, k, k+1)
}

// give adds points to the sum of each row on which a line fires.
func (s *search) give(fires []uint64, points int) {
	bitmat.EachBit(fires, func(i int) { s.sums[i] += int32(points) })
	s.stale = true
}

// extent returns the lowest and the highest sum that the lines allow.
func (s *search) extent() (least, most int) {
	for _, l := range s.lines {
		least, most = least+min(l.points, 0), most+max(l.points, 0)
	}
	return least, most
}

// recount counts the rows of each sum and class, if the sums have changed.
func (s *search) recount() {
	if s.stale {
		s.count(&s.all, s.rows)
		s.stale = false
	}
}

func (s *search) count(h *histogram, rows []uint64) {
	h.reset(s.extent())
	for w, word := range rows {
		sums := s.sums[64*w : 64*w+64]
		h.count(word&s.labels[w], sums, positive)
		h.count(word&^s.labels[w], sums, negative)
	}
}

// split counts the rows of each sum and class, in on those where a line fires, in off the others.
func (s *search) split(fires []uint64) {
	s.recount()
	s.count(&s.on, fires)
	s.off.minus(&s.all, &s.on)
}

// A change gives more points to the rows of the latest split.
type change struct {
	points int // 0 for no change
	curve  LogisticCurve
	value  float64
}

// try returns the change by some points; cost is the price of the lines after it.
func (s *search) try(points int, cost float64) change {
	s.tried.shift(&s.on, &s.off, points)
	c, loss := s.tried.fit(s.curve)
	return change{points, c, loss + cost}
}

// repoint gives each line the points with the least value; a condition may get none, which drops it.
func (s *search) repoint() (moved bool) {
	for k := 0; k < len(s.lines); k++ {
		l := &s.lines[k]
		s.split(l.fires)
		best := change{value: s.value - leastGain}
		lowest := -rule.MaxPoints
		if k < s.rules {
			lowest = 1
		}
		for p := lowest; p <= rule.MaxPoints; p++ {
			if c := s.try(p-l.points, s.costWith(l.points, p)); c.value < best.value {
				best = c
			}
		}
		if best.points == 0 {
			continue
		}
		moved = true
		s.give(l.fires, best.points)
		l.points += best.points
		s.curve, s.value = best.curve, best.value
		if l.points == 0 {
			s.remove(k)
			k--
		}
	}
	return moved
}

// fill adds conditions until nothing pays.
func (s *search) fill() (moved bool) {
	for s.add() {
		moved = true
	}
	return moved
}

// add appends the condition that lowers the value most, if any does, and reports whether it did.
func (s *search) add() bool {
	return len(s.lines)-s.rules < rule.MaxScoreLines && s.addBelow(s.value-leastGain)
}

// addBelow appends the condition with the least value, if that is below a bound, and reports whether it did.
func (s *search) addBelow(bound float64) bool {
	best, feature := change{value: bound}, 0
	// The loss must fall by at least gain. An estimate may be half as high, since its step is limited to maxStep.
	gain := s.value - bound + float64(s.price*float64(unitsOf(1)))
	for _, f := range s.estimator.candidates(s, gain/2) {
		s.split(s.x.Column(f.feature))
		for _, p := range f.points(s.curve.Slope) {
			if c := s.try(p, s.costWith(0, p)); c.value < best.value {
				best, feature = c, f.feature
			}
		}
	}
	if best.points == 0 {
		return false
	}
	s.push(line{feature, best.points, s.x.Column(feature)})
	s.curve, s.value = best.curve, best.value
	return true
}

// replace replaces each condition in turn by the one with the least value, if that is lower than before.
func (s *search) replace() (moved bool) {
	for range len(s.lines) - s.rules {
		// The first condition is removed, and it or a better one is appended: after a round, each has been first.
		first, curve, value := s.lines[s.rules], s.curve, s.value
		s.remove(s.rules)
		s.refit()
		if s.addBelow(value - leastGain) {
			moved = true
			continue
		}
		s.push(first)
		s.curve, s.value = curve, value
	}
	return moved
}

// multiply gives each line its points times scale, as far as the limit allows.
func (s *search) multiply(scale int) {
	for i := range s.lines {
		l := &s.lines[i]
		points := min(max(scale*l.points, -rule.MaxPoints), rule.MaxPoints)
		s.give(l.fires, points-l.points)
		l.points = points
	}
	s.refit()
}

func naturalLog(x float64) float64 { return float64(numeric.Log2(x) * ln2) }
