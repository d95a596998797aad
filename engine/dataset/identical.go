package dataset

import (
	"hash/fnv"
	"io"
	"math"

	"drnet/engine/numeric"
)

// RowHashes returns a hash of the cells of each of the given rows in the given columns. Rows with equal cells have equal hashes, also in
// different tables; two other rows have equal hashes with a probability of about 2⁻⁶⁴.
func (t *Table) RowHashes(columns []int, rows []int32) []uint64 {
	hashes := make([]uint64, len(rows))
	for _, j := range columns {
		c := &t.Columns[j]
		if c.Codes != nil {
			c.hashCodes(hashes, rows)
			continue
		}
		for i, row := range rows {
			cell := uint64(missingHash)
			if c.Texts == nil {
				cell = hashNumber(c.Number(int(row)))
			} else if text, ok := c.Texts.At(int(row)); ok {
				cell = hashText(text)
			}
			hashes[i] = numeric.Mix(hashes[i]*numeric.GoldenGamma + cell)
		}
	}
	return hashes
}

func (c *Column) hashCodes(hashes []uint64, rows []int32) {
	byCode := []uint64{missingHash}
	for _, text := range c.Values {
		byCode = append(byCode, hashText(text))
	}
	if c.Values == nil {
		for _, x := range c.Levels {
			byCode = append(byCode, hashNumber(x))
		}
	}
	if c.Codes.narrow != nil {
		addHashes(hashes, rows, c.Codes.narrow, byCode)
	} else {
		addHashes(hashes, rows, c.Codes.wide, byCode)
	}
}

func addHashes[T uint8 | uint16](hashes []uint64, rows []int32, codes []T, byCode []uint64) {
	for i, row := range rows {
		hashes[i] = numeric.Mix(hashes[i]*numeric.GoldenGamma + byCode[codes[row]])
	}
}

const missingHash = 0x1f2e3d4c // of a missing cell

func hashNumber(x float64) uint64 {
	if x != x {
		return missingHash
	}
	return numeric.Mix(math.Float64bits(x + 0)) // -0 becomes 0
}

// hashText hashes a text that is a number as that number, because the column may have texts in one table and numbers in the other.
func hashText(text string) uint64 {
	if x, ok := ParseNumber(text); ok {
		return hashNumber(x)
	}
	return hashBytes(text)
}

func hashBytes(text string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, text)
	return numeric.Mix(h.Sum64())
}

// hashSample is a set of hashes: all, or about 200,000 of more. The hash decides whether it is in the sample, so that equal rows are
// sampled together.
type hashSample struct {
	every uint64 // one hash of this many is in the sample
	seen  map[uint64]bool
}

// sampleOf returns the empty sample of a number of hashes.
func sampleOf(hashes int) hashSample {
	const most = 200_000 // hashes up to which all are in the sample
	every := hashes/most + 1
	return hashSample{uint64(every), make(map[uint64]bool, hashes/every)}
}

func (s hashSample) add(h uint64) {
	if h%s.every == 0 {
		s.seen[h] = true
	}
}

func (s hashSample) has(h uint64) bool { return h%s.every == 0 && s.seen[h] }

// areDistinct reports whether no text occurs twice. Of more than 200,000 texts it compares a sample.
func (t *Texts) areDistinct() bool {
	s := sampleOf(t.Len())
	for row := range t.Len() {
		if text, ok := t.At(row); ok {
			h := hashBytes(text)
			if s.has(h) {
				return false
			}
			s.add(h)
		}
	}
	return true
}

// Repeats returns how many of the rows are equal to one of the others, given the hashes of both. It is an estimate from a sample if there
// are more than 200,000 rows in total.
func Repeats(rows, others []uint64) int {
	s, n := sampleOf(len(rows)+len(others)), 0
	for _, h := range others {
		s.add(h)
	}
	for _, h := range rows {
		if s.has(h) {
			n++
		}
	}
	return n * int(s.every)
}

// Repeated returns how many rows of the table are equal to an earlier one in all columns. It is an estimate, like Repeats, for a table of
// more than 200,000 rows.
func (t *Table) Repeated() int {
	var columns []int
	for j, c := range t.Columns {
		if max(len(c.Values), len(c.Levels)) == t.Rows {
			return 0 // the column has a different value in each row
		}
		columns = append(columns, j)
	}
	s, n := sampleOf(t.Rows), 0
	for _, h := range t.RowHashes(columns, t.AllRows()) {
		if s.has(h) {
			n++
		}
		s.add(h)
	}
	return n * int(s.every)
}

// Firsts returns for each hash the index of the first one that is equal.
func Firsts(hashes []uint64) []int32 {
	firsts, at := make([]int32, len(hashes)), map[uint64]int32{}
	for i, h := range hashes {
		first, known := at[h]
		if !known {
			first = int32(i)
			at[h] = first
		}
		firsts[i] = first
	}
	return firsts
}
