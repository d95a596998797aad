package binarize

import (
	"fmt"

	"drnet/engine/bitmat"
	"drnet/engine/dataset"
)

// Report says what a transformed table had that the fitted rows had not.
type Report struct {
	Gaps []Gap `json:"gaps,omitempty"` // columns with unseen or missing cells, in the order of the encoder
}

// Gap counts the cells of one column that are not answered as they stand.
type Gap struct {
	Column  string `json:"column"`
	Unseen  int    `json:"unseen,omitempty"`  // values that the fitted rows did not have: all bits are zero but that of the rest, if the column has a rest
	Missing int    `json:"missing,omitempty"` // missing (or no number, where there are thresholds), in a column without a feature for it: all bits are zero
	Filled  int    `json:"filled,omitempty"`  // missing, and replaced by the column's fill
}

// blockRows are encoded at a time, by row, and then turned into columns: their bits stay in the first cache.
const blockRows = 512

// Transform encodes the rows of a table: row i of the matrix is rows[i], column j is feature j. The table's columns
// are found by their names, whatever their order and kind; it may be another one than the encoder was fitted on.
// A column that it lacks is a *dataset.Error.
func (e *Encoder) Transform(t *dataset.Table, rows []int32) (*bitmat.Matrix, Report, error) {
	writers := make([]*writer, len(e.Columns))
	bit := 0
	for i := range e.Columns {
		c := &e.Columns[i]
		j := t.Column(c.Name)
		if j < 0 {
			return nil, Report{}, &dataset.Error{
				Kind: dataset.Header, Message: fmt.Sprintf("the table has no column %q", c.Name),
				Hint: "the rules ask about it: choose a table with the columns that they were learnt from",
			}
		}
		writers[i] = newWriter(c, &t.Columns[j], bit)
		bit += c.bits()
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
		if w.gap != (Gap{Column: w.gap.Column}) {
			report.Gaps = append(report.Gaps, w.gap)
		}
	}
	return m, report, nil
}
