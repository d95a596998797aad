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
	now, next     []beamRule                    // partial rules of this length, and of the next one
	lists         [len(beamWeights)][]extension // the best extensions by each ranking, descending
	least         [len(beamWeights)]float64     // the rank that a further extension must exceed to enter the list
	noNot         bool
	maxConditions int
	known         []grown // the newest results of grow, at most mostKnown
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

const mostKnown = 64

// extension is a partial rule with one more literal.
type extension struct {
	parent  int
	literal rule.Literal
	count   counts
	rank    float64
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
	for i := range b.known {
		if g := &b.known[i]; g.terms == at && slices.Equal(g.uncovered, uncovered) {
			return slices.Clone(g.rule), g.value, g.work
		}
	}
	best, value, work = b.growAnew(e, uncovered, cost)
	if len(b.known) == mostKnown {
		b.known = slices.Delete(b.known, 0, 1)
	}
	b.known = append(b.known, grown{at, slices.Clone(uncovered), slices.Clone(best), value, work})
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
			b.lists[i], b.least[i] = b.lists[i][:0], math.Inf(-1)
		}
		found := extension{parent: -1}
		for p := range n {
			b.extend(e, p, cost, &value, &found)
		}
		work += n * len(e.columns) * e.size
		if found.parent >= 0 {
			best = append(slices.Clone(b.now[found.parent].rule), found.literal)
		}
		n = b.advance(e, n, cost, value)
	}
	return best, value, work
}

// extend considers every extension of partial rule p. The best one whose value exceeds value is stored in found, its value in value.
func (b *beam) extend(e *evaluator, p int, cost float64, value *float64, found *extension) {
	from := &b.now[p]
	all, each := from.count, e.countEach(from.fires.rows, from.from)
	if e.tallies() {
		from.fires.each = append(from.fires.each[:0], each...)
	}
	paid, paidNot := from.paid+cost, from.paid+literalCost(cost, rule.Literal{Not: true})
	if b.noNot {
		paidNot = math.Inf(1)
	}
	for f, c := range each {
		if yes, no := e.weights(c); b.promises(yes, no, paid, *value) {
			b.consider(e, extension{p, rule.Literal{Feature: f}, c, 0}, all, paid, value, found)
		}
		c = all - c
		if yes, no := e.weights(c); b.promises(yes, no, paidNot, *value) {
			b.consider(e, extension{p, rule.Literal{Feature: f, Not: true}, c, 0}, all, paidNot, value, found)
		}
	}
}

// promises reports whether consider may accept an extension that covers positive and negative rows of these weights. Few extensions pass,
// so it must be small enough to be inlined.
func (b *beam) promises(yes, no, paid, value float64) bool {
	return yes-paid > value && (yes-no-paid > value ||
		yes-no > b.least[0] || yes-float64(beamWeights[1]*no) > b.least[1] || yes-float64(beamWeights[2]*no) > b.least[2])
}

// consider offers extension x of a partial rule with counts all to the lists. It ignores an extension that covers the same rows or none, or
// whose value cannot exceed value even with further literals. If the value of x itself exceeds value, x is stored in found.
func (b *beam) consider(e *evaluator, x extension, all counts, paid float64, value *float64, found *extension) {
	most, no := e.weights(x.count) // most: the gain after further literals at most
	if x.count == all || x.count == 0 || most-paid <= *value {
		return
	}
	if v := e.gain(x.count) - paid; v > *value+epsilon {
		*value, *found = v, x
	}
	for w, weight := range beamWeights {
		if x.rank = most - float64(weight*no); x.rank > b.least[w] {
			b.offer(w, x)
		}
	}
}

// offer adds an extension to list w if it is among the best. Of extensions with equal counts, most likely the same rows, the first stays.
func (b *beam) offer(w int, x extension) {
	list := b.lists[w]
	at := len(list)
	for i, o := range list {
		if o.count == x.count {
			return
		}
		if x.rank > o.rank && i < at {
			at = i
		}
	}
	if len(list) == beamWidth {
		list = list[:beamWidth-1]
	}
	list = slices.Insert(list, at, x)
	if b.lists[w] = list; len(list) == beamWidth {
		b.least[w] = list[beamWidth-1].rank
	}
}

// advance replaces the first n partial rules by the listed extensions that may still exceed value, and returns their number. It skips an
// extension with the counts of a partial rule: most likely it covers the same rows with one more condition.
func (b *beam) advance(e *evaluator, n int, cost, value float64) (next int) {
	var seen []counts
	for i := range b.now[:n] {
		seen = append(seen, b.now[i].count)
	}
	for _, list := range b.lists {
		for _, x := range list {
			to, from := &b.next[next], &b.now[x.parent]
			to.paid = from.paid + literalCost(cost, x.literal)
			if e.maxGain(x.count)-to.paid-cost <= value || slices.Contains(seen, x.count) {
				continue
			}
			seen = append(seen, x.count)
			to.count, to.from = x.count, &from.fires
			to.rule = append(append(to.rule[:0], from.rule...), x.literal)
			x.literal.And(to.fires.rows, from.fires.rows, e.columns[x.literal.Feature])
			next++
		}
	}
	b.now, b.next = b.next, b.now
	return next
}
