package refine

import (
	"math/bits"

	"drnet/engine/bitmat"
)

// tally counts, for each feature, the rows of a set on which it holds. For a large set it counts the common bits of set and feature. For a
// small one it goes through the rows, and counts the patterns of groups of features. If the counts on a similar set are known, it goes
// through the rows in which both differ. In WebAssembly each jump within a Go function goes through a table and takes as long as counting
// several words, so the loops are unrolled.
type tally struct {
	length int      // of a set or a feature, in blocks
	blocks []block  // of each feature
	set    []block  // to be counted
	some   []uint64 // rows in which two sets differ
	digit  []uint64 // rows whose weight has a digit
	groups int      // of features
	flips  []flip   // of all groups
	codes  []uint64 // of each row, atOnce in a word
	sums   []counts // of each pattern of each group, and one that stays 0
	each   []counts // of each feature
}

// block is the unit of words that are counted at once.
type block [blockWords]uint64

const (
	blockWords = 16
	atOnce     = 8 // groups of features that are counted at once, or the last half of them
	half       = atOnce / 2

	flipsInStep = 4
)

// flip is a bitmat.Flip with the places of its patterns in sums.
type flip struct {
	from, to, column int32
	sign             int32 // 0 if the column becomes 1, or -1 if it becomes 0
}

// newTally returns a tally of columns, which are whole blocks.
func newTally(columns [][]uint64, words int) *tally {
	x := bitmat.New(64*words, len(columns))
	t := &tally{length: words / blockWords, each: make([]counts, len(columns))}
	t.set, t.blocks, t.some = make([]block, t.length), make([]block, t.length*len(columns)), make([]uint64, words)
	t.digit = make([]uint64, words)
	for f, column := range columns {
		copy(x.Column(f), column)
		intoBlocks(t.blocks[f*t.length:(f+1)*t.length], column)
	}
	groups := x.Groups()
	n := (len(groups) + atOnce - 1) / atOnce
	t.codes, t.sums = make([]uint64, 64*words*n), make([]counts, atOnce*bitmat.MostPatterns*n+1)
	t.groups, t.flips = len(groups), flipsOf(groups, len(t.sums)-1)
	for g, group := range groups {
		word, shift := g/atOnce, g%atOnce*8
		for i, code := range group.Codes {
			t.codes[i*n+word] |= uint64(code) << shift
		}
	}
	return t
}

// flipsOf returns the flips of all groups in the order in which the patterns are counted: from the last one of each group to its first. It
// takes the groups in turns, because a flip waits for the one before in its group. The last step is filled with flips of the sum at place
// zero, which change nothing.
func flipsOf(groups []bitmat.PatternGroup, zero int) (flips []flip) {
	longest := 0
	for _, group := range groups {
		longest = max(longest, len(group.Flips))
	}
	for i := range longest {
		for g, group := range groups {
			if i < len(group.Flips) {
				f := &group.Flips[len(group.Flips)-1-i]
				first := int32(g * bitmat.MostPatterns)
				flips = append(flips, flip{first + int32(f.From), first + int32(f.To), f.Column, int32(f.Sign)})
			}
		}
	}
	for len(flips)%flipsInStep > 0 {
		flips = append(flips, flip{from: int32(zero), to: int32(zero)})
	}
	return flips
}

func intoBlocks(dst []block, words []uint64) {
	for i := range dst {
		dst[i] = block(words[i*blockWords:])
	}
}

// known are the counts of each feature on a set of rows.
type known struct {
	rows []uint64
	each []counts
}

// way is how a tally counts the rows of a class.
type way uint8

const (
	byWords way = iota
	byRows
	byGain // those that are not in a set whose counts are known
	byLoss // those of such a set that are not in m
)

