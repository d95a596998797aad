package baseline

import (
	"cmp"
	"slices"

	"drnet/engine/bitmat"
)

// master is the linear program over the clauses found so far, which are candidates:
//
//	minimize  Σ ξᵢ + Σ costₖ wₖ   with   ξᵢ + Σ { wₖ : clause k takes row i } ≥ 1 for each positive row i,   ξ, w ≥ 0.
//
// It is solved by its dual, which has a row for each clause instead of one for each row of the table:
//
//	maximize  Σ μᵢ   with   Σ { μᵢ : clause k takes row i } ≤ costₖ for each clause k,   0 ≤ μᵢ ≤ 1.
//
// Positive rows that the same clauses take are one variable, bounded by their number.
type master struct {
	rows      LabeledRows
	positives int
	clauses   []candidate
	group     []int32   // of each row, -1 for negative ones
	patterns  [][]int32 // of each group the clauses that cover it
	sizes     []float64 // rows of each group
	full      []bool    // whether the rows of a group had the dual value 1 in the last solution
	weights   []float64 // w, the duals of the dual
	worth     []float64 // dual value μ of each row, 0 for negative ones
}

func newMaster(rows LabeledRows) *master {
	m := &master{rows: rows, positives: rows.positives(), group: make([]int32, rows.X.Rows), worth: make([]float64, rows.X.Rows)}
	m.patterns, m.sizes, m.full = [][]int32{nil}, []float64{float64(m.positives)}, []bool{true}
	for i := range m.group {
		if !bitmat.Get(rows.Labels, i) {
			m.group[i] = -1
		}
	}
	return m
}

// add adds a clause, which splits each group into covered and other rows.
func (m *master) add(c candidate) {
	k := int32(len(m.clauses))
	m.clauses = append(m.clauses, c)
	part := map[int32]int32{} // of each split group, the covered part
	for i, g := range m.group {
		if g < 0 || !bitmat.Get(c.fires, i) {
			continue
		}
		to, known := part[g]
		if !known {
			to = int32(len(m.patterns))
			part[g] = to
			m.patterns = append(m.patterns, append(slices.Clone(m.patterns[g]), k))
			m.sizes, m.full = append(m.sizes, 0), append(m.full, m.full[g])
		}
		m.group[i] = to
		m.sizes[g]--
		m.sizes[to]++
	}
}

// mostClauses bounds the linear program. Beyond it, the clauses of least weight and greatest reduced cost are removed.
const mostClauses, fewClauses = 150, 100

// forget removes clauses if there are too many.
func (m *master) forget() {
	if len(m.clauses) <= mostClauses {
		return
	}
	order := bitmat.Indexes[int](len(m.clauses))
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(m.weights[b], m.weights[a]), cmp.Compare(m.surplus(a), m.surplus(b)))
	})
	order = order[:fewClauses]
	slices.Sort(order)
	fresh := newMaster(m.rows)
	for _, k := range order {
		fresh.add(m.clauses[k])
	}
	*m = *fresh
}

// surplus is the reduced cost of a clause.
func (m *master) surplus(k int) float64 {
	s := m.clauses[k].cost
	for i, w := range m.worth {
		if w > 0 && bitmat.Get(m.clauses[k].fires, i) {
			s -= w
		}
	}
	return s
}

// solve finds the weights and dual values, and returns the optimum. It uses the simplex method with bounded variables and an
// explicit inverse of the basis: V. Chvátal, Linear Programming (1983), chapter 8.
func (m *master) solve(tick func()) float64 {
	s := &simplex{bounds: m.sizes, columns: m.patterns, full: m.full}
	for _, c := range m.clauses {
		s.limits = append(s.limits, c.cost)
	}
	s.solve(tick)
	m.weights = s.duals
	sum := 0.0
	for i, g := range m.group {
		if g >= 0 && m.sizes[g] > 0 {
			m.worth[i] = s.value(int(g)) / m.sizes[g]
			sum += m.worth[i]
		}
	}
	copy(m.full, s.upper)
	return sum
}
