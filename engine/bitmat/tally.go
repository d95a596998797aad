package bitmat

// A Tally counts, for each row, how many of some columns are one, up to a maximum. Element n has the rows with more than n ones.
type Tally [][]uint64

// NewTally returns a tally that counts up to most, for columns of the given number of words.
func NewTally(most, words int) Tally {
	t := make(Tally, most)
	for n := range t {
		t[n] = make([]uint64, words)
	}
	return t
}

// Add counts a column.
func (t Tally) Add(column []uint64) {
	for n := len(t) - 1; n > 0; n-- {
		for i, w := range column {
			t[n][i] |= t[n-1][i] & w
		}
	}
	Or(t[0], t[0], column)
}
