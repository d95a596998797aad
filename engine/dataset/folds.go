package dataset

import (
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// splitStream is the second half of the generator's seed, so that other users of a seed draw different numbers.
const splitStream = 0x5eed5b117

// maxFolds is the number of folds that fit a byte.
const maxFolds = 256

// HoldOut splits rows 0 to len(classes)-1 into training and test sets, both ascending and stratified by class. Share,
// in (0, 1), is the share of each class in the test set. A class with at least two rows has one in each set, and so have
// at least two rows in total. A share of 0 or less leaves the test set empty.
func HoldOut(classes []uint8, share float64, seed uint64) (train, test []int32) {
	if share <= 0 {
		return rowsWhere(len(classes), func(int) bool { return true }), nil
	}
	r := rand.New(rand.NewPCG(seed, splitStream))
	held := make([]bool, len(classes))
	count := 0
	for _, rows := range shuffled(classes, r) {
		n := min(int(float64(share*float64(len(rows)))+0.5), len(rows)-1)
		if len(rows) > 1 {
			n = max(n, 1)
		}
		for _, row := range rows[:max(n, 0)] {
			held[row] = true
			count++
		}
	}
	if count == 0 && len(classes) > 1 {
		held[r.IntN(len(classes))] = true // every class has one row
	}
	train = rowsWhere(len(held), func(i int) bool { return !held[i] })
	return train, rowsWhere(len(held), func(i int) bool { return held[i] })
}

// Folds assigns the rows to k folds, 2 to 256, and returns the fold of each row. The sizes of the folds differ by at most
// one, and so do their numbers of rows of each class.
func Folds(classes []uint8, k int, seed uint64) []uint8 {
	if k < 2 || k > maxFolds {
		panic("dataset: the number of folds must be 2 to 256")
	}
	r := rand.New(rand.NewPCG(seed, splitStream))
	folds := make([]uint8, len(classes))
	next := 0
	for _, rows := range shuffled(classes, r) {
		for _, row := range rows {
			folds[row] = uint8(next % k)
			next++
		}
	}
	return folds
}

// shuffled returns the rows of each class in random order.
func shuffled(classes []uint8, r *rand.Rand) [][]int32 {
	rows := make([][]int32, maxFolds)
	for i, class := range classes {
		rows[class] = append(rows[class], int32(i))
	}
	for _, list := range rows {
		shuffle(list, r)
	}
	return rows
}

// FoldRows returns the training set, the rows outside a fold, and the test set, the rows of the fold, both ascending.
func FoldRows(folds []uint8, fold int) (train, test []int32) {
	train = rowsWhere(len(folds), func(i int) bool { return int(folds[i]) != fold })
	return train, rowsWhere(len(folds), func(i int) bool { return int(folds[i]) == fold })
}

// ReadFolds reads one digit per row, the fold whose test set has the row. It skips line ends.
func ReadFolds(r io.Reader) ([]uint8, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("dataset: read folds: %w", err)
	}
	folds := make([]uint8, 0, len(text))
	line, column := 1, 0
	for _, c := range text {
		column++
		switch {
		case c == '\n':
			line, column = line+1, 0
		case c >= '0' && c <= '9':
			folds = append(folds, c-'0')
		case c != '\r':
			return nil, &Error{
				Kind: Type, Line: line, Column: column, Message: fmt.Sprintf("%q is not the digit of a fold", c),
				Hint: "a folds file has one digit for each row",
			}
		}
	}
	return folds, nil
}

// shuffle permutes the rows at random (Fisher and Yates). It draws by multiplication rather than by a library function, so
// that the order for a seed never changes.
func shuffle(rows []int32, r *rand.Rand) {
	for i := len(rows) - 1; i > 0; i-- {
		j, _ := bits.Mul64(r.Uint64(), uint64(i+1))
		rows[i], rows[j] = rows[j], rows[i]
	}
}

// rowsWhere returns the row numbers from 0 to n-1 for which keep is true.
func rowsWhere(n int, keep func(i int) bool) []int32 {
	var rows []int32
	for i := range n {
		if keep(i) {
			rows = append(rows, int32(i))
		}
	}
	return slices.Clip(rows)
}
