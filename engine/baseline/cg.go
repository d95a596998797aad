package baseline

import (
	"context"
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// CG finds a set of rules by column generation: a linear program weighs the rules that there are, its duals say what another rule
// would be worth, and a beam search finds some that are worth more than they cost. At the end a set is chosen of all of them.
//
// What is minimized is the Hamming loss, the positive rows that no rule takes and the other rows as often as rules take them, and
// for each rule λ₀ + λ₁ × conditions, of all rows.
//
// References: S. Dash, O. Günlük, D. Wei: Boolean Decision Rules via Column Generation. NeurIPS 2018. D. Wei, S. Dash, T. Gao,
// O. Günlük: Generalized Linear Rule Models. ICML 2019 (beam search for the rules, λ₀ and λ₁).
type CG struct {
	Lambda0 float64 // price of a rule; zero means 1e-4, or that of a row if it is more
	Lambda1 float64 // price of a condition; zero means the same
	Rounds  int     // linear programs, at most; zero means 100
	Beam    int     // rules that are extended at once; zero means 5
	Each    int     // rules that are found in a round, at most; zero means 30
	Longest int     // conditions of a rule; zero means 10
}

func (c CG) complete(rows int) CG {
	const least = 1e-4
	price := max(least, 1/float64(rows)) // what saves less than a row is chance
	if c.Lambda0 == 0 {
		c.Lambda0 = price
	}
	if c.Lambda1 == 0 {
		c.Lambda1 = price
	}
	for _, f := range []struct {
		field *int
		usual int
	}{{&c.Rounds, 100}, {&c.Beam, 5}, {&c.Each, 30}, {&c.Longest, 10}} {
		if *f.field == 0 {
			*f.field = f.usual
		}
	}
	return c
}

// clause is a rule that the linear program may choose.
type clause struct {
	rule  rule.Rule
	fires []uint64
	cost  float64 // in rows: its price, and the rows that it takes and should not
}

// Where a beam finds nothing, wider ones are tried.
const widening, widest = 4, 64

// Learn implements Learner. It needs no random numbers.
func (c CG) Learn(ctx context.Context, rows Rows, _ uint64, tell func(float64)) Classifier {
	c = c.complete(rows.X.Rows)
	m := newMaster(rows)
	p := newPricer(c, rows)
	var pool []clause // all that were found
	values := make([]float64, 0, c.Rounds)
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
		var found []clause
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
	if ctx.Err() != nil {
		return nil
	}
	last := func() { tell(1) }
	m.solve(last)
	set := m.choose(ctx, pool, last)
	if ctx.Err() != nil {
		return nil
	}
	return Set{Rules: set}
}

// slow reports whether the linear program has hardly become better for some rounds.
func slow(values []float64) bool {
	const rounds, share = 10, 2e-3
	n := len(values)
	return n > rounds && values[n-1] > values[n-1-rounds]*(1-share)
}

// choose picks a set of all clauses that were found. It begins with those that the linear program gives at least half, and with none;
// clauses are added, dropped and replaced as long as that pays, and the better set of the two is taken.
func (m *master) choose(ctx context.Context, pool []clause, tick func()) rule.Set {
	var half []int
	for k, w := range m.weights {
		if w >= 0.5 {
			half = append(half, slices.IndexFunc(pool, func(c clause) bool { return slices.Equal(c.fires, m.clauses[k].fires) }))
		}
	}
	m.clauses = pool
	const tiny = 1e-9
	climb := climber{candidates: len(pool), least: tiny, value: m.value, tick: tick}
	var best []int
	most := math.Inf(-1)
	for _, from := range [][]int{half, nil} {
		now, _ := m.value(from)
		if set, value, _ := climb.climb(ctx, from, now); value > most {
			best, most = set, value
		}
	}
	slices.Sort(best)
	var set rule.Set
	for _, k := range best {
		set = append(set, pool[k].rule)
	}
	return set
}

// value is what a set costs, in rows, less than nothing, and what it would with a further clause.
func (m *master) value(set []int) (own float64, with func(k int) float64) {
	covered := make([]uint64, bitmat.Words(m.rows.X.Rows))
	sum := 0.0
	for _, k := range set {
		bitmat.Or(covered, covered, m.clauses[k].fires)
		sum += m.clauses[k].cost
	}
	both := make([]uint64, len(covered))
	lost := func(covered []uint64) float64 { return float64(m.positives - bitmat.CountAnd(covered, m.rows.Labels)) }
	return -(sum + lost(covered)), func(k int) float64 {
		bitmat.Or(both, covered, m.clauses[k].fires)
		return -(sum + m.clauses[k].cost + lost(both))
	}
}
