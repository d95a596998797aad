package train

import "testing"

// A step on many features takes longer, so fewer of them come before the first review.
func TestReview(t *testing.T) {
	for features, want := range map[int]float64{1: 0.05, 2000: 0.05, 4000: 0.025, 34_000: 0.01} {
		if got := review(features); got != want {
			t.Errorf("a run on %d features is reviewed after a share of %v, want %v", features, got, want)
		}
	}
}
