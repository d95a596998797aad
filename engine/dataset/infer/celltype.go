package infer

import "slices"

// CellType is the type of a cell as far as it matters for dialect detection. Numbers, dates and missing marks are those
// that columns are read with.
type CellType uint8

// The types of cells.
const (
	OddCell    CellType = iota // a text with possible delimiters
	ProseCell                  // a text with commas or semicolons, each followed by a blank
	WordCell                   // any other text
	NumberCell                 // a number of any format, or a code such as 00501
	DateCell                   // a date, a time, both, or a version such as 1.2.13
	AbsentCell                 // empty, or a default missing mark
)

// IsData reports whether a cell is rarely a name.
func (t CellType) IsData() bool { return t == NumberCell || t == DateCell }

// IsText reports whether a cell is neither data nor absent.
func (t CellType) IsText() bool { return t <= WordCell }

var defaultMarks = NewMarks(nil)

// TypeOf returns the type of a cell without surrounding blanks.
func TypeOf(cell []byte) CellType {
	switch {
	case defaultMarks.Has(cell):
		return AbsentCell
	case !hasDigit(cell):
		return typeOfText(cell)
	case len(cell) > longestNumber:
		if _, is := readNumber(cell); is != NotNumber {
			return NumberCell
		}
		return typeOfText(cell)
	}
	text := string(cell)
	switch {
	case patternOf(text).mask != 0, isCode(text):
		return NumberCell
	case isDate(text), isTime(text), isVersion(text):
		return DateCell
	}
	return typeOfText(cell)
}

// typeOfText returns the type of a text that is not data.
func typeOfText(cell []byte) CellType {
	found := WordCell
	for i, c := range cell {
		switch c {
		case '\t', '|':
			return OddCell
		case ',', ';':
			if i+1 == len(cell) || cell[i+1] != ' ' {
				return OddCell
			}
			found = ProseCell
		}
	}
	return found
}

func hasDigit(cell []byte) bool {
	return slices.ContainsFunc(cell, func(c byte) bool { return c-'0' <= 9 })
}
