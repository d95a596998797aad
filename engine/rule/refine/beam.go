package refine

import (
	"math"
	"slices"

	"drnet/engine/rule"
)

const (
	beamWidth = 4  // candidates for each ranking
	maxGrown  = 12 // conditions of a grown rule, if the limits allow them
)

// beamWeights defines one ranking of partial rules for each weight of a covered negative row relative to a positive one. Weight 1, the true
// one, prefers narrow conditions; lower weights keep partial rules that later conditions make precise.
var beamWeights = [...]float64{1, 0.5, 0.2}

// beam is a beam search for one rule. It grows partial rules by one literal at a time.
type beam struct {
	now, next     []beamRule                // partial rules of this length, and of the next one
	lists         [len(beamWeights)]ranking // of the extensions
	noNot         bool
	maxConditions int
	cache         []grown // the newest results of grow, at most mostCached
}

type beamRule struct {
	rule  rule.Rule // partial
	fires known     // the rows it covers; the counts on them are known once it is extended
	count counts    // of these
	paid  float64   // its cost, in rows
	from  *known    // the rows of the partial rule that it extends; nil for none
}

// grown is a cached result of grow.
type grown struct {
	terms     terms
	uncovered []uint64
	rule      rule.Rule
	value     float64
	work      int
}

// terms are the parameters, apart from the uncovered rows, that the result of grow depends on.
type terms struct {
	cost, yes, no, shrink float64
	noNot                 bool
	maxConditions         int
}

const mostCached = 64

// extension is a partial rule with one more literal.
type extension struct {
	parent, feature int32
	not             bool
}

func (x extension) literal() rule.Literal { return rule.Literal{Feature: int(x.feature), Not: x.not} }

// ranking holds the best extensions by one of the beamWeights, descending. In WebAssembly copying more than 16 bytes takes a call, so ranks
// and counts are not fields of an extension.
type ranking struct {
	least  float64 // the rank that a further extension must exceed
	n      int
	list   [beamWidth]extension
	ranks  [beamWidth]float64
	counts [beamWidth]counts
}

func (b *beam) init(e *evaluator) {
	for range 1 + beamWidth*len(beamWeights) {
		b.now = append(b.now, beamRule{fires: known{rows: make([]uint64, e.words)}})
		b.next = append(b.next, beamRule{fires: known{rows: make([]uint64, e.words)}})
	}
}

// grow returns the rule with the highest value found, its gain on the uncovered rows minus its cost, that value, and the work in counted
// words. It caches results, because a search often asks for the same rows: it removes a rule, finds it again, and later tries to regrow it.
func (b *beam) grow(e *evaluator, uncovered []uint64, cost float64) (best rule.Rule, value float64, work int) {
	if e.digits != nil { // the row weights change with each call
		return b.growAnew(e, uncovered, cost)
	}
	at := terms{cost, e.yes, e.no, e.shrink, b.noNot, b.maxConditions}
	for i := range b.cache {
		if g := &b.cache[i]; g.terms == at && slices.Equal(g.uncovered, uncovered) {
			return slices.Clone(g.rule), g.value, g.work
		}
	}
	best, value, work = b.growAnew(e, uncovered, cost)
	if len(b.cache) == mostCached {
		b.cache = slices.Delete(b.cache, 0, 1)
	}
	b.cache = append(b.cache, grown{at, slices.Clone(uncovered), slices.Clone(best), value, work})
	return best, value, work
}

// growAnew is grow without the cache.
func (b *beam) growAnew(e *evaluator, uncovered []uint64, cost float64) (best rule.Rule, value float64, work int) {
	first := &b.now[0]
	first.rule, first.paid, first.count, first.from = first.rule[:0], cost, e.count(uncovered), nil
	copy(first.fires.rows, uncovered)
	best, value = rule.Rule{}, e.gain(first.count)-cost
	n := 1
	for range b.maxConditions {
		for i := range b.lists {
			b.lists[i].n, b.lists[i].least = 0, math.Inf(-1)
		}
		found := extension{parent: -1}
		for p := range n {
			b.extend(e, p, cost, &value, &found)
		}
		work += n * len(e.columns) * e.size
		if found.parent >= 0 {
			best = append(slices.Clone(b.now[found.parent].rule), found.literal())
		}
		n = b.advance(e, n, cost, value)
	}
	return best, value, work
}

