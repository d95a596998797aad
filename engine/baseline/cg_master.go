package baseline

import (
	"cmp"
	"math"
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
	bitmat.EachBit(rows.negatives(), func(i int) { m.group[i] = -1 })
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

// simplex maximizes the sum of variables x with Σ { xⱼ : k in columnsⱼ } ≤ limitsₖ for each k and 0 ≤ xⱼ ≤ boundsⱼ.
type simplex struct {
	limits  []float64 // at least 0
	bounds  []float64 // at least 0
	columns [][]int32
	full    []bool // variables that start at their bounds, as far as the limits allow

	duals   []float64   // y, of the limits
	basis   []int       // of each row its variable; from len(full) on slack variables
	row     []int       // of each variable its row in the basis, -1 if it is outside
	upper   []bool      // outside the basis: it is at its bound
	values  []float64   // of the variables in the basis
	inverse [][]float64 // of the basis
	from    int         // the variable to try next
}

const reducedCost, pivotSize = 1e-9, 1e-9 // smaller values count as 0

func (s *simplex) solve(tick func()) {
	rows, all := len(s.limits), len(s.columns)+len(s.limits)
	s.bounds, s.columns = slices.Concat(s.bounds, slices.Repeat([]float64{math.Inf(1)}, rows)), slices.Clone(s.columns)
	s.basis, s.row, s.upper = make([]int, rows), slices.Repeat([]int{-1}, all), make([]bool, all)
	s.values, s.duals, s.inverse = slices.Clone(s.limits), make([]float64, rows), make([][]float64, rows)
	for k := range rows { // the initial basis consists of the slack variables
		s.basis[k], s.columns = len(s.columns), append(s.columns, []int32{int32(k)})
		s.row[s.basis[k]] = k
		s.inverse[k] = make([]float64, rows)
		s.inverse[k][k] = 1
	}
	s.crash()
	along, idle := make([]float64, rows), 0
	const most = 50 // steps without progress before the first variable enters instead of the best, which cannot cycle (Bland's rule)
	for j := s.entering(false); j >= 0; j = s.entering(idle > most) {
		tick()
		s.direction(along, j)
		idle++
		if s.moveAlong(along, j) > 0 {
			idle = 0
		}
	}
}

// crash starts variables at their bounds that are likely to end there, which saves steps.
func (s *simplex) crash() {
	for j, full := range s.full {
		if !full || s.bounds[j] == 0 || slices.ContainsFunc(s.columns[j], func(k int32) bool { return s.values[k] < s.bounds[j] }) {
			continue
		}
		s.upper[j] = true
		for _, k := range s.columns[j] {
			s.values[k] -= s.bounds[j]
		}
	}
}

// value returns the value of a variable.
func (s *simplex) value(j int) float64 {
	switch {
	case s.row[j] >= 0:
		return min(max(s.values[s.row[j]], 0), s.bounds[j])
	case s.upper[j]:
		return s.bounds[j]
	}
	return 0
}

// window is the number of variables that partial pricing compares, from where the last search ended.
const window = 256

// entering computes the duals and returns a variable that increases the objective: the best one in its window, or the first of
// all. It returns a negative number at the optimum.
func (s *simplex) entering(first bool) int {
	clear(s.duals)
	for i, j := range s.basis {
		if j < len(s.full) {
			for k, v := range s.inverse[i] {
				s.duals[k] += v
			}
		}
	}
	best, most := -1, reducedCost
	if first {
		s.from = 0
	}
	all := len(s.row)
	for looked := range all {
		if best >= 0 && looked%window == 0 {
			break
		}
		j := s.from
		if s.from++; s.from == all {
			s.from = 0
		}
		if s.row[j] >= 0 || s.bounds[j] == 0 {
			continue
		}
		gain := 0.0
		if j < len(s.full) {
			gain = 1
		}
		for _, k := range s.columns[j] {
			gain -= s.duals[k]
		}
		if s.upper[j] {
			gain = -gain
		}
		if gain > most {
			best, most = j, gain
			if first {
				break
			}
		}
	}
	return best
}

// direction computes the decrease of the basic variables per unit of an entering variable.
func (s *simplex) direction(along []float64, j int) {
	for i, line := range s.inverse {
		along[i] = 0
		for _, k := range s.columns[j] {
			along[i] += line[k]
		}
	}
}

// moveAlong moves the entering variable away from its bound until a variable reaches its own, and returns the distance.
func (s *simplex) moveAlong(along []float64, j int) float64 {
	sign, far, out, outUpper := 1.0, s.bounds[j], -1, false
	if s.upper[j] {
		sign = -1
	}
	for i, a := range along {
		a *= sign
		switch b := s.basis[i]; {
		case a > pivotSize:
			if t := max(s.values[i], 0) / a; t < far {
				far, out, outUpper = t, i, false
			}
		case a < -pivotSize:
			if t := max(s.bounds[b]-s.values[i], 0) / -a; t < far {
				far, out, outUpper = t, i, true
			}
		}
	}
	for i, a := range along {
		s.values[i] -= float64(float64(sign*far) * a)
	}
	if out < 0 {
		s.upper[j] = !s.upper[j]
		return far
	}
	from := 0.0
	if s.upper[j] {
		from = s.bounds[j]
	}
	left := s.basis[out]
	s.row[left], s.upper[left] = -1, outUpper
	s.basis[out], s.row[j], s.upper[j] = j, out, false
	s.values[out] = from + float64(sign*far)
	s.pivot(along, out)
	return far
}

// pivot updates the inverse for the new variable of a row.
func (s *simplex) pivot(along []float64, out int) {
	line := s.inverse[out]
	for k := range line {
		line[k] /= along[out]
	}
	for i, a := range along {
		if i == out || a == 0 {
			continue
		}
		other := s.inverse[i]
		for k, v := range line {
			other[k] -= float64(a * v)
		}
	}
}
