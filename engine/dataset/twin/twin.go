// Package twin finds columns of a table that carry nearly the same information.
package twin

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"drnet/engine/dataset"
)

const (
	mostCompared  = 500    // columns that are compared: the number of pairs grows with the square
	mostNear      = 200    // columns that are compared for relations with exceptions, which takes longer
	comparedRows  = 10_000 // rows that are compared, evenly spread over the table
	leastRepeated = 20     // rows that must repeat a pair of values: fewer may match by chance
)

// A Twin is a column that carries nearly the same information as an earlier one.
type Twin struct {
	Earlier int    `json:"earlier"` // positions of the columns
	Later   int    `json:"later"`
	Says    string `json:"says"` // how they are related, as the end of a sentence: "their values map one to one"
}

// Find returns the usable columns that have an earlier twin, each once. Two columns are twins if their known cells map one to one, such as
// names and their codes; if they do so with few exceptions (see oneToOne); or if their numbers are equal or have nearly the same or the
// opposite order. Twins without exceptions are preferred. Find compares at most 500 columns and about 10,000 rows.
func Find(t *dataset.Table) (twins []Twin) {
	columns := slices.DeleteFunc(t.Usable(-1), func(j int) bool { return t.Columns[j].Texts != nil }) // dates with too many values
	columns = columns[:min(len(columns), mostCompared)]
	samples := make([]cells, len(columns))
	for b, at := range columns {
		samples[b] = sampleOf(&t.Columns[at], max(1, t.Rows/comparedRows))
		if b < mostNear {
			samples[b].rank(&t.Columns[at], t.Rows)
		}
		a := slices.IndexFunc(samples[:b], func(s cells) bool { return s.duplicates(samples[b]) })
		says := "their values map one to one"
		for k := 0; k < b && b < mostNear && a < 0; k++ {
			if says = samples[k].nearly(samples[b]); says != "" {
				a = k
			}
		}
		if a >= 0 {
			twins = append(twins, Twin{columns[a], at, says})
		}
	}
	return twins
}

// cells are some cells of a column.
type cells struct {
	codes   []int32   // from 1 in the order of first occurrence; 0 is a missing cell
	numbers []float64 // of a column with too many values for codes, which is then nil
	ranks   []float64 // of a numeric column: ranks of the numbers in fewer rows, see rank; 0 is a missing cell
}

// sampleOf returns every step-th cell of a column.
func sampleOf(c *dataset.Column, step int) (s cells) {
	if c.Codes == nil {
		for row := 0; row < len(c.Numbers); row += step {
			s.numbers = append(s.numbers, c.Numbers[row])
		}
		return s
	}
	dense, distinct := make([]int32, max(len(c.Values), len(c.Levels))+1), int32(0) // by code; the first one is missing
	for row := 0; row < c.Codes.Len(); row += step {
		code := c.Codes.At(row) + 1
		if code > 0 && dense[code] == 0 {
			distinct++
			dense[code] = distinct
		}
		s.codes = append(s.codes, dense[code])
	}
	return s
}

// duplicates reports whether the known cells of two columns map one to one, without exception. At least leastRepeated rows must repeat a
// pair of values, not counting those of the most frequent value.
func (s cells) duplicates(other cells) bool {
	if s.codes == nil || other.codes == nil {
		return s.codes == nil && other.codes == nil && sameNumbers(s.numbers, other.numbers)
	}
	var there, back, rows []int32 // by code; extended as needed, because most columns differ after a few rows
	var repeated, most int32      // rows that repeat a pair; rows of the most frequent value
	for i, x := range s.codes {
		y := other.codes[i]
		if x == 0 || y == 0 {
			continue
		}
		there, rows, back = reach(there, x), reach(rows, x), reach(back, y)
		switch {
		case there[x] == 0 && back[y] == 0:
			there[x], back[y] = y, x
		case there[x] != y || back[y] != x:
			return false
		default:
			repeated++
		}
		rows[x]++
		most = max(most, rows[x])
	}
	return repeated-(most-1) >= leastRepeated
}

// reach extends a list with zeros until it has an element at a position.
func reach(list []int32, at int32) []int32 {
	for len(list) <= int(at) {
		list = append(list, 0)
	}
	return list
}

// sameNumbers reports whether the numbers are equal in all rows where both are known, at least leastRepeated.
func sameNumbers(a, b []float64) bool {
	known := 0
	for i, x := range a {
		if x != x || b[i] != b[i] {
			continue
		}
		if x != b[i] {
			return false
		}
		known++
	}
	return known >= leastRepeated
}

const (
	exceptions = 0.005 // greatest number of exceptions, as a share of the rows that repeat a pair of values
	ofRare     = 0.05  // the same, as a share of the rows without the most frequent value
	firstLook  = 256   // rows that are compared first, which rule out most pairs of columns
	unlikely   = 0.2   // share of exceptions among these that rules a pair out: all 50 exceptions of 10,000 rows are a fifth of 256
)

