package engine

import (
	"context"

	"drnet/engine/protocol"
	"drnet/engine/sample"
)

// WarmUp trains on two built-in tables and discards the rules, so that a browser compiles the busy functions of the program
// before a user waits for them. It calls emit like Session.Handle, and ends early if ctx is cancelled.
func WarmUp(ctx context.Context, emit func(protocol.Event)) {
	s := NewSession()
	for _, built := range sample.All()[:2] {
		if ctx.Err() != nil {
			return
		}
		s.Handle(ctx, protocol.Load{Sample: built.Name}, emit)
		s.Handle(ctx, protocol.Train{Target: built.Target, Positive: built.Positive}, emit)
	}
}
