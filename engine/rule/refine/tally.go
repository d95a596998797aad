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
	length int             // of a set or a feature, in blocks
	blocks []block         // of each feature
	set    []block         // to be counted
	some   []uint64        // rows to be gone through
	flips  [][]bitmat.Flip // of each group of features
	codes  []uint64        // of each row, atOnce in a word
	sums   [][atOnce]sums
	each   []counts // of each feature
}

// block is the unit of words that are counted at once.
type block [blockWords]uint64

const (
	blockWords = 16
	atOnce     = 8 // groups of features that are counted at once, or the last half of them
	half       = atOnce / 2
)

// sums holds the counts of each pattern of a group.
type sums [bitmat.MostPatterns]counts

// newTally returns a tally of columns, which are whole blocks.
func newTally(columns [][]uint64, words int) *tally {
	x := bitmat.New(64*words, len(columns))
	t := &tally{length: words / blockWords, each: make([]counts, len(columns))}
	t.set, t.blocks, t.some = make([]block, t.length), make([]block, t.length*len(columns)), make([]uint64, words)
	for f, column := range columns {
		copy(x.Column(f), column)
		intoBlocks(t.blocks[f*t.length:(f+1)*t.length], column)
	}
	groups := x.Groups()
	n := (len(groups) + atOnce - 1) / atOnce
	t.codes, t.sums = make([]uint64, 64*words*n), make([][atOnce]sums, n)
	for g, group := range groups {
		t.flips = append(t.flips, group.Flips)
		word, shift := g/atOnce, g%atOnce*8
		for i, code := range group.Codes {
			t.codes[i*n+word] |= uint64(code) << shift
		}
	}
	return t
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

// count counts the rows of m on which each feature holds, by the weights of their groups. Near, if it is not nil, must contain m or be
// contained in it. The result is valid until the next call.
func (t *tally) count(m []uint64, near *known, yes, no []group) []counts {
	classes := [...]struct {
		groups []group
		unit   counts
		way    way
	}{{groups: yes, unit: 1}, {groups: no, unit: negative}}
	mask := counts(0) // of the classes whose counts start from those of near
	for i := range classes {
		c := &classes[i]
		if c.way = t.wayOf(m, near, c.groups); c.way >= byGain {
			mask |= c.unit * (negative - 1)
		}
	}
	t.begin(near, mask)
	for _, c := range classes {
		switch c.way {
		case byWords:
			t.addWords(m, c.groups, c.unit)
		case byRows:
			t.addRows(m, c.groups, c.unit)
		case byGain:
			t.addRows(t.without(near.rows, m, c.groups), c.groups, c.unit)
		case byLoss:
			t.addRows(t.without(m, near.rows, c.groups), c.groups, -c.unit)
		}
	}
	if classes[0].way != byWords || classes[1].way != byWords {
		t.addPatterns()
	}
	return t.each
}

// wayOf returns the fastest way to count the rows of m in some groups.
func (t *tally) wayOf(m []uint64, near *known, groups []group) way {
	const codesPerRow = 6 // that are counted in about the time in which a row is listed
	codes := (len(t.flips) + half - 1) / half * half
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
	if float64(rows*(codesPerRow+codes))*wordsPerCode >= float64(len(t.each)*words) {
		return byWords
	}
	return way
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
	clear(t.sums)
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
	intoBlocks(t.set, m)
	for _, g := range groups {
		for from, end := g.from/blockWords, g.to/blockWords; from < end; from += mostBlocks {
			addCommon(t.each, t.blocks[from:], t.set[from:min(from+mostBlocks, end)], t.length, unit*counts(g.weight))
		}
	}
}

// without returns the rows of m in some groups that are not in n. The result is valid until the next call.
func (t *tally) without(n, m []uint64, groups []group) []uint64 {
	for _, g := range groups {
		bitmat.AndNot(t.some[g.from:g.to], m[g.from:g.to], n[g.from:g.to])
	}
	return t.some
}

// addRows counts the patterns of the rows of m in some groups.
func (t *tally) addRows(m []uint64, groups []group, unit counts) {
	const (
		most   = 256 // rows, whose codes stay in the fastest cache
		listed = 4   // rows in a step
	)
	var list [most]int32
	step := int32(len(t.sums))
	for _, g := range groups {
		n := 0
		for w := g.from; w < g.to; w++ {
			word := m[w]
			end := n + bits.OnesCount64(word)
			for row := 64 * int32(w); n < end; n += listed { // the last step may list too much
				next := (*[listed]int32)(list[n:])
				next[0] = (row + int32(bits.TrailingZeros64(word))) * step
				word &= word - 1
				next[1] = (row + int32(bits.TrailingZeros64(word))) * step
				word &= word - 1
				next[2] = (row + int32(bits.TrailingZeros64(word))) * step
				word &= word - 1
				next[3] = (row + int32(bits.TrailingZeros64(word))) * step
				word &= word - 1
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
	for i := range t.sums {
		codes, s := t.codes[i:], &t.sums[i]
		if len(t.flips)-i*atOnce <= half {
			for _, place := range places {
				c := codes[place]
				s[0][c%bitmat.MostPatterns] += weight
				s[1][c>>8%bitmat.MostPatterns] += weight
				s[2][c>>16%bitmat.MostPatterns] += weight
				s[3][c>>24%bitmat.MostPatterns] += weight
			}
			return
		}
		for _, place := range places {
			c := codes[place]
			s[0][c%bitmat.MostPatterns] += weight
			s[1][c>>8%bitmat.MostPatterns] += weight
			s[2][c>>16%bitmat.MostPatterns] += weight
			s[3][c>>24%bitmat.MostPatterns] += weight
			s[4][c>>32%bitmat.MostPatterns] += weight
			s[5][c>>40%bitmat.MostPatterns] += weight
			s[6][c>>48%bitmat.MostPatterns] += weight
			s[7][c>>56%bitmat.MostPatterns] += weight
		}
	}
}

// addPatterns counts each feature in all patterns that have it: from the last pattern to the first, each counts for the one that it
// is derived from.
func (t *tally) addPatterns() {
	for g, flips := range t.flips {
		sums := &t.sums[g/atOnce][g%atOnce]
		for i := len(flips) - 1; i >= 0; i-- {
			f := &flips[i]
			rows := sums[f.To%bitmat.MostPatterns]
			t.each[f.Column] += rows ^ counts(f.Sign) - counts(f.Sign)
			sums[f.To%bitmat.MostPatterns] = 0 // first, as From may be To
			sums[f.From%bitmat.MostPatterns] += rows
		}
	}
}
