package engine_test

import (
	"context"
	"slices"
	"testing"

	"drnet/engine"
	"drnet/engine/protocol"
)

// TestWarmUp checks that a warm-up makes two runs, and that it ends soon after it is cancelled.
func TestWarmUp(t *testing.T) {
	for _, c := range []struct {
		name   string
		cancel bool // at the first step
		want   []string
	}{
		{"complete", false, []string{"loaded", "trained", "loaded", "trained"}},
		{"cancelled", true, []string{"loaded", "trained"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var got []string
			late := 0
			engine.WarmUp(ctx, func(e protocol.Event) {
				if _, step := e.(protocol.Progress); step && c.cancel {
					cancel()
				}
				if ctx.Err() != nil {
					late++
				}
				if protocol.Final(e) {
					got = append(got, protocol.EventName(e))
				}
			})
			if !slices.Equal(got, c.want) || late > 20 {
				t.Errorf("the requests ended with %q, want %q; %d events came after the end", got, c.want, late)
			}
		})
	}
}
