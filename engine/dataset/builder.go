package dataset

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/infer"
)

// maxTexts is the largest number of distinct texts of a column with codes: see Codes.
const maxTexts = math.MaxUint16 - 1

// builder collects the cells of a column: as codes of its distinct texts, and after maxTexts of them as numbers or as texts.
type builder struct {
	name    string
	missing *infer.Marks // missing marks of the column
	usual   *infer.Marks // missing marks of the file
	decides bool         // collect may decide that marks are values, see infer.ValueMarks
	target  bool         // the column is probably the target
	decoder *csvfile.Decoder
	want    Kind          // "" to infer it
	trained TrainedColumn // Kind is "" without Options.Trained
	hint    infer.Hint

	dictionary *dictionary
	codes      Codes
	lines      []int32 // by code: line of the first cell

	numbers *numbers       // of a column of numbers without codes
	texts   *Texts         // of a column of texts without codes
	marks   map[string]int // rows of each missing mark
	layout  DateLayout     // of a column without codes, if its texts in the dictionary were dates
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
	if b.missing.Has(cell) || b.layout != (DateLayout{}) && infer.IsZeroDate(string(cell)) {
		b.marks[string(cell)]++
		b.texts.AppendMissing()
		return
	}
	if !b.texts.Append(b.decoder.Text(cell, line)) {
		b.texts.AppendMissing()
	}
}

// overflow ends the use of codes. It infers the kind of the column from its cells so far: numbers continue as numbers, others as texts.
func (b *builder) overflow() {
	c := b.collect()
	f, err := infer.KindOf(c.ColumnContent, b.want, b.hint)
	if err == nil && f.Numbers != nil {
		b.toNumbers(c, f)
	} else {
		b.toTexts(c, f)
	}
	b.codes, b.lines, b.dictionary = Codes{}, nil, nil
}

