package dataset

import (
	"math"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/infer"
)

// maxTexts is the largest number of distinct texts of a column with codes. A column with more keeps its numbers or its
// texts: rules cannot name that many values.
const maxTexts = math.MaxUint16 - 1

// builder collects the cells of a column: codes of its distinct texts at first; numbers or texts once these are too many.
type builder struct {
	name    string
	missing *infer.Marks
	decoder *csvfile.Decoder
	want    Kind // "" to infer it
	hint    infer.Hint

	dictionary *dictionary
	codes      Codes
	lines      []int32 // by code: line of the first cell

	numbers *numbers // of a column of numbers without codes
	texts   *Texts   // of a column of texts without codes
	marks   map[string]int
	unique  bool // all texts so far are different
	dates   bool // the texts were dates when codes ended
}

func (b *builder) rows() int {
	switch {
	case b.texts != nil:
		return b.texts.Len()
	case b.numbers != nil:
		return len(b.numbers.cells)
	}
	return b.codes.Len()
}

// add appends a cell. It does not keep the memory of the cell.
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

// addText appends a cell to a column of texts. Texts beyond two gigabytes are missing; the memory limit of a table is
// lower.
func (b *builder) addText(cell []byte, line int) {
	if b.missing.Has(cell) {
		b.marks[string(cell)]++
		b.texts.AppendMissing()
		return
	}
	if b.unique && b.dictionary.find(cell) >= 0 {
		b.unique = false
	}
	if !b.texts.Append(b.decoder.Text(cell, line)) {
		b.texts.AppendMissing()
	}
}

// overflow ends coding. A column of numbers continues with numbers, any other with texts. Its own numbers alone decide
// their format.
func (b *builder) overflow() {
	c := b.collect()
	b.marks = c.marks
	f, err := infer.KindOf(c.ColumnContent, b.want, b.hint)
	if err == nil && f.Numbers != nil {
		b.toNumbers(c, f)
		b.dictionary = nil
	} else {
		b.toTexts(c, f)
	}
	b.codes, b.lines = Codes{}, nil
}

func (b *builder) toNumbers(c *contents, f infer.Inference) {
	n := &numbers{form: f.Format, cells: make([]float64, 0, 2*b.codes.Len()), marks: b.marks}
	for row := range b.codes.Len() {
		code := b.codes.At(row)
		x := math.NaN()
		if k := c.index[code]; k >= 0 {
			if x = f.Numbers[k]; math.IsNaN(x) {
				n.odd = append(n.odd, oddText{int32(row), c.Texts[k], b.lines[code]})
			}
		}
		n.cells = append(n.cells, x)
	}
	b.numbers = n
}

func (b *builder) toTexts(c *contents, f infer.Inference) {
	b.texts, b.unique, b.dates = new(Texts), len(c.Texts)+c.Missing == b.codes.Len(), f.Kind == Date
	for row := range b.codes.Len() {
		if k := c.index[b.codes.At(row)]; k >= 0 {
			b.texts.Append([]byte(c.Texts[k]))
		} else {
			b.texts.AppendMissing()
		}
	}
}
