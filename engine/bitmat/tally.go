package bitmat

// A Tally counts, for each row, how many of some columns are one, up to a number: element n has the rows with more than n.
type Tally [][]uint64

// NewTally returns a tally of columns of some words that counts up to most.
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
