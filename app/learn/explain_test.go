package learn

import (
	"testing"

	"drnet/app/core"
)

// A slider of the explanation and its number agree.
func TestSliders(t *testing.T) {
	for _, f := range []Dial{dialCuts, dialWeight1, dialLocation, dialNoise, dialAlternate, dialPrice} {
		var d dials
		_, all := d.steps(f)
		if all < 1 || all > 100 {
			t.Errorf("%s has %d steps, want 1 to 100", f, all)
		}
		for at := range all + 1 {
			d = d.with(f, f.slid(core.Count(at)))
			if got, _ := d.steps(f); got != at || len(d.text(f)) > 6 {
				t.Errorf("%s slid to step %d is at %d, %s", f, at, got, d.text(f))
			}
		}
	}
}