// extend considers every extension of partial rule p. The best one whose value exceeds value is stored in found, its value in value.
func (b *beam) extend(e *evaluator, p int, cost float64, value *float64, found *extension) {
	from := &b.now[p]
	all, each := from.count, e.countEach(from.fires.rows, from.from)
	if !e.few {
		from.fires.each = append(from.fires.each[:0], each...)
	}
	paid, paidNot := from.paid+cost, from.paid+literalCost(cost, rule.Literal{Not: true})
	if b.noNot {
		paidNot = math.Inf(1)
	}
	for f, c := range each { // a jump that cannot be foreseen takes as long as all comparisons: there is only one
		yes, no := e.weights(c)
		is := exceeds(yes-paid, *value) & (exceeds(yes-no-paid, *value) | b.enters(yes, no))
		yes, no = e.weights(all - c)
		not := exceeds(yes-paidNot, *value) & (exceeds(yes-no-paidNot, *value) | b.enters(yes, no))
		if is|not == 0 {
			continue
		}
		if is != 0 {
			b.consider(e, extension{int32(p), int32(f), false}, c, all, paid, value, found)
		}
		if not != 0 {
			b.consider(e, extension{int32(p), int32(f), true}, all-c, all, paidNot, value, found)
		}
	}
}

// enters returns 1 if a list would take an extension that covers positive and negative rows of these weights, and 0 otherwise.
func (b *beam) enters(yes, no float64) uint64 {
	return exceeds(yes-no, b.lists[0].least) |
		exceeds(yes-float64(beamWeights[1]*no), b.lists[1].least) | exceeds(yes-float64(beamWeights[2]*no), b.lists[2].least)
}

// exceeds returns 1 if x > y, and 0 otherwise. At least one of them must be finite.
func exceeds(x, y float64) uint64 { return math.Float64bits(y-x) >> 63 }

// consider offers an extension that covers c, of a partial rule that covers all, to the lists. It ignores an extension that covers the same
// rows or none, or whose value cannot exceed value even with further literals. If the value of x exceeds value, x is stored in found.
func (b *beam) consider(e *evaluator, x extension, c, all counts, paid float64, value *float64, found *extension) {
	most, no := e.weights(c) // most: the gain after further literals at most
	if c == all || c == 0 || most-paid <= *value {
		return
	}
	if v := e.gain(c) - paid; v > *value+epsilon {
		*value, *found = v, x
	}
	for w, weight := range beamWeights {
		if rank := most - float64(weight*no); rank > b.lists[w].least {
			b.lists[w].offer(x, c, rank)
		}
	}
}

// offer adds an extension if it is among the best. Of extensions with equal counts, most likely the same rows, the first stays.
func (r *ranking) offer(x extension, c counts, rank float64) {
	for _, o := range r.counts[:r.n] {
		if o == c {
			return
		}
	}
	r.n = min(r.n+1, beamWidth)
	at := r.n - 1
	for ; at > 0 && rank > r.ranks[at-1]; at-- {
		r.list[at], r.ranks[at], r.counts[at] = r.list[at-1], r.ranks[at-1], r.counts[at-1]
	}
	r.list[at], r.ranks[at], r.counts[at] = x, rank, c
	if r.n == beamWidth {
		r.least = r.ranks[beamWidth-1]
	}
}

// advance replaces the first n partial rules by the listed extensions that may still exceed value, and returns their number. It skips an
// extension with the counts of a partial rule: most likely it covers the same rows with one more condition.
func (b *beam) advance(e *evaluator, n int, cost, value float64) (next int) {
	var seen []counts
	for i := range b.now[:n] {
		seen = append(seen, b.now[i].count)
	}
	for w := range b.lists {
		r := &b.lists[w]
		for i, x := range r.list[:r.n] {
			c, literal := r.counts[i], x.literal()
			to, from := &b.next[next], &b.now[x.parent]
			to.paid = from.paid + literalCost(cost, literal)
			if e.maxGain(c)-to.paid-cost <= value || slices.Contains(seen, c) {
				continue
			}
			seen = append(seen, c)
			to.count, to.from = c, &from.fires
			to.rule = append(append(to.rule[:0], from.rule...), literal)
			literal.And(to.fires.rows, from.fires.rows, e.columns[literal.Feature])
			next++
		}
	}
	b.now, b.next = b.next, b.now
	return next
}
