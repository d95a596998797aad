package train

import (
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/rule"
)

// A network of more weights than a page can hold is drawn at its snapshots only, and never completely.
func TestLargeNetworkIsDrawnInPart(t *testing.T) {
	for features, large := range map[int]bool{100: false, mostWeights: true} {
		v := newReporter(&Unit{Watch: true, Head: rule.Model{Encoder: &binarize.Encoder{}}, quiet: true})
		net := drnet.NewNetwork(2, features, drnet.InitAuthors, 1)
		draw := func(snapshot *drnet.Checkpoint) *drnet.Sketch {
			return v.progress(drnet.StepReport{Network: net, Snapshot: snapshot}).Draw(false)
		}
		first, second := draw(nil), draw(nil)
		if (first == second) != large || draw(&drnet.Checkpoint{}) == second {
			t.Errorf("of %d features, a drawing is kept: %v", features, first == second)
		}
		if whole := v.whole(net); whole.Whole == large {
			t.Errorf("of %d features, the last drawing is complete: %v", features, whole.Whole)
		}
	}
}
