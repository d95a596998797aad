package binarize

import (
	"math"
	"math/bits"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/dataset"
)

// Report lists the differences between a transformed table and the fitted rows.
type Report struct {
	Gaps []Gap // columns of the table with unseen or missing cells, in the order of the encoder
}

// Gap counts the cells of one column without a regular encoding.
type Gap struct {
	Column string
	// Unseen counts values that are not in the fitted rows: all bits are zero except that of the rest, if there is one.
	Unseen  int
	Example string // the first such value
	// Missing counts missing cells (or texts, with thresholds) in a column without a feature for them: all bits are zero.
	Missing int
	Filled  int // missing cells that the fill of the column replaces
}

// blockRows is the number of rows in a block, which is encoded row by row and then transposed. Its bits fit in the L1 cache.
const blockRows = 512

// Transform encodes the rows of a table, which may differ from the fitted one: row i of the matrix is rows[i], column j is feature j.
// The table's columns are found by name, in any order and of any kind. A column that it lacks gives a *dataset.Error.
func (e *Encoder) Transform(t *dataset.Table, rows []int32) (*bitmat.Matrix, Report, error) {
	var writers []*writer
	bit := 0
	for i := range e.Columns {
		c := &e.Columns[i]
		for _, name := range c.Sources() {
			if t.Column(name) < 0 {
				const hint = "choose a table with the columns of the training table, or rename columns in the file"
				return nil, Report{}, dataset.NewError(dataset.Header, hint, "the table lacks column %q", name)
			}
		}
		if c.Layout != "" {
			continue // those derived from it have bits
		}
		writers = append(writers, newWriter(c, e.In(c, t), bit))
		bit += c.Bits()
	}
	m := bitmat.New(len(rows), bit)
	block := bitmat.NewRows(min(blockRows, len(rows)), bit)
	for from := 0; from < len(rows); from += blockRows {
		part := rows[from:min(from+blockRows, len(rows))]
		block = block.Slice(0, len(part))
		block.Clear()
		for _, w := range writers {
			w.write(block, part)
		}
		block.TransposeAt(m, from)
	}
	var report Report
	for _, w := range writers {
		known := slices.ContainsFunc(report.Gaps, func(g Gap) bool { return g.Column == w.gap.Column }) // by another part of the date
		if w.gap.Column != "" && w.gap != (Gap{Column: w.gap.Column}) && !known {
			report.Gaps = append(report.Gaps, w.gap)
		}
	}
	return m, report, nil
}

// writer writes the bits of one column. Cells are mapped to an index and then, by tables, to bits. The index of a column with codes is
// the code + 1, so that a cell needs no look-up by value; otherwise it is the place - firstPlace.
type writer struct {
	from   *dataset.Column
	find   finder
	places []int32    // the place of each index
	filled bool       // missing cells have a fill
	word   int        // the first word of a row that has bits of the column
	tables [][]uint64 // for each word from that one on, the bits of each index
	odd    bool       // some index but that of missing cells may be a gap
	asked  bool       // missing cells have their own bit
	gap    Gap
	index  [blockRows]int32 // of the rows of a block
}

