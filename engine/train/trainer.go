// Package train learns rules from samples. It plans a run, trains networks or a benchmark learner,
// refines the rules and scores them. It handles binary targets; packages multiclass and crossval build on it.
package train

import (
	"context"

	"drnet/engine/dataset"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
)

// Trainer learns rules from a table.
type Trainer struct {
	prepare.Tables
	Options dataset.Options // used to read the table
	Workers Workers         // run the units; nil runs them sequentially
	Clock   func() float64  // seconds since an arbitrary time; nil disables timing
}

// Workers run units in parallel.
type Workers interface {
	// Do runs the units 0 to n-1. It calls unit to obtain each unit when it starts, in order. It calls report for each event
	// of a unit, ending with the final one. These calls never overlap. When ctx is cancelled or unit fails, active units
	// are stopped and no more are started. Do returns after all started units have ended, with the error of unit.
	Do(ctx context.Context, n int, unit func(i int) (protocol.RunUnit, error), report func(i int, e protocol.Event)) error
}

// Do runs units on the workers. If a unit is refused, Do stops the others and returns the refusal.
func (tr *Trainer) Do(j prepare.Job, n int, work func(i int) (protocol.RunUnit, error), report func(i int, e protocol.Event)) error {
	ctx, cancel := context.WithCancel(j.Ctx)
	defer cancel()
	var refusedAt protocol.Event
	workers := tr.Workers
	if workers == nil {
		workers = sequential{}
	}
	err := workers.Do(ctx, n, work, func(i int, e protocol.Event) {
		switch _, bad := e.(protocol.Refused); {
		case refusedAt != nil:
		case bad:
			refusedAt = e
			cancel()
		default:
			report(i, e)
		}
	})
	if r, bad := refusedAt.(protocol.Refused); bad && err == nil {
		return r
	}
	return err
}

// sequential runs the units one after another.
type sequential struct{}

// Do implements Workers.
func (sequential) Do(ctx context.Context, n int, unit func(i int) (protocol.RunUnit, error), report func(i int, e protocol.Event)) error {
	for i := range n {
		if ctx.Err() != nil {
			return nil
		}
		w, err := unit(i)
		if err != nil {
			return err
		}
		done, err := RunUnit(prepare.Job{Ctx: ctx, Emit: func(e protocol.Event) { report(i, e) }}, w)
		if err != nil {
			done = protocol.Refusal(err)
		}
		report(i, done)
	}
	return nil
}
