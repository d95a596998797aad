package dataset

import (
	"bytes"
	"math"

	"drnet/engine/dataset/infer"
)

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
	case is == infer.IsNumber:
		if missing.HasNumber(x) {
			n.marks[string(cell)]++
			x = math.NaN()
		}
	case missing.Has(cell):
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
