package baseline

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sort"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// CG learns a rule set by column generation. A linear program weights the rules found so far; its dual variables price new rules,
// and a beam search finds rules of negative reduced cost. At the end it chooses a set among all rules found.
//
// It minimizes the Hamming loss, the number of uncovered positive rows plus the number of times that rules cover negative rows,
// plus (λ₀ + λ₁ × conditions) × rows for each rule.
//
// References: S. Dash, O. Günlük, D. Wei: Boolean Decision Rules via Column Generation. NeurIPS 2018. D. Wei, S. Dash, T. Gao,
// O. Günlük: Generalized Linear Rule Models. ICML 2019 (beam search for the rules, λ₀ and λ₁).
type CG struct {
	Lambda0 float64 // price of a rule; zero means 1e-4, or 1/rows if that is more
	Lambda1 float64 // price of a condition; zero means the same
	Rounds  int     // maximum number of linear programs; zero means 100
	Beam    int     // width of the beam; zero means 5
	Each    int     // maximum number of rules found in a round; zero means 30
	Longest int     // conditions of a rule; zero means 10
}

// If a beam finds nothing, wider ones follow, each this many times wider, up to widest times.
const widening, widest = 4, 64

// Learn implements Learner. It uses no random numbers.
func (c CG) Learn(ctx context.Context, rows LabeledRows, _ uint64, tell func(float64)) Classifier {
	const least = 1e-4
	price := max(least, 1/float64(rows.X.Rows)) // a gain below one row is noise
	c.Lambda0, c.Lambda1, c.Rounds = cmp.Or(c.Lambda0, price), cmp.Or(c.Lambda1, price), cmp.Or(c.Rounds, 100)
	c.Beam, c.Each, c.Longest = cmp.Or(c.Beam, 5), cmp.Or(c.Each, 30), cmp.Or(c.Longest, 10)
	m := newMaster(rows)
	p := &pricer{CG: c, rows: rows, items: items(rows), negative: rows.negatives(), planes: rows.empty(planeDigits)}
	var pool []candidate // all rules found
	var values []float64
	for round := range c.Rounds {
		if ctx.Err() != nil {
			return nil
		}
		tick := func() { tell(float64(round) / float64(c.Rounds)) }
		tick()
		values = append(values, m.solve(tick))
		const rounds, share = 10, 2e-3 // of slow progress, after which the linear program is good enough
		if n := len(values); n > rounds && values[n-1] > values[n-1-rounds]*(1-share) {
			break
		}
		p.setWorth(m.worth)
		var found []candidate
		for beam := c.Beam; len(found) == 0 && beam <= c.Beam*widest; beam *= widening {
			found = p.find(ctx, beam, tick)
		}
		if len(found) == 0 {
			break
		}
		m.forget()
		for _, f := range found {
			m.add(f)
		}
		pool = append(pool, found...)
	}
	climb := hillClimber{pool: pool, least: 1e-9, tick: func() { tell(1) }}
	climb.value = func(set []int) (float64, func(int) float64) { return m.value(pool, set) }
	best := climb.best(ctx, m.half(pool, climb.tick))
	if ctx.Err() != nil {
		return nil
	}
	slices.Sort(best)
	return RuleClassifier{Rules: climb.rules(best)}
}

// half returns the indexes in the pool of the clauses with a weight of at least one half in the last linear program.
func (m *master) half(pool []candidate, tick func()) (set []int) {
	m.solve(tick)
	for k, w := range m.weights {
		if w >= 0.5 {
			set = append(set, slices.IndexFunc(pool, func(c candidate) bool { return slices.Equal(c.fires, m.clauses[k].fires) }))
		}
	}
	return set
}

// value returns minus the cost of a set, in rows, and a function for minus the cost with another clause.
func (m *master) value(pool []candidate, set []int) (own float64, with func(k int) float64) {
	scratch := m.rows.empty(2)
	covered, both, sum := scratch[0], scratch[1], 0.0
	for _, k := range set {
		bitmat.Or(covered, covered, pool[k].fires)
		sum += pool[k].cost
	}
	lost := func(covered []uint64) float64 { return float64(m.positives - bitmat.CountAnd(covered, m.rows.Labels)) }
	return -(sum + lost(covered)), func(k int) float64 {
		bitmat.Or(both, covered, pool[k].fires)
		return -(sum + pool[k].cost + lost(both))
	}
}

