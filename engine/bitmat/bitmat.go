// Package bitmat stores a table of bits, one column after the other, 64 rows in a word. It knows nothing of their meaning.
package bitmat

import (
	"math/bits"
	"slices"
)

// Matrix holds Rows × Cols bits by column: row i of a column is bit i%64 of word i/64.
// The bits behind the last row are always zero, so that Count needs no mask.
type Matrix struct {
	Rows, Cols int
	words      int      // words in a column
	bits       []uint64 // Cols × words
}

// Words returns how many 64-bit words hold n bits.
func Words(n int) int { return (n + 63) / 64 }

// New returns a matrix of zeros. Rows and cols must not be negative.
func New(rows, cols int) *Matrix {
	if rows < 0 || cols < 0 {
		panic("bitmat: negative size")
	}
	return &Matrix{Rows: rows, Cols: cols, words: Words(rows), bits: make([]uint64, Words(rows)*cols)}
}

// Column returns the Words(Rows) words of column j. A caller may write to them, but leaves the bits behind the last row zero.
func (m *Matrix) Column(j int) []uint64 {
	return m.bits[j*m.words : (j+1)*m.words : (j+1)*m.words]
}

// Word returns word k of column j.
func (m *Matrix) Word(j, k int) uint64 { return m.bits[j*m.words+k] }

// Get returns the bit of row i in column j.
func (m *Matrix) Get(i, j int) bool { return Get(m.Column(j), i) }

// Set makes the bit of row i in column j one.
func (m *Matrix) Set(i, j int) {
	if uint(i) >= uint(m.Rows) {
		panic("bitmat: row out of range")
	}
	Set(m.Column(j), i)
}

// Get returns bit i of a column.
func Get(column []uint64, i int) bool { return column[i>>6]>>(i&63)&1 == 1 }

// Set makes bit i of a column one.
func Set(column []uint64, i int) { column[i>>6] |= 1 << (i & 63) }

// Ones fills dst with rows one bits, and zeros behind them. Dst has Words(rows) words.
func Ones(dst []uint64, rows int) {
	for i := range dst {
		dst[i] = ^uint64(0)
	}
	if tail := rows & 63; tail != 0 {
		dst[len(dst)-1] = 1<<tail - 1
	}
}

// Not writes the complement of a for that many rows into dst, which may be a. The bits behind the last row are zero.
func Not(dst, a []uint64, rows int) {
	for i, word := range a {
		dst[i] = ^word
	}
	if tail := rows & 63; tail != 0 {
		dst[len(dst)-1] &= 1<<tail - 1
	}
}

// Append adds a column of zeros behind the others, and returns it.
func (m *Matrix) Append() []uint64 {
	m.bits = append(m.bits, make([]uint64, m.words)...)
	m.Cols++
	return m.Column(m.Cols - 1)
}

// Clone returns a copy.
func (m *Matrix) Clone() *Matrix {
	c := *m
	c.bits = slices.Clone(m.bits)
	return &c
}

// Columns returns the matrix of some columns, in their order.
func (m *Matrix) Columns(which []int) *Matrix {
	picked := New(m.Rows, len(which))
	for k, j := range which {
		copy(picked.Column(k), m.Column(j))
	}
	return picked
}

// Pick returns the matrix of some rows, in their order.
func (m *Matrix) Pick(rows []int32) *Matrix {
	picked := New(len(rows), m.Cols)
	for j := range m.Cols {
		PickBits(picked.Column(j), m.Column(j), rows)
	}
	return picked
}

// PickBits writes the bits of a column at some rows into the first Words(len(rows)) words of dst.
func PickBits(dst, column []uint64, rows []int32) {
	bit := func(row int32) uint64 { return column[row>>6] >> (row & 63) & 1 }
	for w := range dst[:Words(len(rows))] {
		some := rows[64*w : min(64*w+64, len(rows))]
		word, i := uint64(0), 0
		for ; i+4 <= len(some); i += 4 {
			four := (*[4]int32)(some[i:])
			word |= (bit(four[0]) | bit(four[1])<<1 | bit(four[2])<<2 | bit(four[3])<<3) << i
		}
		for ; i < len(some); i++ {
			word |= bit(some[i]) << i
		}
		dst[w] = word
	}
}

