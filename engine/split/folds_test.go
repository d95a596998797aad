package split_test

import (
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset"
	"drnet/engine/split"
)

// labels returns labels of which every third is positive.
func labels(rows int) []bool {
	y := make([]bool, rows)
	for i := range y {
		y[i] = i%3 == 0
	}
	return y
}

// strata returns the labels as codes.
func strata(y []bool) []uint8 { return (&dataset.Target{Positives: y}).Strata() }

func positives(y []bool, rows []int32) int {
	n := 0
	for _, row := range rows {
		if y[row] {
			n++
		}
	}
	return n
}

// checkParts checks that two sets are an ascending split of all rows.
func checkParts(t *testing.T, n int, train, test []int32) {
	t.Helper()
	if !slices.IsSorted(train) || !slices.IsSorted(test) {
		t.Errorf("parts of %d rows are not ascending", n)
	}
	all := slices.Sorted(slices.Values(slices.Concat(train, test)))
	if len(all) != n || len(slices.Compact(all)) != n {
		t.Errorf("parts of %d rows have %d and %d rows", n, len(train), len(test))
	}
}

func TestHoldOutKeepsTheShares(t *testing.T) {
	for _, rows := range []int{0, 1, 2, 3, 10, 64, 999} {
		for _, share := range []float64{0, 0.01, 0.2, 0.5, 0.99} {
			y := labels(rows)
			train, test := split.HoldOut(strata(y), share, 7)
			checkParts(t, rows, train, test)
			if share > 0 && rows > 1 && (len(train) == 0 || len(test) == 0) {
				t.Errorf("%d rows, share %g: %d to train, %d to test", rows, share, len(train), len(test))
			}
			if want := share * float64((rows+2)/3); rows >= 10 {
				if got := float64(positives(y, test)); got < want-1 || got > want+1 {
					t.Errorf("%d rows, share %g: %g positives to test, want %g", rows, share, got, want)
				}
			}
		}
	}
}

func TestHoldOutIsTheSeeds(t *testing.T) {
	_, first := split.HoldOut(strata(labels(100)), 0.2, 1)
	_, again := split.HoldOut(strata(labels(100)), 0.2, 1)
	_, other := split.HoldOut(strata(labels(100)), 0.2, 2)
	if !slices.Equal(first, again) || slices.Equal(first, other) {
		t.Errorf("seed 1: %v and %v, seed 2: %v", first, again, other)
	}
}

func TestFoldsAreStratified(t *testing.T) {
	for _, rows := range []int{0, 1, 9, 10, 11, 500} {
		y := labels(rows)
		folds := split.Folds(strata(y), 5, 3)
		var size, yes [5]int
		for fold := range 5 {
			train, test := split.FoldRows(folds, fold)
			checkParts(t, rows, train, test)
			size[fold], yes[fold] = len(test), positives(y, test)
		}
		if slices.Max(size[:])-slices.Min(size[:]) > 1 || slices.Max(yes[:])-slices.Min(yes[:]) > 1 {
			t.Errorf("%d rows: folds of %v rows with %v positives", rows, size, yes)
		}
	}
}

// The folds are recorded from this program: the split of a seed never changes.
func TestFoldsStayTheSame(t *testing.T) {
	got := split.Folds(strata(labels(12)), 3, 1)
	if want := []uint8{2, 1, 1, 1, 0, 0, 2, 2, 2, 0, 1, 0}; !slices.Equal(got, want) {
		t.Errorf("Folds = %v, want %v", got, want)
	}
}

func TestReadFolds(t *testing.T) {
	got, err := split.ReadFolds(strings.NewReader("0123\r\n44\n"))
	if want := []uint8{0, 1, 2, 3, 4, 4}; err != nil || !slices.Equal(got, want) {
		t.Errorf("ReadFolds = %v, %v, want %v", got, err, want)
	}
	_, err = split.ReadFolds(strings.NewReader("01\n2x"))
	if want := "line 2, column 2: 'x' is not the digit of a fold"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("ReadFolds of an x = %v, want %q", err, want)
	}
}

// Each class has its share of both sets, and folds differ by at most one row of each class.
func TestSplitsKeepEveryClass(t *testing.T) {
	var codes []uint8
	for i := range 100 {
		codes = append(codes, uint8(min(i%7, 4)))
	}
	codes = append(codes, 6) // and none of class 5
	count := func(rows []int32) (n [7]int) {
		for _, row := range rows {
			n[codes[row]]++
		}
		return n
	}
	train, test := split.HoldOut(codes, 0.2, 3)
	if a, b := count(train), count(test); a != [7]int{12, 12, 11, 11, 34, 0, 1} || b != [7]int{3, 3, 3, 3, 8, 0, 0} {
		t.Errorf("%v to train and %v to test", a, b)
	}
	folds := split.Folds(codes, 5, 3)
	for fold := range 5 {
		train, test := split.FoldRows(folds, fold)
		inside, outside := count(test), count(train)
		for class, n := range inside {
			if all := n + outside[class]; n < all/5 || n > (all+4)/5 {
				t.Errorf("fold %d has %d of %d rows of class %d", fold, n, all, class)
			}
		}
	}
}
