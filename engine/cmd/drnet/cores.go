package main

import (
	"context"
	"sync"

	"drnet/engine"
	"drnet/engine/protocol"
)

// cores runs units on that number of goroutines, each with its own session.
type cores int

// Do implements engine.Workers.
func (c cores) Do(ctx context.Context, n int, unit func(i int) (protocol.RunUnit, error), observe func(i int, e protocol.Event)) error {
	var turn sync.Mutex // serializes the calls of unit and observe
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
					observe(i, e)
				})
			}
		})
	}
	all.Wait()
	return failed
}
