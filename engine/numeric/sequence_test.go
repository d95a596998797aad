package numeric

import (
	"math"
	"slices"
	"testing"
)

// TestSequenceIsStreamInOrder compares the two forms of SplitMix64.
func TestSequenceIsStreamInOrder(t *testing.T) {
	s := Sequence(1234567)
	for i := range 100 {
		if got, want := s.Next(), Stream(1234567).At(i); got != want {
			t.Fatalf("output %d is %d, want %d", i, got, want)
		}
	}
}

func TestSequencesDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(10) {
		for number := range 10 {
			s := NewSequence(seed, number)
			for range 20 {
				x := s.Next()
				if seen[x] {
					t.Fatalf("seed %d, number %d: %d occurs twice", seed, number, x)
				}
				seen[x] = true
			}
		}
	}
}

func TestSequenceUniform(t *testing.T) {
	const n = 100_000
	s, sum := NewSequence(1, 0), 0.
	for range n {
		u := s.Uniform()
		if !(u >= 0 && u < 1) {
			t.Fatalf("Uniform() = %v", u)
		}
		sum += u
	}
	within(t, "mean", sum/n, 0.5, 5*math.Sqrt(1./12/n)) // five standard errors
}

// TestShuffle checks that each element is as often at each place.
func TestShuffle(t *testing.T) {
	const n, each = 5, 4000
	s := NewSequence(3, 0)
	var count [n][n]int
	for range n * each {
		list := []int{0, 1, 2, 3, 4}
		Shuffle(s, list)
		for place, x := range list {
			count[place][x]++
		}
		slices.Sort(list)
		if !slices.Equal(list, []int{0, 1, 2, 3, 4}) {
			t.Fatalf("the shuffled list holds %v", list)
		}
	}
	for place := range count {
		for x, got := range count[place] {
			within(t, "share", float64(got)/each, 1, 5/math.Sqrt(each))
			if t.Failed() {
				t.Fatalf("%d is at place %d %d times of %d", x, place, got, n*each)
			}
		}
	}
}
