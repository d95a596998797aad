package drnet

import (
	"math/bits"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// blockRows is how many rows are turned into columns at a time to try rules on them: a few hundred kB, whatever the
// size of the table.
const blockRows = 4096

// A referee counts the rows that rules answer wrongly. The table stays packed by row; the columns that rules ask about
// are made block by block.
type referee struct {
	rows            *bitmat.Rows // the last column is the label
	columns         *bitmat.Matrix
	answer, scratch []uint64
}

func newReferee(rows *bitmat.Rows) *referee {
	n := min(rows.Rows, blockRows)
	return &referee{rows, bitmat.New(n, rows.Cols), make([]uint64, bitmat.Words(n)), make([]uint64, bitmat.Words(n))}
}

// mistakes returns how many rows of either class the set answers wrongly: positive ones are missed, negative ones are
// false alarms.
func (r *referee) mistakes(set rule.Set) (missed, alarms int) {
	for from := 0; from < r.rows.Rows; from += blockRows {
		columns := r.columns
		n := min(blockRows, r.rows.Rows-from)
		if n < columns.Rows { // the last block
			columns = bitmat.New(n, r.rows.Cols)
		}
		r.rows.Slice(from, from+n).Transpose(columns)
		answer, scratch := r.answer[:bitmat.Words(n)], r.scratch[:bitmat.Words(n)]
		set.Match(answer, scratch, columns)
		for i, label := range columns.Column(columns.Cols - 1) {
			missed += bits.OnesCount64(label &^ answer[i])
			alarms += bits.OnesCount64(answer[i] &^ label)
		}
	}
	return missed, alarms
}
