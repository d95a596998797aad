package train

import "testing"

// A step on many features takes longer, so fewer of them are made, and come before the first review.
func TestManyFeatures(t *testing.T) {
	for features, want := range map[int]struct {
		steps int
		share float64
	}{1: {25_000, 0.05}, 2000: {25_000, 0.05}, 4000: {12_500, 0.025}, 100_000: {2500, 0.01}} {
		if steps, share := refinedSteps(100_000, features), review(features); steps != want.steps || share != want.share {
			t.Errorf("a run on %d features has %d steps and is reviewed after a share of %v, want %v", features, steps, share, want)
		}
	}
	if steps := refinedSteps(8000, 100_000); steps != 2000 {
		t.Errorf("a short run has %d steps, want 2000", steps)
	}
}
