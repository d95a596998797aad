package dataset

import (
	"bytes"
	"math"
)

// numbers is a column of too many different numbers for codes.
type numbers struct {
	form  Form
	plain bool      // the form is the usual one
	cells []float64 // by row; NaN is a missing cell
	marks map[string]int
	odd   []oddText // cells that are no numbers, in the order of the rows
}

// oddText is the text of a cell among numbers.
type oddText struct {
	row  int32
	text string
	line int32
}

const (
	mostOdd  = 1000 // odd cells that are kept whatever the number of rows
	oddShare = 0.05 // of the rows, above which a column is not one of numbers
)

// add appends a cell. It reports whether the column can go on being numbers: too many cells of it are none otherwise, and
// this one was not added.
func (n *numbers) add(cell []byte, missing *marks, line int) bool {
	x, is := 0.0, notNumber
	if n.plain {
		x, is = readNumber(cell)
	}
	if is == notNumber {
		x, is = n.form.parse(cell)
	}
	switch {
	case is == isNumber:
		if len(missing.numbers) > 0 && missing.hasNumber(x) {
			n.marks[string(cell)]++
			x = math.NaN()
		}
	case missing.is(cell):
		n.marks[string(cell)]++
		x = math.NaN()
	default:
		if float64(len(n.odd)) > max(mostOdd, oddShare*float64(len(n.cells))) {
			return false
		}
		n.odd = append(n.odd, oddText{int32(len(n.cells)), string(bytes.Clone(cell)), int32(line)})
		x = math.NaN()
	}
	n.cells = append(n.cells, x)
	return true
}

// restore makes texts of the numbers and of the odd cells between them.
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
