package dataset

import (
	"fmt"
	"math"

	"drnet/engine/dataset/csvfile"
)

// checkMemory returns an error if the table exceeds its memory limit: by an estimate of its final size after the first rows (first is
// true), and later by its size so far.
func (rd *reader) checkMemory(first bool) error {
	rows := rd.file.Extrapolate(rd.t.Rows)
	held, perRow := rd.size()
	if !first {
		return rd.afford(float64(held), rows)
	}
	if err := rd.afford(rows*perRow, rows); err != nil {
		return err
	}
	const more = 1.02 // room for more rows than expected: growing step by step takes twice the memory
	for _, b := range rd.builders {
		b.codes.reserve(int(more * rows))
	}
	return nil
}

// Sizes in bytes of a slot of a dictionary, a cell of a column of numbers, and the end of a cell of a column of texts.
const slotSize, numberSize, endSize = 24, 8, 4

// held returns the bytes of the column so far.
func (b *builder) held() int {
	n := b.codes.held()
	if d := b.dictionary; d != nil {
		n += slotSize*len(d.slots) + cap(d.bytes)
	}
	if b.numbers != nil {
		n += numberSize * cap(b.numbers.cells)
	}
	if b.texts != nil {
		n += cap(b.texts.bytes) + endSize*cap(b.texts.ends)
	}
	return n
}

// perRow estimates the bytes per row of a long column from its first rows.
func (b *builder) perRow() float64 {
	switch {
	case b.numbers != nil:
		return numberSize
	case b.texts != nil:
		return endSize + float64(len(b.texts.bytes))/float64(b.texts.Len())
	}
	distinct, rows := b.dictionary.len(), b.codes.Len()
	const few = 0.2 // distinct texts per row from which the column is expected to end up without codes
	if float64(distinct) < few*float64(rows) {
		return float64(b.codes.held()) / float64(rows)
	}
	return max(numberSize, endSize+float64(len(b.dictionary.bytes))/float64(distinct))
}

// size returns the bytes of the table so far, and the estimated bytes per row.
func (rd *reader) size() (held int, perRow float64) {
	for _, b := range rd.builders {
		held += b.held()
		perRow += b.perRow()
	}
	return held, perRow
}

// afford returns an error if the needed bytes exceed the memory limit. Rows is the expected number of rows, 0 if unknown.
func (rd *reader) afford(need, rows float64) error {
	limit := float64(rd.options.Memory)
	if limit == 0 || need <= limit {
		return nil
	}
	rows = max(float64(rd.t.Rows), rows)
	fits := round(rows * limit / need / 2) // half, for a margin
	return csvfile.NewError(TooLarge, fmt.Sprintf("read a random sample of %d rows, or leave columns out of the file", fits),
		"the table needs about %.1f GB of memory and may take %.1f GB", need/1e9, limit/1e9)
}

// round returns the largest number 1, 2 or 5 times a power of ten up to n.
func round(n float64) int {
	power := math.Pow(10, math.Floor(math.Log10(max(n, 1))))
	for _, first := range []float64{5, 2} {
		if first*power <= n {
			return int(first * power)
		}
	}
	return int(power)
}