// count counts the rows of m on which each feature holds, by the weights of their groups, and by those of digits unless it is nil. Near, if
// it is not nil, must contain m or be contained in it. The result is valid until the next call.
func (t *tally) count(m []uint64, near *known, yes, no []group, d *digits) []counts {
	classes := [...]struct {
		groups []group
		unit   counts
		way    way
	}{{groups: yes, unit: 1}, {groups: no, unit: negative}}
	mask, patterns := counts(0), false // of the classes whose counts start from those of near; whether patterns are counted
	for i := range classes {
		c := &classes[i]
		if c.way = t.wayOf(m, near, c.groups, d); c.way >= byGain {
			mask |= c.unit * (negative - 1)
		}
		patterns = patterns || c.way != byWords
	}
	t.begin(near, mask)
	if patterns { // with many features, clearing takes as long as some ways of counting
		clear(t.sums)
	}
	for i := range classes {
		c := &classes[i]
		rows, unit := m, c.unit
		switch c.way {
		case byGain:
			rows = without(t.some, m, near.rows, c.groups)
		case byLoss:
			rows, unit = without(t.some, near.rows, m, c.groups), -unit
		}
		t.addWeighted(rows, c.groups, unit, c.way, d)
	}
	if patterns {
		t.addPatterns()
	}
	return t.each
}

// wayOf returns the fastest way to count the rows of m in some groups.
func (t *tally) wayOf(m []uint64, near *known, groups []group, d *digits) way {
	const codesPerRow = 6 // that are counted in about the time in which a row is listed
	codes := (t.groups + half - 1) / half * half
	rows, words := countIn(m, groups)
	way := byRows
	if near != nil {
		others, _ := countIn(near.rows, groups)
		switch {
		case others <= rows:
			way, rows = byGain, rows-others
		case others < 2*rows:
			way, rows = byLoss, others-rows
		}
	}
	if d != nil {
		words *= 2 // words are counted for each digit, rows for about half of them
	}
	if rows*(codesPerRow+codes) >= len(t.each)*words { // a word takes about as long as a code
		return byWords
	}
	return way
}

// addWeighted counts rows in some groups, for each digit of their weights if there are some.
func (t *tally) addWeighted(rows []uint64, groups []group, unit counts, w way, d *digits) {
	add := (*tally).addRows
	if w == byWords {
		add = (*tally).addWords
	}
	if d == nil {
		add(t, rows, groups, unit)
		return
	}
	for i, digit := range d {
		for _, g := range groups {
			bitmat.And(t.digit[g.from:g.to], rows[g.from:g.to], digit[g.from:g.to])
		}
		add(t, t.digit, groups, unit<<i)
	}
}

// countIn counts the rows of m in some groups, and the words of these groups.
func countIn(m []uint64, groups []group) (rows, words int) {
	for _, g := range groups {
		rows, words = rows+bitmat.Count(m[g.from:g.to]), words+g.to-g.from
	}
	return rows, words
}

// begin sets the counts to those of near in the bits of mask, and to zero in the others.
func (t *tally) begin(near *known, mask counts) {
	switch mask {
	case 0:
		clear(t.each)
	case ^counts(0):
		copy(t.each, near.each)
	default:
		for f, c := range near.each {
			t.each[f] = c & mask
		}
	}
}

// addWords counts the common bits of m and each feature in some groups.
func (t *tally) addWords(m []uint64, groups []group, unit counts) {
	for _, g := range groups {
		from, to := g.from/blockWords, g.to/blockWords
		intoBlocks(t.set[from:to], m[g.from:g.to])
		t.addCommon(from, to, unit*counts(g.weight))
	}
}

// addCommon adds, for each feature, the number of its bits in some blocks that are in the set too, times a weight.
func (t *tally) addCommon(from, to int, weight counts) {
	set := t.set[from:to]
	for f := range t.each {
		column := t.blocks[f*t.length+from:][:len(set)]
		n := 0
		for i := range set {
			x, y := &set[i], &column[i]
			n += bits.OnesCount64(x[0]&y[0]) + bits.OnesCount64(x[1]&y[1]) + bits.OnesCount64(x[2]&y[2]) +
				bits.OnesCount64(x[3]&y[3]) + bits.OnesCount64(x[4]&y[4]) + bits.OnesCount64(x[5]&y[5]) +
				bits.OnesCount64(x[6]&y[6]) + bits.OnesCount64(x[7]&y[7]) + bits.OnesCount64(x[8]&y[8]) +
				bits.OnesCount64(x[9]&y[9]) + bits.OnesCount64(x[10]&y[10]) + bits.OnesCount64(x[11]&y[11]) +
				bits.OnesCount64(x[12]&y[12]) + bits.OnesCount64(x[13]&y[13]) + bits.OnesCount64(x[14]&y[14]) +
				bits.OnesCount64(x[15]&y[15])
		}
		t.each[f] += counts(n) * weight
	}
}