// newWriter returns a writer for column c of an encoder that reads the cells of from. Bit is the first bit of c.
func newWriter(c *EncodedColumn, from *dataset.Column, bit int) *writer {
	w := &writer{
		from: from, find: c.finder(), asked: c.Missable, filled: c.Fill != "", gap: Gap{Column: c.Name}, word: bit / 64,
	}
	if d := c.Derived; d != nil {
		if w.gap.Column = d.Of[0]; d.isPair() {
			w.gap.Column = "" // its operands report their own gaps
		}
	}
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
	for range (bit+c.Bits()-1)/64 - w.word + 1 {
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

// write sets the bits of some rows, and counts the cells that are gaps.
func (w *writer) write(block *bitmat.Rows, rows []int32) {
	index := w.index[:len(rows)]
	someMissing := w.indices(index, rows)
	if w.odd || someMissing {
		w.countGaps(index, rows)
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
	case c.Computed != nil:
		for i, row := range rows {
			place := int32(missingPlace)
			switch x := c.Computed(int(row)); {
			case x != x:
			case c.Values != nil:
				place = w.find.textPlace(c.Values[int(x)])
			default:
				place = w.find.numberPlace(x)
			}
			index[i] = place - firstPlace
		}
		return true
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

func (w *writer) countGaps(index, rows []int32) {
	for k, i := range index {
		switch place := w.places[i]; {
		case place == unseen:
			if w.gap.Unseen++; w.gap.Unseen == 1 {
				w.gap.Example, _ = w.from.Text(int(rows[k]))
			}
		case place != missingPlace || w.asked:
		case w.filled:
			w.gap.Filled++
		default:
			w.gap.Missing++
		}
	}
}

// Special places of a cell in its column. Other places are the index of its value, the number of values if it is in Rest, or the index of
// the first threshold that is not below it.
const (
	unseen       = -1
	missingPlace = -2
	other        = -3 // the second value of two, without a bit
	firstPlace   = other
)

// finder finds the place of a cell in a column.
type finder struct {
	thresholds []float64
	padded     []float64
	texts      map[string]int32
	numbers    map[float64]int32 // the values that are numbers, in any spelling
	stranger   int32             // the place of all other values
}

func (c *EncodedColumn) finder() finder {
	f := finder{thresholds: c.Thresholds, padded: pad(c.Thresholds), stranger: unseen}
	if len(c.Thresholds) > 0 {
		return f
	}
	if len(c.Values) == 0 {
		f.stranger = other // the only feature is Missing
	}
	f.texts, f.numbers = map[string]int32{}, map[float64]int32{}
	add := func(value string, place int32) {
		for _, v := range c.Spellings(value) {
			f.add(v, place)
		}
	}
	for i, v := range c.Values {
		add(v, int32(i))
	}
	for _, v := range c.Rest {
		add(v, int32(len(c.Values)))
	}
	if c.Other != "" {
		add(c.Other, other)
	}
	return f
}

// add assigns a place to a value. Of two spellings of a number, the first one also matches unknown spellings.
func (f *finder) add(value string, place int32) {
	f.texts[value] = place
	if x, ok := dataset.ParseNumber(value); ok {
		if _, taken := f.numbers[x]; !taken {
			f.numbers[x] = place
		}
	}
}

func (f *finder) numberPlace(x float64) int32 {
	if len(f.thresholds) > 0 {
		return f.search(x)
	}
	if place, ok := f.numbers[x]; ok {
		return place
	}
	return f.stranger
}

func (f *finder) textPlace(text string) int32 {
	if place, ok := f.texts[text]; ok {
		return place
	}
	if x, ok := dataset.ParseNumber(text); ok {
		return f.numberPlace(x)
	}
	if f.thresholds != nil {
		return missingPlace // a text in a column of thresholds
	}
	return f.stranger
}

// numberIndices writes the index of the number of each row, and reports whether one is missing.
func (f *finder) numberIndices(index, rows []int32, numbers []float64) (missed bool) {
	for i, row := range rows {
		x, place := numbers[row], int32(0)
		switch {
		case x != x:
			place, missed = missingPlace, true
		case len(f.padded) > 0:
			place = f.search(x)
		default:
			place = f.numberPlace(x)
		}
		index[i] = place - firstPlace
	}
	return missed
}

// pad appends infinite thresholds up to a power of two minus one.
func pad(thresholds []float64) []float64 {
	padded := make([]float64, 1<<bits.Len(uint(len(thresholds)))-1)
	n := copy(padded, thresholds)
	for i := range padded[n:] {
		padded[n+i] = math.Inf(1)
	}
	return padded
}

// search returns the index of the first threshold that is not below x. Its binary search is branch-free, because
// branches would be mispredicted: the sign bit of a difference is one if x is above the threshold.
func (f *finder) search(x float64) int32 {
	place := 0
	for half := (len(f.padded) + 1) / 2; half > 0; half >>= 1 {
		above := int(int64(math.Float64bits(f.padded[place+half-1]-x)) >> 63)
		place += half & above
	}
	return int32(min(place, len(f.thresholds)))
}
