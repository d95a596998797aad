package binarize

import (
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
)

// writer writes the bits of one column. It maps every cell to an index, and indexes to places, so that a column with codes needs
// no look-up by value.
type writer struct {
	from   *dataset.Column
	find   finder
	places []int32 // the place of each index
	filled bool    // missing cells have a fill
	word   int     // the first word of a row that has bits of the column
	tables [][]uint64
	odd    bool // some place counts as a gap, in addition to missing cells
	asked  bool // missing cells have their own bit
	gap    Gap
	index  [blockRows]int32
}

// newWriter returns a writer of the cells of from as column c of an encoder, whose first bit is given.
func newWriter(c *EncodedColumn, from *dataset.Column, bit int) *writer {
	w := &writer{from: from, find: c.finder(), asked: c.Missable, filled: c.Fill != "", gap: Gap{Column: c.Name}, word: bit / 64}
	switch {
	case from.Codes == nil:
		for place := firstPlace; place <= c.known(); place++ {
			w.places = append(w.places, int32(place))
		}
	case from.Values != nil:
		w.places = append(w.places, missingPlace)
		for _, text := range from.Values {
			w.places = append(w.places, w.find.textPlace(text))
		}
	default:
		w.places = append(w.places, missingPlace)
		for _, x := range from.Levels {
			w.places = append(w.places, w.find.numberPlace(x))
		}
	}
	fill := int32(missingPlace)
	if w.filled {
		fill = w.find.textPlace(c.Fill)
	}
	for range (bit+c.bits()-1)/64 - w.word + 1 {
		w.tables = append(w.tables, make([]uint64, len(w.places)))
	}
	for i, place := range w.places {
		w.odd = w.odd || place == unseen || place == missingPlace && i > 0
		lo, hi := c.ones(place, fill)
		for k := range w.tables {
			first := (w.word + k) * 64
			w.tables[k][i] = ones(bit+lo-first, bit+hi-first)
		}
	}
	return w
}

// ones returns which bits of the column are one for a place: those from lo to hi-1.
func (c *EncodedColumn) ones(place, fill int32) (lo, hi int) {
	if place == missingPlace {
		if c.Missable {
			return c.known(), c.known() + 1
		}
		place = fill
	}
	switch {
	case place == unseen && len(c.Rest) > 0:
		place = int32(len(c.Values))
	case place < 0:
		return 0, 0
	case len(c.Thresholds) > 0: // a number meets all thresholds from its place on
		return int(place), len(c.Thresholds)
	}
	return int(place), int(place) + 1
}

// ones returns a word whose bits from lo to hi-1 are one; the range may lie outside of it.
func ones(lo, hi int) uint64 {
	if lo, hi = max(lo, 0), min(hi, 64); lo >= hi {
		return 0
	}
	return ^uint64(0) >> (64 - (hi - lo)) << lo
}

// write sets the bits of some rows, and counts those of their cells that are gaps.
func (w *writer) write(block *bitmat.Rows, rows []int32) {
	index := w.index[:len(rows)]
	someMissing := w.indices(index, rows)
	if w.odd || someMissing {
		w.countGaps(index)
	}
	for k, table := range w.tables {
		block.Or(w.word+k, table, index)
	}
}

// indices finds the index of the cell of each row, and reports whether some cell may be missing.
func (w *writer) indices(index, rows []int32) bool {
	c := w.from
	switch {
	case c.Codes != nil:
		least := int32(0)
		for i, row := range rows {
			code := c.Codes.At(int(row))
			least |= code // negative if one of them is
			index[i] = code + 1
		}
		return least < 0
	case c.Numbers != nil:
		return w.find.numberIndices(index, rows, c.Numbers)
	}
	for i, row := range rows {
		place := int32(missingPlace)
		if text, ok := c.Texts.At(int(row)); ok {
			place = w.find.textPlace(text)
		}
		index[i] = place - firstPlace
	}
	return true
}

func (w *writer) countGaps(index []int32) {
	for _, i := range index {
		switch place := w.places[i]; {
		case place == unseen:
			w.gap.Unseen++
		case place != missingPlace || w.asked:
		case w.filled:
			w.gap.Filled++
		default:
			w.gap.Missing++
		}
	}
}
