package refine

import (
	"math/bits"

	"drnet/engine/bitmat"
)

// tally counts the rows of a set on which each feature holds: of a large set by the common bits of set and feature, of a small one
// row by row, by the patterns of groups of features.
type tally struct {
	columns [][]uint64
	flips   [][]bitmat.Flip // of each group
	codes   []uint32        // of each row, atOnce in a word
	words   int             // in the codes of a row
	sums    [][atOnce]sums
	each    []int
}

// atOnce is how many groups are counted at once.
const atOnce = 4

// sums are the rows with each pattern of a group.
type sums [bitmat.MostPatterns]int32

func newTally(columns [][]uint64, rows int) *tally {
	x := bitmat.New(rows, len(columns))
	for f, column := range columns {
		copy(x.Column(f), column)
	}
	t := &tally{columns: columns, each: make([]int, len(columns))}
	groups := x.Groups()
	t.words = (len(groups) + atOnce - 1) / atOnce
	t.codes, t.sums = make([]uint32, rows*t.words), make([][atOnce]sums, t.words)
	for g, group := range groups {
		t.flips = append(t.flips, group.Flips)
		word, shift := g/atOnce, g%atOnce*8
		for i, code := range group.Codes {
			t.codes[i*t.words+word] |= uint32(code) << shift
		}
	}
	return t
}

// count counts the rows of m in some groups, by weight. The result is valid until the next call.
func (t *tally) count(m []uint64, groups []group) []int {
	const wordsPerCode = 2.5 // that are counted in the time of one code: 2 natively, 3 in WebAssembly
	rows, words := 0, 0
	for _, g := range groups {
		rows, words = rows+bitmat.Count(m[g.from:g.to]), words+g.to-g.from
	}
	if float64(rows*len(t.flips))*wordsPerCode < float64(len(t.columns)*words) {
		t.countPatterns(m, groups)
		return t.each
	}
	clear(t.each)
	for f, column := range t.columns {
		for _, g := range groups {
			t.each[f] += g.weight * bitmat.CountAnd(m[g.from:g.to], column[g.from:g.to])
		}
	}
	return t.each
}

// countPatterns counts the patterns of rows, and then each feature in all patterns that have it: from the last pattern to the first,
// each counts for the one that it is derived from.
func (t *tally) countPatterns(m []uint64, groups []group) {
	clear(t.sums)
	n, all := t.words, t.sums
	for _, g := range groups {
		weight := int32(g.weight)
		for w := g.from; w < g.to; w++ {
			for word := m[w]; word != 0; word &= word - 1 {
				row := 64*w + bits.TrailingZeros64(word)
				for i, codes := range t.codes[row*n : (row+1)*n] {
					four := &all[i]
					four[0][codes%bitmat.MostPatterns] += weight
					four[1][codes>>8%bitmat.MostPatterns] += weight
					four[2][codes>>16%bitmat.MostPatterns] += weight
					four[3][codes>>24%bitmat.MostPatterns] += weight
				}
			}
		}
	}
	clear(t.each)
	for g, flips := range t.flips {
		sums := &all[g/atOnce][g%atOnce]
		for i := len(flips) - 1; i >= 0; i-- {
			f := &flips[i]
			rows, sign := int(sums[f.To%bitmat.MostPatterns]), int(f.Sign)
			t.each[f.Column] += rows ^ sign - sign
			if f.From != f.To {
				sums[f.From%bitmat.MostPatterns] += int32(rows)
			}
		}
	}
}