func (b *builder) toNumbers(c *codedTexts, f infer.Inference) {
	n := &numbers{form: f.Format, decoder: b.decoder, cells: make([]float64, 0, 2*b.codes.Len()), marks: b.marks}
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

func (b *builder) toTexts(c *codedTexts, f infer.Inference) {
	b.texts, b.layout = new(Texts), f.Layout
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
	form    Form
	decoder *csvfile.Decoder
	cells   []float64 // by row; NaN is a missing cell
	marks   map[string]int
	odd     []oddText // cells that are not numbers, in the order of the rows
}

// oddText is a cell in a column of numbers that is not a number.
type oddText struct {
	row  int32
	text string
	line int32
}

const (
	mostOdd  = 1000 // odd cells that any column of numbers may have
	oddShare = 0.05 // share of odd cells that it may have if these are more
)

// add appends a cell. It returns false, without appending, if too many cells are not numbers.
func (n *numbers) add(cell []byte, missing *infer.Marks, line int) bool {
	x, is := n.form.Parse(cell)
	switch {
	case is == infer.IsNumber && !missing.HasNumber(x):
	case is == infer.IsNumber || missing.Has(cell) || infer.IsInfinite(cell):
		n.marks[string(cell)]++
		x = math.NaN()
	default:
		if float64(len(n.odd)) > max(mostOdd, oddShare*float64(len(n.cells))) {
			return false
		}
		n.odd = append(n.odd, oddText{int32(len(n.cells)), string(n.decoder.Text(cell, line)), int32(line)})
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

// codedTexts are the distinct texts of a column with codes.
type codedTexts struct {
	infer.ColumnContent         // texts without missing marks, decoded, by first occurrence
	index               []int32 // by code: index of the text, or -1 for a missing mark
	doubts              []string
}

// column makes the column. C is nil for a column without codes.
func (b *builder) column(c *codedTexts, h infer.Hint) (Column, error) {
	switch {
	case b.numbers != nil:
		return b.ofNumbers(), nil
	case b.texts != nil:
		return b.ofTexts()
	}
	h.First, h.Unit = b.hint.First, b.hint.Unit
	want := b.want
	if kind := b.trained.Kind; want == "" && (kind == Numeric || kind == Categorical) {
		want = kind // so that the meaning of a cell does not depend on the other rows to predict
	}
	f, wrong := infer.KindOf(c.ColumnContent, want, h)
	if wrong != nil && b.want == "" { // the training table had numbers, and no value of this column is one
		f, wrong = infer.KindOf(c.ColumnContent, "", h)
	}
	if wrong != nil {
		return Column{}, &Error{Kind: Type, Message: wrong.Message, Hint: wrong.Hint}
	}
	return b.coded(c, f), nil
}

// collect counts the cells of each text, separately for missing marks.
func (b *builder) collect() *codedTexts {
	count := make([]int, b.dictionary.len())
	b.codes.countInto(count)
	c := &codedTexts{ColumnContent: infer.ColumnContent{Name: b.name}, index: make([]int32, len(count))}
	b.marks = map[string]int{}
	changed := false
	for code := range count {
		raw := b.dictionary.text(int32(code))
		if b.missing.Has(raw) {
			b.marks[string(raw)] += count[code]
			c.Missing += count[code]
			c.index[code] = -1
			continue
		}
		c.index[code] = int32(len(c.Texts))
		text := b.decoder.Text(raw, int(b.lines[code]))
		changed = changed || !bytes.Equal(text, raw)
		c.Texts = append(c.Texts, string(text))
		c.Rows = append(c.Rows, count[code])
	}
	if changed {
		c.joinEqual()
	}
	b.dropZeroDates(c)
	if b.decides {
		b.keepValues(c)
	}
	c.Patterns = infer.CountPatterns(c.Texts, c.Rows)
	return c
}

// joinEqual joins texts that are equal although their bytes in the file are not: a file may mix encodings, or have NUL bytes.
func (c *codedTexts) joinEqual() {
	texts, rows := c.Texts, c.Rows
	c.Texts, c.Rows = nil, nil
	at, to := map[string]int32{}, make([]int32, len(texts))
	for i, text := range texts {
		k, known := at[text]
		if !known {
			k = int32(len(c.Texts))
			at[text], c.Texts, c.Rows = k, append(c.Texts, text), append(c.Rows, 0)
		}
		c.Rows[k] += rows[i]
		to[i] = k
	}
	for code, i := range c.index {
		if i >= 0 {
			c.index[code] = to[i]
		}
	}
}

// dropZeroDates makes dates such as 0000-00-00 missing marks in a column of dates.
func (b *builder) dropZeroDates(c *codedTexts) {
	if kind := cmp.Or(b.want, b.trained.Kind); kind != Date && (kind != "" || !infer.HasZeroDates(c.ColumnContent)) {
		return
	}
	texts, rows := c.Texts, c.Rows
	c.Texts, c.Rows = nil, nil
	for code, k := range c.index {
		switch {
		case k < 0:
		case infer.IsZeroDate(texts[k]):
			c.index[code] = -1
			c.Missing += rows[k]
			b.marks[texts[k]] += rows[k]
		default:
			c.index[code] = int32(len(c.Texts))
			c.Texts, c.Rows = append(c.Texts, texts[k]), append(c.Rows, rows[k])
		}
	}
}

// keepValues turns the missing marks that are values of the column into texts, see infer.ValueMarks.
func (b *builder) keepValues(c *codedTexts) {
	for _, mark := range infer.ValueMarks(c.ColumnContent, b.marks, b.target) {
		rows := b.marks[mark]
		c.index[b.dictionary.find([]byte(mark))] = int32(len(c.Texts))
		c.Texts, c.Rows, c.Missing = append(c.Texts, mark), append(c.Rows, rows), c.Missing-rows
		c.doubts = append(c.doubts, fmt.Sprintf("%q counts as a value in %s, not as missing", mark, csvfile.Plural(rows, "row", "rows")))
		delete(b.marks, mark)
	}
}

// keptMarks lists the missing marks of the file that are values of the column.
func (b *builder) keptMarks(c *codedTexts) []MissingMark {
	count := map[string]int{}
	for i, text := range c.Texts {
		if b.usual.Has([]byte(text)) {
			count[text] += c.Rows[i]
		}
	}
	return marksOf(count)
}

// marksOf lists the missing marks by descending frequency.
func marksOf(count map[string]int) []MissingMark {
	var marks []MissingMark
	for text, rows := range count {
		if rows > 0 {
			marks = append(marks, MissingMark{text, rows})
		}
	}
	sort.Slice(marks, func(i, j int) bool {
		a, b := marks[i], marks[j]
		return cmp.Or(cmp.Compare(b.Rows, a.Rows), cmp.Compare(a.Text, b.Text)) < 0
	})
	return marks
}

// coded makes a column with codes. It renumbers them in the ascending order of the levels or values.
func (b *builder) coded(c *codedTexts, f infer.Inference) Column {
	out := Column{
		Name: b.name, Kind: f.Kind, Missing: c.Missing + f.Odd, Odd: f.Odd, Form: f.Format,
		Notes: f.Notes, Doubts: append(f.Doubts, c.doubts...), Marks: marksOf(b.marks), Kept: b.keptMarks(c), Layout: f.Layout, Either: f.Either,
	}
	order := make([]int32, len(c.Texts)) // index of each text among the values
	if f.Numbers == nil {
		out.Values = distinct(c.Texts, order)
	} else {
		out.Levels = distinct(f.Numbers, order)
		if f.Kind != Numeric && f.Kind != ID {
			out.Values = FormatNumbers(out.Levels)
		}
	}
	to := make([]int32, len(c.index))
	for code, k := range c.index {
		if to[code] = -1; k >= 0 {
			to[code] = order[k]
		}
	}
	b.codes.Replace(to)
	out.Codes = &b.codes
	return out
}

// distinct returns the distinct values except NaN, ascending. It sets index[k] to the position of values[k] among them, -1 for NaN.
func distinct[T cmp.Ordered](values []T, index []int32) []T {
	list := slices.Clone(values)
	slices.Sort(list)
	list = slices.Compact(list)
	for len(list) > 0 && list[0] != list[0] { // NaN is less than all numbers, and differs from itself
		list = list[1:]
	}
	for k, x := range values {
		at, found := slices.BinarySearch(list, x)
		if index[k] = int32(at); !found {
			index[k] = -1
		}
	}
	return slices.Clip(list)
}

// ofNumbers makes a column of numbers without codes.
func (b *builder) ofNumbers() Column {
	n := b.numbers
	s := infer.StatsOf(n.cells, nil)
	missing := len(n.cells) - s.Rows
	out := Column{
		Name: b.name, Kind: s.Kind(b.name, missing), Numbers: n.cells, Missing: missing,
		Odd: len(n.odd), Form: n.form, Marks: marksOf(b.marks),
	}
	if b.want == Numeric {
		out.Kind = Numeric
	} else if layout, dates := infer.ProposedDates(b.name, n.cells); dates != "" {
		out.Layout, out.Notes = layout, []string{dates}
	}
	if len(n.odd) > 0 {
		out.doubt("%d of its %d values are not numbers and count as missing, the first is %q in line %d",
			len(n.odd), len(n.odd)+s.Rows, n.odd[0].text, n.odd[0].line)
	}
	return out
}

// ofTexts makes a column of texts without codes.
func (b *builder) ofTexts() (Column, error) {
	out := Column{Name: b.name, Kind: Text, Texts: b.texts, Marks: marksOf(b.marks)}
	var note string
	if out.Layout, out.Either, note = b.layout.Settle(b.texts.all); note != "" {
		out.Notes = []string{note}
	}
	for _, mark := range out.Marks {
		out.Missing += mark.Rows
	}
	switch {
	case b.want == Binary || b.want == Categorical || b.want == Numeric:
		return out, csvfile.NewError(Type, "leave its type to be found",
			"column %q cannot be %s: it has more than %d different texts", b.name, b.want, maxTexts)
	case b.want != "":
		out.Kind = b.want
	case b.layout != DateLayout{}:
		out.Kind = Date
	case b.texts.areDistinct():
		out.Kind = ID
	}
	return out, nil
}
