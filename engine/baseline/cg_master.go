package baseline

import (
	"cmp"
	"math"
	"slices"

	"drnet/engine/bitmat"
)

// master is the linear program over the clauses found so far:
//
//	minimize  Σ ξᵢ + Σ costₖ wₖ   with   ξᵢ + Σ { wₖ : clause k takes row i } ≥ 1 for each positive row i,   ξ, w ≥ 0.
//
// It is solved by its dual, which has a row for each clause instead of one for each row of the table:
//
//	maximize  Σ μᵢ   with   Σ { μᵢ : clause k takes row i } ≤ costₖ for each clause k,   0 ≤ μᵢ ≤ 1.
//
// Positive rows that the same clauses take are one variable, bounded by their number.
type master struct {
	rows      Rows
	positives int
	clauses   []clause
	group     []int32   // of each row, -1 for negative ones
	patterns  [][]int32 // of each group the clauses that take it
	sizes     []float64 // rows of each group
	full      []bool    // whether the rows of a group were worth 1 in the last solution
	weights   []float64 // w, the duals of the dual
	worth     []float64 // μ of each row, 0 for negative ones
}

func newMaster(rows Rows) *master {
	m := &master{rows: rows, positives: rows.positives(), group: make([]int32, rows.X.Rows), worth: make([]float64, rows.X.Rows)}
	m.patterns, m.sizes, m.full = [][]int32{nil}, []float64{float64(m.positives)}, []bool{true}
	for i := range m.group {
		if !bitmat.Get(rows.Labels, i) {
			m.group[i] = -1
		}
	}
	return m
}

// add takes a clause in: it divides each group into the rows that it takes and the others.
func (m *master) add(c clause) {
	k := int32(len(m.clauses))
	m.clauses = append(m.clauses, c)
	part := map[int32]int32{} // of each group that is divided, the part that the clause takes
	for i, g := range m.group {
		if g < 0 || !bitmat.Get(c.fires, i) {
			continue
		}
		to, known := part[g]
		if !known {
			to = int32(len(m.patterns))
			part[g] = to
			m.patterns = append(m.patterns, append(append([]int32(nil), m.patterns[g]...), k))
			m.sizes = append(m.sizes, 0)
			m.full = append(m.full, m.full[g])
		}
		m.group[i] = to
		m.sizes[g]--
		m.sizes[to]++
	}
}

// mostClauses are in the linear program. Of more, those that it does not use and that cost most beyond their worth go.
const mostClauses, fewClauses = 150, 100

// forget takes clauses out if there are too many.
func (m *master) forget() {
	if len(m.clauses) <= mostClauses {
		return
	}
	order := make([]int, len(m.clauses))
	for k := range order {
		order[k] = k
	}
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

// surplus is what a clause costs beyond its worth.
func (m *master) surplus(k int) float64 {
	s := m.clauses[k].cost
	for i, w := range m.worth {
		if w > 0 && bitmat.Get(m.clauses[k].fires, i) {
			s -= w
		}
	}
	return s
}

// solve finds weights and worth, and returns what the program is worth. It is the simplex method with bounded variables: V. Chvátal, Linear Programming (1983), chapter 8,
// with the inverse of the basis at hand.
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
	for g := range m.full {
		m.full[g] = s.upper[g]
	}
	return sum
}

// simplex maximizes the sum of variables x with Σ { xⱼ : k in columnsⱼ } ≤ limitsₖ for each k and 0 ≤ xⱼ ≤ boundsⱼ.
type simplex struct {
	limits  []float64 // at least 0
	bounds  []float64 // at least 0
	columns [][]int32
	full    []bool // variables that begin at their bounds, as far as the limits allow

	duals   []float64   // y, of the limits
	basis   []int       // of each row its variable; from len(columns) on they are slacks
	row     []int       // of each variable its row in the basis, -1 if it is outside
	upper   []bool      // outside the basis: it is at its bound
	values  []float64   // of the variables in the basis
	inverse [][]float64 // of the basis
	from    int         // the variable that is looked at next
}

const reducedCost, pivotSize = 1e-9, 1e-9 // less counts as none

func (s *simplex) solve(tick func()) {
	rows, all := len(s.limits), len(s.columns)+len(s.limits)
	s.basis, s.row, s.upper = make([]int, rows), make([]int, all), make([]bool, all)
	s.values, s.duals = append([]float64(nil), s.limits...), make([]float64, rows)
	s.inverse = make([][]float64, rows)
	for j := range s.row {
		s.row[j] = -1
	}
	for k := range rows { // at the beginning all slacks are in the basis
		s.basis[k] = len(s.columns) + k
		s.row[s.basis[k]] = k
		s.inverse[k] = make([]float64, rows)
		s.inverse[k][k] = 1
	}
	s.crash()
	along := make([]float64, rows)
	const most = 50 // steps without progress, before the first variable enters instead of the best: that cannot go round in circles
	idle := 0
	for {
		j := s.entering(idle > most)
		if j < 0 {
			return
		}
		tick()
		s.direction(along, j)
		if s.step(along, j) > 0 {
			idle = 0
		} else {
			idle++
		}
	}
}

// crash puts variables at their bounds that are likely to end there: few steps are left then.
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

// value returns what a variable is.
func (s *simplex) value(j int) float64 {
	switch {
	case s.row[j] >= 0:
		return min(max(s.values[s.row[j]], 0), s.bounds[j])
	case s.upper[j]:
		return s.bounds[j]
	}
	return 0
}

// window is how many variables are looked at from the one on where the last look ended, before the best of them is taken.
const window = 256

// entering computes the duals and returns a variable that makes the sum grow, the best one in its window or the first of all;
// negative if there is none.
func (s *simplex) entering(first bool) int {
	clear(s.duals)
	for i, j := range s.basis {
		if j < len(s.columns) {
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
		if s.row[j] >= 0 {
			continue
		}
		gain := 0.0
		if j < len(s.columns) {
			if s.bounds[j] == 0 {
				continue
			}
			gain = 1
			for _, k := range s.columns[j] {
				gain -= s.duals[k]
			}
			if s.upper[j] {
				gain = -gain
			}
		} else {
			gain = -s.duals[j-len(s.columns)]
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

// direction says how the variables in the basis shrink when a variable grows.
func (s *simplex) direction(along []float64, j int) {
	for i, line := range s.inverse {
		along[i] = 0
		if j >= len(s.columns) {
			along[i] = line[j-len(s.columns)]
			continue
		}
		for _, k := range s.columns[j] {
			along[i] += line[k]
		}
	}
}

// step moves a variable away from its bound as far as all stay in theirs, and returns how far.
func (s *simplex) step(along []float64, j int) float64 {
	sign, far, out, outUpper := 1.0, math.Inf(1), -1, false
	if j < len(s.columns) {
		far = s.bounds[j]
	}
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
		case a < -pivotSize && b < len(s.columns):
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

// pivot makes the inverse that of the basis in which a row has another variable.
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
