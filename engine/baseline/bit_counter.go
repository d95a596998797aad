package baseline

import (
	"math/bits"

	"drnet/engine/bitmat"
)

// weight is the number of times that a row counts, and in the upper half the same if the row is positive. A sum of weights thus
// holds two sums.
type weight uint64

const positiveShift = 32 // bits

func (w weight) split() (all, positive int) { return int(uint32(w)), int(w >> positiveShift) }

// bitCounter counts the rows of a node that have each feature, for all features at once. The counts are bit-sliced: digit d of 64
// counts is one word. Adding a row adds a bit to each of 64 counts, with a carry to the next digit; on average that takes two
// steps a word.
type bitCounter struct {
	rows     *bitmat.Rows
	words    int      // of a row
	yes, all []uint64 // digits of the positive rows and of all rows; the words of a digit are adjacent
	used     int      // digits
	ready    bool     // the counts are those of the current node
}

func newBitCounter(x *bitmat.Matrix) bitCounter {
	const digits = 32 // at most
	words := bitmat.Words(x.Cols)
	return bitCounter{rows: x.Transpose(), words: words, yes: make([]uint64, digits*words), all: make([]uint64, digits*words)}
}

// pays reports whether counting is faster than evaluating the features one by one.
func (t *bitCounter) pays(rows, features int) bool {
	const few, perWord = 64, 6 // rows, and features that are evaluated in the time of a word
	return rows > few && features > perWord*t.words
}

// count counts the features of rows that each have the weight 1.
func (t *bitCounter) count(rows []int32, weights []weight) {
	t.ready, t.used = true, bits.Len(uint(len(rows)))
	clear(t.yes[:t.used*t.words])
	clear(t.all[:t.used*t.words])
	for k, i := range rows {
		row := t.rows.Row(int(i))
		addBits(t.all, row)
		if weights[k]>>positiveShift == 1 {
			addBits(t.yes, row)
		}
	}
}

// addBits adds a row to counts.
func addBits(digits, row []uint64) {
	for w, carry := range row {
		for at := w; carry != 0; at += len(row) {
			digits[at], carry = digits[at]^carry, digits[at]&carry
		}
	}
}

// of returns how many rows have a feature, and how many of them are positive.
func (t *bitCounter) of(feature int) (all, yes int) {
	word, bit := feature/64, feature%64
	for d := range t.used {
		all += int(t.all[d*t.words+word]>>bit&1) << d
		yes += int(t.yes[d*t.words+word]>>bit&1) << d
	}
	return all, yes
}
