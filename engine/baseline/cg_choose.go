package baseline

import (
	"context"
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// choose returns a set of the clauses found, the better of two local optima: from the clauses with a weight of at least one half,
// and from the empty set.
func (m *master) choose(ctx context.Context, pool []clause, tick func()) rule.Set {
	var half []int
	for k, w := range m.weights {
		if w >= 0.5 {
			half = append(half, slices.IndexFunc(pool, func(c clause) bool { return slices.Equal(c.fires, m.clauses[k].fires) }))
		}
	}
	m.clauses = pool
	const tiny = 1e-9
	climb := hillClimber{candidates: len(pool), least: tiny, value: m.value, tick: tick}
	var best []int
	most := math.Inf(-1)
	for _, from := range [][]int{half, nil} {
		now, _ := m.value(from)
		if set, value, _ := climb.hillClimb(ctx, from, now); value > most {
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

// value returns minus the cost of a set, in rows, and a function for minus the cost with another clause.
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
