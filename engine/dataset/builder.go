package dataset

import (
	"math"
)

// maxTexts is the number of different texts that a column has codes for. A column with more keeps its numbers, or its
// texts as they are: rules could not name so many values.
const maxTexts = math.MaxUint16 - 1

// builder collects the cells of one column: codes of its different texts at first; when these are too many, the numbers
// that they are, or the texts themselves.
type builder struct {
	name    string
	missing *marks
	letters *letters
	want    Kind // "" if it is to be found
	hint    hint // of the decimal mark

	dictionary *dictionary
	codes      Codes
	lines      []int32 // by code: the line of the first cell

	numbers *numbers // nil unless the column went over to numbers
	texts   *Texts   // nil unless the column went over to texts
	marks   map[string]int
	unique  bool // the texts were all different so far
	dates   bool // and those before the change were dates
}

// rows returns the number of cells.
func (b *builder) rows() int {
	switch {
	case b.texts != nil:
		return b.texts.Len()
	case b.numbers != nil:
		return len(b.numbers.cells)
	}
	return b.codes.Len()
}

// add appends a cell. It keeps no part of the cell's own memory.
func (b *builder) add(cell []byte, line int) {
	switch {
	case b.texts != nil:
		b.addText(cell, line)
		return
	case b.numbers != nil:
		if !b.numbers.add(cell, b.missing, line) {
			b.texts, b.marks, b.numbers = b.numbers.restore(), b.numbers.marks, nil
			b.addText(cell, line)
		}
		return
	}
	code := b.dictionary.find(cell)
	if code < 0 {
		if b.dictionary.len() == maxTexts {
			b.overflow()
			b.add(cell, line)
			return
		}
		code = b.dictionary.add(cell)
		b.lines = append(b.lines, int32(line))
	}
	b.codes.Append(code)
}

// addText appends a cell to a column of texts. A column may have two gigabytes of text; what is more is missing, and the
// memory that a table may take ends before.
func (b *builder) addText(cell []byte, line int) {
	if b.missing.is(cell) {
		b.marks[string(cell)]++
		b.texts.AppendMissing()
		return
	}
	if b.unique && b.dictionary.find(cell) >= 0 {
		b.unique = false
	}
	if !b.texts.Append(b.letters.text(cell, line)) {
		b.texts.AppendMissing()
	}
}

// overflow gives codes up. A column that is numbers so far goes on with numbers, another one with texts. The form of the
// numbers follows from the many that there are: other columns have no say.
func (b *builder) overflow() {
	c := b.collect()
	b.marks = c.marks
	f, err := infer(c.summary, b.want, b.hint)
	if err == nil && f.numbers != nil {
		b.toNumbers(c, f)
		b.dictionary = nil
	} else {
		b.toTexts(c, f)
	}
	b.codes, b.lines = Codes{}, nil
}

func (b *builder) toNumbers(c *contents, f finding) {
	n := &numbers{form: f.form, plain: f.form.plain(), cells: make([]float64, 0, 2*b.codes.Len()), marks: b.marks}
	for row := range b.codes.Len() {
		code := b.codes.At(row)
		x := math.NaN()
		if k := c.index[code]; k >= 0 {
			if x = f.numbers[k]; math.IsNaN(x) {
				n.odd = append(n.odd, oddText{int32(row), c.texts[k], b.lines[code]})
			}
		}
		n.cells = append(n.cells, x)
	}
	b.numbers = n
}

func (b *builder) toTexts(c *contents, f finding) {
	b.texts, b.unique, b.dates = new(Texts), len(c.texts)+c.missing == b.codes.Len(), f.kind == Date
	for row := range b.codes.Len() {
		if k := c.index[b.codes.At(row)]; k >= 0 {
			b.texts.Append([]byte(c.texts[k]))
		} else {
			b.texts.AppendMissing()
		}
	}
}

// held returns the bytes that the builder takes.
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

const slotSize, numberSize, endSize = 24, 8, 4

// perRow estimates the bytes that each of very many rows will take, from those so far.
func (b *builder) perRow() float64 {
	switch {
	case b.numbers != nil:
		return numberSize
	case b.texts != nil:
		return endSize + float64(len(b.texts.bytes))/float64(b.texts.Len())
	}
	different, rows := b.dictionary.len(), b.codes.Len()
	const few = 0.2 // different texts in a row: with more the dictionary overflows
	if float64(different) < few*float64(rows) {
		return float64(b.codes.held()) / float64(rows)
	}
	return max(numberSize, endSize+float64(len(b.dictionary.bytes))/float64(different))
}
