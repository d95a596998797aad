package drnet

import (
	"math"
	"math/bits"

	"drnet/engine/bitmat"
)

// tables hold, for the current rule, the sum of |w| of the broken soft conditions for each pattern of eight neighboring
// features. A row of 128 features needs 16 look-ups instead of dozens of additions, which pays while most gates are open.
//
// References: V. L. Arlazarov, E. A. Dinic, M. A. Kronrod, I. A. Faradžev: On Economical Construction of the Transitive
// Closure of a Directed Graph. 1970 (the method of the four Russians).
type tables struct {
	sums     []wordSums
	weight   [][64]float32 // |w| of each feature's soft condition, 0 without one
	required []uint64      // the features that must be one: a row breaks a condition where it differs
}

// wordSums are the tables of one word of a row, by its bytes.
type wordSums [8][256]float32

func newTables(features int) tables {
	n := bitmat.Words(features)
	return tables{sums: make([]wordSums, n), weight: make([][64]float32, n), required: make([]uint64, n)}
}

// fill fills the tables with the soft conditions of a rule.
func (t *tables) fill(open []condition) {
	clear(t.weight)
	clear(t.required)
	for _, c := range open {
		if c.hard() {
			continue
		}
		word, bit := c.feature/64, c.feature%64
		t.weight[word][bit] = max(c.w, -c.w)
		if c.w > 0 {
			t.required[word] |= 1 << bit
		}
	}
	for word := range t.sums {
		for b := range t.sums[word] {
			addUp(&t.sums[word][b], t.weight[word][8*b:8*b+8])
		}
	}
}

// addUp computes the sums of all patterns of eight features. Each feature doubles the number of patterns.
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

// dropBroken removes from alive the rows whose broken conditions sum to more than 1.
func (t *tables) dropBroken(alive []uint64, rows *bitmat.Rows) {
	for k, w := range alive {
		dead := uint64(0)
		for ; w != 0; w &= w - 1 {
			bit := bits.TrailingZeros64(w)
			sum := float32(0)
			for i, x := range rows.Row(k*64 + bit)[:len(t.sums)] {
				x ^= t.required[i]
				s := &t.sums[i]
				sum += (s[0][uint8(x)] + s[1][uint8(x>>8)]) + (s[2][uint8(x>>16)] + s[3][uint8(x>>24)]) +
					((s[4][uint8(x>>32)] + s[5][uint8(x>>40)]) + (s[6][uint8(x>>48)] + s[7][uint8(x>>56)]))
			}
			dead |= beyondOne(sum) << (bit & 63)
		}
		alive[k] &^= dead
	}
}

// beyondOne returns 1 if a sum exceeds 1, else 0: the sign bit of 1 - sum. A branch would be mispredicted often.
func beyondOne(sum float32) uint64 {
	const sign = 31
	return uint64(math.Float32bits(1-sum) >> sign)
}
