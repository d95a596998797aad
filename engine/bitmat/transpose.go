package bitmat

// Rows holds the same bits as a Matrix by row: bit j of a row is column j. A batch of random rows is
// gathered from it, and turned back into columns, at a cost that does not depend on the number of rows.
type Rows struct {
	Rows, Cols int
	words      int // words in a row
	bits       []uint64
}

// Transpose packs the matrix by row.
func (m *Matrix) Transpose() *Rows {
	r := &Rows{Rows: m.Rows, Cols: m.Cols, words: Words(m.Cols)}
	r.bits = make([]uint64, r.words*r.Rows)
	var block [64]uint64
	for jw := range r.words {
		cols := min(64, m.Cols-jw*64)
		for iw := range m.words {
			for c := range cols {
				block[c] = m.bits[(jw*64+c)*m.words+iw]
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

// Gather writes the rows named by index into dst, in that order, by column. Dst must have len(index)
// rows and r.Cols columns; a row may be named more than once.
func (r *Rows) Gather(dst *Matrix, index []int32) {
	if dst.Rows != len(index) || dst.Cols != r.Cols {
		panic("bitmat: gather into a matrix of another size")
	}
	var block [64]uint64
	for iw := range dst.words {
		rows := index[iw*64 : min(iw*64+64, len(index))]
		for jw := range r.words {
			for i, row := range rows {
				block[i] = r.bits[int(row)*r.words+jw]
			}
			clear(block[len(rows):])
			transpose64(&block)
			for c := range min(64, r.Cols-jw*64) {
				dst.bits[(jw*64+c)*dst.words+iw] = block[c]
			}
		}
	}
}

// transpose64 flips a block of 64 × 64 bits over its main diagonal in place: bit j of word i and bit i
// of word j change places. It swaps halves of ever smaller squares (Warren, Hacker's Delight, 7-3).
func transpose64(a *[64]uint64) {
	mask := uint64(1)<<32 - 1
	for size := 32; size != 0; size >>= 1 {
		for i := 0; i < 64; i = (i + size + 1) &^ size {
			swap := (a[i]>>size ^ a[i+size]) & mask
			a[i] ^= swap << size
			a[i+size] ^= swap
		}
		mask ^= mask << (size >> 1)
	}
}
