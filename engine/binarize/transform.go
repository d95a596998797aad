package binarize

import (
	"fmt"

	"drnet/engine/bitmat"
	"drnet/engine/dataset"
)

// Report lists the differences between a transformed table and the fitted rows.
type Report struct {
	Gaps []Gap `json:"gaps,omitempty"` // columns with unseen or missing cells, in the order of the encoder
}

// Gap counts the cells of one column without a regular encoding.
type Gap struct {
	Column string `json:"column"`
	// Unseen counts values that are not in the fitted rows: all bits are zero except that of the rest, if there is one.
	Unseen int `json:"unseen,omitempty"`
	// Missing counts missing cells (or texts, with thresholds) in a column without a feature for them: all bits are zero.
	Missing int `json:"missing,omitempty"`
	Filled  int `json:"filled,omitempty"` // missing cells that the fill of the column replaces
}

// blockRows is the number of rows that are encoded by row and then transposed at a time: their bits stay in the L1 cache.
const blockRows = 512

// Transform encodes the rows of a table: row i of the matrix is rows[i], column j is feature j. The table's columns
// are found by name, in any order and of any kind; the table may differ from the fitted one. A column that it lacks gives a
// *dataset.Error.
func (e *Encoder) Transform(t *dataset.Table, rows []int32) (*bitmat.Matrix, Report, error) {
	writers := make([]*writer, len(e.Columns))
	bit := 0
	for i := range e.Columns {
		c := &e.Columns[i]
		j := t.Column(c.Name)
		if j < 0 {
			return nil, Report{}, &dataset.Error{
				Kind: dataset.Header, Message: fmt.Sprintf("the table lacks column %q", c.Name),
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
