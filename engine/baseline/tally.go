package baseline

import "drnet/engine/bitmat"

// tally counts for all features at once how many rows of a node have them. The counts are binary numbers whose digits of one weight lie
// side by side, 64 features in a word: adding a row to 64 counts is adding a bit to each, which carries on to the next digit where
// it was set. On average that takes two steps a word.
type tally struct {
	rows     *bitmat.Rows
	words    int      // of a row
	yes, all []uint64 // digits: of the positive rows, and of all; a digit's words stand together
	used     int      // digits
	ready    bool     // the counts are those of the node at hand
}

const mostDigits = 32

func newTally(x *bitmat.Matrix) tally {
	t := tally{rows: x.Transpose(), words: bitmat.Words(x.Cols)}
	t.yes, t.all = make([]uint64, mostDigits*t.words), make([]uint64, mostDigits*t.words)
	return t
}

// pays reports whether it takes longer to look at so many features one after the other.
func (t *tally) pays(rows, features int) bool {
	const few, perWord = 64, 6 // rows, and features that are looked at in the time of a word
	return rows > few && features > perWord*t.words
}

// count counts the features of some rows, each of which counts once.
func (t *tally) count(rows []int32, weights []weight) {
	t.ready, t.used = true, 0
	for n := len(rows); n > 0; n >>= 1 {
		t.used++
	}
	clear(t.yes[:t.used*t.words])
	clear(t.all[:t.used*t.words])
	for k, i := range rows {
		row := t.rows.Row(int(i))
		addBits(t.all, row)
		if weights[k]>>half == 1 {
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
func (t *tally) of(feature int) (all, yes int) {
	word, bit := feature/64, feature%64
	for d := range t.used {
		all += int(t.all[d*t.words+word]>>bit&1) << d
		yes += int(t.yes[d*t.words+word]>>bit&1) << d
	}
	return all, yes
}
