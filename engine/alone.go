package engine

import (
	"context"

	"drnet/engine/protocol"
)

// alone does one unit after the other.
type alone struct{}

// Do implements Workers.
func (alone) Do(ctx context.Context, n int, unit func(i int) (protocol.RunUnit, error), told func(i int, e protocol.Event)) error {
	for i := range n {
		if ctx.Err() != nil {
			return nil
		}
		w, err := unit(i)
		if err != nil {
			return err
		}
		NewSession().Handle(ctx, w, func(e protocol.Event) { told(i, e) })
	}
	return nil
}
