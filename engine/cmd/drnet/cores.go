package main

import (
	"context"
	"sync"

	"drnet/engine"
	"drnet/engine/protocol"
)

// cores do units on so many goroutines, each with a session of its own.
type cores int

// Do implements engine.Workers.
func (c cores) Do(ctx context.Context, n int, unit func(i int) (protocol.RunUnit, error), told func(i int, e protocol.Event)) error {
	var turn sync.Mutex // one call of unit or told at a time
	var failed error
	next := 0
	begin := func() (int, protocol.RunUnit, bool) {
		turn.Lock()
		defer turn.Unlock()
		i := next
		if next++; i >= n || failed != nil || ctx.Err() != nil {
			return 0, protocol.RunUnit{}, false
		}
		w, err := unit(i)
		failed = err
		return i, w, err == nil
	}
	var all sync.WaitGroup
	for range min(n, int(c)) {
		all.Go(func() {
			for i, w, ok := begin(); ok; i, w, ok = begin() {
				engine.NewSession().Handle(ctx, w, func(e protocol.Event) {
					turn.Lock()
					defer turn.Unlock()
					told(i, e)
				})
			}
		})
	}
	all.Wait()
	return failed
}
