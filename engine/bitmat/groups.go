package bitmat

import (
	"math/bits"
	"slices"
)

// MostPatterns bounds the patterns of a group. Sums for each of them stay in the fastest cache, and a code has six bits.
const MostPatterns = 64

// A PatternGroup is a run of neighboring columns with at most MostPatterns different patterns of bits among the rows. Thresholds of one
// column of a table are nested and the bits of one category exclude each other, so a group takes a whole column or more: 220
// columns of adult make 10 groups.
type PatternGroup struct {
	Codes []uint8 // of the pattern of each row
	Flips []Flip  // in the order in which the sums of the patterns are computed
}

// A Flip turns a pattern into another one by changing one column. If a pattern differs in several columns from every earlier one, it
// takes several flips: all but the first start from its own code. The first pattern of a group is derived from zeros.
type Flip struct {
	From, To uint8 // codes
	Column   int32
	Sign     uint64 // 0 if the column becomes 1, or all ones if it becomes 0
}

// Sum adds, to the sum of each column of the group, the weights of the rows in which it is one. Negative weights are in two's complement.
func (g *PatternGroup) Sum(sums, weights []uint64) {
	var patterns [MostPatterns]uint64
	for row, code := range g.Codes {
		patterns[code%MostPatterns] += weights[row]
	}
	for i := len(g.Flips) - 1; i >= 0; i-- { // each pattern counts for the one that it is derived from
		f := &g.Flips[i]
		weight := patterns[f.To%MostPatterns]
		sums[f.Column] += weight ^ f.Sign - f.Sign
		patterns[f.To%MostPatterns] = 0 // first, as From may be To
		patterns[f.From%MostPatterns] += weight
	}
}

// Groups divides the columns into groups, in their order.
func (m *Matrix) Groups() []PatternGroup {
	var list []PatternGroup
	for first := 0; first < m.Cols; {
		codes, examples, last := groupFrom(m, first)
		list = append(list, PatternGroup{codes, describe(m, first, last, examples)})
		first = last
	}
	return list
}

// groupFrom takes as many columns, from first on, as have at most MostPatterns patterns. It returns the code of each row, an example row
// for each code, and the first column of the next group.
func groupFrom(m *Matrix, first int) (codes []uint8, examples []int32, last int) {
	s := splitter{codes: make([]uint8, m.Rows), rarer: make([]uint64, Words(m.Rows)), last: make([]uint64, Words(m.Rows))}
	s.rows[0] = m.Rows
	for last = first; last < m.Cols && s.split(m.Column(last)); last++ {
	}
	var dense [spacious]uint8 // 1 + the final code
	for i, code := range s.codes {
		if dense[code] == 0 {
			examples = append(examples, int32(i))
			dense[code] = uint8(len(examples))
		}
		s.codes[i] = dense[code] - 1
	}
	return s.codes, examples, last
}

// splitter assigns codes to the patterns of rows. Each column splits the patterns of the columns before it.
type splitter struct {
	codes []uint8       // of each row
	rows  [spacious]int // with each code
	last  []uint64      // the previous column
	rarer []uint64      // the rows that get another code
}

// spacious is the number of codes: twice MostPatterns, and code 0, which is never reused.
const spacious = 2*MostPatterns + 1

// split takes a column, unless there are too many patterns then. It gives other codes to the rows that it tells from the rest, or to
// the rest if that is rarer; where the patterns know the last column, the difference to it splits them in the same way.
func (s *splitter) split(column []uint64) bool {
	differ := 0
	for i, w := range column {
		differ += bits.OnesCount64(w ^ s.last[i])
	}
	copy(s.rarer, column)
	ones := Count(column)
	if n := len(s.codes); min(differ, n-differ) < min(ones, n-ones) {
		for i, w := range s.last {
			s.rarer[i] ^= w
		}
		ones = differ
	}
	if 2*ones > len(s.codes) {
		s.complement()
	}
	var free, to, from [spacious]uint8 // codes; to is 0 for none
	n := 0
	for code := spacious - 1; code > 0; code-- {
		if s.rows[code] == 0 {
			free[n] = uint8(code)
			n++
		}
	}
	EachBit(s.rarer, func(i int) {
		code := s.codes[i]
		next := to[code]
		if next == 0 {
			n--
			next = free[n]
			to[code], from[next] = next, code
		}
		s.rows[code]--
		s.rows[next]++
		s.codes[i] = next
	})
	patterns := 0
	for _, rows := range s.rows {
		if rows > 0 {
			patterns++
		}
	}
	if patterns > MostPatterns {
		EachBit(s.rarer, func(i int) { s.codes[i] = from[s.codes[i]] })
	}
	copy(s.last, column)
	return patterns <= MostPatterns
}

// complement replaces the rarer rows by the other rows.
func (s *splitter) complement() {
	all := make([]uint64, len(s.rarer))
	Ones(all, len(s.codes))
	AndNot(s.rarer, all, s.rarer)
}

// describe orders the patterns of the columns [first, last) by their number of ones, and derives each from the most similar earlier one.
// Examples has a row for each pattern, by code.
func describe(m *Matrix, first, last int, examples []int32) (flips []Flip) {
	words := make([][]uint64, len(examples)) // the bits of each pattern
	for code, row := range examples {
		words[code] = make([]uint64, Words(last-first))
		for f := first; f < last; f++ {
			if m.Get(int(row), f) {
				Set(words[code], f-first)
			}
		}
	}
	order := Indexes[int](len(examples))
	slices.SortStableFunc(order, func(a, b int) int { return Count(words[a]) - Count(words[b]) })
	for k, code := range order {
		from, is, was := code, words[code], make([]uint64, Words(last-first))
		if k > 0 {
			from = slices.MinFunc(order[:k], func(a, b int) int { return differences(words[a], is) - differences(words[b], is) })
			was = words[from]
		}
		for f := first; f < last; f++ {
			if now := Get(is, f-first); now != Get(was, f-first) {
				sign := ^uint64(0)
				if now {
					sign = 0
				}
				flips = append(flips, Flip{uint8(from), uint8(code), int32(f), sign})
				from = code
			}
		}
	}
	return flips
}

// differences returns the number of bits in which two patterns differ.
func differences(a, b []uint64) int {
	n := 0
	for i, w := range a {
		n += bits.OnesCount64(w ^ b[i])
	}
	return n
}
