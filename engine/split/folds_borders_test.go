package split

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestFewestAndMostFolds(t *testing.T) {
	for _, k := range []int{-1, 0, 1, 257} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d folds are no panic", k)
				}
			}()
			Folds(make([]uint8, 10), k, 1)
		}()
	}
	if folds := Folds(make([]uint8, 10), 2, 1); slices.Max(folds) != 1 || slices.Min(folds) != 0 {
		t.Errorf("two folds are %v", folds)
	}
	if folds := Folds(make([]uint8, 300), 256, 1); slices.Max(folds) != 255 {
		t.Error("256 folds have no last one")
	}
}

func TestHoldOutOfFewRows(t *testing.T) {
	for _, share := range []float64{0, -1} {
		if train, test := HoldOut(make([]uint8, 4), share, 1); !slices.Equal(train, []int32{0, 1, 2, 3}) || test != nil {
			t.Errorf("share %v: %v to train and %v to test", share, train, test)
		}
	}
	if train, test := HoldOut([]uint8{0, 1}, 0.3, 1); len(train) != 1 || len(test) != 1 {
		t.Errorf("one row of each class: %v to train and %v to test", train, test)
	}
	for _, n := range []int{0, 1} {
		if train, test := HoldOut(make([]uint8, n), 0.9, 1); len(train) != n || test != nil {
			t.Errorf("%d rows: %v to train and %v to test", n, train, test)
		}
	}
	if _, test := HoldOut(make([]uint8, 10), 0.25, 1); len(test) != 3 {
		t.Errorf("%d of ten rows to test, want 2.5 rounded", len(test))
	}
}

func TestDigitsOfFolds(t *testing.T) {
	folds, err := ReadFolds(strings.NewReader("09\n"))
	if err != nil || !slices.Equal(folds, []uint8{0, 9}) {
		t.Errorf("folds %v, %v", folds, err)
	}
	for text, want := range map[string]string{
		":":         "dataset: line 1, column 1: ':' is not the digit of a fold",
		"/":         "dataset: line 1, column 1: '/' is not the digit of a fold",
		"1\n23\n4x": "dataset: line 3, column 2: 'x' is not the digit of a fold",
	} {
		if _, err := ReadFolds(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("ReadFolds(%q): error %v, want %s", text, err, want)
		}
	}
	if _, err := ReadFolds(iotest.ErrReader(io.ErrClosedPipe)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v", err)
	}
}
