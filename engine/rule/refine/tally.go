package refine

import (
	"math/bits"

	"drnet/engine/bitmat"
)

// tally counts the rows of a set on which each feature holds: of a large set by the common bits of set and feature, of a small one
// row by row, by the patterns of groups of features. In WebAssembly each jump within a Go function goes through a table and takes as
// long as counting several words, so its loops do much for each jump.
type tally struct {
	length int             // of a set or a feature, in blocks
	blocks []block         // of each feature
	set    []block         // to be counted
	flips  [][]bitmat.Flip // of each group of features
	codes  []uint32        // of each row, atOnce in a word
	sums   []fourSums
	each   []uint64 // two counts below 2³², of each feature: of positive rows, and of negative ones times negative
}

// block is words that are counted at once.
type block [blockWords]uint64

const (
	blockWords = 16
	atOnce     = 4 // groups of features that are counted at once
	negative   = 1 << 32
)

// sums are two counts of the rows with each pattern of a group.
type sums [bitmat.MostPatterns]uint64

type fourSums [atOnce]sums

// newTally returns a tally of columns, which are whole blocks.
func newTally(columns [][]uint64, words int) *tally {
	x := bitmat.New(64*words, len(columns))
	t := &tally{length: words / blockWords, each: make([]uint64, len(columns))}
	t.set, t.blocks = make([]block, t.length), make([]block, t.length*len(columns))
	for f, column := range columns {
		copy(x.Column(f), column)
		intoBlocks(t.blocks[f*t.length:(f+1)*t.length], column)
	}
	groups := x.Groups()
	n := (len(groups) + atOnce - 1) / atOnce
	t.codes, t.sums = make([]uint32, 64*words*n), make([]fourSums, n)
	for g, group := range groups {
		t.flips = append(t.flips, group.Flips)
		word, shift := g/atOnce, g%atOnce*8
		for i, code := range group.Codes {
			t.codes[i*n+word] |= uint32(code) << shift
		}
	}
	return t
}

func intoBlocks(dst []block, words []uint64) {
	for i := range dst {
		dst[i] = block(words[i*blockWords:])
	}
}

// count sets dst to the rows of m on which each feature holds, by class and by the weights of their groups.
func (t *tally) count(dst []counts, m []uint64, yes, no []group) {
	clear(t.each)
	clear(t.sums)
	byPatterns := false
	for i, groups := range [][]group{yes, no} {
		unit := uint64(1)
		if i == 1 {
			unit = negative
		}
		if t.isFew(m, groups) {
			byPatterns = true
			t.addRows(m, groups, unit)
		} else {
			t.addWords(m, groups, unit)
		}
	}
	if byPatterns {
		t.addPatterns()
	}
	for f := range dst {
		n := t.each[f]
		dst[f] = counts{int(n % negative), int(n / negative)}
	}
}

// isFew reports whether the rows of m in some groups are few enough to be counted by patterns.
func (t *tally) isFew(m []uint64, groups []group) bool {
	const wordsPerCode = 2.5 // that are counted in about the time of one code
	rows, words := 0, 0
	for _, g := range groups {
		rows, words = rows+bitmat.Count(m[g.from:g.to]), words+g.to-g.from
	}
	return float64(rows*len(t.flips))*wordsPerCode < float64(len(t.each)*words)
}

// addWords counts the common bits of m and each feature in some groups.
func (t *tally) addWords(m []uint64, groups []group, unit uint64) {
	intoBlocks(t.set, m)
	for _, g := range groups {
		from, weight := g.from/blockWords, unit*uint64(g.weight)
		set := t.set[from : g.to/blockWords]
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
			t.each[f] += uint64(n) * weight
		}
	}
}

// addRows counts the patterns of the rows of m in some groups.
func (t *tally) addRows(m []uint64, groups []group, unit uint64) {
	const most = 256 // rows, whose codes stay in the fastest cache
	var list [most]int32
	step := int32(len(t.sums))
	for _, g := range groups {
		n := 0
		for w := g.from; w < g.to; w++ {
			word := m[w]
			end := n + bits.OnesCount64(word)
			for row := 64 * int32(w); n < end; n += atOnce { // the last step may list too much
				next := (*[atOnce]int32)(list[n:])
				next[0] = (row + int32(bits.TrailingZeros64(word))) * step
				word &= word - 1
				next[1] = (row + int32(bits.TrailingZeros64(word))) * step
				word &= word - 1
				next[2] = (row + int32(bits.TrailingZeros64(word))) * step
				word &= word - 1
				next[3] = (row + int32(bits.TrailingZeros64(word))) * step
				word &= word - 1
			}
			if n = end; n > most-64-atOnce {
				t.addCodes(list[:n], unit*uint64(g.weight))
				n = 0
			}
		}
		t.addCodes(list[:n], unit*uint64(g.weight))
	}
}

// addCodes counts the patterns of rows whose codes begin at these places.
func (t *tally) addCodes(places []int32, weight uint64) {
	for i := range t.sums {
		codes, four := t.codes[i:], &t.sums[i]
		for k := 1; k < len(places); k += 2 {
			four.add(codes[places[k-1]], weight)
			four.add(codes[places[k]], weight)
		}
		if len(places)%2 == 1 {
			four.add(codes[places[len(places)-1]], weight)
		}
	}
}

func (s *fourSums) add(codes uint32, weight uint64) {
	s[0][codes%bitmat.MostPatterns] += weight
	s[1][codes>>8%bitmat.MostPatterns] += weight
	s[2][codes>>16%bitmat.MostPatterns] += weight
	s[3][codes>>24%bitmat.MostPatterns] += weight
}

// addPatterns counts each feature in all patterns that have it: from the last pattern to the first, each counts for the one that it
// is derived from.
func (t *tally) addPatterns() {
	for g, flips := range t.flips {
		sums := &t.sums[g/atOnce][g%atOnce]
		for i := len(flips) - 1; i >= 0; i-- {
			f := &flips[i]
			rows := sums[f.To%bitmat.MostPatterns]
			t.each[f.Column] += rows ^ f.Sign - f.Sign
			sums[f.To%bitmat.MostPatterns] = 0 // first, as From may be To
			sums[f.From%bitmat.MostPatterns] += rows
		}
	}
}
