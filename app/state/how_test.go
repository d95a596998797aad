package state_test

import (
	"testing"

	"drnet/app/core"
	"drnet/app/state"
)

// A slider of the explanation and its number agree.
func TestSliders(t *testing.T) {
	for _, f := range []state.HowField{state.HowCuts, state.HowWeight1, state.HowLocation, state.HowDraw, state.HowAlternate, state.HowPrice} {
		s := state.New()
		_, all := s.Teach.Shown.Steps(f)
		if all < 1 || all > 100 {
			t.Errorf("%s has %d steps, want 1 to 100", f, all)
		}
		for at := range all + 1 {
			s, _ = after(s, state.HowTyped{Field: f, Text: f.Slid(core.Count(at))})
			if got, _ := s.Teach.Shown.Steps(f); got != at || len(s.Teach.Shown.Text(f)) > 6 {
				t.Errorf("%s slid to step %d is at %d, %s", f, at, got, s.Teach.Shown.Text(f))
			}
		}
	}
}
