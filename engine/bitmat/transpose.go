package bitmat

// Rows holds the same bits as a Matrix by row: bit j%64 of word j/64 of a row is column j. A batch of random rows is
// gathered from it, and turned into columns, at a cost that does not depend on the number of rows.
type Rows struct {
	Rows, Cols int
	words      int // words in a row
	bits       []uint64
}

// NewRows returns rows of zeros.
func NewRows(rows, cols int) *Rows {
	m := New(cols, rows)
	return &Rows{Rows: rows, Cols: cols, words: m.words, bits: m.bits}
}

// Row returns the words of row i, Words(Cols) of them. They are the matrix's own.
func (r *Rows) Row(i int) []uint64 {
	return r.bits[i*r.words : (i+1)*r.words : (i+1)*r.words]
}

// Slice returns rows from to to-1, which stay the same memory.
func (r *Rows) Slice(from, to int) *Rows {
	return &Rows{Rows: to - from, Cols: r.Cols, words: r.words, bits: r.bits[from*r.words : to*r.words]}
}

// Transpose packs the matrix by row, with more columns behind its own: each has Words(m.Rows) words.
func (m *Matrix) Transpose(more ...[]uint64) *Rows {
	r := NewRows(m.Rows, m.Cols+len(more))
	column := func(j int) []uint64 {
		if j < m.Cols {
			return m.Column(j)
		}
		return more[j-m.Cols]
	}
	var block [64]uint64
	for jw := range r.words {
		cols := min(64, r.Cols-jw*64)
		for iw := range m.words {
			for c := range cols {
				block[c] = column(jw*64 + c)[iw]
			}
			clear(block[cols:])
			transpose64(&block)
			for i := range min(64, m.Rows-iw*64) {
				r.bits[(iw*64+i)*r.words+jw] = block[i]
			}
		}
	}
	return r
}

// Gather copies the rows at index into dst, in that order and repeatedly if listed so. Dst has len(index) rows and r.Cols columns.
func (r *Rows) Gather(dst *Rows, index []int32) {
	if dst.Rows != len(index) || dst.Cols != r.Cols {
		panic("bitmat: gather into rows of another size")
	}
	for i, row := range index {
		to, from := dst.Row(i), r.Row(int(row))
		for k := range to { // a few words: copy would cost more in its call
			to[k] = from[k]
		}
	}
}

// Clear makes every bit zero.
func (r *Rows) Clear() { clear(r.bits) }

// Or adds to a word of each row i the bits of table[index[i]]. There is an index for each row.
func (r *Rows) Or(word int, table []uint64, index []int32) {
	if len(index) != r.Rows || word < 0 || word >= r.words {
		panic("bitmat: or into rows of another size")
	}
	bits, words := r.bits, r.words // in registers
	for _, k := range index {
		bits[word] |= table[k]
		word += words
	}
}

// Transpose writes the rows into dst by column. Dst has the same size.
func (r *Rows) Transpose(dst *Matrix) {
	if dst.Rows != r.Rows {
		panic("bitmat: transpose into a matrix of another size")
	}
	r.TransposeAt(dst, 0)
}

// TransposeAt writes the rows by column into those of dst from row from on, which is a multiple of 64. Either they fill
// whole words or they are the last rows of dst.
func (r *Rows) TransposeAt(dst *Matrix, from int) {
	if dst.Cols != r.Cols || from < 0 || from&63 != 0 || from+r.Rows > dst.Rows || r.Rows&63 != 0 && from+r.Rows != dst.Rows {
		panic("bitmat: transpose into a matrix of another size")
	}
	var block [64]uint64
	for iw := range Words(r.Rows) {
		rows := min(64, r.Rows-iw*64)
		for jw := range r.words {
			for i := range rows {
				block[i] = r.bits[(iw*64+i)*r.words+jw]
			}
			clear(block[rows:])
			dst.put(&block, from>>6+iw, jw)
		}
	}
}

// GatherColumns writes the rows at index into dst by column, in that order and repeatedly if listed so. Dst has len(index) rows
// and r.Cols columns.
func (r *Rows) GatherColumns(dst *Matrix, index []int32) {
	if dst.Rows != len(index) || dst.Cols != r.Cols {
		panic("bitmat: gather into a matrix of another size")
	}
	var block [64]uint64
	for iw := range dst.words {
		rows := index[iw*64 : min(iw*64+64, len(index))]
		for jw := range r.words {
			for i, row := range rows {
				block[i&63] = r.bits[int(row)*r.words+jw]
			}
			clear(block[len(rows):])
			dst.put(&block, iw, jw)
		}
	}
}

// put writes a block of 64 rows by 64 columns: word iw of each column from 64 jw on. It changes the block.
func (m *Matrix) put(block *[64]uint64, iw, jw int) {
	cols := min(64, m.Cols-jw*64)
	if cols <= few {
		for c := range cols {
			m.bits[(jw*64+c)*m.words+iw] = column(block, c)
		}
		return
	}
	transpose64(block)
	for c := range cols {
		m.bits[(jw*64+c)*m.words+iw] = block[c]
	}
}

// few columns are taken out of a block one by one, which is cheaper than flipping it.
const few = 4

// column returns bit c of every word of a block.
func column(block *[64]uint64, c int) uint64 {
	bits := uint64(0)
	for i, w := range block {
		bits |= w >> (c & 63) & 1 << i
	}
	return bits
}

// transpose64 flips a block of 64 × 64 bits over its main diagonal in place: bit j of word i and bit i
// of word j change places. It swaps halves of ever smaller squares (Warren, Hacker's Delight, 7-3), two sizes in one
// pass, so that the block is read and written three times instead of six.
func transpose64(a *[64]uint64) {
	flip4(a, 16, 1<<32-1, 0x0000ffff0000ffff)
	flip4(a, 4, 0x00ff00ff00ff00ff, 0x0f0f0f0f0f0f0f0f)
	flip4(a, 1, 0x3333333333333333, 0x5555555555555555)
}

// flip4 swaps the halves of squares of 4·size words, and then those of the halves' own squares. The masks have the lower
// halves of the bits.
func flip4(a *[64]uint64, size int, halves, quarters uint64) {
	for from := 0; from < 64; from += 4 * size {
		for i := from; i < from+size; i++ {
			p, q, r, s := &a[i&63], &a[(i+size)&63], &a[(i+2*size)&63], &a[(i+3*size)&63]
			w, x := exchange(*p, *r, 2*size, halves)
			y, z := exchange(*q, *s, 2*size, halves)
			*p, *q = exchange(w, y, size, quarters)
			*r, *s = exchange(x, z, size, quarters)
		}
	}
}

// exchange swaps the upper half of a's bits with the lower half of b's, in groups as wide as the runs of ones in the mask.
func exchange(a, b uint64, size int, mask uint64) (uint64, uint64) {
	swap := (a>>(size&63) ^ b) & mask
	return a ^ swap<<(size&63), b ^ swap
}
