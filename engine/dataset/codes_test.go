package dataset_test

import (
	"math/rand/v2"
	"testing"

	"drnet/engine/dataset"
)

// sizes are the numbers of distinct codes around which the width changes.
var sizes = []int32{1, 2, 253, 254, 255, 256, 300, 65533, 65534}

func TestCodesAreTheList(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range sizes {
		list := []int32{-1, n - 1, 0, -1}
		for range 1000 {
			list = append(list, r.Int32N(n+1)-1)
		}
		codes := dataset.NewCodes(list)
		if codes.Len() != len(list) {
			t.Fatalf("Len() = %d, want %d", codes.Len(), len(list))
		}
		for row, want := range list {
			if got := codes.At(row); got != want {
				t.Fatalf("of %d codes, At(%d) = %d, want %d", n, row, got, want)
			}
		}
	}
}

func TestCodesReplace(t *testing.T) {
	for _, n := range sizes {
		to, list := make([]int32, n), []int32{-1}
		for code := range n {
			to[code] = n - 1 - code
			list = append(list, code)
		}
		to[0] = -1
		codes := dataset.NewCodes(list)
		codes.Replace(to)
		for row, code := range list {
			want := int32(-1)
			if code >= 0 {
				want = to[code]
			}
			if got := codes.At(row); got != want {
				t.Fatalf("of %d codes, At(%d) = %d, want %d", n, row, got, want)
			}
		}
	}
}

func TestNoCodes(t *testing.T) {
	if got := new(dataset.Codes).Len(); got != 0 {
		t.Errorf("Len() = %d, want 0", got)
	}
}
