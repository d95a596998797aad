package dataset

const (
	mostCompared  = 500    // columns that are compared: the pairs grow with their square
	comparedRows  = 10_000 // evenly spread
	leastRepeated = 20     // pairs of values that must recur: a few may match by chance
)

// Duplicates returns pairs of usable columns, the earlier one first, whose known cells map one to one, such as a name and its
// code. Numbers of which nearly all differ must be equal. A later column is in one pair at most. It compares a bounded number
// of rows and columns.
func (t *Table) Duplicates() (pairs [][2]int) {
	columns := t.Usable(-1)
	columns = columns[:min(len(columns), mostCompared)]
	samples := make([]cells, len(columns))
	for b, at := range columns {
		samples[b] = sampleOf(&t.Columns[at], max(1, t.Rows/comparedRows))
		for a := range samples[:b] {
			if samples[a].duplicates(samples[b]) {
				pairs = append(pairs, [2]int{columns[a], at})
				break
			}
		}
	}
	return pairs
}

// cells are some cells of a column: codes from 1 in the order of their first occurrence, 0 for a missing cell. Numbers with too
// many values for codes stay as they are.
type cells struct {
	codes   []int32
	numbers []float64
}

func sampleOf(c *Column, step int) (s cells) {
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

// duplicates reports whether the cells of two columns map one to one, with enough evidence outside the most frequent value.
func (s cells) duplicates(other cells) bool {
	if s.codes == nil || other.codes == nil {
		return s.codes == nil && other.codes == nil && sameNumbers(s.numbers, other.numbers)
	}
	var there, back, rows []int32 // by code; they grow, because most columns differ after a few rows
	var repeated, most int32
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

// reach extends a list to have an element at a position.
func reach(list []int32, at int32) []int32 {
	for len(list) <= int(at) {
		list = append(list, 0)
	}
	return list
}

// sameNumbers reports whether numbers are equal wherever both are known.
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
