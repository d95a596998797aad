package dataset

import (
	"math"
	"strings"
	"unicode/utf8"
)

// maxTexts is the number of different texts from which a column of numbers keeps only the numbers. It is far above
// what a category may have, so that columns with few values keep the spelling of the file.
const maxTexts = 4096

// builder collects the cells of one column. It keeps every different text once, and a code for each row; a column
// with very many different numbers changes over to the numbers alone, and back should a text turn up.
type builder struct {
	missing   *tokens
	keepTexts bool // never change over to numbers

	index  map[string]int32 // text -> code, or -1 for a mark of a missing cell
	texts  []string         // by code
	values []float64        // by code: the number that the text is, or NaN
	codes  []int32          // by row

	numbers []float64 // by row, instead of codes, when index is nil

	empty      int // missing cells
	others     int // cells that are neither missing nor a number
	firstOther string
	firstLine  int // of firstOther
}

func newBuilder(missing *tokens, want Kind) *builder {
	return &builder{missing: missing, keepTexts: want != "" && want != Numeric, index: map[string]int32{}}
}

// rows returns the number of cells so far.
func (b *builder) rows() int { return max(len(b.codes), len(b.numbers)) }

// add appends a cell. It keeps no part of the text of the cell itself.
func (b *builder) add(cell string, line int) *Error {
	if b.index == nil {
		if b.addNumber(cell) {
			return nil
		}
		b.toTexts()
	}
	code, known := b.index[cell]
	if !known {
		var err *Error
		if code, err = b.intern(cell, line); err != nil {
			return err
		}
	}
	b.codes = append(b.codes, code)
	switch {
	case code < 0:
		b.empty++
	case math.IsNaN(b.values[code]):
		if b.others == 0 {
			b.firstOther, b.firstLine = b.texts[code], line
		}
		b.others++
	case len(b.texts) > maxTexts && b.others == 0 && !b.keepTexts:
		b.toNumbers()
	}
	return nil
}

// addNumber appends a cell to a column of numbers, and reports whether it could.
func (b *builder) addNumber(cell string) bool {
	x, ok := ParseNumber(cell)
	if !ok && !b.missing.texts[cell] {
		return false
	}
	if !ok || b.missing.hasNumber(x) {
		x = math.NaN()
		b.empty++
	}
	b.numbers = append(b.numbers, x)
	return true
}

// intern gives a text that was not seen before its code.
func (b *builder) intern(cell string, line int) (int32, *Error) {
	x, isNumber := ParseNumber(cell)
	if !isNumber {
		x = math.NaN()
		if err := checkText(cell, line); err != nil {
			return 0, err
		}
	}
	cell = strings.Clone(cell) // the reader's text is the whole line
	if b.missing.texts[cell] || isNumber && b.missing.hasNumber(x) {
		b.index[cell] = -1
		return -1, nil
	}
	code := int32(len(b.texts))
	b.index[cell] = code
	b.texts = append(b.texts, cell)
	b.values = append(b.values, x)
	return code, nil
}

// toNumbers replaces codes by the numbers they stand for.
func (b *builder) toNumbers() {
	b.numbers = make([]float64, len(b.codes), 2*len(b.codes))
	for i, code := range b.codes {
		b.numbers[i] = b.number(code)
	}
	b.index, b.texts, b.values, b.codes = nil, nil, nil, nil
}

func (b *builder) number(code int32) float64 {
	if code < 0 {
		return math.NaN()
	}
	return b.values[code]
}

// toTexts replaces numbers by codes of their texts, for good.
func (b *builder) toTexts() {
	numbers := b.numbers
	b.keepTexts, b.index, b.numbers = true, map[string]int32{}, nil
	b.codes = make([]int32, len(numbers), len(numbers)+1)
	seen := map[float64]int32{}
	for i, x := range numbers {
		if math.IsNaN(x) {
			b.codes[i] = -1
			continue
		}
		code, known := seen[x]
		if !known {
			code = int32(len(b.texts))
			seen[x] = code
			b.texts = append(b.texts, FormatNumber(x))
			b.values = append(b.values, x)
			b.index[b.texts[code]] = code
		}
		b.codes[i] = code
	}
}

func (t *tokens) hasNumber(x float64) bool {
	for _, y := range t.numbers {
		if x == y {
			return true
		}
	}
	return false
}

// checkText reports bytes that no text has.
func checkText(s string, line int) *Error {
	switch {
	case !utf8.ValidString(s):
		return &Error{Kind: Encoding, Line: line, Message: "the text is not UTF-8",
			Hint: "save the file with the encoding UTF-8"}
	case strings.IndexByte(s, 0) >= 0:
		return &Error{Kind: BinaryFile, Line: line, Message: "the text has NUL bytes",
			Hint: "choose a table saved as CSV"}
	}
	return nil
}