// without sets dst to the rows of m in some groups that are not in n, and returns it.
func without(dst, m, n []uint64, groups []group) []uint64 {
	for _, g := range groups {
		bitmat.AndNot(dst[g.from:g.to], m[g.from:g.to], n[g.from:g.to])
	}
	return dst
}

// addRows counts the patterns of the rows of m in some groups.
func (t *tally) addRows(m []uint64, groups []group, unit counts) {
	const (
		most   = 256 // rows, whose codes stay in the fastest cache
		listed = 4   // rows in a step
	)
	var list [most]int32
	step := int32((t.groups + atOnce - 1) / atOnce)
	for _, g := range groups {
		n := 0
		for w := g.from; w < g.to; w++ {
			word := m[w]
			end := n + bits.OnesCount64(word)
			for row := 64 * int32(w); ; n += listed { // the last step may list too much
				next := (*[listed]int32)(list[n:])
				next[0] = (row + int32(bits.TrailingZeros64(word))) * step
				word &= word - 1
				next[1] = (row + int32(bits.TrailingZeros64(word))) * step
				word &= word - 1
				next[2] = (row + int32(bits.TrailingZeros64(word))) * step
				word &= word - 1
				next[3] = (row + int32(bits.TrailingZeros64(word))) * step
				if word &= word - 1; word == 0 {
					break
				}
			}
			if n = end; n > most-64-listed {
				t.addCodes(list[:n], unit*counts(g.weight))
				n = 0
			}
		}
		t.addCodes(list[:n], unit*counts(g.weight))
	}
}

// addCodes counts the patterns of rows whose codes begin at these places. The sums are written out: with a function for four of them, it
// takes half as long again natively.
func (t *tally) addCodes(places []int32, weight counts) {
	const m = bitmat.MostPatterns
	for i := 0; i*atOnce < t.groups; i++ {
		codes, s := t.codes[i:], (*[atOnce * m]counts)(t.sums[i*atOnce*m:])
		if t.groups-i*atOnce <= half {
			for _, place := range places {
				c := codes[place]
				s[c%m] += weight
				s[m+c>>8%m] += weight
				s[2*m+c>>16%m] += weight
				s[3*m+c>>24%m] += weight
			}
			return
		}
		for _, place := range places {
			c := codes[place]
			s[c%m] += weight
			s[m+c>>8%m] += weight
			s[2*m+c>>16%m] += weight
			s[3*m+c>>24%m] += weight
			s[4*m+c>>32%m] += weight
			s[5*m+c>>40%m] += weight
			s[6*m+c>>48%m] += weight
			s[7*m+c>>56%m] += weight
		}
	}
}

// addPatterns counts each feature in all patterns that have it: from the last pattern to the first, each counts for the one that it
// is derived from.
func (t *tally) addPatterns() {
	for left := t.flips; len(left) >= flipsInStep; left = left[flipsInStep:] {
		step := (*[flipsInStep]flip)(left)
		step[0].apply(t.sums, t.each)
		step[1].apply(t.sums, t.each)
		step[2].apply(t.sums, t.each)
		step[3].apply(t.sums, t.each)
	}
}

func (f *flip) apply(sums, each []counts) {
	rows := sums[f.to]
	each[f.column] += rows ^ counts(f.sign) - counts(f.sign)
	sums[f.to] = 0 // first, as from may be to
	sums[f.from] += rows
}
