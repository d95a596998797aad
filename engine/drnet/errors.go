package drnet

import (
	"math/bits"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// blockRows is the number of rows that are transposed at a time to evaluate rules: a few hundred kB for any table size.
const blockRows = 4096

// An errorCounter counts the rows that rules predict incorrectly. It transposes the table, packed by row, by blocks.
type errorCounter struct {
	rows            *bitmat.Rows // the last column is the label
	columns         *bitmat.Matrix
	answer, scratch []uint64
}

func newErrorCounter(rows *bitmat.Rows) *errorCounter {
	n := min(rows.Rows, blockRows)
	return &errorCounter{rows, bitmat.New(n, rows.Cols), make([]uint64, bitmat.Words(n)), make([]uint64, bitmat.Words(n))}
}

// countErrors returns the errors of a rule set by class: positive rows that it misses, and negative rows that it covers (false alarms).
func (c *errorCounter) countErrors(set rule.Set) (missed, alarms int) {
	for from := 0; from < c.rows.Rows; from += blockRows {
		columns := c.columns
		n := min(blockRows, c.rows.Rows-from)
		if n < columns.Rows { // the last block
			columns = bitmat.New(n, c.rows.Cols)
		}
		c.rows.Slice(from, from+n).Transpose(columns)
		answer, scratch := c.answer[:bitmat.Words(n)], c.scratch[:bitmat.Words(n)]
		set.Match(answer, scratch, columns)
		for i, label := range columns.Column(columns.Cols - 1) {
			missed += bits.OnesCount64(label &^ answer[i])
			alarms += bits.OnesCount64(answer[i] &^ label)
		}
	}
	return missed, alarms
}
