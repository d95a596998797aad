package drnet

import (
	"math/bits"
	"slices"

	"drnet/engine/bitmat"
)

// mostPatterns bounds the patterns of a group: their sums, for four rules at a time, stay in the fastest cache. Codes of so many
// take codeBits, so that a word holds inWord of them.
const (
	mostPatterns = 1 << codeBits
	codeBits     = 6
	inWord       = 64 / codeBits
)

// groups divides the features of a table into runs of neighbors with at most mostPatterns different patterns of bits among the
// rows of the table. Thresholds of one column are nested and the bits of one category exclude each other, so a group takes a
// whole column or more: 220 features of adult make 10 groups.
type groups struct {
	flips [][]flip // of each group, in the order in which the sums of its patterns are computed
	total int      // number of flips
	words int      // in a row of codes
	// codes are those of each row: group k has the bits from k%inWord*codeBits on of word k/inWord.
	codes []uint64
}

// A flip turns a pattern into another one, by changing one feature. A pattern that differs in more from those before it takes
// several flips, all but the last one to something between. The first pattern of a group begins with zeros.
type flip struct {
	from, to uint8 // codes
	feature  int32
	sign     uint64 // 0 if the feature becomes 1, or all ones if it becomes 0
}

// newGroups groups the features of a table.
func newGroups(x *bitmat.Matrix) *groups {
	var g groups
	var codes [][]uint8 // of each group, by row
	for first := 0; first < x.Cols; {
		column, examples, last := groupFrom(x, first)
		codes = append(codes, column)
		flips := describe(x, first, last, examples)
		g.flips, g.total = append(g.flips, flips), g.total+len(flips)
		first = last
	}
	g.words = (len(codes) + inWord - 1) / inWord
	g.codes = make([]uint64, x.Rows*g.words)
	for k, column := range codes {
		word, shift := k/inWord, k%inWord*codeBits
		for i, code := range column {
			g.codes[i*g.words+word] |= uint64(code) << shift
		}
	}
	return &g
}

// groupFrom takes features from first on, as many as keep the number of patterns within mostPatterns. It returns the code of
// each row, a row of each code, and the feature behind the last one.
func groupFrom(x *bitmat.Matrix, first int) (codes []uint8, examples []int32, last int) {
	s := splitter{codes: make([]uint8, x.Rows), zeros: make([]uint64, bitmat.Words(x.Rows))}
	s.rows[0] = x.Rows
	for last = first; last < x.Cols && s.split(x.Column(last)); last++ {
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

// splitter codes rows by their patterns. Every feature splits the patterns of those before it.
type splitter struct {
	codes []uint8       // of each row
	rows  [spacious]int // with each code
	zeros []uint64      // of a feature
}

// spacious is enough for twice the patterns and code 0, which is never given again.
const spacious = 2*mostPatterns + 1

// split takes a feature, unless there are too many patterns then. It gives other codes to the rows with the rarer bit.
func (s *splitter) split(column []uint64) bool {
	rarer := column
	if 2*bitmat.Count(column) > len(s.codes) {
		bitmat.Ones(s.zeros, len(s.codes))
		bitmat.AndNot(s.zeros, s.zeros, column)
		rarer = s.zeros
	}
	var free, to, from [spacious]uint8 // codes; to is 0 for none
	n := 0
	for code := spacious - 1; code > 0; code-- {
		if s.rows[code] == 0 {
			free[n] = uint8(code)
			n++
		}
	}
	bitmat.EachBit(rarer, func(i int) {
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
	if patterns > mostPatterns {
		bitmat.EachBit(rarer, func(i int) { s.codes[i] = from[s.codes[i]] })
	}
	return patterns <= mostPatterns
}

// describe orders the patterns of the features [first, last) by their number of ones, and derives each from the most similar
// one before it. Examples has a row with each pattern, by its code.
func describe(x *bitmat.Matrix, first, last int, examples []int32) (flips []flip) {
	words := make([][]uint64, len(examples)) // the bits of each pattern
	for code, row := range examples {
		words[code] = make([]uint64, bitmat.Words(last-first))
		for f := first; f < last; f++ {
			if x.Get(int(row), f) {
				bitmat.Set(words[code], f-first)
			}
		}
	}
	order := bitmat.Indexes[int](len(examples))
	slices.SortStableFunc(order, func(a, b int) int { return bitmat.Count(words[a]) - bitmat.Count(words[b]) })
	for k, code := range order {
		from, is, was := code, words[code], make([]uint64, bitmat.Words(last-first))
		if k > 0 {
			from = slices.MinFunc(order[:k], func(a, b int) int { return differences(words[a], is) - differences(words[b], is) })
			was = words[from]
		}
		for f := first; f < last; f++ {
			if now := bitmat.Get(is, f-first); now != bitmat.Get(was, f-first) {
				sign := ^uint64(0)
				if now {
					sign = 0
				}
				flips = append(flips, flip{uint8(from), uint8(code), int32(f), sign})
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

// gather copies the codes of rows.
func (g *groups) gather(dst []uint64, index []int32) {
	for i, row := range index {
		to, from := dst[i*g.words:(i+1)*g.words], g.codes[int(row)*g.words:]
		for k := range to { // one or two words: copy would cost more in its call
			to[k] = from[k]
		}
	}
}

// work estimates what it costs one of four rules to look up the sums of rows, in visits of a row. The constants were measured.
func (g *groups) work(rows int) int {
	const ofRow, ofFlip = 6, 3 // beside the look-ups
	return (rows*(len(g.flips)+ofRow) + ofFlip*g.total) / lanes
}
