package drnet

import (
	"math"
	"math/bits"

	"drnet/engine/bitmat"
)

// lanes is the number of rules whose sums are looked up together, two in each word of an entry.
const lanes = 4

// A lane is a rule that looks up sums in tables.
type lane struct {
	alive []uint64    // its rows, from which those whose broken soft conditions weigh more than 1 are removed
	open  []condition // of the rule
	scale float64     // see scaleOf
}

// tables hold sums for four rules: for each group of features and each pattern of bits that it has in the table, the sum of |w| of the
// soft conditions that this pattern breaks. A row of 220 features then needs 10 look-ups for four rules instead of hundreds of
// additions, which is faster while most gates are open.
//
// References: V. L. Arlazarov, E. A. Dinic, M. A. Kronrod, I. A. Faradžev: On Economical Construction of the Transitive
// Closure of a Directed Graph. 1970 (the method of the four Russians, which takes all patterns of a few neighbors).
type tables struct {
	sums   [][mostPatterns]sums // of each group, by code
	change []sums               // for each feature, how the sums change when it becomes 1
}

// sums are four sums of 32 bits, those of lanes 0 and 1 in the first word and those of lanes 2 and 3 in the second. Intermediate sums
// may be negative, and borrow from the neighbor; only the final ones must fit.
type sums [2]uint64

func newTables(features int) tables { return tables{change: make([]sums, features)} }

// scaleOf returns the power of two by which weights are multiplied and rounded to integers: the sum of |w| of the soft conditions, total,
// which is above 1, becomes at most 2**30. Sums of integers are exact, so they do not depend on the order. Rounding changes a weight by
// less than 2**-30 of the total.
func scaleOf(total float32) float64 {
	_, exponent := math.Frexp(float64(total))
	return math.Ldexp(1, 30-exponent)
}

// units returns |w| as an integer.
func units(w float32, scale float64) uint32 {
	return uint32(float64(math.Abs(float64(w))*scale) + 0.5)
}

// beyondOne is the bit of a 32-bit sum that tells whether the weights exceed 1. The sum starts at signAt(scale), so that the bit is set
// exactly if more than scale is added.
const beyondOne = 31

func signAt(scale float64) uint32 { return 1<<beyondOne - 1 - uint32(scale) }

// fill fills the tables for the soft conditions of up to four rules. It returns the sums of a row of zeros, to which the sums of a row's
// patterns are added.
func (t *tables) fill(rules []lane, g *groups) (start sums) {
	clear(t.change)
	for r, l := range rules {
		word, shift := r/2, r%2*32
		start[word] += uint64(signAt(l.scale)) << shift
		for _, c := range l.open {
			if c.hard() {
				continue
			}
			w := uint64(units(c.w, l.scale)) << shift
			if c.w > 0 { // broken by a zero
				start[word] += w
				w = -w
			}
			t.change[c.feature][word] += w
		}
	}
	for len(t.sums) < g.words*inWord { // tables after the last group stay zero
		t.sums = append(t.sums, [mostPatterns]sums{})
	}
	for k, flips := range g.flips {
		if len(flips) > 0 {
			t.sums[k][flips[0].From%mostPatterns] = sums{}
			flipAll(&t.sums[k], t.change, flips)
		}
	}
	return start
}

// flip computes the sums of all patterns of a group, each from one that differs in a single feature.
func flip(table *[mostPatterns]sums, change []sums, flips []bitmat.Flip) {
	for i := range flips {
		f := &flips[i]
		from, by := &table[f.From%mostPatterns], &change[f.Column]
		table[f.To%mostPatterns] = sums{from[0] + (by[0] ^ f.Sign - f.Sign), from[1] + (by[1] ^ f.Sign - f.Sign)}
	}
}

// dropBroken removes from lane.alive, for up to four rules, the rows whose broken soft conditions weigh more than 1.
func (t *tables) dropBroken(rules []lane, g *groups, codes []uint64) {
	start := t.fill(rules, g)
	for k := range rules[0].alive {
		alive := uint64(0) // rows that are alive in some rule
		for _, l := range rules {
			alive |= l.alive[k]
		}
		dead := t.heavyAll(start, alive, codes[k*64*g.words:], g.words)
		for r, l := range rules {
			l.alive[k] &^= dead[r]
		}
	}
}

// heavy returns for each lane which of up to 64 rows have a sum that exceeds 1. It adds to start the sums that the row's codes look up.
func (t *tables) heavy(start sums, rows uint64, codes []uint64, words int) (heavy [lanes]uint64) {
	for ; rows != 0; rows &= rows - 1 {
		bit := bits.TrailingZeros64(rows)
		a, b := start[0], start[1]
		for i, w := range codes[bit*words:][:words] {
			t := (*[inWord][mostPatterns]sums)(t.sums[i*inWord:])
			s0, s1 := &t[0][w%mostPatterns], &t[1][w>>codeBits%mostPatterns]
			s2, s3 := &t[2][w>>(2*codeBits)%mostPatterns], &t[3][w>>(3*codeBits)%mostPatterns]
			s4, s5 := &t[4][w>>(4*codeBits)%mostPatterns], &t[5][w>>(5*codeBits)%mostPatterns]
			s6, s7 := &t[6][w>>(6*codeBits)%mostPatterns], &t[7][w>>(7*codeBits)%mostPatterns]
			s8, s9 := &t[8][w>>(8*codeBits)%mostPatterns], &t[9][w>>(9*codeBits)%mostPatterns]
			a += s0[0] + s1[0] + s2[0] + s3[0] + s4[0] + s5[0] + s6[0] + s7[0] + s8[0] + s9[0]
			b += s0[1] + s1[1] + s2[1] + s3[1] + s4[1] + s5[1] + s6[1] + s7[1] + s8[1] + s9[1]
		}
		mark(&heavy, a, b, bit)
	}
	return heavy
}

// mark adds a row to the lanes whose sums exceed 1.
func mark(heavy *[lanes]uint64, a, b uint64, bit int) {
	heavy[0] |= a >> beyondOne & 1 << (bit & 63)
	heavy[1] |= a >> (32 + beyondOne) << (bit & 63)
	heavy[2] |= b >> beyondOne & 1 << (bit & 63)
	heavy[3] |= b >> (32 + beyondOne) << (bit & 63)
}
