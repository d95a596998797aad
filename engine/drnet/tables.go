package drnet

import (
	"math"
	"math/bits"

	"drnet/engine/bitmat"
)

// tables hold, for the rule at work, what each pattern of eight neighbouring features breaks: the sum of |w| of the
// broken soft conditions among them. A row of 128 features then needs 16 look-ups, where it would break dozens of
// conditions one by one; it pays while most gates are open.
//
// References: V. L. Arlazarov, E. A. Dinic, M. A. Kronrod, I. A. Faradžev: On Economical Construction of the Transitive
// Closure of a Directed Graph. 1970 (the method of the four Russians).
type tables struct {
	sums   []wordSums
	weight [][64]float32 // |w| of each feature's soft condition, 0 without one
	asked  []uint64      // the features that ought to be one: a row broke where it differs
}

// wordSums are the tables of one word of a row, by its bytes.
type wordSums [8][256]float32

func newTables(features int) tables {
	n := bitmat.Words(features)
	return tables{sums: make([]wordSums, n), weight: make([][64]float32, n), asked: make([]uint64, n)}
}

// cost estimates the work of looking the sums up for so many rows, in additions.
func (t *tables) cost(rows int) int {
	const bytes, patterns = 8, 256
	return len(t.sums) * bytes * (patterns + rows)
}

// set takes in the soft conditions.
func (t *tables) set(open []condition) {
	clear(t.weight)
	clear(t.asked)
	for _, c := range open {
		if c.hard() {
			continue
		}
		word, bit := c.feature/64, c.feature%64
		t.weight[word][bit] = max(c.w, -c.w)
		if c.w > 0 {
			t.asked[word] |= 1 << bit
		}
	}
	for word := range t.sums {
		for b := range t.sums[word] {
			addUp(&t.sums[word][b], t.weight[word][8*b:8*b+8])
		}
	}
}

// addUp computes the sums of eight features by the broken ones among them. Each feature doubles the patterns.
func addUp(sums *[256]float32, weight []float32) {
	sums[0] = 0
	for i, w := range weight {
		n := 1 << i
		from, to := sums[:n], sums[n:2*n]
		for k, sum := range from {
			to[k] = sum + w
		}
	}
}

// weigh takes off alive the rows that break more than 1.
func (t *tables) weigh(alive []uint64, rows *bitmat.Rows) {
	for k, w := range alive {
		dead := uint64(0)
		for ; w != 0; w &= w - 1 {
			bit := bits.TrailingZeros64(w)
			sum := float32(0)
			for i, x := range rows.Row(k*64 + bit)[:len(t.sums)] {
				x ^= t.asked[i]
				s := &t.sums[i]
				sum += (s[0][uint8(x)] + s[1][uint8(x>>8)]) + (s[2][uint8(x>>16)] + s[3][uint8(x>>24)]) +
					((s[4][uint8(x>>32)] + s[5][uint8(x>>40)]) + (s[6][uint8(x>>48)] + s[7][uint8(x>>56)]))
			}
			dead |= beyondOne(sum) << (bit & 63)
		}
		alive[k] &^= dead
	}
}

// beyondOne returns 1 if a sum exceeds 1, or else 0, without a branch, which could not be foretold: then 1 less the sum
// is negative and its sign bit one.
func beyondOne(sum float32) uint64 {
	const sign = 31
	return uint64(math.Float32bits(1-sum) >> sign)
}
