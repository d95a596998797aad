package baseline

import (
	"cmp"
	"context"
	"slices"

	"drnet/engine/bitmat"
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
		if slow(values) {
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

// slow reports whether the linear program has hardly improved for some rounds.
func slow(values []float64) bool {
	const rounds, share = 10, 2e-3
	n := len(values)
	return n > rounds && values[n-1] > values[n-1-rounds]*(1-share)
}
