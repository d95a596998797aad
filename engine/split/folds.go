// Package split divides rows into training and test rows, and into folds: at random and stratified by class, by group, or by time.
// It knows classes, groups and times of rows as numbers, and nothing of tables.
package split

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"slices"

	"drnet/engine/dataset"
)

// splitStream is the second half of the generator's seed, so that other users of a seed draw different numbers.
const splitStream = 0x5eed5b117

// maxFolds is the number of folds that fit a byte.
const maxFolds = 256

// HoldOut splits rows 0 to len(classes)-1 into training and test sets, both ascending and stratified by class. Share,
// in (0, 1), is the share of each class that is in the test set. A class of at least two rows has at least one row in each
// set; if every class has one row, a random row is the test set. A share of 0 or less leaves the test set empty.
func HoldOut(classes []uint8, share float64, seed uint64) (train, test []int32) {
	held := make([]uint8, len(classes)) // 1 for rows of the test set
	if share <= 0 {
		return FoldRows(held, 1)
	}
	r := rand.New(rand.NewPCG(seed, splitStream))
	for _, rows := range shuffled(classes, r) {
		n := min(int(float64(share*float64(len(rows)))+0.5), len(rows)-1)
		if len(rows) > 1 {
			n = max(n, 1)
		}
		for _, row := range rows[:max(n, 0)] {
			held[row] = 1
		}
	}
	if len(classes) > 1 && !slices.Contains(held, 1) {
		held[r.IntN(len(classes))] = 1 // every class has a single row
	}
	return FoldRows(held, 1)
}

// Folds assigns the rows to k folds, 2 to 256, and returns the fold of each row. The sizes of the folds differ by at most
// one, and so do their numbers of rows of each class.
func Folds(classes []uint8, k int, seed uint64) []uint8 {
	if k < 2 || k > maxFolds {
		panic("split: the number of folds must be 2 to 256")
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

// shuffled returns the rows of each class in random order (Fisher and Yates). It draws by multiplication rather than by a
// library function, so that the order for a seed never changes.
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

func shuffle[E any](list []E, r *rand.Rand) {
	for i := len(list) - 1; i > 0; i-- {
		j, _ := bits.Mul64(r.Uint64(), uint64(i+1))
		list[i], list[j] = list[j], list[i]
	}
}

// FoldRows returns the training set, the rows outside a fold, and the test set, the rows of the fold, both ascending.
func FoldRows(folds []uint8, fold int) (train, test []int32) {
	for i, f := range folds {
		if int(f) == fold {
			test = append(test, int32(i))
		} else {
			train = append(train, int32(i))
		}
	}
	return slices.Clip(train), slices.Clip(test)
}

// ReadFolds reads the fold of each row, one digit, 0 to 9: the fold whose test set includes the row. It skips line ends.
func ReadFolds(r io.Reader) ([]uint8, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read folds: %w", err)
	}
	folds := make([]uint8, 0, len(text))
	for i, c := range text {
		switch {
		case c >= '0' && c <= '9':
			folds = append(folds, c-'0')
		case c != '\n' && c != '\r':
			line, column := bytes.Count(text[:i], []byte{'\n'})+1, i-bytes.LastIndexByte(text[:i], '\n')
			return nil, dataset.NewError(dataset.Type, "a folds file has one digit for each row",
				"%q is not the digit of a fold", c).At(line, column)
		}
	}
	return folds, nil
}
