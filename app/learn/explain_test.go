package learn

import (
	"testing"
)

// A slider of the explanation and its number agree.
func TestSliders(t *testing.T) {
	for _, f := range []dial{cutsDial, weightDial[0], locationDial, noiseDial, alternateDial, priceDial} {
		var d dials
		_, all := d.steps(f)
		if all < 1 || all > 100 {
			t.Errorf("%s has %d steps, want 1 to 100", f.name, all)
		}
		for at := range all + 1 {
			d = dials{f.name: f.slid(at)}
			if got, _ := d.steps(f); got != at || len(d.text(f)) > 6 {
				t.Errorf("%s slid to step %d is at %d, %s", f.name, at, got, d.text(f))
			}
		}
	}
}