// nearly returns how two columns that are not duplicates are related, "" if they are not twins.
func (s cells) nearly(other cells) string {
	if s.codes != nil && other.codes != nil {
		n := min(firstLook, len(s.codes))
		if wrong, known, _ := oneToOne(s.codes[:n], other.codes[:n]); float64(wrong) < unlikely*float64(known) {
			if wrong, known, enough := oneToOne(s.codes, other.codes); enough {
				return fmt.Sprintf("their values map one to one, except in %d of %d rows", wrong, known)
			}
		}
	}
	const alike, distinct = 0.995, 10 // least correlation; least number of distinct numbers, since fewer must map one to one
	if r, most := correlation(s.ranks, other.ranks); math.Abs(r) >= alike && most >= distinct {
		order := "the same order"
		if r < 0 {
			order = "the opposite order"
		}
		return fmt.Sprintf("their numbers have nearly %s, rank correlation %.3f", order, r)
	}
	return ""
}

// oneToOne compares two columns in the rows where both are known, and maps each value to the value that it occurs with in most rows. It
// returns the number of rows whose two values are not mapped to each other, the number of rows compared, and whether the first is small
// enough for twins.
func oneToOne(a, b []int32) (wrong, known int, enough bool) {
	there, back := majority(a, b), majority(b, a)
	seen, rows := make([]bool, len(there)), make([]int32, len(there))
	matched, repeated, most := 0, 0, int32(0)
	for i, x := range a {
		y := b[i]
		if x == 0 || y == 0 {
			continue
		}
		known++
		rows[x]++
		if most = max(most, rows[x]); there[x] != y || back[y] != x {
			continue
		}
		if matched++; seen[x] {
			repeated++
		}
		seen[x] = true
	}
	wrong = known - matched
	return wrong, known, float64(wrong) <= exceptions*float64(repeated) && float64(wrong) <= ofRare*float64(known-int(most)) &&
		repeated-int(most-1) >= leastRepeated
}

// majority returns for each value of a, from 1, the value of b that occurs in more than half of its rows; an arbitrary value if there is
// none.
//
// References: R. S. Boyer and J. S. Moore: MJRTY, a fast majority vote algorithm. Automated Reasoning, 1991.
func majority(a, b []int32) []int32 {
	partner := make([]int32, slices.Max(a)+1)
	lead := make([]int32, len(partner))
	for i, x := range a {
		switch y := b[i]; {
		case x == 0 || y == 0:
		case lead[x] == 0:
			partner[x], lead[x] = y, 1
		case partner[x] == y:
			lead[x]++
		default:
			lead[x]--
		}
	}
	return partner
}

// rank sets the ranks of a numeric column with this many rows. Equal numbers get the average of their ranks.
func (s *cells) rank(c *dataset.Column, rows int) {
	const most = 2000 // about this many rows are ranked: they suffice for a correlation near 1
	if c.Kind != dataset.Numeric || !c.IsNumber() {
		return
	}
	step := max(1, rows/most)
	var numbers []float64
	var order []int
	for row := 0; row < rows; row += step {
		if x := c.Number(row); x == x {
			order = append(order, len(numbers))
		}
		numbers = append(numbers, c.Number(row))
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(numbers[i], numbers[j]) })
	s.ranks = make([]float64, len(numbers))
	for from, to := 0, 0; from < len(order); from = to {
		for to = from; to < len(order) && numbers[order[to]] == numbers[order[from]]; to++ {
		}
		for _, i := range order[from:to] {
			s.ranks[i] = float64(from+to+1) / 2
		}
	}
}

// correlation returns Spearman's rank correlation in the rows where both ranks are known, and the number of distinct ranks of a, counted up
// to 51. Both are 0 if there are fewer than 50 rows or if all ranks of a column are equal.
func correlation(a, b []float64) (r float64, distinct int) {
	const enough = 50 // rows
	var n, sumA, sumB, sumAA, sumBB, sumAB float64
	different := map[float64]bool{}
	for i := range min(len(a), len(b)) {
		if x, y := a[i], b[i]; x > 0 && y > 0 {
			n++
			sumA, sumB = sumA+x, sumB+y
			sumAA, sumBB, sumAB = sumAA+float64(x*x), sumBB+float64(y*y), sumAB+float64(x*y)
			if len(different) <= enough {
				different[x] = true
			}
		}
	}
	spread := math.Sqrt(sumAA-sumA*sumA/n) * math.Sqrt(sumBB-sumB*sumB/n)
	if n < enough || !(spread > 0) {
		return 0, 0
	}
	return (sumAB - sumA*sumB/n) / spread, len(different)
}