// And writes a AND b into dst. All three have the same length; dst may be a or b.
func And(dst, a, b []uint64) {
	for len(dst) >= 8 {
		x, y, z := (*[8]uint64)(dst), (*[8]uint64)(a), (*[8]uint64)(b)
		x[0], x[1], x[2], x[3] = y[0]&z[0], y[1]&z[1], y[2]&z[2], y[3]&z[3]
		x[4], x[5], x[6], x[7] = y[4]&z[4], y[5]&z[5], y[6]&z[6], y[7]&z[7]
		dst, a, b = dst[8:], a[8:], b[8:]
	}
	for i := range dst {
		dst[i] = a[i] & b[i]
	}
}

// AndNot writes a AND NOT b into dst. All three have the same length; dst may be a or b.
// The bits behind the last row stay zero if those of a are.
func AndNot(dst, a, b []uint64) {
	for len(dst) >= 8 {
		x, y, z := (*[8]uint64)(dst), (*[8]uint64)(a), (*[8]uint64)(b)
		x[0], x[1], x[2], x[3] = y[0]&^z[0], y[1]&^z[1], y[2]&^z[2], y[3]&^z[3]
		x[4], x[5], x[6], x[7] = y[4]&^z[4], y[5]&^z[5], y[6]&^z[6], y[7]&^z[7]
		dst, a, b = dst[8:], a[8:], b[8:]
	}
	for i := range dst {
		dst[i] = a[i] &^ b[i]
	}
}

// Or writes a OR b into dst. All three have the same length; dst may be a or b.
func Or(dst, a, b []uint64) {
	for i := range dst {
		dst[i] = a[i] | b[i]
	}
}

// Count returns the number of one bits.
func Count(a []uint64) int { return CountAnd(a, a) }

// CountAnd returns the number of bits that are one in a and in b. It takes sixteen words at a time, as arrays, whose bounds need no
// checks: a search for rules spends much of its time here.
func CountAnd(a, b []uint64) int {
	const many = 16
	n := 0
	b = b[:len(a)]
	for len(a) >= many {
		x, y := (*[many]uint64)(a), (*[many]uint64)(b)
		n += bits.OnesCount64(x[0]&y[0]) + bits.OnesCount64(x[1]&y[1]) + bits.OnesCount64(x[2]&y[2]) + bits.OnesCount64(x[3]&y[3]) +
			bits.OnesCount64(x[4]&y[4]) + bits.OnesCount64(x[5]&y[5]) + bits.OnesCount64(x[6]&y[6]) + bits.OnesCount64(x[7]&y[7]) +
			bits.OnesCount64(x[8]&y[8]) + bits.OnesCount64(x[9]&y[9]) + bits.OnesCount64(x[10]&y[10]) + bits.OnesCount64(x[11]&y[11]) +
			bits.OnesCount64(x[12]&y[12]) + bits.OnesCount64(x[13]&y[13]) + bits.OnesCount64(x[14]&y[14]) + bits.OnesCount64(x[15]&y[15])
		a, b = a[many:], b[many:]
	}
	for i, w := range a {
		n += bits.OnesCount64(w & b[i])
	}
	return n
}

// Indexes returns the numbers 0 to n-1, such as those of all rows.
func Indexes[T int | int32](n int) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = T(i)
	}
	return list
}

// EachBit calls do for every set bit, ascending.
func EachBit(words []uint64, do func(i int)) {
	for w, word := range words {
		for ; word != 0; word &= word - 1 {
			do(64*w + bits.TrailingZeros64(word))
		}
	}
}
