package dataset

import (
	"math"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/infer"
)

// maxTexts is the largest number of distinct texts of a column with codes: rules cannot name more values.
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

// add appends a cell. It does not keep the memory of the cell.
func (b *builder) add(cell []byte, line int) {
	switch {
	case b.numbers != nil:
		if b.numbers.add(cell, b.missing, line) {
			return
		}
		b.texts, b.numbers = b.numbers.restore(), nil
		fallthrough
	case b.texts != nil:
		b.addText(cell, line)
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

// addText appends a cell to a column of texts. Texts beyond two gigabytes, which no memory limit allows, are missing.
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

// overflow ends coding. A column of numbers, by its own texts alone, continues with numbers, any other with texts.
func (b *builder) overflow() {
	c := b.collect()
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

// numbers is a column with too many distinct numbers for codes.
type numbers struct {
	form  Form
	cells []float64 // by row; NaN is a missing cell
	marks map[string]int
	odd   []oddText // cells that are not numbers, in the order of the rows
}

// oddText is a text in a column of numbers.
type oddText struct {
	row  int32
	text string
	line int32
}

const (
	mostOdd  = 1000 // odd cells of a column of numbers of any length
	oddShare = 0.05 // share of odd cells up to which a longer column is one of numbers
)

// add appends a cell. It returns false, without appending, if too many cells are not numbers.
func (n *numbers) add(cell []byte, missing *infer.Marks, line int) bool {
	x, is := n.form.Parse(cell)
	switch {
	case is == infer.IsNumber && !missing.HasNumber(x):
	case is == infer.IsNumber || missing.Has(cell):
		n.marks[string(cell)]++
		x = math.NaN()
	default:
		if float64(len(n.odd)) > max(mostOdd, oddShare*float64(len(n.cells))) {
			return false
		}
		n.odd = append(n.odd, oddText{int32(len(n.cells)), string(cell), int32(line)})
		x = math.NaN()
	}
	n.cells = append(n.cells, x)
	return true
}

// restore returns the cells as texts.
func (n *numbers) restore() *Texts {
	t, odd := new(Texts), n.odd
	for row, x := range n.cells {
		switch {
		case len(odd) > 0 && int(odd[0].row) == row:
			t.Append([]byte(odd[0].text))
			odd = odd[1:]
		case math.IsNaN(x):
			t.AppendMissing()
		default:
			t.Append([]byte(FormatNumber(x)))
		}
	}
	return t
}
