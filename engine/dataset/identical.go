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

// areDistinct reports whether no text occurs twice. Of more than 200,000 texts it compares a sample, like Repeats.
func (t *Texts) areDistinct() bool {
	every := uint64(t.Len()/hashedRows + 1)
	seen := make(map[uint64]bool, t.Len()/int(every))
	for row := range t.Len() {
		text, ok := t.At(row)
		if h := hashBytes(text); ok && h%every == 0 {
			if seen[h] {
				return false
			}
			seen[h] = true
		}
	}
	return true
}

// hashedRows is the number of rows up to which equal rows are counted exactly.
const hashedRows = 200_000

// Repeats returns how many of the rows are equal to one of the others, given the hashes of both. It is an estimate from a sample if there
// are more than 200,000 rows in total. The hash of a row decides whether it is in the sample, so that equal rows are sampled together.
func Repeats(rows, others []uint64) int {
	every := uint64((len(rows)+len(others))/hashedRows + 1)
	seen := make(map[uint64]bool, len(others)/int(every))
	for _, h := range others {
		if h%every == 0 {
			seen[h] = true
		}
	}
	n := 0
	for _, h := range rows {
		if h%every == 0 && seen[h] {
			n++
		}
	}
	return n * int(every)
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
	every := uint64(t.Rows/hashedRows + 1)
	seen, n := make(map[uint64]bool, t.Rows/int(every)), 0
	for _, h := range t.RowHashes(columns, t.AllRows()) {
		if h%every == 0 {
			if seen[h] {
				n++
			}
			seen[h] = true
		}
	}
	return n * int(every)
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
