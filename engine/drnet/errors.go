package drnet

import (
	"math/bits"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// blockRows is the number of rows that are transposed at a time to evaluate rules: a few hundred kB for any table size.
const blockRows = 4096

// countErrors returns the errors of a rule set by class: positive rows that it misses, and negative rows that it covers (false
// alarms). The last column of the rows is the label. It transposes them by blocks.
func countErrors(rows *bitmat.Rows, set rule.Set) (missed, alarms int) {
	n := min(rows.Rows, blockRows)
	columns, answer, scratch := bitmat.New(n, rows.Cols), make([]uint64, bitmat.Words(n)), make([]uint64, bitmat.Words(n))
	for from := 0; from < rows.Rows; from += blockRows {
		if n = min(blockRows, rows.Rows-from); n < columns.Rows { // the last block
			columns, answer, scratch = bitmat.New(n, rows.Cols), answer[:bitmat.Words(n)], scratch[:bitmat.Words(n)]
		}
		rows.Slice(from, from+n).Transpose(columns)
		set.Match(answer, scratch, columns)
		for i, label := range columns.Column(columns.Cols - 1) {
			missed += bits.OnesCount64(label &^ answer[i])
			alarms += bits.OnesCount64(answer[i] &^ label)
		}
	}
	return missed, alarms
}