// pricer finds rules of negative reduced cost.
type pricer struct {
	CG
	rows     LabeledRows
	items    []candidate // the features and their negations
	negative []uint64
	worth    []float64  // dual value of each row
	planes   [][]uint64 // bit-sliced dual values of the positive rows in units of 1/64, the lowest digit first
}

const planeDigits = 7 // 64 units are 1

// find returns rules of negative reduced cost, the best first. A beam search extends the best rules of each length by every item.
func (p *pricer) find(ctx context.Context, beamWidth int, tick func()) []candidate {
	scratch := p.rows.empty(2)
	all, both := scratch[0], scratch[1]
	bitmat.Ones(all, p.rows.X.Rows)
	beam := []candidate{{fires: all}}
	var found []candidate
	for length := 1; length <= p.Longest && len(beam) > 0 && ctx.Err() == nil; length++ {
		var next []candidate
		for _, b := range beam {
			tick()
			for _, item := range p.items {
				l := item.rule[0]
				if slices.ContainsFunc(b.rule, func(have rule.Literal) bool { return have.Feature == l.Feature }) {
					continue
				}
				bitmat.And(both, b.fires, item.fires)
				reduced, possible := p.reducedCost(both, length)
				if possible >= 0 || len(next) == beamWidth && reduced >= next[len(next)-1].reduced {
					continue // no extension has a negative reduced cost, or others are better
				}
				r := append(slices.Clone(b.rule), l)
				r.Sort()
				next = keep(next, candidate{rule: r, fires: both, reduced: reduced}, beamWidth)
			}
		}
		for _, b := range next {
			if b.reduced < 0 {
				found = keep(found, b, p.Each)
			}
		}
		beam = next
	}
	const pays = 1e-6 // rows
	var out []candidate
	for _, f := range found {
		value := 0.0
		for i, w := range p.worth {
			if w > 0 && bitmat.Get(f.fires, i) {
				value += w
			}
		}
		f.cost = p.price(len(f.rule)) + float64(bitmat.CountAnd(f.fires, p.negative))
		if f.cost < value-pays {
			out = append(out, f)
		}
	}
	return out
}

// keep inserts a rule, with a copy of its rows, into a sorted list of limited length, unless a rule in it covers the same rows.
func keep(list []candidate, b candidate, most int) []candidate {
	at := sort.Search(len(list), func(i int) bool { return list[i].reduced > b.reduced })
	if at >= most || slices.ContainsFunc(list, func(have candidate) bool { return slices.Equal(have.fires, b.fires) }) {
		return list
	}
	b.fires = slices.Clone(b.fires)
	list = slices.Insert(list, at, b)
	return list[:min(len(list), most)]
}

// setWorth stores the dual values of the rows bit-sliced, so that the sum over a rule is counted a word at a time.
func (p *pricer) setWorth(worth []float64) {
	p.worth = worth
	for _, plane := range p.planes {
		clear(plane)
	}
	for i, w := range worth {
		parts := uint(w*(1<<(planeDigits-1)) + 0.5)
		for d := range p.planes {
			p.planes[d][i/64] |= uint64(parts>>d&1) << (i % 64)
		}
	}
}

// price is the price of a rule with the given number of conditions, in rows.
func (p *pricer) price(conditions int) float64 {
	return float64(float64(p.rows.X.Rows) * (p.Lambda0 + float64(p.Lambda1*float64(conditions))))
}

// reducedCost returns the reduced cost of a rule, and a lower bound for its extensions.
func (p *pricer) reducedCost(fires []uint64, conditions int) (reduced, possible float64) {
	wrong, parts := 0, 0
	for w, f := range fires {
		wrong += bits.OnesCount64(f & p.negative[w])
		if f &= p.rows.Labels[w]; f != 0 {
			for d, plane := range p.planes {
				parts += bits.OnesCount64(f&plane[w]) << d
			}
		}
	}
	worth := float64(parts) / (1 << (planeDigits - 1))
	return p.price(conditions) + float64(wrong) - worth, p.price(conditions) - worth
}
